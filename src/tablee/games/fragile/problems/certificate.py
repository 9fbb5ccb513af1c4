"""A certificate holds all that a checker needs to see that no solution is shorter.

Let R be the longest refuted length. For 1 … R - 1 turns the certificate lists a layer: the
positions that the bound does not refute for the turns left. The checker sees that every turn from a
position of one layer leads to a position of the next, or to one that the bound refutes. It also
sees that no turn from the last layer meets the goals. Then there is no solution in R turns. The
file is JSON.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from tablee.core.errors import Invalid, TableeError
from tablee.games.fragile.edition import Edition, standard
from tablee.games.fragile.messages import say
from tablee.games.fragile.position import cells_text, crates_text
from tablee.games.fragile.problems.problem import Problem
from tablee.games.fragile.problems.search import Standing

FORMAT = "tablee fragile certificate 1"


@dataclass(frozen=True)
class Certificate:
    """``refuted`` turns are not enough. ``solution``, if there is one, takes one turn more."""

    problem: Problem
    edition: Edition
    refuted: int
    solution: tuple[str, ...]
    layers: tuple[tuple[str, ...], ...]
    """The positions after 1 … ``refuted`` - 1 turns, as ``layer_text`` writes them."""

    def to_json(self) -> str:
        data: dict[str, Any] = {"format": FORMAT, "problem": self.problem.text}
        if self.edition != standard():
            data["edition"] = self.edition.text
        data |= {"refuted": self.refuted, "solution": list(self.solution)}
        data["layers"] = [list(layer) for layer in self.layers]
        return json.dumps(data, indent=0, ensure_ascii=False) + "\n"

    @classmethod
    def from_json(cls, text: str) -> Certificate:
        """Reads a certificate. Raises ``Invalid`` on other text."""
        try:
            data = json.loads(text)
            if not isinstance(data, dict) or data.get("format") != FORMAT:
                raise Invalid(say("not-a-certificate"))
            edition = Edition.parse(data["edition"]) if "edition" in data else standard()
            refuted = data["refuted"]
            if type(refuted) is not int:
                raise Invalid(say("not-a-certificate"))
            problem = Problem.parse(data["problem"])
            return cls(problem, edition, refuted, _texts(data["solution"]), _layers(data["layers"]))
        except TableeError:
            raise
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            raise Invalid(say("not-a-certificate")) from None


def _layers(value: object) -> tuple[tuple[str, ...], ...]:
    if not isinstance(value, list):
        raise Invalid(say("not-a-certificate"))
    return tuple(_texts(layer) for layer in value)


def _texts(value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
        raise Invalid(say("not-a-certificate"))
    return tuple(value)


def layer_text(standings: Iterable[Standing]) -> tuple[str, ...]:
    """Returns positions as text: ``D4c,E3cgC3;A2,B5;C6``.

    The parts are the crates, the own dockers that may move, and the one that may not.
    """
    return tuple(
        ";".join(
            (
                crates_text(standing.position.crates),
                cells_text(sorted(standing.own[:-1])),
                standing.own[-1],
            )
        )
        for standing in standings
    )
