"""The kernel plays by the law: the same moves, the same states, the same ends."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablee.games.shear_panic import Edition, Flock, ShearPanic, kernel, standard
from tablee.games.shear_panic.benchmarks import BENCHMARKS, random_play
from tablee.games.shear_panic.commands import distinct_targets
from tablee.games.shear_panic.flock import BLACK, COLOURS, FACINGS, beside
from tablee.games.shear_panic.moves import KINDS
from tablee.games.shear_panic.packing import (
    code_move,
    flock_key,
    key_flock,
    move_code,
    pack,
    unpack,
)
from tablee.games.shear_panic.regroup import smallest_groups, ways_back
from tablee.games.shear_panic.scoring import SCORINGS
from tablee.games.shear_panic.state import ShearPanicState
from tablee.testing import random_game

SEEDS = st.integers(0, 2**32)
LOADED = Edition.parse(
    standard()
    .text.replace('faces = ["+", "x"]', 'faces = ["+", "x", "x"]')
    .replace('kind = "lamb push"\nnumber = 2', 'kind = "lamb push"\nnumber = 3')
)
"""An edition with a loaded die and two alike commands."""
GAMES = st.sampled_from(
    [
        ShearPanic(3, first=None),
        ShearPanic(4, first=None),
        ShearPanic(3, colours="YGR", first=2),
        ShearPanic(4, LOADED, colours="RYGB"),
    ]
)


@st.composite
def flocks(draw, together: bool = True) -> Flock:
    """A flock of one to nine sheep, grown cell by cell or thrown on a small field."""
    colours = draw(st.permutations([*COLOURS, *COLOURS, BLACK]))
    colours = colours[: draw(st.integers(1 if together else 2, 9))]
    rng = random.Random(draw(SEEDS))
    sheep = {(0, 0): colours[0]}
    for colour in colours[1:]:
        if together:
            free = [spot for at in sheep for spot in beside(at) if spot not in sheep]
        else:
            free = [(x, y) for x in range(7) for y in range(7) if (x, y) not in sheep]
        sheep[rng.choice(free)] = colour
    return Flock.of(sheep, draw(st.sampled_from(FACINGS)))


def midgame(flock: Flock, **fields) -> ShearPanicState:
    game = ShearPanic(4)
    nothing = (0, 0, 0, 0)
    values = {"task": "command", "stage": "play", "order": (0, 1, 2, 3), **fields}
    return ShearPanicState(game, flock, points=nothing, used=nothing, **values)


def play_side_by_side(state: ShearPanicState, moves) -> None:
    packed = pack(state)
    for before, move in moves:
        assert unpack(state.game, packed) == before
        assert [code_move(code) for code in packed.legal()] == list(before.legal_moves())
        packed.apply(move_code(move))
        state = before.play(move)
    assert unpack(state.game, packed) == state
    assert packed.legal() == []


@settings(max_examples=10, deadline=None)
@given(GAMES, SEEDS)
def test_a_game_on_the_kernel_is_the_game_by_the_law(game: ShearPanic, seed: int) -> None:
    play_side_by_side(game.initial(), list(random_game(game, seed)))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(0, 400, 20))
def test_hundreds_of_games_on_the_kernel_are_games_by_the_law(seed: int) -> None:
    for number in range(seed, seed + 20):
        game = ShearPanic(3 + number % 2, first=None)
        play_side_by_side(game.initial(), list(random_game(game, number)))


@settings(max_examples=60, deadline=None)
@given(flocks(), st.integers(0, 3))
def test_commands_on_the_kernel_give_the_flocks_of_the_law(flock: Flock, player: int) -> None:
    state = midgame(flock, player=player, counter=20)
    packed = pack(state)
    assert [code_move(code) for code in packed.legal()] == list(state.legal_moves())
    for move in state.legal_moves()[::5]:
        after = packed.copy()
        after.apply(move_code(move))
        assert unpack(state.game, after) == state.play(move)
    assert unpack(state.game, packed) == state


@settings(max_examples=150, deadline=None)
@given(flocks(together=False), st.sampled_from("+x"))
def test_regrouping_on_the_kernel_gives_the_flocks_of_the_law(flock: Flock, face: str) -> None:
    """Flocks thrown about, so that fallbacks and ties come up (S-5.4)."""
    if not flock.is_split:
        return
    for group in smallest_groups(flock)[:1]:
        first = chr(ord("A") + group[0][0]) + str(group[0][1] + 1)
        state = midgame(flock, task="roll regroup", group=first, stage="panic", counter=20)
        packed = pack(state)
        face_move = next(move for move in state.legal_moves() if move.face == face)
        packed.apply(move_code(face_move))
        after = state.play(face_move)
        assert unpack(state.game, packed) == after
        if after.task == "line":
            shifts = [move.shift for move in map(code_move, packed.legal())]
            assert tuple(shifts) == ways_back(flock, group, face).shifts


@settings(max_examples=60, deadline=None)
@given(flocks())
def test_scores_on_the_kernel_are_those_of_the_law(flock: Flock) -> None:
    packed = pack(midgame(flock))
    for number, scoring in enumerate(SCORINGS.values()):
        assert packed.score(number) == list(scoring(flock).values())


@settings(max_examples=60, deadline=None)
@given(flocks(), st.integers(0, 3))
def test_distinct_flocks_are_distinct_keys(flock: Flock, player: int) -> None:
    found = {
        after
        for kind in KINDS
        for after in distinct_targets(flock, kind, COLOURS[player])
        if max(len(after.rows), len(after.rows[0])) <= kernel.WIDEST
    }
    assert len({flock_key(after) for after in found}) == len(found)
    assert all(key_flock(flock_key(after)) == after for after in found)


def test_a_flock_too_wide_for_the_grid_is_not_packed() -> None:
    with pytest.raises(ValueError, match="too wide"):
        pack(midgame(Flock.parse("B..........Y N")))


def test_an_edition_too_large_for_the_kernel_is_not_packed() -> None:
    long = Edition.parse(standard().text.replace("last = 74", "last = 300"))
    with pytest.raises(ValueError, match="too long"):
        pack(ShearPanic(4, long).initial())
    faces = ", ".join(['"+"'] * 127 + ['"x"'])
    many = Edition.parse(standard().text.replace('faces = ["+", "x"]', f"faces = [{faces}]"))
    with pytest.raises(ValueError, match="too many sides"):
        pack(ShearPanic(4, many).initial())


def test_random_games_end_and_everybody_wins_some() -> None:
    packed = pack(ShearPanic(4).initial())
    before = packed.moment()
    moves, wins = packed.random_games(7, 40)
    assert sum(wins) == 40
    assert moves > 40 * 60
    assert all(wins)
    assert packed.moment() == before
    assert packed.random_games(7, 40) == (moves, wins)


def test_a_random_game_of_the_kernel_is_legal_by_the_law() -> None:
    game = ShearPanic(4, first=None)
    packed = pack(game.initial())
    state = game.initial()
    for code in packed.random_walk(3, 500):
        move = code_move(code)
        assert state.check(move) is None
        state = state.play(move)
    assert unpack(game, packed) == state
    assert state.result is not None
    assert packed.random_play(1) == 0


def test_the_benchmarks_count_moves() -> None:
    assert random_play(1, 2) > 100
    assert [benchmark.name for benchmark in BENCHMARKS] == [
        "shear_panic_random_moves",
        "shear_panic_law_random_moves",
    ]
    assert all(benchmark.measure(0.01) > 0 for benchmark in BENCHMARKS)
