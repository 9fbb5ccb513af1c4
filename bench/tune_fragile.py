"""Tunes the weights of Fragile's bots by self-play.

    python -m pip install -r requirements-tune.txt
    python bench/tune_fragile.py --generations 12 --out tuned.toml --state tuning.jsonl
    python bench/tune_fragile.py --compare --games 240

Weights are rated by the games they win against those in ``fragile_by_hand.toml``. Seats rotate: two
players, and four with two seats each. ``bench/tuning.py`` has the rest.

``--compare`` plays the weights the bots use, or those of a run (``--weights tuned.toml``), against
those set by hand.
"""

from __future__ import annotations

import argparse
import tomllib
from functools import partial
from pathlib import Path

from tuning import Point, Tuning, Weights, arguments, run, tune

from tablee.bots import Bot, Budget
from tablee.bots.fragile.levels import FragileBot
from tablee.bots.fragile.search import Style
from tablee.bots.playing import play_game
from tablee.bots.statistics import interval
from tablee.engine import in_order
from tablee.engine.choice import chosen
from tablee.games.fragile import Fragile
from tablee.games.fragile.evaluate import weights

TUNED = (
    *("marker", "chance_1", "chance_2", "chance_3", "chance_4", "half_life"),
    *("tail", "fragile", "obstacle", "rivals", "leader", "full"),
)
"""All but ``points``, which sets the scale, and ``helping``, which the rules fix."""

STYLE = Style("tuned", "search", firsts=8, turns=6, rounds=1, width=2, replies=(("search", 2),))
"""This style looks at the replies. Weights that were best without that lost when it was added."""

MARGIN = 0.05
"""The worth of a point more than the best other, compared with a win. It ranks close games."""

PLAYERS = (2, 4)


def read(path: Path) -> dict[str, float]:
    found: dict[str, float] = tomllib.loads(path.read_text("utf-8"))["search"]
    return found


START = read(Path(__file__).with_name("fragile_by_hand.toml"))


def named(logs: Point) -> dict[str, float]:
    """Returns the weights for a point of the search."""
    tuned = {name: START[name] * 2.0**log for name, log in zip(TUNED, logs, strict=True)}
    tuned["leader"] = min(tuned["leader"], 1.0)
    return {**START, **{name: float(f"{value:.4g}") for name, value in tuned.items()}}


def play(weighing: Weights, players: int, number: int) -> tuple[bool, int]:
    """Plays one game against the weights set by hand. Returns if ``weighing`` won, and its lead."""
    # With four players the two sit side by side: opposite, half the seatings would be alike.
    seats = {number % players, (number + players // 2 - 1) % players}
    bots: list[Bot] = [
        FragileBot(STYLE, weighing if seat in seats else START) for seat in range(players)
    ]
    played = play_game(Fragile(players), bots, Budget(), seed=number // players)
    best = max(played.scores[seat] for seat in seats)
    best_other = max(score for seat, score in enumerate(played.scores) if seat not in seats)
    return not seats.isdisjoint(played.winners), best - best_other


def fitness(weighing: Weights, players: int, number: int) -> float:
    """Rates one game: 1 for a win, and a little for the lead."""
    won, ahead = play(weighing, players, number)
    return won + MARGIN * ahead


TUNING = Tuning("fragile", START, TUNED, PLAYERS, named, fitness)


def compare(options: argparse.Namespace) -> None:
    weighing = weights("search") if options.weights is None else read(options.weights)
    first = 10_000 * options.seed
    with chosen(options) as engine:
        for players in PLAYERS:
            games = range(first, first + options.games)
            played = in_order(engine, partial(play, weighing, players), games)
            won = sum(won for won, _ in played)
            sure = interval(won, options.games)
            print(
                f"{players} players: {won} of {options.games} won, "
                f"{100 * won / options.games:.1f} % ({100 * sure.low:.1f} … {100 * sure.high:.1f})",
                flush=True,
            )


if __name__ == "__main__":
    parser = arguments(generations=12, population=10, games=24)
    parser.add_argument("--compare", action="store_true", help="play those there are, tune nothing")
    parser.add_argument("--weights", type=Path, help="what a run came to, to compare")
    asked = parser.parse_args()
    run(partial(compare, asked) if asked.compare else partial(tune, TUNING, asked))
