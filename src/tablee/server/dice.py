"""Dice that anyone can check.

Before the first roll the server shows the hash of a secret. Each player adds a salt by joining.
Draw number n is HMAC-SHA256 of the joins and n under the secret, mapped exactly onto the
probabilities of the outcomes. At the end the server shows the secret, and everybody can recompute
every draw. The server chose the secret before it knew the salts, and the players choose their salts
without knowing the secret.
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

_PROOF = re.compile(r"# (commitment|secret|join): (.*)")
_SPAN = 2**256


def new_secret() -> str:
    return secrets.token_hex(32)


def commitment(secret: str) -> str:
    """Returns the hash that is shown before the secret is used."""
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


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


def with_proof(record: Record, dice: Dice, *, reveal: bool) -> str:
    """Returns the text of a record with comments by which its dice can be checked."""
    lines = [f"# commitment: {commitment(dice.secret)}"]
    if reveal:
        lines.append(f"# secret: {dice.secret}")
    lines += [f"# join: {join}" for join in dice.joins]
    return record.text().replace(f"{FIRST_LINE}\n", "\n".join([FIRST_LINE, *lines, ""]), 1)


def verify(text: str) -> int:
    """Recomputes every draw of a record and returns their number. Raises ``Invalid``."""
    record = Record.parse(text)
    found: dict[str, list[str]] = {"commitment": [], "secret": [], "join": []}
    for line in text.split("\n"):
        if match := _PROOF.fullmatch(line.rstrip()):
            found[match[1]].append(match[2])
    if len(found["commitment"]) != 1 or len(found["secret"]) != 1:
        raise Invalid(say("verify-no-proof"))
    secret = found["secret"][0]
    if (
        not re.fullmatch(r"(?:[0-9a-f]{2})+", secret)
        or commitment(secret) != found["commitment"][0]
    ):
        raise Invalid(say("verify-secret"))
    dice = Dice(secret, tuple(found["join"]))
    draws = 0
    for before, after in pairwise(record.sittings()):
        if before.state.actor == CHANCE:
            if dice.draw(before.state.outcomes(), draws) != after.move:
                raise Invalid(say("verify-draw", number=draws + 1, move=after.text))
            draws += 1
    return draws
