"""Every rule that can refuse a move refuses one, with a sentence in every language."""

import ast
from dataclasses import replace
from pathlib import Path

import pytest

import tablee.games.shear_panic
from tablee.core import LANGUAGES, Illegal, Invalid
from tablee.games.shear_panic import Flock, ShearPanic
from tablee.games.shear_panic.moves import ChooseGroup, Command, DrawFirst, PanicPush, PanicTurn
from tablee.games.shear_panic.tasks import Stage, Task

START = "BRG/GKY/YBR N"
FAR_OFF = "B../.../.../.../..K N"
PANIC = {"stage": Stage.PANIC, "counter": 3}
COMING_BACK = {"stage": Stage.PANIC, "counter": 3, "task": Task.LINE, "group": "A1"}

TYPED = [
    ("S-3", "not-now", START, {}, "panic R"),
    ("S-3", "not-now", START, {}, "group A1"),
    ("S-3", "not-now", START, {**PANIC, "task": Task.PUSH, "face": "Y"}, "ewe turn 1 left"),
    ("S-3", "command-used", START, {"used": (0, 0, 0, 1)}, "lamb push 2 C2 W"),
    ("S-4.1", "no-sheep", START, {}, "lamb push 3 D1 W"),
    ("S-4.1", "not-your-sheep", START, {}, "lamb push 3 A1 W"),
    ("S-4.1", "bad-way", START, {}, "lamb push 3 C2 left"),
    ("S-4.2", "no-sheep", START, {}, "line push 1 D4 W"),
    ("S-4.2", "push-from-outside", START, {}, "line push 1 B1 E"),
    ("S-4.2", "bad-way", START, {}, "line push 1 A1 SE"),
    ("S-4.3", "push-from-outside", START, {}, "diagonal push 1 B2 SE"),
    ("S-4.3", "bad-way", START, {}, "diagonal push 1 A1 E"),
    ("S-4.4", "bad-way", START, {}, "line up 2 N"),
    ("S-4.5", "roll-occupied", START, {}, "lamb roll 1 C2 W"),
    ("S-4.5", "roll-alone", START, {}, "lamb roll 1 C2 E"),
    ("S-4.5", "not-your-sheep", START, {}, "lamb roll 1 A1 W"),
    ("S-4.6", "leap-nobody", START, {}, "leapfrog 3 C2 E"),
    ("S-4.6", "bad-way", START, {}, "leapfrog 3 C2 NW"),
    ("S-4.6", "not-your-sheep", START, {}, "leapfrog 3 A1 E"),
    ("S-4.7", "bad-way", START, {}, "ewe turn 1 front"),
    (
        "S-4.8",
        "going-back",
        ".BRG/GKY./YBR. N",
        {"before": Flock.parse("BRG./GKY./YBR. N"), "last_command": "line push"},
        "line push 1 D1 W",
    ),
    (
        "S-4.8",
        "turning-back",
        START,
        {"before": Flock.parse(START), "last_command": "ewe turn", "last_turn": "right"},
        "ewe turn 1 left",
    ),
    ("S-4.10", "not-on-menu", START, {}, "ewe turn 3 left"),
    ("S-5.1", "not-smallest", "B.RGK.Y N", {"task": Task.GROUP}, "group C1"),
    ("S-5.1", "no-sheep", "B.RGK.Y N", {"task": Task.GROUP}, "group B1"),
    ("S-5.2", "regroup-occupied", "B../.KY/.GG N", {**COMING_BACK, "die": "+"}, "move 1S1E"),
    ("S-5.2", "regroup-not-straight", "B../.KY/.GG N", {**COMING_BACK, "die": "+"}, "move 2S3E"),
    ("S-5.2", "regroup-not-joined", "B../.KY/.GG N", {**COMING_BACK, "die": "+"}, "move 2N"),
    (
        "S-5.2",
        "regroup-joins-stray",
        "B....RK/..Y...G N",
        {**COMING_BACK, "die": "+"},
        "move 2E",
    ),
    (
        "S-5.2",
        "regroup-runs-into-stray",
        "B.Y.R/....K/.BGRG N",
        {**COMING_BACK, "die": "+"},
        "move 3E",
    ),
    ("S-5.3", "regroup-not-diagonal", "B../.KY/.GG N", {**COMING_BACK, "die": "x"}, "move 2E"),
    ("S-5.2", "no-face", "B../.KY/.GG N", {"task": Task.REGROUP_ROLL, "group": "A1"}, None),
    (
        "S-5.4",
        "regroup-not-shortest",
        FAR_OFF,
        {**COMING_BACK, "die": "x"},
        "move 1E",
    ),
    ("S-9.2", "extra-for-two", START, {}, "extra 2"),
    ("S-7.1", "no-sheep", START, {**PANIC, "task": Task.PUSH, "face": "Y"}, "push D1 N"),
    ("S-7.1", "panic-other-colour", START, {**PANIC, "task": Task.PUSH, "face": "Y"}, "push A1 N"),
    ("S-7.1", "no-face", START, {**PANIC, "task": Task.PANIC_ROLL}, "panic Z"),
    ("S-7.1", "roll-again", "BRG/GK./.BR N", {**PANIC, "task": Task.PANIC_ROLL}, "panic Y"),
    ("S-4.7", "turn-side", START, {**PANIC, "task": Task.TURN, "face": "W"}, "turn front"),
]


TYPED_BY_TWO = [
    ("S-3", "not-now", {"task": Task.COMMAND}, "no extra"),
    ("S-9.2", "extra-not-left", {"extras": ((1, 2, 2), (1, 1))}, "extra 2"),
    ("S-9.5", "extra-owed", {"used": (0, 0b111111111100)}, "no extra"),
]


@pytest.mark.parametrize(("rule", "key", "fields", "text"), TYPED_BY_TWO)
def test_a_rule_refuses_an_extra_step_and_says_so(at, rule, key, fields, text) -> None:
    """S-9.2, S-9.5; green plays and has played a 2."""
    values = {"task": Task.EXTRA, "number": 2, "extras": ((1, 2), (1, 3)), **fields}
    with pytest.raises(Illegal) as error:
        at(START, player=1, players=2, **values).parse(text)
    refusal = error.value.refusal
    assert (refusal.rule, refusal.message.key) == (rule, key)
    assert len({refusal.text(language) for language in LANGUAGES}) == len(LANGUAGES)


@pytest.mark.parametrize(("rule", "key", "flock", "fields", "text"), TYPED)
def test_a_rule_refuses_and_says_so(at, rule, key, flock, fields, text) -> None:
    """S-3 to S-9.2; yellow plays."""
    state = at(flock, player=3, **fields)
    if text is None:
        refusal = state.check(tablee.games.shear_panic.moves.RegroupRoll("?"))
    else:
        with pytest.raises(Illegal) as error:
            state.parse(text)
        refusal = error.value.refusal
    assert (refusal.rule, refusal.message.key) == (rule, key)
    assert len({refusal.text(language) for language in LANGUAGES}) == len(LANGUAGES)
    assert state.legal_moves() == replace(state).legal_moves()


def test_after_the_end_everything_is_refused_by_the_rule_of_the_end(at, told) -> None:
    """S-8.1"""
    after, _ = told(at(START, counter=73), "ewe turn 1 left")
    refusal = after.check(Command("ewe turn", 1, "left"))
    assert (refusal.rule, refusal.message.key) == ("S-8.1", "game-over")


def test_moves_no_text_stands_for_are_refused_too(at) -> None:
    """S-2.2, S-4.1, S-4.10, S-5.1, S-7.1"""
    state = at(START, player=3)
    assert state.check(Command("moonwalk", 1, "N", "A1")).rule == "S-4.10"
    assert state.check(Command("lamb push", 3, "N", "nowhere")).rule == "S-4.1"
    push = replace(state, **PANIC, task=Task.PUSH, face="Y")
    assert push.check(PanicPush("C2", "up")).rule == "S-4.1"
    assert push.check(PanicTurn("left")).rule == "S-3"
    assert replace(state, task=Task.GROUP).check(ChooseGroup("?")).rule == "S-5.1"
    assert ShearPanic(4, first=None).initial().check(DrawFirst(7)).rule == "S-2.2"


def test_of_two_moves_with_the_same_flock_the_listed_one_is_to_be_played(at) -> None:
    """S-1.1: whoever types may name either."""
    state = at("YY N", player=3)
    listed = state.parse("lamb push 3 A1 N")
    other = Command("lamb push", 3, "S", "B1")
    assert listed.sheep != other.sheep
    assert state.parse("lamb push 3 B1 S") == listed
    refusal = state.check(other)
    assert refusal.message.key == "same-as"
    assert "lamb push 3 A1 N" in refusal.text()


def test_every_refusal_in_the_code_is_triggered_here() -> None:
    package = Path(tablee.games.shear_panic.__file__).parent
    written = {
        node.args[1].value
        for path in package.glob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "refuse"
        and isinstance(node.args[1], ast.Constant)
    }
    tested = {row[1] for row in TYPED} | {"game-over", "same-as", "no-such-command", "no-player"}
    assert written == tested | {row[1] for row in TYPED_BY_TWO}


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("", "not-notation"),
        ("lamb push C2 W", "not-notation"),
        ("lamb push 3 c2 w", "not-notation"),
        ("lamb push 3 W", "names-a-sheep"),
        ("line up 2 A1 front", "names-no-sheep"),
        ("move", "not-notation"),
        ("move 0N", "not-notation"),
        ("panic", "not-notation"),
        ("regroup *", "not-notation"),
        ("ewe turn 1 left ", "not-notation"),
    ],
)
def test_what_is_no_notation_is_invalid(at, text: str, key: str) -> None:
    with pytest.raises(Invalid) as error:
        at(START).parse(text)
    assert error.value.message.key == key
