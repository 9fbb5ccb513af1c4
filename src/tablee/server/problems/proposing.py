"""Takes proposals for the server's own book. The operator decides with ``tablee book``."""

from __future__ import annotations

import time

from tablee.server.messages import Refused
from tablee.server.names import clean_name
from tablee.server.problems import flocks
from tablee.server.problems.desk import Desk
from tablee.server.problems.keeping import ProposedView, ProposeWish
from tablee.server.problems.shelf import Shelf
from tablee.server.problems.store import ProblemStore, Proposal
from tablee.server.rounds import Whose
from tablee.server.settings import Limits

DAY = 86_400.0
A_DAY = 5
"""Proposals of one guest in a day."""
MOST_WAITING = 500
"""Proposals that may wait for the operator."""


async def propose(
    wish: ProposeWish, whose: Whose, desk: Desk, shelf: Shelf, store: ProblemStore, limits: Limits
) -> ProposedView:
    """Saves a proposal. Raises ``Refused``.

    A problem for a book has exactly one shortest solution, in the turns it allows. One of Shear
    Panic has exactly one best first command, a good chance, and needs all its commands.
    """
    name = clean_name(wish.name, limits.name_length)
    now = time.time()
    of_guest, of_caller, waiting = await store.count_proposals(
        whose.guest or whose.caller, whose.caller, now - DAY
    )
    if of_guest >= A_DAY or of_caller >= A_DAY * limits.guests_per_caller:
        raise Refused("too-many-proposals", most=A_DAY)
    if waiting >= MOST_WAITING:
        raise Refused("proposals-full")
    check = await desk.check(wish.problem, whose)
    flock = flocks.is_flock(check.problem)
    if not check.for_a_book:
        raise Refused("flock-not-for-a-book" if flock else "not-for-a-book")
    if await shelf.has_twin(check.problem):
        raise Refused("in-a-book")
    new = Proposal(
        game="shear-panic" if flock else "fragile",
        problem=check.problem,
        facts=await desk.facts(check, whose),
        name=name,
        guest=whose.guest or whose.caller,
        caller=whose.caller,
        at=now,
    )
    if not await store.propose(new):
        raise Refused("proposed-before")
    return ProposedView(waiting + 1)
