"""The kernel plays by the law: the same moves, the same states, the same ends."""

import pickle
import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablee.core.errors import Invalid
from tablee.games.shear_panic import Edition, Flock, ShearPanic, codes, kernel, standard
from tablee.games.shear_panic.benchmarks import BENCHMARKS, kernel_random_moves
from tablee.games.shear_panic.commands import distinct_targets
from tablee.games.shear_panic.flock import BLACK, COLOURS, FACINGS, beside
from tablee.games.shear_panic.game import HAIRCUT
from tablee.games.shear_panic.moves import KINDS
from tablee.games.shear_panic.packing import (
    flock_key,
    key_flock,
    pack,
    pack_move,
    unpack,
    unpack_move,
)
from tablee.games.shear_panic.random_kernel import draw, random_games, random_play
from tablee.games.shear_panic.regroup import smallest_groups, ways_back
from tablee.games.shear_panic.rules import legal_moves
from tablee.games.shear_panic.scoring import SCORINGS
from tablee.games.shear_panic.scoring_kernel import score
from tablee.games.shear_panic.state import ShearPanicState
from tablee.games.shear_panic.tasks import Stage, Task
from tablee.testing import random_game

SEEDS = st.integers(0, 2**32)
LOADED = Edition.parse(
    standard()
    .text.replace('faces = ["+", "x"]', 'faces = ["+", "x", "x"]')
    .replace('kind = "lamb push"\nnumber = 2', 'kind = "lamb push"\nnumber = 3')
)
"""An edition with a loaded die and two alike commands."""
MANY_EXTRAS = Edition.parse(
    standard()
    .text.replace("numbers = [1, 1, 2, 2, 3]", f"numbers = {[1, 3] * 5}")
    .replace("points = 1", "points = 3")
)
"""An edition with ten extra steps, which must soon be spent, and cost much."""
GAMES = st.sampled_from(
    [
        ShearPanic(2, first=None),
        ShearPanic(2, colours="RY", first=HAIRCUT),
        ShearPanic(2, MANY_EXTRAS, first=1),
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


def midgame(flock: Flock, players: int = 4, **fields) -> ShearPanicState:
    game = ShearPanic(players)
    nothing = (0,) * players
    values = {"task": Task.COMMAND, "stage": Stage.PLAY, "order": tuple(range(players)), **fields}
    return ShearPanicState(game, flock, points=nothing, used=nothing, **values)


def play_side_by_side(state: ShearPanicState, moves) -> None:
    packed = pack(state)
    for before, move in moves:
        assert unpack(state.game, packed) == before
        assert [unpack_move(code) for code in kernel.legal(packed)] == list(legal_moves(before))
        kernel.apply(packed, pack_move(move))
        state = before.play(move)
    assert unpack(state.game, packed) == state
    assert kernel.legal(packed) == []


@settings(max_examples=12, deadline=None)
@given(GAMES, SEEDS)
def test_a_game_on_the_kernel_is_the_game_by_the_law(game: ShearPanic, seed: int) -> None:
    play_side_by_side(game.initial(), list(random_game(game, seed)))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(0, 400, 20))
def test_hundreds_of_games_on_the_kernel_are_games_by_the_law(seed: int) -> None:
    for number in range(seed, seed + 20):
        game = ShearPanic(2 + number % 3, first=None)
        play_side_by_side(game.initial(), list(random_game(game, number)))


@settings(max_examples=60, deadline=None)
@given(flocks(), st.integers(0, 3))
def test_commands_on_the_kernel_give_the_flocks_of_the_law(flock: Flock, player: int) -> None:
    state = midgame(flock, player=player, counter=20)
    packed = pack(state)
    assert [unpack_move(code) for code in kernel.legal(packed)] == list(legal_moves(state))
    for move in state.legal_moves()[::5]:
        after = packed.copy()
        kernel.apply(after, pack_move(move))
        assert unpack(state.game, after) == state.play(move)
    assert unpack(state.game, packed) == state


@settings(max_examples=60, deadline=None)
@given(flocks(), st.data())
def test_what_undoes_the_command_before_is_barred_on_the_kernel_too(flock: Flock, data) -> None:
    """S-4.8: a command, perhaps a die after it, and the next player's answer."""
    state = midgame(flock, counter=20)
    colour = state.game.colours[0]
    kind = data.draw(st.sampled_from(KINDS))
    found = list(distinct_targets(flock, kind, colour).items())
    if not found:
        return
    after, target = data.draw(st.sampled_from(found))
    if after.is_split:
        return
    last_turn = target.way if kind == "ewe turn" else ""
    rolled = data.draw(st.booleans())
    state = replace(state, flock=after, before=flock, last_command=kind, last_turn=last_turn)
    state = replace(state, rolled=rolled)
    assert [unpack_move(code) for code in kernel.legal(pack(state))] == list(legal_moves(state))


@settings(max_examples=60, deadline=None)
@given(
    st.integers(0, 55),
    st.integers(1, 3),
    st.integers(0, 2**12 - 1),
    st.lists(st.integers(1, 3), min_size=1, max_size=11),
)
def test_extra_steps_on_the_kernel_are_those_of_the_law(
    counter: int, number: int, used: int, extras: list[int]
) -> None:
    """S-9.4, S-9.5"""
    flock = Flock.parse("BRG/GKY/YBR N")
    state = midgame(flock, 2, task=Task.EXTRA, counter=counter, number=number)
    state = replace(state, used=(used, 0), extras=(tuple(sorted(extras)), (1,)))
    packed = pack(state)
    assert unpack(state.game, packed) == state
    moves = legal_moves(state)
    assert [unpack_move(code) for code in kernel.legal(packed)] == list(moves)
    for move in moves:
        after = packed.copy()
        kernel.apply(after, pack_move(move))
        assert unpack(state.game, after) == state.play(move)


@settings(max_examples=200, deadline=None)
@given(flocks(together=False), st.sampled_from("+x"))
def test_regrouping_on_the_kernel_gives_the_flocks_of_the_law(flock: Flock, face: str) -> None:
    """Flocks thrown about, so that strays, fallbacks and ties come up (S-5.2 to S-5.4)."""
    if not flock.is_split:
        return
    for group in smallest_groups(flock):
        first = chr(ord("A") + group[0][0]) + str(group[0][1] + 1)
        state = midgame(flock, task=Task.REGROUP_ROLL, group=first, stage=Stage.PANIC, counter=20)
        packed = pack(state)
        face_move = next(move for move in state.legal_moves() if move.face == face)
        kernel.apply(packed, pack_move(face_move))
        after = state.play(face_move)
        assert unpack(state.game, packed) == after
        if after.task == Task.LINE:
            shifts = [move.shift for move in map(unpack_move, kernel.legal(packed))]
            assert tuple(shifts) == ways_back(flock, group, face).shifts


@settings(max_examples=60, deadline=None)
@given(flocks())
def test_scores_on_the_kernel_are_those_of_the_law(flock: Flock) -> None:
    packed = pack(midgame(flock))
    for number, scoring in enumerate(SCORINGS.values()):
        assert score(packed, number) == list(scoring(flock).values())


@settings(max_examples=60, deadline=None)
@given(flocks(), st.integers(0, 3))
def test_distinct_flocks_are_distinct_keys(flock: Flock, player: int) -> None:
    found = {
        after
        for kind in KINDS
        for after in distinct_targets(flock, kind, COLOURS[player])
        if max(len(after.rows), len(after.rows[0])) <= codes.WIDEST
    }
    assert len({flock_key(after) for after in found}) == len(found)
    assert all(key_flock(flock_key(after)) == after for after in found)


def test_a_flock_too_wide_for_the_grid_is_not_packed() -> None:
    with pytest.raises(ValueError, match="too wide"):
        pack(midgame(Flock.parse("B..........Y N")))


def test_an_edition_too_large_for_the_kernel_is_refused() -> None:
    with pytest.raises(Invalid, match="255"):
        Edition.parse(standard().text.replace("last = 74", "last = 300"))
    faces = ", ".join(['"+"'] * 127 + ['"x"'])
    with pytest.raises(Invalid, match="127"):
        Edition.parse(standard().text.replace('faces = ["+", "x"]', f"faces = [{faces}]"))


def test_random_games_end_and_everybody_wins_some() -> None:
    packed = pack(ShearPanic(4).initial())
    before = packed.fields()
    moves, wins = random_games(packed, 7, 40)
    assert sum(wins) == 40
    assert moves > 40 * 60
    assert all(wins)
    assert packed.fields() == before
    assert random_games(packed, 7, 40) == (moves, wins)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_are_sound(players: int) -> None:
    games = 1000 if kernel.COMPILED else 5
    packed = pack(ShearPanic(players, first=None).initial())
    moves, _ = random_games(packed, players, games, True)
    assert moves > 40 * games


def test_an_unsound_state_is_noticed() -> None:
    packed = pack(midgame(Flock.parse("BB N")))
    fields = packed.fields()
    fields["flock"] = (0xFFFFFFFFFFFF0000, 0xFF)  # both blue sheep on one cell
    packed.load(**fields)
    with pytest.raises(ValueError, match="unsound"):
        random_games(packed, 1, 1, True)


@pytest.mark.long
@pytest.mark.skipif(not kernel.COMPILED, reason="hours without the compiled kernel")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_hundred_thousand_random_games_are_sound(players: int) -> None:
    packed = pack(ShearPanic(players, first=None).initial())
    moves, _ = random_games(packed, 2024, 100_000, True)
    assert moves > 4_000_000


def test_random_play_is_the_same_for_the_same_seed() -> None:
    first, second, other = (pack(ShearPanic(4).initial()) for _ in range(3))
    assert random_play(first, 1) == random_play(second, 1)
    assert first.fields() == second.fields()
    random_play(other, 2)
    assert first.fields() != other.fields()
    assert first.actor() is None
    assert random_play(first, 1) == 0


def test_dice_are_drawn_by_their_sides() -> None:
    state = midgame(Flock.parse("B.B N"), task=Task.REGROUP_ROLL, group="A1", stage=Stage.PANIC)
    packed = pack(replace(state, game=ShearPanic(4, LOADED)))
    assert packed.actor() == codes.CHANCE
    faces = [unpack_move(draw(packed, seed)).face for seed in range(300)]
    assert 170 < faces.count("x") < 230
    packed = pack(midgame(Flock.parse("B N"), task=Task.PANIC_ROLL))
    assert {unpack_move(draw(packed, seed)).face for seed in range(100)} == {
        move.face for move in map(unpack_move, kernel.legal(packed))
    }
    packed = pack(ShearPanic(3, first=None).initial())
    assert {draw(packed, seed) for seed in range(100)} == set(kernel.legal(packed))


def test_a_copy_goes_its_own_way() -> None:
    packed = pack(ShearPanic(4).initial())
    before = packed.fields()
    copy = packed.copy()
    assert copy.fields() == before
    kernel.apply(copy, kernel.legal(copy)[0])
    assert packed.fields() == before
    assert copy.fields() != before


def test_a_packed_state_survives_pickling() -> None:
    packed = pack(ShearPanic(3, LOADED, first=None).initial())
    for seed in range(40):
        twin = pickle.loads(pickle.dumps(packed))
        assert twin.fields() == packed.fields()
        assert kernel.legal(twin) == kernel.legal(packed)
        assert random_games(twin, seed, 2) == random_games(packed, seed, 2)
        kernel.apply(packed, random.Random(seed).choice(kernel.legal(packed)))


def test_the_benchmarks_count_moves() -> None:
    assert kernel_random_moves(1, 2) > 100
    assert [benchmark.name for benchmark in BENCHMARKS] == [
        "shear_panic_random_moves",
        "shear_panic_law_random_moves",
    ]
    assert all(benchmark.measure(0.01) > 0 for benchmark in BENCHMARKS)
