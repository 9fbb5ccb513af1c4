"""A sitting with the packed twin lists and plays what the law says."""

import random
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablee.core import Illegal, Sitting
from tablee.games.fragile import Fragile, FragileState, Problem, kernel, packing, rules
from tablee.games.fragile.moves import EndTurn, FragileMove, Go, PlaceDepot, Stack, Unstack
from tablee.games.fragile.sitting import FragileSitting

StateAt = Callable[..., FragileState]

GAMES = st.sampled_from(
    [
        *(Fragile(players) for players in (2, 3, 4)),
        *(Fragile(players, first=None) for players in (2, 3, 4)),
        *(Fragile(players, idle_limit=6) for players in (2, 4)),
        *(Fragile(players, straws=True) for players in (3, 4)),
        *(Fragile(players, straws=True, first=players - 1) for players in (3, 4)),
        *(Fragile(2, rules_version=1), Fragile(3, straws=True, rules_version=1)),
        Fragile.of_problem(Problem.parse("3;C5gC3c,D4c,E4cgH3,E7c,F4c;D6,E6,F6;D5,E5,C6")),
    ]
)
compiled = pytest.mark.skipif(not kernel.COMPILED, reason="without a compiled kernel the law plays")


def twin(sitting: Sitting[FragileMove]) -> packing.PackedState | None:
    return sitting._packed if isinstance(sitting, FragileSitting) else None


def check(sitting: Sitting[FragileMove]) -> None:
    """The listing is the law's, and the twin is its state."""
    state = sitting.state
    moves = rules.legal_moves(state)
    assert list(sitting.moves) == [state.notation(move) for move in moves]
    assert list(sitting.moves.values()) == list(moves)
    assert len(sitting.moves) == len(moves)
    assert "A1: nonsense" not in sitting.moves
    packed = twin(sitting)
    if packed is not None:
        assert packed.fields() == packing.pack(state).fields()


def played(sitting: Sitting[FragileMove], move: FragileMove) -> Sitting[FragileMove]:
    """The sitting after a move, which the law has played as well."""
    expected, told = rules.step(sitting.state, move)
    text = sitting.state.notation(move)
    after = sitting.play(move)
    assert (after.state, after.events, after.text) == (expected, told, text)
    check(sitting)
    check(after)
    return after


@settings(max_examples=25, deadline=None)
@given(GAMES, st.integers(0, 2**32), st.sampled_from((1, 4)))
def test_every_move_of_a_game_is_listed_and_played_as_by_the_law(
    game: Fragile, seed: int, eagerness: int
) -> None:
    rng = random.Random(seed)
    sitting = game.sitting()
    while sitting.state.actor is not None:
        moves = list(sitting.moves.values())
        for move in rng.sample(moves, min(3, len(moves))):
            played(sitting, move)
        handling = [move for move in moves if not isinstance(move, Go | EndTurn)]
        chosen = handling if handling and rng.randrange(eagerness) else moves
        sitting = played(sitting, rng.choice(chosen))
    assert not sitting.moves


STUCK = "B1cc,C1cc,A2cc"


@pytest.mark.parametrize(
    ("text", "fields", "line"),
    [
        ("A1c 1D5,1E5,2G5,2G6", {}, "D5: D6"),
        (f"{STUCK},J2cc,J3cc,E7c 1D5,1E5,2A1,2J1,3B9,3B10", {"players": 3, "flips": 4}, ""),
        ("E7c 1D5,1E5,2G5,2G6", {"idle_turns": 39}, ""),
        ("E7c 1D5,1E5,2G5,2G6", {"full_player": 0}, ""),
        ("E7c 1D5,1E5,2G5,2G6", {"full_player": 1}, ""),
        ("D7c,E7c 1D6,1E5,2G5,2G6", {}, "D6: D7!"),
    ],
    ids=["nothing left", "passed over", "idle", "full", "other full", "flipped"],
)
def test_rare_ends_of_a_turn_are_the_laws(at, text: str, fields: dict, line: str) -> None:
    state = at(text, **{key: fields[key] for key in fields.keys() & {"players", "flips"}})
    state = replace(state, **{key: fields[key] for key in fields.keys() - {"players", "flips"}})
    sitting = state.game.sitting(state)
    if line:
        sitting = played(sitting, sitting.parse(line))
    while sitting.state.actor == 0:
        moves = list(sitting.moves.values())
        sitting = played(sitting, moves[-1] if isinstance(moves[-1], EndTurn) else moves[0])


@pytest.mark.parametrize(("full", "following"), [(0, (1, 2)), (1, (1, 2, 0)), (2, (1, 2, 0))])
def test_who_has_a_last_turn_is_the_laws(at, full: int, following: tuple[int, ...]) -> None:
    """F-5.3"""
    state = at("E7c 1D5,1E5,2G5,2G6,3B9,3B10", 3, full_player=full)
    sitting = state.game.sitting(state)
    for text in ("D5: D6", "E5: E6", "end"):
        sitting = played(sitting, sitting.parse(text))
    assert sitting.state.to_play == following


def test_a_game_of_version_1_has_no_twin(at) -> None:
    """F-5.3: the kernel's last turns are those of version 2."""
    state = at("E7c 1D5,1E5,2G5,2G6", full_player=1, version=1)
    sitting = state.game.sitting(state)
    for text in ("D5: D6", "E5: E6", "end"):
        assert twin(sitting) is None
        sitting = played(sitting, sitting.parse(text))
    assert sitting.state.to_play == (0,)


@pytest.mark.parametrize("target", ["A10", "D5", "E5", "J9", "B9", "A1"])
def test_a_walk_nobody_should_ask_for_is_the_laws_as_well(at, target: str) -> None:
    """Into a depot, to where it stands, onto another, too far, onto a crate."""
    state = at("B9c,E7c,A9c,B10c 1D5,1E5,2G5,2G6")
    move = Go("D5", target)
    after = state.game.sitting(state).play(move)
    assert (after.state, after.events) == rules.step(state, move)


def test_nobody_walks_where_nobody_stands(at) -> None:
    state = at("E7c 1D5,1E5,2G5,2G6")
    with pytest.raises(AssertionError):
        state.game.sitting(state).play(Go("A5", "A6"))


@compiled
def test_playing_leaves_the_twin_of_the_sitting_before_as_it_was() -> None:
    sitting = Fragile(2).sitting()
    before = twin(sitting).fields()
    after = sitting.play(PlaceDepot("A1"))
    assert twin(after).fields() == packing.pack(after.state).fields() != before
    assert twin(sitting).fields() == before


def test_what_is_not_listed_is_refused_by_the_law() -> None:
    with pytest.raises(Illegal) as refused:
        Fragile(2).sitting().parse("docker A1")
    assert refused.value.refusal.rule == "F-2.4"


def test_a_crowd_without_room_on_packed_memory_is_listed_by_the_law() -> None:
    state = Fragile(2).initial()
    crates = {f"{column}9": state.position.crates["D4"] for column in "ABCDEFGHIJ"}
    crowded = state.game.sitting(replace(state, position=state.position.with_crates(**crates)))
    assert twin(crowded) is None
    check(crowded)


@pytest.mark.parametrize(
    ("field", "number"),
    [("activations", 128), ("points", 6), ("flips", 300), ("turn", 2**31), ("idle_turns", 2**40)],
)
def test_numbers_no_game_comes_to_are_left_to_the_law(at: StateAt, field: str, number: int) -> None:
    state = replace(at("E5c 1D5,1A2,2J5").play(Go("D5", "D6")), **{field: number})
    sitting = state.game.sitting(state)
    assert twin(sitting) is None
    check(sitting)


TWELVE_CELLS = "A5c,B5cc,F1c,F2c,F4c,F5c,F6c,F7c,F8c,F9c,F10c,G10c 1D10,1B4,2J5"


def test_a_stack_without_room_for_its_parts_can_be_taken_apart(at: StateAt) -> None:
    state = at(TWELVE_CELLS)
    after = played(state.game.sitting(state), Unstack("B4", "B5", "B6"))
    assert len(after.state.position.crates) == 13
    assert twin(after) is None


def test_an_activation_that_began_with_too_many_crates_is_listed_by_the_law(at: StateAt) -> None:
    """Stacked, they would fit; but where they stood when the docker began has to be known, too."""
    state = at(TWELVE_CELLS.replace("B5cc,", "B5c,C5c,"))
    sitting = played(state.game.sitting(state), Go("B4", "D5"))
    sitting = played(sitting, Stack("D5", "C5", "B5"))
    assert len(sitting.state.position.crates) == 12
    assert twin(sitting) is None


@compiled
def test_a_twin_comes_back_as_soon_as_there_is_room(at: StateAt) -> None:
    state = at(TWELVE_CELLS.replace("B5cc,", "B5c,C5c,"))
    sitting = state.game.sitting(state)
    for move in (Go("B4", "D5"), Stack("D5", "C5", "B5")):
        assert twin(sitting) is None
        sitting = played(sitting, move)
    assert twin(played(sitting, Go("D10", "D9"))) is not None
