"""Dash: a small game for the simulation, with dice, turns of several moves, and an early end.

A die shows 1 to 3. The player goes up to so many times, a point each, or stops. Whoever reaches the
goal first wins. The longer ``goal`` is for logs with snapshots.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from fractions import Fraction
from importlib import invalidate_caches
from pathlib import Path
from typing import Any, ClassVar

from tablee.core import CHANCE, Event, Game, Invalid, Refusal, Result, State, Step, registry
from tablee.core.chance import Outcome
from tablee.core.errors import core_message
from tablee.core.options import Option, OptionKind

NO = core_message("status-over")
DIE = ("roll 1", "roll 2", "roll 3")


@dataclass(frozen=True, slots=True)
class Went(Event):
    player: int
    points: int = 1

    def sentence(self):
        return core_message("status-player", player=self.player + 1)

    def scored(self):
        return self.player, self.points


@dataclass(frozen=True, slots=True)
class Stopped(Went):
    closes_turn: ClassVar[bool] = True


@dataclass(frozen=True)
class DashState(State):
    """A move is its own notation."""

    game: Dash
    points: tuple[int, ...]
    turn: int = 0
    left: int = 0
    """The steps that the player may still go. 0: the die is to be thrown."""

    @property
    def actor(self):
        if self.result is not None:
            return None
        return self.turn % len(self.points) if self.left else CHANCE

    def legal_moves(self):
        if self.result is not None:
            return ()
        return ("go", "stop") if self.left else DIE

    def outcomes(self):
        return tuple(Outcome(move, Fraction(1, 3)) for move in DIE) if self.actor == CHANCE else ()

    def check(self, move):
        return None if move in self.legal_moves() else Refusal("D-1", NO)

    def step(self, move):
        if move in DIE:
            return Step(replace(self, left=int(move[-1])), ())
        me = self.turn % len(self.points)
        if move == "stop" or self.left == 1:
            points = self._after_going(me) if move == "go" else self.points
            after = replace(self, points=points, turn=self.turn + 1, left=0)
            return Step(after, (Stopped("D-3", me, int(move == "go")),))
        after = replace(self, points=self._after_going(me), left=self.left - 1)
        return Step(after, (Went("D-2", me),))

    def _after_going(self, me):
        return tuple(had + (seat == me) for seat, had in enumerate(self.points))

    def read(self, text):
        if text not in (*DIE, "go", "stop"):
            raise Invalid(NO)
        return text

    def notation(self, move):
        return move

    @property
    def scores(self):
        return self.points

    @property
    def result(self):
        if max(self.points) < self.game.goal and self.turn < 20 * self.game.goal:
            return None
        best = max(self.points)
        winners = tuple(seat for seat, points in enumerate(self.points) if points == best)
        return Result(winners, "D-4", NO)

    def to_json(self):
        return {"points": list(self.points), "turn": self.turn, "left": self.left}


@dataclass(frozen=True)
class Dash(Game):
    name: ClassVar[str] = "dash"
    player_counts: ClassVar[tuple[int, ...]] = (2, 3)
    usual_players: ClassVar[int] = 2
    all_options: ClassVar[tuple[Option, ...]] = (
        Option("simulated", "goal", OptionKind.NUMBER, (), "5", most=99),
    )
    players: int = 2
    goal: int = 5
    rules_version: int = 1

    def initial(self):
        return DashState(self, (0,) * self.players)

    def state_from_json(self, data: Mapping[str, Any]):
        return DashState(self, tuple(data["points"]), data["turn"], data["left"])

    def options(self):
        return {"players": str(self.players), "goal": str(self.goal)}

    @property
    def edition_text(self):
        return ""

    @classmethod
    def of_values(cls, players, values, edition_text, rules_version):
        return cls(players, int(values["goal"]), rules_version)


@contextmanager
def offered() -> Iterator[None]:
    """Offers the game as an installed package would, during the block."""
    site = str(Path(__file__).parent / "site")
    sys.path.append(site)
    _look_again()
    try:
        yield
    finally:
        sys.path.remove(site)
        _look_again()


def _look_again() -> None:
    invalidate_caches()
    registry._offered.cache_clear()
    registry.game_type.cache_clear()
