"""What a table lists of a state is what the law says of it."""

import pickle
import random
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablee.core.errors import Illegal
from tablee.games.fragile import Fragile, FragileState, Problem, kernel, packing, rules, twin
from tablee.games.fragile.moves import (
    DrawFirst,
    DrawStraws,
    EndTurn,
    Go,
    PlaceDepot,
    PlaceDocker,
    Stack,
    Unstack,
)
from tablee.testing.random_play import random_move

StateAt = Callable[..., FragileState]

GAMES = st.sampled_from(
    [
        *(Fragile(2), Fragile(3), Fragile(4), Fragile(3, straws=True), Fragile(4, straws=True)),
        *(Fragile(3, first=None), Fragile(4, first=2), Fragile(3, straws=True, first=None)),
        *(Fragile(2, rules_version=1), Fragile(3, straws=True, rules_version=1)),
    ]
)
SEEDS = st.integers(0, 2**32)
PROBLEM = "3;C5gC3c,D4c,E4cgH3,E7c,F4c;D6,E6,F6;D5,E5,C6"


def check_listing(state: FragileState) -> None:
    """Notations, who can act, and whether the turn may end, all from the law's own moves."""
    moves = rules.legal_moves(state)
    cells = [
        move.slot
        if isinstance(move, PlaceDepot)
        else move.depot
        if isinstance(move, PlaceDocker)
        else move.docker
        for move in moves
        if not isinstance(move, EndTurn | DrawFirst | DrawStraws)
    ]
    found = state.listing()
    assert found.notations == [state.notation(move) for move in moves]
    assert found.cells == list(dict.fromkeys(cells))
    assert found.may_end == (EndTurn() in moves)
    assert [state.parse(text) for text in found.notations] == list(moves)
    assert [state.listed(text) for text in found.notations] == list(moves)
    assert state.listed("A1: nonsense") is None


def play_listed(state: FragileState, seed: int) -> None:
    """A game in which every state is listed, as at a table."""
    rng = random.Random(seed)
    while state.actor is not None:
        check_listing(state)
        state = state.play(random_move(state, rng))  # type: ignore[arg-type]
        if hasattr(state, "_packed"):
            assert state._packed.fields() == packing.pack(state).fields()
            assert state.scores == rules.scores(state)
    assert state.notations() == []


@settings(max_examples=12, deadline=None)
@given(GAMES, SEEDS)
def test_every_state_of_a_game_lists_what_the_law_allows(game: Fragile, seed: int) -> None:
    play_listed(game.initial(), seed)


@settings(max_examples=12, deadline=None)
@given(SEEDS)
def test_every_state_of_a_problem_lists_what_the_law_allows(seed: int) -> None:
    play_listed(Fragile.of_problem(Problem.parse(PROBLEM)).initial(), seed)


@pytest.mark.skipif(not kernel.COMPILED, reason="without the compiled kernel the law lists")
def test_a_listed_state_hands_its_packed_twin_on_and_leaves_it_as_it_was() -> None:
    state = Fragile(2).initial()
    state.notations()
    before = state._packed.fields()
    after = state.play(PlaceDepot("A1"))
    assert after._packed.fields() == packing.pack(after).fields()
    assert state._packed.fields() == before == packing.pack(state).fields()


def test_a_state_changed_by_hand_is_listed_anew() -> None:
    state = Fragile(2).initial()
    assert "depot A1" in state.notations()
    changed = state.with_(depots={"A1": 1})
    assert "depot A1" not in changed.notations()


def test_what_is_kept_with_a_state_is_no_part_of_its_value() -> None:
    listed, fresh = Fragile(3).initial(), Fragile(3).initial()
    listed.notations()
    assert listed == fresh
    assert hash(listed) == hash(fresh)
    assert repr(listed) == repr(fresh)
    assert not hasattr(pickle.loads(pickle.dumps(listed)), "_listing")


def test_a_list_that_was_handed_out_is_the_callers_own() -> None:
    state = Fragile(2).initial()
    state.notations().clear()
    assert len(state.notations()) == 12


def test_what_is_not_listed_is_refused_by_the_law() -> None:
    state = Fragile(2).initial()
    state.notations()
    with pytest.raises(Illegal) as refused:
        state.parse("docker A1")
    assert refused.value.refusal.rule == "F-2.4"


def test_a_crowd_the_kernel_has_no_room_for_is_listed_by_the_law() -> None:
    state = Fragile(2).initial()
    crates = {f"{column}9": state.position.crates["D4"] for column in "ABCDEFGHIJ"}
    crowded = state.with_(position=state.position.with_crates(**crates))
    assert not twin.can_answer(crowded)
    check_listing(crowded)


@pytest.mark.parametrize(
    ("field", "number"),
    [("activations", 128), ("points", 6), ("flips", 300), ("turn", 2**31), ("idle_turns", 2**40)],
)
def test_numbers_no_game_comes_to_are_left_to_the_law(at: StateAt, field: str, number: int) -> None:
    state = at("E5c 1D5,1A2,2J5").play(Go("D5", "D6")).with_(**{field: number})
    assert not twin.can_answer(state)
    check_listing(state)


TWELVE_CELLS = "A5c,B5cc,F1c,F2c,F4c,F5c,F6c,F7c,F8c,F9c,F10c,G10c 1D10,1B4,2J5"


def test_a_stack_whose_parts_the_kernel_has_no_room_for_can_be_taken_apart(at: StateAt) -> None:
    state = at(TWELVE_CELLS)
    check_listing(state)
    after = state.play(Unstack("B4", "B5", "B6"))
    assert len(after.position.crates) == 13
    assert not hasattr(after, "_packed")
    check_listing(after)


def test_an_activation_that_began_with_more_crates_than_there_is_room_for_is_listed_by_the_law(
    at: StateAt,
) -> None:
    """Stacked, they would fit; but where they stood when the docker began has to be known, too."""
    state = at(TWELVE_CELLS.replace("B5cc,", "B5c,C5c,"))
    after = state.play(Go("B4", "D5")).play(Stack("D5", "C5", "B5"))
    assert len(after.position.crates) == 12
    assert not twin.can_answer(after)
    check_listing(after)
