"""Notation, positions, JSON: written and read back."""

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablee.core import CHANCE, Illegal, Invalid
from tablee.games.fragile import Fragile, FragileState, Problem, standard
from tablee.games.fragile.board import CELLS
from tablee.games.fragile.moves import (
    DrawFirst,
    DrawStraws,
    EndTurn,
    Flip,
    Go,
    HandOver,
    PlaceDepot,
    PlaceDocker,
    Push,
    Stack,
    Unstack,
)
from tablee.games.fragile.serial import parse_position, position_text

GAMES = [
    Fragile(2),
    Fragile(3),
    Fragile(4),
    Fragile(3, straws=True),
    Fragile(4, straws=True, idle_limit=None),
    Fragile(3, first=None),
    Fragile(4, straws=True, first=None),
    Fragile.of_problem(Problem.parse("3;D3c,E3cc,F3c,G6gC3;C5,G5,D7;E2")),
]


CROWD = "B1cc,E4c,F4cf,G4c,D5cc,G5f,D6c,G6cc,E7c,F7c,C5c 1A1,1C6,1E5,2F5,2E6,2H4"


def wander(game: Fragile | None, seed: int, length: int) -> FragileState:
    """A state some random moves after the start, or after a crowd, mostly not by walks."""
    rng = random.Random(seed)
    state = crowd() if game is None else game.initial()
    for _ in range(length):
        moves = state.legal_moves()
        if not moves:
            break
        handling = [move for move in moves if not isinstance(move, Go | EndTurn)]
        state = state.play(rng.choice(handling if handling and rng.random() < 0.7 else moves))
    return state


def crowd() -> FragileState:
    game = Fragile(2)
    depots = {slot: index % 2 for index, slot in enumerate(game.edition.board.entrances)}
    return game.state_at(parse_position(game.edition.board, CROWD), depots)


reachable = st.builds(
    wander,
    st.sampled_from([*GAMES, None, None, None]),
    st.integers(0, 2**32),
    st.sampled_from([0, 1, 2, 3, 5, 8, 14, 20, 25, 40, 80]),
)


def test_the_random_states_of_these_tests_know_every_kind_of_move() -> None:
    states = [wander(game, seed, seed) for game in [*GAMES, None] for seed in range(0, 40, 3)]
    kinds = {type(move).__name__ for state in states for move in state.legal_moves()}
    assert kinds == {
        "DrawFirst", "PlaceDepot", "PlaceDocker", "DrawStraws", "EndTurn",
        "Go", "Push", "Stack", "Unstack", "Flip", "HandOver",
    }  # fmt: skip


@settings(max_examples=60, deadline=None)
@given(reachable)
def test_the_notation_of_every_legal_move_reads_back_as_that_move(state: FragileState) -> None:
    for move in state.legal_moves():
        assert state.read(state.notation(move)) == move
        assert state.parse(state.notation(move)) == move


@settings(max_examples=60, deadline=None)
@given(reachable)
def test_a_state_survives_json(state: FragileState) -> None:
    data = state.to_json()
    again = state.game.state_from_json(json.loads(json.dumps(data)))
    assert again == state
    assert hash(again) == hash(state)
    assert again.to_json() == data
    assert again.legal_moves() == state.legal_moves()
    assert (again.scores, again.result) == (state.scores, state.result)


@settings(max_examples=60, deadline=None)
@given(reachable)
def test_a_position_survives_its_text(state: FragileState) -> None:
    text = position_text(state.position)
    again = parse_position(state.game.edition.board, text)
    assert again == state.position
    assert hash(again) == hash(state.position)


@settings(max_examples=8, deadline=None)
@given(reachable)
def test_what_is_not_among_the_legal_moves_is_refused(state: FragileState) -> None:
    """Every action one could write down, legal or not: checked and listed are the same."""
    legal = set(state.legal_moves())
    for move in conceivable(state):
        assert (state.check(move) is None) == (move in legal), move


def conceivable(state: FragileState):
    yield EndTurn()
    for player in range(5):
        yield DrawFirst(player)
    for cell in CELLS:
        yield PlaceDepot(cell)
        yield PlaceDocker(cell)
    for docker in [docker.cell for docker in state.position.dockers[:4]]:
        for target in CELLS:
            yield Go(docker, target)
            yield Flip(docker, target)
        for crate in [*state.position.crates][:6]:
            for target in CELLS:
                for kind in (Push, Stack, Unstack, HandOver):
                    yield kind(docker, crate, target)


# What is written how


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("end", EndTurn()),
        ("depot A10", PlaceDepot("A10")),
        ("docker J1", PlaceDocker("J1")),
        ("first 2", DrawFirst(1)),
        ("straws 2 1 3", DrawStraws((1, 0, 2))),
        ("D6: B3", Go("D6", "B3")),
        ("D6: C6>B6", Push("D6", "C6", "B6")),
        ("D6: C1+B1", Stack("D6", "C1", "B1")),
        ("D6: E3-D3", Unstack("D6", "E3", "D3")),
        ("D6: E2~J1", HandOver("D6", "E2", "J1")),
        ("D6: C10!", Flip("D6", "C10")),
    ],
)
def test_each_kind_of_move_has_its_sign(text: str, move, at) -> None:
    state = at("E9c 1D6,1B9")
    assert state.read(text) == move
    assert state.notation(move) == text


def test_the_active_docker_need_not_be_named(at, play) -> None:
    state = play(at("C6c 1D6,1B9"), "D6: D5 …")
    assert state.read("E5") == Go("D5", "E5")
    assert state.notation(Go("D5", "E5")) == "E5"
    assert state.notation(Go("B9", "B8")) == "B9: B8"


def test_before_anyone_is_active_the_docker_must_be_named(at) -> None:
    with pytest.raises(Invalid) as caught:
        at("C6c 1D6,1B9").read("C6>B6")
    assert caught.value.message.key == "name-the-docker"
    assert "D6: C6>B6" in caught.value.text("fr")


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "D11", "K1", "d6: b3", "D6:B3", "D6: ", "D6: C6>", "D6: C6>>B6", "D6: C6=B6",
        "D6: C6!B6", "D6: C6! ", "D6: A1 B1", "depot", "depot K1", "depot A1 B1", "straws",
        "straws 0 1", "straws 1,2", "first", "first 0", "first 1 2", "end ", "END", "D6: ٣",
        "D6: A١", "C6/1>B6", "…", "D6: B3\n",
    ],
)  # fmt: skip
def test_other_text_is_invalid_and_never_another_error(text: str, at, play) -> None:
    for state in (at("C6c 1D6,1B9"), play(at("C6c 1D6,1B9"), "D6: D5 …"), Fragile(2).initial()):
        with pytest.raises(Invalid) as caught:
            state.read(text)
        assert caught.value.message.key in ("not-notation", "name-the-docker")


@settings(max_examples=200, deadline=None)
@given(text=st.text(alphabet="ABDJ0123456789>+-~!:/ …endpotsraw#", max_size=20))
def test_any_text_is_read_or_refused_in_the_right_way(text: str, at) -> None:
    state = at("C6c 1D6,1B9")
    for reader in (state.read, state.parse, state.parse_line):
        assert answer(reader, text)


def answer(reader, text: str) -> object:
    """What was read, or the sentence that refuses it."""
    try:
        return reader(text)
    except (Invalid, Illegal) as error:
        return str(error)


# A turn in one line


def test_a_turn_joins_its_activations_with_a_slash(at) -> None:
    moves = at("C6c 1D6,1B9").parse_line("D6: C6>B6 B3 / B9: B8")
    assert moves == (Push("D6", "C6", "B6"), Go("C6", "B3"), Go("B9", "B8"), EndTurn())


def test_a_turn_left_unfinished_ends_with_dots(at) -> None:
    assert at("C6c 1D6,1B9").parse_line("D6: D5 …") == (Go("D6", "D5"),)


@pytest.mark.parametrize(
    "line",
    ["D6: D5 … B9: B8", "D6: D5 … nonsense", "D6: D5  / B9: B8", "D6: D5 /B9: B8", "D6: D5 / ",
     "D6: D5 / B9", "D6: D5 …x", "D6: … D5", "D6: D5 … …", "X6: D5", "D6: D5 / B9: "],
)  # fmt: skip
def test_a_turn_with_anything_more_or_less_in_it_is_invalid(line: str, at) -> None:
    with pytest.raises(Invalid):
        at("C6c 1D6,1B9").parse_line(line)


def test_the_same_docker_named_twice_in_a_turn_is_refused(at) -> None:
    """F-3.1: behind the slash stands another docker."""
    with pytest.raises(Illegal) as caught:
        at("C6c 1D6,1B9").parse_line("D6: D5 / D5: D4")
    assert caught.value.refusal.rule == "F-3.1"
    assert caught.value.refusal.cells == ("D5",)
    problem = Fragile.of_problem(Problem.parse("2;C6gC3;D6,B9;C2")).initial()
    with pytest.raises(Illegal) as caught:
        problem.parse_line("D6: D5 / D5: D4")
    assert caught.value.refusal.rule == "F-7.2"


def test_a_turn_that_stops_too_early_is_refused(at) -> None:
    """F-3.1"""
    with pytest.raises(Illegal) as caught:
        at("C6c 1D6,1B9").parse_line("D6: D5")
    assert caught.value.refusal.message.key == "second-docker"


# Positions


@pytest.mark.parametrize(
    "text",
    ["- -", "D4c -", "- 1D6", "E3cf,F3n,D4c 1D6,1B9,2C2,4A10", "E3gA10c,C6gC3 1A1"],
)
def test_the_text_of_a_position_is_its_own(text: str) -> None:
    assert position_text(parse_position(standard().board, text)) == text


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("D4c", "bad-position"),
        ("D4 1D6", "bad-crates"),
        ("D4x 1D6", "bad-crates"),
        ("D4ccc 1D6", "bad-crates"),
        ("D4c,D4c 1D6", "bad-crates"),
        (" 1D6", "bad-crates"),
        ("D4c D6", "bad-docker"),
        ("D4c 0D6", "bad-docker"),
        ("D4c ٠D6", "bad-docker"),
        ("D4c ", "bad-docker"),
        ("D4c 1D6,", "bad-docker"),
        ("D4c 1D11", "bad-cell"),
        ("D4c 1D6,2D6", "bad-cell"),
        ("D4c 1D6 2D7", "bad-cell"),
        ("D4c 1D4", "cell-taken-twice"),
        ("C4cc 1D6", "stack-in-slot"),
    ],
)
def test_a_text_that_is_no_position_is_invalid(text: str, key: str) -> None:
    with pytest.raises(Invalid) as caught:
        parse_position(standard().board, text)
    assert caught.value.message.key == key


# JSON


def mid_turn(at, play) -> FragileState:
    return play(at("B1c,C6c 1C1,1D6,1B9", marker=1, flips=2), "C1: B1>A1 …")


BAD_FIELDS = [
    ("position", 5), ("position", None), ("position", "nonsense"), ("position", "B1c 9C1"),
    ("depots", None), ("depots", []), ("depots", [["A1", 0]]), ("depots", {"E5": 0}),
    ("depots", {"A1": 7}), ("depots", {"A1": -1}), ("depots", {"A1": "0"}), ("depots", {"A1": [0]}),
    ("depots", {"A1": True}), ("depots", {"A1": 0.0}),
    ("to_play", None), ("to_play", {}), ("to_play", "0"), ("to_play", [2]), ("to_play", [-1]),
    ("to_play", ["0"]), ("to_play", [[0]]), ("to_play", []), ("to_play", [True]),
    ("turn", -1), ("turn", "2"), ("turn", 2.0), ("turn", None), ("turn", True),
    ("points", -3), ("flips", -1), ("idle_turns", None), ("activations", "1"),
    ("active", 99), ("active", -1), ("active", None), ("barred", 6), ("barred", "0"),
    ("origin", None), ("origin", "- -"), ("origin", 3), ("origin", {}),
    ("marker", 2), ("marker", -1), ("marker", False), ("full_player", 5), ("last_turns", 0),
    ("stored_this_turn", None),
    ("ended", True), ("ended", {}), ("ended", []), ("ended", "end-full"),
    ("ended", {"winners": [9], "rule": "F-5.3", "reason": "end-full"}),
    ("ended", {"winners": 0, "rule": "F-5.3", "reason": "end-full"}),
    ("ended", {"winners": [], "rule": 5, "reason": "end-full"}),
    ("ended", {"winners": [], "rule": "F-5.3", "reason": "no-such-reason"}),
    ("ended", {"winners": [], "rule": "F-5.3", "reason": "points"}),
    ("ended", {"winners": [], "rule": "F-5.3", "reason": []}),
]  # fmt: skip


@pytest.mark.parametrize(("key", "value"), BAD_FIELDS)
def test_a_field_of_the_wrong_kind_or_out_of_range_is_invalid(key: str, value, at, play) -> None:
    state = mid_turn(at, play)
    data = json.loads(json.dumps(state.to_json()))
    assert state.game.state_from_json(data) == state
    with pytest.raises(Invalid):
        state.game.state_from_json({**data, key: value})


@pytest.mark.parametrize(
    ("game", "length"),
    [(Fragile(3), 0), (Fragile(3, first=None), 2), (Fragile(3, straws=True), 0)],
    ids=["nothing is drawn", "first drawn already", "no straws before setup"],
)
def test_somebody_plays_unless_something_is_drawn(game: Fragile, length: int) -> None:
    """F-3.1, F-6.1"""
    state = wander(game, 1, length)
    with pytest.raises(Invalid):
        game.state_from_json({**state.to_json(), "to_play": []})


def test_a_missing_field_is_invalid(at, play) -> None:
    state = mid_turn(at, play)
    for key in state.to_json():
        data = state.to_json()
        del data[key]
        with pytest.raises(Invalid, match="not a state of fragile"):
            state.game.state_from_json(data)


garbage = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=6,
)


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_garbage_is_invalid_and_never_another_error(at, play, data) -> None:
    state = mid_turn(at, play)
    good = state.to_json()
    key = data.draw(st.sampled_from([*good, "everything"]))
    value = data.draw(garbage)
    wrong = value if key == "everything" else {**good, key: value}
    found = answer(state.game.state_from_json, wrong)
    if isinstance(found, FragileState):  # by chance of the right kind: then one can work with it
        assert found.to_json()[key] == value
        assert found.actor in (None, CHANCE, 0, 1)
        assert isinstance(found.legal_moves(), tuple)
        assert found.result is None or found.result.reason.text()
    else:
        assert found
