"""What the database keeps about problems: ratings, the progress of guests, and proposals."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

import msgspec
from sqlalchemy import Table, func, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import RowMapping
from sqlalchemy.ext.asyncio import AsyncConnection

from tablee.server.messages import Refused
from tablee.server.problems.glicko import Strength
from tablee.server.problems.progress import Diary, Kept, diaries_together, together
from tablee.server.storage.journal import Journal
from tablee.server.storage.schema import problem_ratings, progress, proposals

DIARY = ""
"""Stands for a problem in the row of a guest's diary."""
State = Literal["waiting", "accepted", "declined"]


@dataclass(frozen=True)
class Proposal:
    """A problem that somebody proposes for the book of this server."""

    game: str
    problem: str
    facts: Mapping[str, Any]
    """What a book says about the problem."""
    name: str
    """The name of whoever proposes it."""
    guest: str
    caller: str
    at: float


class ProblemStore:
    def __init__(self, journal: Journal) -> None:
        self.journal = journal
        # SQLite does not lock what a transaction reads; it has only this server.
        self._alone = asyncio.Lock()

    # Ratings

    async def ratings(self) -> dict[str, Strength]:
        async with self.journal.reading() as connection:
            found = await connection.execute(select(problem_ratings))
            return {row.problem: Strength(row.rating, row.rd, row.vol) for row in found}

    async def move_rating(
        self, problem: str, prior: Strength, moved: Callable[[Strength], Strength]
    ) -> None:
        """Replaces the strength of a problem by what ``moved`` makes of it."""
        mine = select(problem_ratings).where(problem_ratings.c.problem == problem)
        async with self._alone, self.journal.changing() as connection:
            row = (await connection.execute(mine.with_for_update())).one_or_none()
            strength = moved(Strength(row.rating, row.rd, row.vol) if row else prior)
            attempts = row.attempts + 1 if row else 1
            new = {"problem": problem, **msgspec.structs.asdict(strength), "attempts": attempts}
            await _put(connection, problem_ratings, [new])

    # Progress

    async def progress(self, guest: str) -> tuple[dict[str, Kept], Diary]:
        mine = select(progress.c.problem, progress.c.body).where(progress.c.guest == guest)
        async with self.journal.reading() as connection:
            bodies = {row.problem: row.body for row in await connection.execute(mine)}
        diary = msgspec.json.decode(bodies.pop(DIARY, b"{}"), type=Diary)
        kept = {name: msgspec.json.decode(body, type=Kept) for name, body in bodies.items()}
        return kept, diary

    async def add_progress(
        self,
        guest: str,
        found: Mapping[str, Kept],
        diary: Diary,
        now: float,
        allowed: Callable[[int], bool],
    ) -> None:
        """Puts this together with what is kept of the guest. Raises ``Refused``.

        ``allowed`` says whether the guest may write so many bytes.
        """
        wanted = [*found, *([DIARY] if diary != Diary() else [])]
        mine = select(progress.c.problem, progress.c.body).where(
            progress.c.guest == guest, progress.c.problem.in_(wanted)
        )
        async with self._alone, self.journal.changing() as connection:
            stored = await connection.execute(mine.with_for_update())
            bodies = {row.problem: row.body for row in stored}
            joined = {
                name: _joined(bodies.get(name), diary if name == DIARY else found[name])
                for name in wanted
            }
            new = {name: body for name, body in joined.items() if body != bodies.get(name)}
            if not allowed(sum(map(len, new.values()))):
                raise Refused("rate")
            rows = [
                {"guest": guest, "problem": name, "body": body, "touched_at": now}
                for name, body in new.items()
            ]
            await _put(connection, progress, rows)

    async def forget_progress(self, before: float) -> int:
        """Deletes the progress of guests who have solved nothing since then."""
        last = func.max(progress.c.touched_at)
        gone = select(progress.c.guest).group_by(progress.c.guest).having(last < before)
        async with self.journal.changing() as connection:
            done = await connection.execute(progress.delete().where(progress.c.guest.in_(gone)))
            return done.rowcount

    # Proposals

    async def propose(self, new: Proposal) -> bool:
        """Saves a proposal. Returns False if the same problem was proposed before."""
        values = {
            "game": new.game,
            "problem": new.problem,
            "facts": msgspec.json.encode(new.facts),
            "name": new.name,
            "guest": new.guest,
            "made_by": new.caller,
            "created_at": new.at,
            "state": "waiting",
        }
        async with self.journal.changing() as connection:
            adding = _insert(connection, proposals).values(values).on_conflict_do_nothing()
            return (await connection.execute(adding)).rowcount > 0

    async def count_proposals(self, guest: str, caller: str, since: float) -> tuple[int, int, int]:
        """Returns how many this guest and this caller have made ``since``, and how many wait."""
        late = proposals.c.created_at >= since
        counted = (
            (proposals.c.guest == guest) & late,
            (proposals.c.made_by == caller) & late,
            proposals.c.state == "waiting",
        )
        asked = select(*(func.count().filter(one) for one in counted)).select_from(proposals)
        async with self.journal.reading() as connection:
            row = (await connection.execute(asked)).one()
        return row[0], row[1], row[2]

    async def proposals(self, state: State) -> list[RowMapping]:
        wanted = select(proposals).where(proposals.c.state == state).order_by(proposals.c.id)
        async with self.journal.reading() as connection:
            return list((await connection.execute(wanted)).mappings())

    async def decide(self, numbers: Iterable[int], state: State) -> list[int]:
        """Accepts or declines proposals. Returns the numbers that there are."""
        wanted = list(numbers)
        mine = proposals.c.id.in_(wanted)
        async with self.journal.changing() as connection:
            await connection.execute(proposals.update().where(mine).values(state=state))
            found = await connection.execute(select(proposals.c.id).where(mine))
            return sorted(found.scalars())


def _joined(old: bytes | None, new: Kept | Diary) -> bytes:
    if old is not None and isinstance(new, Diary):
        new = diaries_together(new, msgspec.json.decode(old, type=Diary))
    elif old is not None and isinstance(new, Kept):
        new = together(new, msgspec.json.decode(old, type=Kept))
    return msgspec.json.encode(new)


def _insert(connection: AsyncConnection, table: Table) -> Any:
    """Returns an insert that can deal with a row that is there already."""
    kinds = {"sqlite": sqlite.insert, "postgresql": postgresql.insert}
    return kinds[connection.dialect.name](table)


async def _put(connection: AsyncConnection, table: Table, rows: list[dict[str, Any]]) -> None:
    """Adds rows, or replaces those with the same key.

    One statement for all of them, because SQLite lets nobody else write from the first one on.
    """
    if rows:
        adding = _insert(connection, table).values(rows)
        key = [column.name for column in table.primary_key]
        new = {name: adding.excluded[name] for name in rows[0] if name not in key}
        await connection.execute(adding.on_conflict_do_update(index_elements=key, set_=new))
