"""Notation, records, JSON and the text drawing."""

import json
from dataclasses import replace

import pytest

from tablee.core import Illegal, Invalid, Record
from tablee.games.shear_panic import Flock, ShearPanic, standard
from tablee.games.shear_panic.drawing import text
from tablee.games.shear_panic.game import HAIRCUT
from tablee.games.shear_panic.moves import (
    ChooseGroup,
    Command,
    DrawFirst,
    ExtraSteps,
    PanicPush,
    PanicRoll,
    PanicTurn,
    Regroup,
    RegroupRoll,
)
from tablee.games.shear_panic.notation import tidy, write
from tablee.games.shear_panic.tasks import Stage, Task
from tablee.testing import random_game


@pytest.mark.parametrize(
    ("move", "expected"),
    [
        (Command("lamb push", 3, "W", "C2"), "lamb push 3 C2 W"),
        (Command("line up", 2, "front"), "line up 2 front"),
        (PanicPush("C1", "NW"), "push C1 NW"),
        (PanicTurn("right"), "turn right"),
        (ChooseGroup("A1"), "group A1"),
        (Regroup((1, 2)), "move 2S1E"),
        (Regroup((-3, 0)), "move 3W"),
        (Regroup((0, -1)), "move 1N"),
        (ExtraSteps(2), "extra 2"),
        (ExtraSteps(0), "no extra"),
        (DrawFirst(1), "first 2"),
        (PanicRoll("W"), "panic W"),
        (RegroupRoll("x"), "regroup x"),
    ],
)
def test_every_kind_of_move_has_its_text(move, expected: str) -> None:
    assert write(move) == expected
    if not isinstance(move, Command | Regroup | PanicPush | ChooseGroup):
        assert ShearPanic().initial().read(expected) == move


def test_a_record_holds_a_turn_a_line() -> None:
    game = ShearPanic(3, colours="YBR", first=1)
    moves = [move for _, move in random_game(game, 5)]
    lines = Record(game, tuple(moves)).text().split("\n\n")[1].splitlines()
    state, turns = game.initial(), 0
    for move in moves:
        turns += state.begins_turn
        state = state.play(move)
    assert len(lines) == turns
    assert lines[0].startswith("-- panic ")
    assert lines[3].startswith("P2 ")


def test_a_game_broken_off_in_mid_turn_is_a_record_too() -> None:
    game = ShearPanic(4)
    moves = [move for _, move in random_game(game, 7)]
    for length in range(20):
        record = Record(game, tuple(moves[:length]), 7)
        assert Record.parse(record.text()) == record


def test_a_line_of_two_turns_is_refused() -> None:
    game = ShearPanic(4)
    lines = Record(game, ()).text() + "-- panic W; turn left; panic W; turn left\n"
    with pytest.raises(Invalid, match="a line holds one turn"):
        Record.parse(lines)


def test_an_illegal_move_of_a_record_is_told_with_its_line() -> None:
    lines = Record(ShearPanic(4), ()).text() + "-- panic Y; push A1 N\n"
    with pytest.raises(Illegal) as error:
        Record.parse(lines)
    assert error.value.refusal.rule == "S-7.1"
    assert str(error.value).startswith("Line 9: ")


def test_every_state_of_a_game_comes_back_from_json() -> None:
    game = ShearPanic(3, first=None)
    for state, _ in random_game(game, 11):
        assert game.state_from_json(json.loads(json.dumps(state.to_json()))) == state


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("flock", "BRG/GK N"),
        ("flock", 3),
        ("points", [0, 0]),
        ("points", [0, 0, 0, -1]),
        ("used", [["lamb push 9"], [], [], []]),
        ("used", [["lamb push 2", "lamb push 2"], [], [], []]),
        ("order", [0, 1, 2, 2]),
        ("player", 4),
        ("player", True),
        ("task", "sleep"),
        ("task", "line"),
        ("stage", "nowhere"),
        ("counter", 75),
        ("rolled", 1),
        ("face", "W"),
        ("group", "A1"),
        ("group", 1),
        ("die", "+"),
        ("extras", [[], [], []]),
        ("extras", [[1], [], [], []]),
        ("jumps", 1),
        ("last_command", "moonwalk"),
        ("last_command", "ewe turn"),
        ("last_turn", "left"),
        ("task", "extra"),
        ("task", "name first"),
        ("ended", {"winners": [9], "rule": "S-8.1", "reason": "end-pen"}),
        ("ended", {"winners": [0], "rule": "S-8.1", "reason": "boredom"}),
    ],
)
def test_data_that_is_no_state_is_refused(key: str, value: object) -> None:
    game = ShearPanic()
    state = replace(game.initial(), task=Task.COMMAND, stage=Stage.PLAY)
    with pytest.raises(Invalid):
        game.state_from_json({**state.to_json(), key: value})


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("points", [0, -6]),
        ("extras", [[1, 1, 1], []]),
        ("extras", [[2, 1], []]),
        ("extras", [[3.0], []]),
        ("extras", [[], [1]]),
        ("stage", "shearing"),
        ("number", 0),
        ("counter", 27),
    ],
)
def test_data_that_is_no_state_of_two_players_is_refused(key: str, value: object) -> None:
    """S-9: at task extra there is something to choose, points fall by five at most."""
    game = ShearPanic(2)
    state = replace(game.initial(), task=Task.EXTRA, stage=Stage.PLAY, number=1, counter=4)
    data = state.to_json()
    assert game.state_from_json({**data, "points": [0, -5]}).points == (0, -5)
    if key == "number":
        data = {**data, "counter": 28}
    with pytest.raises(Invalid):
        game.state_from_json({**data, key: value})


def test_a_state_stored_by_version_1_lacks_what_version_2_brought() -> None:
    """All of it follows from the rest."""
    game = ShearPanic(3, standard(1), first=None, rules_version=1)
    for state, _ in random_game(game, 11):
        data = state.to_json()
        for key in ("extras", "jumps", "last_command", "last_turn"):
            del data[key]
        assert game.state_from_json(data) == state
    with pytest.raises(Invalid):
        ShearPanic(3, first=None).state_from_json(data)


def test_a_missing_field_is_refused() -> None:
    data = ShearPanic().initial().to_json()
    del data["counter"]
    with pytest.raises(Invalid):
        ShearPanic().state_from_json(data)


@pytest.mark.parametrize(
    "options",
    [
        {"players": "5"},
        {"players": "2", "first": "3"},
        {"players": "2", "colours": "RGB"},
        {"players": "many"},
        {"colours": "RGBK"},
        {"first": "5"},
        {"first": "me"},
        {"speed": "11"},
    ],
)
def test_options_that_make_no_game_are_refused(options: dict[str, str]) -> None:
    with pytest.raises(Invalid):
        ShearPanic.from_options(options, None)


def test_options_come_back() -> None:
    for game in (
        ShearPanic(3, colours="YRB", first=None),
        ShearPanic(4, first=2),
        ShearPanic(2, colours="YB", first=HAIRCUT),
    ):
        assert ShearPanic.from_options(game.options(), None) == game


def test_the_flock_is_drawn_with_facing_and_cell_names() -> None:
    assert text(Flock.parse("B.R/.GK W")).splitlines() == [
        "    A  B  C",
        " 1  B← ·  R←",
        " 2  ·  G← K←",
    ]


def test_a_state_is_drawn_with_track_figure_and_menus(at) -> None:
    """S-6.2, S-3"""
    drawn = at("BRG/GKY/YBR W", counter=55, players=3).draw(language="fr")
    assert "La tondeuse  2  G← K← Y←" in drawn
    assert "case 55 sur 56\u00a0: champ de la tondeuse" in drawn
    assert drawn.count("reste\u00a0: poussée d'agneau 2 3") == 3
    coloured = at("BRG/GKY/YBR W").draw(colour=True)
    assert "\x1b[34mB←\x1b[0m" in coloured


def test_the_status_says_who_must_do_what(at) -> None:
    state = at("BRG/GKY/YBR N", player=3)
    assert state.status().text() == "Player 4 (yellow): play a command; 12 are left on your menu."
    for fields in (
        {"task": Task.PUSH, "face": "R"},
        {"task": Task.TURN, "face": "W"},
        {"task": Task.PANIC_ROLL},
    ):
        assert replace(state, **fields).status().text("de")
    split = at("B.RGK.Y N", task=Task.GROUP)
    assert "A1, G1" in split.status().text()
    line = at("B../.KY/.GG N", task=Task.LINE, group="A1", die="x")
    assert "(2 ways)" in line.status().text()


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("  lamb PUSH 3   c2 w", "lamb push 3 C2 W"),
        ("Line up 2 FRONT", "line up 2 front"),
        ("push c1 nw", "push C1 NW"),
        ("move 2s1e", "move 2S1E"),
        ("REGROUP X", "regroup x"),
        ("panic r", "panic R"),
        ("No  Extra", "no extra"),
        ("EXTRA 2", "extra 2"),
    ],
)
def test_at_the_table_small_letters_and_spaces_do_not_matter(line: str, expected: str) -> None:
    assert tidy(line) == expected


def test_what_is_typed_is_parsed_and_checked(at) -> None:
    state = at("BRG/GKY/YBR N", player=3)
    assert state.parse_typed(" lamb push 3 c2 w ") == (state.parse("lamb push 3 C2 W"),)
    with pytest.raises(Illegal):
        state.parse_typed("leapfrog 3 a1 e")
