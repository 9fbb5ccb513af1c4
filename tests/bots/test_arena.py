"""The arena: fair seats, results that repeat, matches that can be resumed."""

import json
from pathlib import Path

import pytest

from tablee.bots import Bot, Budget, Choice, bot, playing
from tablee.bots.arena import MatchPlan, MatchStanding, check_match, play_numbered, run
from tablee.bots.bot import bot_message
from tablee.bots.playing import BotFailed, PlayedGame, play_game
from tablee.core.errors import Invalid
from tablee.core.sitting import Sitting
from tablee.engine import LocalEngine
from tablee.games.fragile import Fragile, kernel

RANDOM = MatchPlan("fragile", ("random", "random"), games=4, nodes=1)


def won(winner: int | None, players: int = 2) -> PlayedGame:
    return PlayedGame(() if winner is None else (winner,), (0,) * players, 1, (0.0,) * players)


def test_every_bot_sits_in_every_seat() -> None:
    match = MatchPlan("fragile", ("a", "b", "c"), games=9)
    seatings = [match.seating(number) for number in range(3)]
    assert seatings == [("a", "b", "c"), ("c", "a", "b"), ("b", "c", "a")]
    assert match.seating(3) == match.seating(0)


def test_seatings_in_turn_share_their_seed() -> None:
    match = MatchPlan("fragile", ("a", "b"), games=4, seed=7)
    assert match.seed_of(0) == match.seed_of(1) != match.seed_of(2) == match.seed_of(3)


@pytest.mark.parametrize("bots", [("a", "b", "a", "b"), ("a", "a", "a"), ("a", "b", "b", "b")])
def test_no_game_of_a_match_is_played_twice(bots: tuple[str, ...]) -> None:
    match = MatchPlan("fragile", bots, games=40)
    games = {(match.seating(number), match.seed_of(number)) for number in range(40)}
    assert len(games) == 40


def test_wins_are_counted_by_bot_not_by_seat() -> None:
    standing = MatchStanding(
        MatchPlan("fragile", ("a", "b"), games=4), [won(0), won(1), won(0), won(0)]
    )
    first, second = standing.lines()
    assert (first.wins, second.wins) == (3, 1)


def test_several_winners_share_and_nobody_may_win() -> None:
    shared = PlayedGame((0, 1), (1, 1), 1, (0.0, 0.0))
    standing = MatchStanding(MatchPlan("fragile", ("a", "b"), games=4), [shared, won(None)])
    assert [line.wins for line in standing.lines()] == [0.5, 0.5]


def test_one_against_three_of_a_kind_is_two_lines_and_a_quarter_is_par() -> None:
    match = MatchPlan("fragile", ("a", "b", "b", "b"), games=4)
    assert match.par == 0.25
    wins_of_a = [won(0, 4), won(1, 4), won(2, 4), won(3, 4)]
    assert [line.wins for line in MatchStanding(match, wins_of_a).lines()] == [4, 0]


def test_a_clear_match_stops_early_and_only_after_every_seat() -> None:
    match = MatchPlan("fragile", ("a", "b"), games=100)
    clear = [won(number % 2) for number in range(8)]
    assert not MatchStanding(match, clear[:6]).over
    assert not MatchStanding(match, clear[:7]).over
    assert MatchStanding(match, clear).over
    assert not MatchStanding(
        MatchPlan("fragile", ("a", "b"), games=100, early_end=False), clear
    ).over


def test_a_match_may_be_about_another_rate_than_even() -> None:
    results = [won(number % 2) for number in range(8)]
    assert MatchStanding(MatchPlan("fragile", ("a", "b"), 100, against=0.5), results).decided
    assert not MatchStanding(MatchPlan("fragile", ("a", "b"), 100, against=0.9), results).decided


def test_a_game_of_a_match_can_be_played_again() -> None:
    once, again = play_numbered(RANDOM, 2), play_numbered(RANDOM, 2)
    assert (once.winners, once.scores, once.moves) == (again.winners, again.scores, again.moves)
    assert play_numbered(RANDOM, 0).moves != once.moves


def results(
    match: MatchPlan, workers: int = 1, state_file: Path | None = None
) -> list[tuple[tuple[int, ...], int]]:
    with LocalEngine(workers) as engine:
        *_, standing = run(match, engine, state_file)
    return [(played.winners, played.moves) for played in standing.results]


def test_the_result_does_not_depend_on_how_many_games_run_at_once() -> None:
    assert results(RANDOM, workers=2) == results(RANDOM, workers=1)


def test_a_match_goes_on_where_it_was_left(tmp_path: Path) -> None:
    state = tmp_path / "match.jsonl"
    half = MatchPlan("fragile", ("random", "random"), games=2, nodes=1)
    first = results(half, state_file=state)
    lines = state.read_text().splitlines()
    assert len(lines) == 3
    # A line cut off in the middle is played again.
    state.write_text("\n".join([*lines[:2], lines[2][:20]]))
    assert results(RANDOM, state_file=state) == results(RANDOM)
    assert results(RANDOM, state_file=state)[:2] == first


def test_what_was_played_stays_when_fewer_games_are_asked_for(tmp_path: Path) -> None:
    state = tmp_path / "match.jsonl"
    results(RANDOM, state_file=state)
    kept = state.read_text()
    assert (
        len(results(MatchPlan("fragile", ("random", "random"), 2, nodes=1), state_file=state)) == 2
    )
    assert state.read_text() == kept


def test_the_state_of_another_match_is_refused(tmp_path: Path) -> None:
    state = tmp_path / "match.jsonl"
    state.write_text(json.dumps({"something": "else"}) + "\n")
    with pytest.raises(Invalid, match="state of something else"):
        list(run(RANDOM, state_file=state))
    assert json.loads(state.read_text()) == {"something": "else"}


def test_a_match_of_unknown_bots_or_bad_options_is_refused() -> None:
    with pytest.raises(Invalid):
        check_match(MatchPlan("fragile", ("random", "nobody"), 2))
    with pytest.raises(Invalid):
        check_match(MatchPlan("fragile", ("random", "random"), 2, options=(("players", "9"),)))


class Cheat(Bot):
    name = "cheat"

    def choose(self, sitting: Sitting, budget: Budget, seed: int) -> Choice:
        return Choice(("docker A1",), bot_message("reason-random"))


def test_an_illegal_choice_stops_the_game_and_says_who_and_why() -> None:
    with pytest.raises(BotFailed, match=r'cheat may not play "docker A1"\. F-2\.4: '):
        play_game(Fragile(2), [Cheat(), Cheat()], Budget(), seed=1)


def test_time_is_for_a_turn_however_often_a_bot_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock of this test advances a second whenever it is read."""
    given: list[float] = []

    class Slow(Bot):
        name = "slow"

        def choose(self, sitting: Sitting, budget: Budget, seed: int) -> Choice:
            assert budget.seconds is not None
            given.append(budget.seconds)
            return bot("fragile", "random").choose(sitting, budget, seed)

    seconds = iter(range(10**6))
    monkeypatch.setattr(playing.time, "monotonic", lambda: float(next(seconds)))
    play_game(Fragile(2), [Slow(), Slow()], Budget(seconds=3.0), seed=1)
    assert given[:15] == [3.0] * 15
    assert set(given[15:]) == {3.0, 2.0, 1.0, 0.001}


MATCHES = [
    ("fragile", "5,greedy", 30),
    ("fragile", "3,2,1", 30),
    ("fragile", "4,greedy,2,1", 30),
    ("shear-panic", "5,greedy,4", 400),
    ("shear-panic", "4,3,2,1", 400),
]
"""Games, bots, and nodes for a choice: few, so that there can be many games."""


def whole_games(game: str, bots: str, nodes: int, games: int, workers: int) -> None:
    """``play_game`` raises at the first illegal move."""
    names = tuple(bots.split(","))
    options = (("players", str(len(names))),)
    match = MatchPlan(game, names, games, nodes=nodes, options=options, early_end=False)
    assert len(results(match, workers=workers)) == games


@pytest.mark.parametrize(("game", "bots", "nodes"), MATCHES)
def test_no_bot_plays_an_illegal_move(game: str, bots: str, nodes: int) -> None:
    if not kernel.COMPILED:
        pytest.skip("takes long uncompiled")
    whole_games(game, bots, nodes, games=4, workers=1)


@pytest.mark.long
@pytest.mark.parametrize(("game", "bots", "nodes"), MATCHES)
def test_no_bot_plays_an_illegal_move_in_a_thousand_games(game: str, bots: str, nodes: int) -> None:
    whole_games(game, bots, nodes, games=1000 if kernel.COMPILED else 4, workers=2)
