"""The kernel plays by the law: the same moves, the same states, the same ends."""

import pickle
import random
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablee.games.fragile import (
    Book,
    Fragile,
    FragileState,
    Problem,
    codes,
    kernel,
    packing,
    rules,
    standard,
)
from tablee.games.fragile.activation_kernel import Activation
from tablee.games.fragile.board import CELLS
from tablee.games.fragile.moves import DrawFirst
from tablee.games.fragile.position import Position
from tablee.games.fragile.quay_kernel import PackedState
from tablee.games.fragile.random_kernel import random_games, random_play
from tablee.games.fragile.reach import reach, reachable
from tablee.games.fragile.serial import parse_position
from tablee.testing import random_game
from tablee.testing.random_play import random_move

StateAt = Callable[..., FragileState]

GAMES = st.sampled_from(
    [
        Fragile(players, straws=straws, first=first)
        for players in (2, 3, 4)
        for straws in ((False, True) if players > 2 else (False,))
        for first in (None, *range(players))
    ]
)
SEEDS = st.integers(0, 2**32)
STANDING = ("C1", "J3", "D2", "I4", "B2", "I2", "E2", "J4")
CROWDED = "3;{crates};D6,E6,F6;D5,E5,C6"


def states_of_a_game(game: Fragile, seed: int) -> list[FragileState]:
    return [state for state, _ in random_game(game, seed)]  # type: ignore[misc]


def drawn(game: Fragile, seed: int) -> FragileState:
    """The first state of the kernel: who begins has been drawn (F-3.1)."""
    state = game.initial()
    return state if game.first is not None else state.play(DrawFirst(seed % game.players))


def play_side_by_side(state: FragileState, seed: int) -> str:
    """One game on law and kernel, everything compared after each move; tells the end's rule."""
    rng = random.Random(seed)
    packed = packing.pack(state)
    while state.actor is not None:
        by_law = rules.legal_moves(state)
        assert kernel.legal(packed) == [packing.pack_move(state, move) for move in by_law]
        move = random_move(state, rng)
        number = packing.pack_move(state, move)  # type: ignore[arg-type]
        assert packing.unpack_move(state, number) == move
        state = state.play(move)  # type: ignore[arg-type]
        kernel.apply(packed, number)
        assert packed.fields() == packing.pack(state).fields()
        assert packed.scores() == state.scores
        assert packed.actor() == state.actor
    assert kernel.legal(packed) == []
    assert state.result is not None
    return state.result.rule


@settings(max_examples=12, deadline=None)
@given(GAMES, SEEDS)
def test_a_game_on_the_kernel_is_the_game_by_the_law(game: Fragile, seed: int) -> None:
    play_side_by_side(drawn(game, seed), seed)


def test_who_begins_is_drawn_before_a_state_is_packed() -> None:
    """F-3.1"""
    state = Fragile(3, first=None).initial()
    with pytest.raises(ValueError, match="room"):
        packing.pack(state)
    with pytest.raises(ValueError, match="draw"):
        packing.pack_move(state, DrawFirst(1))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_whoever_is_full_the_last_turns_on_the_kernel_are_those_of_the_law(
    at: StateAt, players: int
) -> None:
    """F-5.3: whoever plays, whoever became full in that turn."""
    dockers = [f"{index % players + 1}{cell}" for index, cell in enumerate(STANDING)]
    text = f"D7c,E7c {','.join(dockers[: 6 if players == 2 else 2 * players])}"
    for player in range(players):
        for full in range(players):
            state = at(text, players, player=player, full_player=full)
            assert play_side_by_side(state, player) == "F-5.3"


ALL_BUT_TWO_STORED = "C2c,I3c,A1c,J1f,C4c,G3c,H7c,C8c,D8c,H8c,A10c,J10c"


@pytest.mark.parametrize(
    ("players", "straws"), [(2, False), (3, False), (3, True), (4, False), (4, True)]
)
def test_the_last_turns_on_the_kernel_are_those_of_the_law(
    at: StateAt, players: int, straws: bool
) -> None:
    """F-5.3, F-5.4, F-6.2: two crates before the doors of the last two depots, C3 and H3."""
    dockers = ",".join(f"{index % players + 1}{cell}" for index, cell in enumerate(STANDING))
    wanted = 6 if players == 2 else 2 * players
    dockers = ",".join(dockers.split(",")[:wanted])
    state = at(f"{ALL_BUT_TWO_STORED} {dockers}", players=players, straws=straws)
    ends = {play_side_by_side(state, seed) for seed in range(12)}
    assert ends & {"F-5.3", "F-6.2", "F-5.4"}


@settings(max_examples=25, deadline=None)
@given(SEEDS)
def test_a_problem_on_the_kernel_is_the_problem_by_the_law(seed: int) -> None:
    rng = random.Random(seed)
    cells = rng.sample(["C5", "D4", "E4", "F4", "G6", "E7", "D7", "C7", "B6", "H6"], 6)
    stacks = sorted([cells[0] + "gC3c", cells[1] + "cgH3"] + [cell + "c" for cell in cells[2:]])
    problem = Problem.parse(CROWDED.format(crates=",".join(stacks)))
    play_side_by_side(Fragile.of_problem(problem).initial(), seed)


@settings(max_examples=20, deadline=None)
@given(GAMES, SEEDS)
def test_one_activation_reaches_on_the_kernel_what_it_reaches_by_the_law(
    game: Fragile, seed: int
) -> None:
    rng = random.Random(seed)
    state = rng.choice(states_of_a_game(game, seed)[20:])
    docker = rng.randrange(len(state.position.dockers))
    packed = packing.pack(replace(state, flips=game.flips_allowed))
    activation = Activation(room=2)
    activation.explore(packed, docker, 5)
    ends = {(crates, cell): points for crates, cell, points in activation.ends()}
    by_law = reachable(state.position, docker, 5)
    assert ends == {packed_end(game, end, docker): points for end, points in by_law.items()}
    assert activation.counts() == reach(state.position, docker)


def test_a_docker_that_acts_from_its_depot_still_leaves_it_by_the_open_side(at: StateAt) -> None:
    """F-4.1, F-4.8: it has the crate at its door handed on, and only then goes."""
    state = at("I3c,F8c 1H3,2J3", depots={"H3": 0})
    activation = Activation()
    activation.explore(packing.pack(replace(state, flips=3)), 0, 5)
    ends = {(crates, cell): points for crates, cell, points in activation.ends()}
    by_law = reachable(state.position, 0, 5)
    assert ends == {packed_end(state.game, end, 0): points for end, points in by_law.items()}


def packed_end(game: Fragile, position: Position, docker: int) -> tuple[bytes, int]:
    fields = packing.pack(FragileState(game, position, {}, (0,))).fields()
    cells = fields["cells"]
    assert isinstance(cells, list)
    return bytes(cells), CELLS.index(position.dockers[docker].cell)


def test_the_published_numbers_of_positions_in_reach_come_out(golden: Book) -> None:
    checked = 0
    for entry in golden.entries:
        game = Fragile.of_problem(entry.problem)
        position = game.initial().position
        for cell, numbers in entry.facts.get("reach", {}).items():
            docker = position.docker_at(cell)
            assert docker is not None
            assert packing.reach(position, docker, game) == numbers
            assert reach(position, docker) == numbers
            checked += 1
    assert checked == 9


@pytest.mark.parametrize("players", [2, 3, 4])
def test_no_crate_or_docker_is_made_or_lost_in_lively_kernel_games(players: int) -> None:
    games = 500 if kernel.COMPILED else 5
    packed = packing.pack(Fragile(players, first=players - 1).initial())
    assert random_games(packed, players, games, True) > 100 * games


def test_an_unsound_state_is_noticed() -> None:
    packed = packing.pack(Fragile(2).initial())
    fields = packed.fields()
    fields["cells"][0] = codes.PLAIN  # type: ignore[index]
    packed.load(**fields)
    with pytest.raises(ValueError, match="unsound"):
        random_games(packed, 1, 1, True)


@pytest.mark.long
@pytest.mark.skipif(not kernel.COMPILED, reason="hours without the compiled kernel")
@pytest.mark.parametrize(
    "game",
    [Fragile(2), Fragile(3), Fragile(4), Fragile(3, straws=True), Fragile(4, straws=True)],
    ids=lambda game: f"{game.players} players{', straws' * game.straws}",
)
def test_a_hundred_thousand_kernel_games_are_sound(game: Fragile) -> None:
    packed = packing.pack(game.initial())
    assert random_games(packed, 2024, 100_000, True) > 10_000_000


@pytest.mark.skipif(not kernel.COMPILED, reason="only the compiled state is packed")
def test_a_packed_state_takes_at_most_256_bytes() -> None:
    assert PackedState.__basicsize__ <= 256


def test_a_crowd_that_has_no_room_is_not_packed() -> None:
    board = standard().board
    dockers = ",".join(f"1{column}{row}" for row in (1, 2) for column in "BCDEFGHIJ")
    for text in (f"E5c {dockers}", "A2c,A3c,A4c,A5c,A6c,A7c,A8c,A9c,B1c,B2c,B3c,B4c,B5c 1J5"):
        state = FragileState(Fragile(2), parse_position(board, text), {}, (0,))
        with pytest.raises(ValueError, match="room"):
            packing.pack(state)


def test_a_copy_goes_its_own_way() -> None:
    packed = packing.pack(Fragile(2).initial())
    before = packed.fields()
    copy = packed.copy()
    assert copy.fields() == before
    kernel.apply(copy, kernel.legal(copy)[0])
    assert packed.fields() == before
    assert copy.fields() != before


def test_a_packed_state_survives_pickling() -> None:
    packed = packing.pack(Fragile(3, straws=True).initial())
    for seed in range(80):
        twin = pickle.loads(pickle.dumps(packed))
        assert twin.fields() == packed.fields()
        assert kernel.legal(twin) == kernel.legal(packed)
        assert twin.actor() == packed.actor()
        kernel.apply(packed, random.Random(seed).choice(kernel.legal(packed)))


def test_random_play_is_the_same_for_the_same_seed() -> None:
    first, second, other = (packing.pack(Fragile(2).initial()) for _ in range(3))
    assert random_play(first, 1) == random_play(second, 1)
    assert first.fields() == second.fields()
    random_play(other, 2)
    assert first.fields() != other.fields()
