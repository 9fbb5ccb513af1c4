"""Matches between bots. Seats rotate, games run in parallel, and a clear result ends a match."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from tablee.bots.any_bot import any_bot
from tablee.bots.bot import Bot, Budget
from tablee.bots.playing import PlayedGame, play_game
from tablee.bots.statistics import elo, interval, ruled_out
from tablee.core.game import Game
from tablee.core.registry import game_type
from tablee.engine import Engine, Ledger, LocalEngine, in_order

Maker = Callable[[Game[Any], str], Bot]
"""Makes the bot of a name."""


@dataclass(frozen=True, slots=True)
class MatchPlan:
    """All that decides how a match goes. The first bot is the one in question."""

    game: str
    bots: tuple[str, ...]
    games: int
    seconds: float | None = None
    nodes: int | None = None
    seed: int = 0
    options: tuple[tuple[str, str], ...] = ()
    against: float | None = None
    """The win rate to test the first bot against. None means an even share."""
    early_end: bool = True
    """True if the match stops as soon as the result is clear."""

    @property
    def seats_of_first(self) -> int:
        return self.bots.count(self.bots[0])

    @property
    def par(self) -> float:
        """The win rate of the first bot if all bots were equal."""
        return self.seats_of_first / len(self.bots)

    def seating(self, number: int) -> tuple[str, ...]:
        """Returns who sits where in a game. Each game shifts the bots by one seat."""
        shift = number % len(self.bots)
        return self.bots[-shift:] + self.bots[:-shift] if shift else self.bots

    def seed_of(self, number: int) -> int:
        """Returns the seed of a game. A full rotation of seatings shares one seed and so its luck.

        Where two seatings are equal (every other one of 5,4,5,4) each gets a seed of its own: with
        a common seed they would be the same game twice.
        """
        seatings = {self.seating(shift) for shift in range(len(self.bots))}
        return self.seed * 1_000_003 + number // len(seatings)


@dataclass(frozen=True, slots=True)
class ResultLine:
    """One bot of a match in the table of results."""

    name: str
    wins: float
    games: int
    players: int
    slowest: float

    @property
    def rate(self) -> float:
        return self.wins / self.games if self.games else 0.0

    def to_json(self) -> dict[str, Any]:
        sure = interval(self.wins, self.games)
        return {
            "name": self.name,
            "games": self.games,
            "wins": self.wins,
            "rate": round(self.rate, 4),
            "interval": [round(sure.low, 4), round(sure.high, 4)],
            "elo": _finite(elo(self.rate, self.players)),
            "elo_interval": [
                _finite(elo(sure.low, self.players)),
                _finite(elo(sure.high, self.players)),
            ],
            "slowest_turn": round(self.slowest, 3),
        }


def _finite(value: float) -> float | None:
    return round(value, 1) if abs(value) < float("inf") else None


@dataclass(slots=True)
class MatchStanding:
    """The results of a match so far."""

    match: MatchPlan
    results: list[PlayedGame] = field(default_factory=list)

    def lines(self) -> list[ResultLine]:
        """Returns a line for each bot, in the order of the match."""
        return [self._line(name) for name in dict.fromkeys(self.match.bots)]

    def _line(self, name: str) -> ResultLine:
        wins, slowest = 0.0, 0.0
        for number, played in enumerate(self.results):
            seats = self.match.seating(number)
            wins += sum(seats[winner] == name for winner in played.winners) / max(
                len(played.winners), 1
            )
            times = (time for seat, time in zip(seats, played.slowest, strict=True) if seat == name)
            slowest = max(slowest, *times)
        return ResultLine(name, wins, len(self.results), len(self.match.bots), slowest)

    @property
    def decided(self) -> bool:
        """True if the results rule out the win rate in question."""
        first, match = self.lines()[0], self.match
        rate = match.par if match.against is None else match.against
        return bool(self.results) and ruled_out(first.wins, first.games, rate)

    @property
    def over(self) -> bool:
        """True if the match is over.

        It ends early only after every bot has had every seat equally often.
        """
        if len(self.results) >= self.match.games:
            return True
        whole = len(self.results) % len(self.match.bots) == 0
        return self.match.early_end and whole and self.decided

    def to_json(self) -> dict[str, Any]:
        return {
            **asdict(self.match),
            "decided": self.decided,
            "lines": [line.to_json() for line in self.lines()],
        }


def check_match(match: MatchPlan) -> None:
    """Raises ``Invalid`` if such a match cannot be played."""
    game = game_type(match.game).from_options(dict(match.options), None)
    for name in match.bots:
        any_bot(game, name)


def play_numbered(match: MatchPlan, number: int, make: Maker = any_bot) -> PlayedGame:
    """Plays one game of a match."""
    game = game_type(match.game).from_options(dict(match.options), None)
    bots = [make(game, name) for name in match.seating(number)]
    budget = Budget(seconds=match.seconds, nodes=match.nodes)
    try:
        return play_game(game, bots, budget, match.seed_of(number))
    finally:
        for bot in bots:
            bot.close()


def run(
    match: MatchPlan,
    engine: Engine | None = None,
    state_file: Path | None = None,
    make: Maker = any_bot,
) -> Iterator[MatchStanding]:
    """Plays a match and yields the standing after each game. The default engine is this process.

    Games count in the order of their numbers, so the result does not depend on which finishes
    first. Games that the state file has are not played again.
    """
    standing = MatchStanding(match)
    yield standing
    games = range(match.games)
    ledger = None if state_file is None else _ledger(match, state_file)
    for played in in_order(
        engine or LocalEngine(), partial(play_numbered, match, make=make), games, ledger
    ):
        standing.results.append(played)
        yield standing
        if standing.over:
            break
    if ledger is not None:
        ledger.settle(len(standing.results))


def so_far(match: MatchPlan, state_file: Path) -> MatchStanding:
    """Returns the standing that a state file has, up to the first game it lacks."""
    known = _ledger(match, state_file).known
    standing = MatchStanding(match)
    while not standing.over and len(standing.results) in known:
        standing.results.append(known[len(standing.results)])
    return standing


def _ledger(match: MatchPlan, state_file: Path) -> Ledger[PlayedGame]:
    return Ledger(state_file, _same_games(match), asdict, _played)


def _same_games(match: MatchPlan) -> dict[str, Any]:
    """Returns what must be equal for games to count in another run."""
    told = asdict(match)
    for free in ("games", "against", "early_end"):
        del told[free]
    return {"arena": 3, **told}


def _played(data: dict[str, Any]) -> PlayedGame:
    return PlayedGame(
        tuple(data["winners"]), tuple(data["scores"]), data["moves"], tuple(data["slowest"])
    )
