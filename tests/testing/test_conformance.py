"""``check_game`` lets a sound game pass, and says what is wrong with a broken one."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, ClassVar

import pytest

from tablee.core import CHANCE, Event, Game, Invalid, Refusal, Result, Sitting, State, Step
from tablee.core.chance import Outcome
from tablee.core.errors import core_message
from tablee.testing import check_game

GOAL, LAST_TURN = 3, 8
NO = core_message("status-over")


@dataclass(frozen=True)
class Roll:
    eyes: int


@dataclass(frozen=True)
class Go:
    pass


@dataclass(frozen=True)
class Stay:
    pass


@dataclass(frozen=True)
class Went(Event):
    kind: ClassVar[str] = "went"
    player: int
    points: int

    def sentence(self):
        return core_message("status-player", player=self.player + 1)

    def scored(self):
        return self.player, self.points


@dataclass(frozen=True)
class RaceState(State):
    """Two race to three points, for eight turns at most. A die says how far one may go."""

    game: Race
    points: tuple[int, int] = (0, 0)
    turn: int = 0
    eyes: int = 0

    @property
    def actor(self):
        if self.result is not None:
            return None
        return self.turn % 2 if self.eyes else CHANCE

    def legal_moves(self):
        if self.result is not None:
            return ()
        return (Go(), Stay()) if self.eyes else (Roll(1), Roll(2))

    def outcomes(self):
        if self.actor != CHANCE:
            return ()
        return tuple(Outcome(move, Fraction(1, 2)) for move in self.legal_moves())

    def check(self, move):
        return None if move in self.legal_moves() else Refusal("T-1", NO)

    def step(self, move):
        if isinstance(move, Roll):
            return Step(replace(self, eyes=move.eyes), ())
        after = replace(self, turn=self.turn + 1, eyes=0)
        if isinstance(move, Stay):
            return Step(after, ())
        me = self.turn % 2
        points = tuple(self.points[player] + self.eyes * (player == me) for player in (0, 1))
        return Step(replace(after, points=points), (Went("T-2", me, self.eyes),))

    def read(self, text):
        moves = {"go": Go(), "stay": Stay(), "roll 1": Roll(1), "roll 2": Roll(2)}
        if text not in moves:
            raise Invalid(NO)
        return moves[text]

    def notation(self, move):
        return f"roll {move.eyes}" if isinstance(move, Roll) else type(move).__name__.lower()

    @property
    def scores(self):
        return self.points

    @property
    def result(self):
        most = max(self.points)
        if most < GOAL and self.turn < LAST_TURN:
            return None
        return Result(tuple(p for p in (0, 1) if self.points[p] == most), "T-3", NO)

    def to_json(self):
        return {"points": list(self.points), "turn": self.turn, "eyes": self.eyes}


@dataclass(frozen=True)
class Race(Game):
    name: ClassVar[str] = "race"
    player_counts: ClassVar[tuple[int, ...]] = (2,)
    usual_players: ClassVar[int] = 2
    state: ClassVar[type[RaceState]] = RaceState
    players: int = 2
    rules_version: int = 1

    def initial(self):
        return self.state(self)

    def state_from_json(self, data: Mapping[str, Any]):
        return self.state(self, tuple(data["points"]), data["turn"], data["eyes"])

    def options(self):
        return {"players": "2"}

    @property
    def edition_text(self):
        return ""

    @classmethod
    def of_values(cls, players, values, edition_text, rules_version):
        return cls(players, rules_version)


ticks = itertools.count()


class ListsIllegal(RaceState):
    """An illegal move is listed."""

    def legal_moves(self):
        return (*super().legal_moves(), *([Roll(6)] if self.actor in (0, 1) else []))

    def check(self, move):
        return Refusal("T-1", NO) if move == Roll(6) else super().check(move)


class RefusesLegal(RaceState):
    def check(self, move):
        return Refusal("T-1", NO) if move == Stay() else super().check(move)


class AcceptsIllegal(RaceState):
    def check(self, move):
        return None


class RefusesWithoutRule(RaceState):
    def check(self, move):
        refusal = super().check(move)
        return refusal and Refusal("", NO)


class ListsTwice(RaceState):
    def legal_moves(self):
        return 2 * super().legal_moves()


class ListsInAnyOrder(RaceState):
    def legal_moves(self):
        return super().legal_moves()[:: 1 if next(ticks) % 2 else -1]


class LosesJson(RaceState):
    def to_json(self):
        return {**super().to_json(), "turn": 0}


class HashesByIdentity(RaceState):
    def __hash__(self):
        return id(self)


class HasOddChances(RaceState):
    def outcomes(self):
        return tuple(Outcome(outcome.move, Fraction(1, 3)) for outcome in super().outcomes())


class LeavesAnOutcomeOut(RaceState):
    def outcomes(self):
        return tuple(Outcome(outcome.move, Fraction(1)) for outcome in super().outcomes()[:1])


class ScoresInSilence(RaceState):
    def step(self, move):
        return Step(super().step(move).state, ())


class EventsWithoutRule(RaceState):
    def step(self, move):
        step = super().step(move)
        return Step(step.state, tuple(replace(event, rule="") for event in step.events))


class PlaysAtRandom(RaceState):
    def step(self, move):
        step = super().step(move)
        return Step(replace(step.state, turn=self.turn + next(ticks)), step.events)


class PlaysOtherThanItSteps(RaceState):
    def play(self, move):
        return self


class NeverEnds(RaceState):
    result = None

    def step(self, move):
        return Step(replace(super().step(move).state, points=(0, 0)), ())


class EndsWithoutResult(RaceState):
    @property
    def actor(self):
        return None if self.turn > 2 else super().actor


class ReadsBackWrong(RaceState):
    def read(self, text):
        return Stay() if text == "go" else super().read(text)


class WritesWhatItCannotRead(RaceState):
    def notation(self, move):
        return super().notation(move).upper()


class SittingListsLess(Race):
    """The sitting of the game leaves a move out."""

    class Engine(Sitting):
        @property
        def moves(self):
            return dict(list(super().moves.items())[1:])

    def sitting(self, state=None):
        return self.Engine(state or self.initial())


class SittingTellsNothing(Race):
    class Engine(Sitting):
        def play(self, move, text=""):
            after = super().play(move, text)
            after.events = ()
            return after

    def sitting(self, state=None):
        return self.Engine(state or self.initial())


class BeginsAnywhere(Race):
    def initial(self):
        return replace(super().initial(), turn=next(ticks))


class RecordsOthers(Race):
    def record_lines(self, moves):
        for actor, line in super().record_lines(moves):
            yield actor, "stay" if line == "go" else line


BROKEN = {
    ListsIllegal: r"Roll\(eyes=6\) is legal and refused",
    RefusesLegal: r"Stay\(\) is legal and refused",
    AcceptsIllegal: "is accepted and not legal",
    RefusesWithoutRule: r"the refusal of .* names no rule",
    ListsTwice: "a legal move is listed twice",
    ListsInAnyOrder: "the order of the legal moves is not stable",
    LosesJson: "the state does not come back from JSON",
    HashesByIdentity: "equal states have unequal hashes",
    HasOddChances: "probabilities are not 1",
    LeavesAnOutcomeOut: "outcomes are not the moves",
    ScoresInSilence: "scores do not agree with the events",
    EventsWithoutRule: "names no rule",
    PlaysAtRandom: "does not always do the same",
    PlaysOtherThanItSteps: "play and step differ",
    NeverEnds: "the game does not end",
    EndsWithoutResult: "the game is over and something is legal",
    ReadsBackWrong: r"'go' does not read back as Go\(\)",
    WritesWhatItCannotRead: "The game is over",
    SittingListsLess: "the game's sitting lists other moves",
    SittingTellsNothing: "the game's sitting has other events",
    BeginsAnywhere: "the initial state is not always the same",
    RecordsOthers: "the record does not come back from its text",
}


@pytest.fixture
def offer(monkeypatch):
    """Has records find the game, as if a package offered it."""

    def offered(part: type) -> Race:
        broken = issubclass(part, RaceState)
        kind = type("Broken", (Race,), {"state": part}) if broken else part
        monkeypatch.setattr("tablee.core.record.game_type", lambda name: kind)
        return kind()

    return offered


def test_a_sound_game_passes(offer) -> None:
    report = check_game(offer(Race), range(20))
    assert report.games == 20
    assert report.kinds.keys() == {"Roll", "Go", "Stay"}
    assert report.ends == {"T-3": 20}


@pytest.mark.parametrize("part", BROKEN, ids=lambda part: part.__name__)
def test_a_broken_game_fails_and_the_message_tells_why_and_where(offer, part: type) -> None:
    with pytest.raises(AssertionError, match=rf"^race, seed \d+, move \d+: .*({BROKEN[part]})"):
        check_game(offer(part), range(20), longest=100)
