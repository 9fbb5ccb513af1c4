"""A certificate: a problem, its best chance, and the play that reaches it, as JSON."""

from __future__ import annotations

import json
from dataclasses import dataclass
from fractions import Fraction

from tablee.core.errors import Invalid, TableeError
from tablee.games.shear_panic.edition import Edition, standard
from tablee.games.shear_panic.messages import say
from tablee.games.shear_panic.problems.problem import Problem

FORMAT = "tablee shear-panic certificate 1"
LONGEST = 1 << 22
"""The characters of a certificate. Best play of three commands with panics takes a tenth of it."""
DEEPEST = 60
"""The moves and rolls in a row. Three turns with panics take fewer."""

Strategy = bool | tuple[str, "Strategy"] | dict[str, "Strategy"]
"""Best play: a choice and what follows it, or what follows each face of a die.

At the end it is True if the goal is reached. It is False as soon as the goal is out of reach.
"""


@dataclass(frozen=True)
class Certificate:
    problem: Problem
    edition: Edition
    chance: Fraction
    strategy: Strategy

    def to_json(self) -> str:
        data: dict[str, object] = {"format": FORMAT}
        if self.edition != standard():
            data["edition"] = self.edition.text
        data |= {
            "problem": self.problem.text,
            "chance": str(self.chance),
            "strategy": self.strategy,
        }
        return json.dumps(data, ensure_ascii=False, indent=1) + "\n"

    @classmethod
    def from_json(cls, text: str) -> Certificate:
        """Reads a certificate. Raises ``Invalid`` on other text."""
        try:
            data = json.loads(text) if len(text) <= LONGEST else None
            if not isinstance(data, dict) or data.get("format") != FORMAT:
                raise Invalid(say("not-a-certificate"))
            edition = Edition.parse(data["edition"]) if "edition" in data else standard()
            problem = Problem.parse(data["problem"])
            problem.check(edition)
            return cls(problem, edition, fraction(data["chance"]), _read(data["strategy"], 0))
        except TableeError:
            raise
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            raise Invalid(say("not-a-certificate")) from None


def fraction(text: object) -> Fraction:
    """Reads a chance: ``1``, ``3/4``. Raises ``ValueError``."""
    if not isinstance(text, str) or not 1 <= len(text) <= 40 or set(text) - set("0123456789/"):
        raise ValueError(text)
    try:
        found = Fraction(text)
    except ZeroDivisionError:
        raise ValueError(text) from None
    if not 0 <= found <= 1:
        raise ValueError(text)
    return found


def _read(value: object, depth: int) -> Strategy:
    if depth > DEEPEST:
        raise ValueError("too deep")
    match value:
        case bool():
            return value
        case [str(move), after]:
            return move, _read(after, depth + 1)
        case dict():
            return {str(roll): _read(after, depth + 1) for roll, after in value.items()}
    raise ValueError(value)
