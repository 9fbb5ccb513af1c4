"""Dice that anyone can check.

Before the first roll the server shows the hash of a secret. Each player adds a salt by joining.
Draw number n is HMAC-SHA256 of the joins and n under the secret, mapped exactly onto the
probabilities of the outcomes. At the end the server shows the secret, and everybody can recompute
every draw. The server chose the secret before it knew the salts, and the players choose their salts
without knowing the secret.

This holds for rematches too, in which the players keep their salts. The secrets of a table and its
rematches are a chain: each is the hash of the next. So the secret shown at the end of a game is the
commitment to that of the rematch, and the first commitment is to all of them.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from tablee.core.chance import Outcome, draw_by
from tablee.core.errors import Invalid
from tablee.core.game import CHANCE, Move
from tablee.core.record import FIRST_LINE, Record
from tablee.server.messages import say

GIVEN = "given"
"""The note of a record that says how many of its first moves were played elsewhere."""
_PROOF = re.compile(rf"# (commitment|secret|join|{GIVEN}): (.*)")
_SPAN = 2**256
MOST_REMATCHES = 100
"""Games in a row whose secrets are one chain. Then a new chain begins."""


def new_secret() -> str:
    return secrets.token_hex(32)


def commitment(secret: str) -> str:
    """Returns the hash that is shown before the secret is used."""
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


def link(end: str, before: int) -> str:
    """Returns the secret that comes ``before`` links before the end of a chain."""
    for _ in range(before):
        end = commitment(end)
    return end


def join_line(seat: int, salt: str, name: str) -> str:
    """Returns the line that a join adds to the dice and to the record."""
    return f"P{seat + 1} {salt} {name}"


@dataclass(frozen=True, slots=True)
class Dice:
    """The draws of a table. The same number always gives the same draw."""

    secret: str
    joins: tuple[str, ...]

    def draw(self, outcomes: Sequence[Outcome[Move]], number: int) -> Move:
        """Returns the outcome of draw ``number``, counted from 0."""
        return draw_by(outcomes, lambda size: self.below(size, number))

    def below(self, size: int, number: int) -> int:
        """Returns each whole number below ``size`` with the same probability.

        A hash beyond the last whole multiple of ``size`` would favour small numbers, so another
        attempt is hashed instead.
        """
        key = bytes.fromhex(self.secret)
        attempt = 0
        while True:
            text = "\n".join([*self.joins, f"draw {number} attempt {attempt}"])
            value = int.from_bytes(hmac.digest(key, text.encode(), "sha256"), "big")
            if value < _SPAN - _SPAN % size:
                return value % size
            attempt += 1


def with_proof(record: Record, dice: Dice, *, reveal: bool, notes: Sequence[str] = ()) -> str:
    """Returns the text of a record with comments by which its dice can be checked."""
    lines = [f"# commitment: {commitment(dice.secret)}"]
    if reveal:
        lines.append(f"# secret: {dice.secret}")
    lines += [f"# join: {join}" for join in dice.joins]
    lines += [f"# {note}" for note in notes]
    return record.text().replace(f"{FIRST_LINE}\n", "\n".join([FIRST_LINE, *lines, ""]), 1)


def verify_all(texts: Sequence[str]) -> int:
    """Verifies a game and its rematches, in order. Returns the number of all draws.

    Raises ``Invalid``, also if a game was not committed to before the first one began.
    """
    draws, shown = 0, ""
    for number, text in enumerate(texts, 1):
        draws += verify(text)
        proof = _proof(text)
        if number > 1 and proof["commitment"][0] != shown:
            raise Invalid(say("verify-chain", number=number))
        shown = proof["secret"][0]
    return draws


def _proof(text: str) -> dict[str, list[str]]:
    """Returns the comments of a record that prove its dice, by their name."""
    found: dict[str, list[str]] = {"commitment": [], "secret": [], "join": [], GIVEN: []}
    for line in text.split("\n"):
        if match := _PROOF.fullmatch(line.rstrip()):
            found[match[1]].append(match[2])
    return found


def verify(text: str) -> int:
    """Recomputes every draw of a record and returns their number. Raises ``Invalid``.

    The dice of moves that were played elsewhere are not from this secret, so they do not count.
    """
    record = Record.parse(text)
    found = _proof(text)
    if len(found["commitment"]) != 1 or len(found["secret"]) != 1:
        raise Invalid(say("verify-no-proof"))
    secret = found["secret"][0]
    if (
        not re.fullmatch(r"(?:[0-9a-f]{2})+", secret)
        or commitment(secret) != found["commitment"][0]
    ):
        raise Invalid(say("verify-secret"))
    dice = Dice(secret, tuple(found["join"]))
    given = _given(found[GIVEN])
    number = verified = 0
    for place, (before, after) in enumerate(pairwise(record.sittings())):
        if before.state.actor != CHANCE:
            continue
        if place >= given:
            if dice.draw(before.state.outcomes(), number) != after.move:
                raise Invalid(say("verify-draw", number=number + 1, move=after.text))
            verified += 1
        number += 1
    return verified


def _given(notes: list[str]) -> int:
    """Returns how many moves were played elsewhere."""
    if not notes:
        return 0
    if len(notes) > 1 or not re.fullmatch(r"[0-9]{1,6}", notes[0]):
        raise Invalid(say("verify-no-proof"))
    return int(notes[0])
