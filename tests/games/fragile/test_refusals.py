"""Every refusal, triggered: rule id, sentence, cells. It changes nothing."""

import ast
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

import tablee.games.fragile
from tablee.core import LANGUAGES, Illegal, Refusal
from tablee.core.messages import catalogue
from tablee.games.fragile import Fragile, FragileState, Problem
from tablee.games.fragile.messages import PACKAGE
from tablee.games.fragile.moves import Action, Go
from tablee.games.fragile.notation import parse_line

CODE = Path(tablee.games.fragile.__file__).parent


@dataclass(frozen=True)
class Refused:
    """The last of ``moves`` is refused; those before it are played."""

    rule: str
    key: str
    cells: str
    position: str
    moves: str
    """Joined by a semicolon."""
    fields: dict[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{self.rule} {self.key} ({self.position}) {self.moves}"


ACTIONS = [
    # F-4.1 go
    Refused("F-4.1", "go-nowhere", "D5", "E7c 1D5,1B2", "D5: D5"),
    Refused("F-4.1", "go-depot", "C4", "E7c 1C5,1B2", "C5: C4"),
    Refused("F-4.1", "go-depot", "A1", "E7c 1A1,1B2", "A1: B1; A1"),
    Refused("F-4.1", "go-crate", "D4", "D4c 1D5,1B2", "D5: D4"),
    Refused("F-4.1", "go-crate", "D4", "D4cc 1D5,1B2", "D5: D4"),
    Refused("F-4.1", "go-docker", "D4", "E7c 1D5,1B2,2D4", "D5: D4"),
    Refused("F-4.1", "go-no-way", "B1 E5", "C1c,B2c 1B1,1I2", "B1: E5"),
    # F-4.2 push
    Refused("F-4.2", "push-not-straight", "D4 E5", "D4c 1D5,1B2", "D5: D4>E5"),
    Refused("F-4.2", "push-not-straight", "D4 D4", "D4c 1D5,1B2", "D5: D4>D4"),
    Refused("F-4.2", "no-crate", "D4", "E7c 1D5,1B2", "D5: D4>D3"),
    Refused("F-4.2", "not-next-to", "D6 D4", "D4c 1D6,1B2", "D6: D4>D3"),
    Refused("F-4.2", "is-stack", "D4", "D4cc 1D5,1B2", "D5: D4>D3"),
    Refused("F-4.2", "push-not-behind", "D5 D4", "D4c 1D5,1B2", "D5: D4>D5"),  # no pull
    Refused("F-4.2", "push-not-behind", "D5 D4", "D4c 1D5,1B2", "D5: D4>E4"),
    Refused("F-4.2", "wall", "D4", "D4c 1E4,1B2", "E4: D4>C4"),  # C4 opens to C5
    Refused("F-4.2", "wall", "D3", "E3c 1F3,1B2", "F3: E3>C3"),  # on the second cell
    Refused("F-4.2", "wall", "C4", "C5c 1C6,1B2", "C6: C5>C3"),  # through a depot
    Refused("F-4.2", "docker-in-the-way", "D3", "D4c 1D5,1B2,2D3", "D5: D4>D3"),
    Refused("F-4.2", "docker-in-the-way", "C4", "C5c 1C6,1B2,2C4", "C6: C5>C4"),
    Refused("F-4.2", "crate-in-the-way", "D3", "D4c,D3c 1D5,1B2", "D5: D4>D3"),
    Refused("F-4.2", "crate-in-the-way", "D2", "D4c,D2cc 1D5,1B2", "D5: D4>D2"),
    # F-4.3 stack
    Refused("F-4.3", "no-crate", "D4", "D3c 1D5,1B2", "D5: D4+D3"),
    Refused("F-4.3", "not-next-to", "D6 D4", "D4c,D3c 1D6,1B2", "D6: D4+D3"),
    Refused("F-4.3", "is-stack", "D4", "D4cc,D3c 1D5,1B2", "D5: D4+D3"),
    Refused("F-4.3", "stack-not-next", "D4 E4", "D4c,E4c 1D5,1B2", "D5: D4+E4"),
    Refused("F-4.3", "stack-not-next", "D4 D2", "D4c,D2c 1D5,1B2", "D5: D4+D2"),
    Refused("F-4.3", "stack-not-next", "D4 C4", "D4c,C4c 1E4,1B2", "E4: D4+C4"),  # a wall
    Refused("F-4.3", "stack-in-depot", "C4", "C5c,C4c 1C6,1B2", "C6: C5+C4"),
    Refused("F-4.3", "stack-too-high", "D3", "D4c,D3cc 1D5,1B2", "D5: D4+D3"),
    Refused("F-4.3", "stack-on-nothing", "D3", "D4c 1D5,1B2", "D5: D4+D3"),
    # F-4.4 unstack
    Refused("F-4.4", "no-crate", "D4", "E7c 1D5,1B2", "D5: D4-D3"),
    Refused("F-4.4", "not-next-to", "D6 D4", "D4cc 1D6,1B2", "D6: D4-D3"),
    Refused("F-4.4", "unstack-single", "D4", "D4c 1D5,1B2", "D5: D4-D3"),
    Refused("F-4.4", "unstack-not-behind", "D4 E4", "D4cc 1D5,1B2", "D5: D4-E4"),
    Refused("F-4.4", "unstack-not-behind", "D4 D2", "D4cc 1D5,1B2", "D5: D4-D2"),
    Refused("F-4.4", "wall", "D4", "D4cc 1E4,1B2", "E4: D4-C4"),
    Refused("F-4.4", "docker-in-the-way", "D3", "D4cc 1D5,1B2,2D3", "D5: D4-D3"),
    Refused("F-4.4", "docker-in-the-way", "C4", "C5cc 1C6,1B2,2C4", "C6: C5-C4"),
    Refused("F-4.4", "crate-in-the-way", "D3", "D4cc,D3c 1D5,1B2", "D5: D4-D3"),
    # F-4.5 flip
    Refused("F-4.5", "no-crate", "D4", "E7c 1D5,1B2", "D5: D4!"),
    Refused("F-4.5", "not-next-to", "D6 D4", "D4c 1D6,1B2", "D6: D4!"),
    Refused("F-4.5", "flip-again", "D4", "D4f 1D5,1B2", "D5: D4!"),
    Refused("F-4.5", "flip-again", "D4", "D4cf 1D5,1B2", "D5: D4!"),
    Refused("F-4.5", "flip-limit", "D4", "D4c 1D5,1B2", "D5: D4!", {"flips": 3}),
    Refused("F-4.5", "flipped-this-turn", "C5 C4", "C5n 1C6,1B2", "C6: C5>C4"),
    Refused("F-4.5", "flipped-this-turn", "C6 C4", "C6n 1C7,1B2", "C7: C6>C4"),
    Refused("F-4.5", "flipped-this-turn", "C5 C4", "C5cn 1C6,1B2", "C6: C5-C4"),
    Refused("F-4.5", "flipped-this-turn", "C6 C4", "C6n 1C7,1C5", "C7: C6~C4"),
    # F-4.6 hand over
    Refused("F-4.6", "no-crate", "D4", "E7c 1D5,1E4", "D5: D4~F4"),
    Refused("F-4.6", "not-next-to", "D6 D4", "D4c 1D6,1E4", "D6: D4~F4"),
    Refused("F-4.6", "is-stack", "D4", "D4cc 1D5,1E4", "D5: D4~F4"),
    Refused("F-4.6", "hand-over-nobody", "D4", "D4c 1D5,1F4", "D5: D4~F4"),
    Refused("F-4.6", "hand-over-nowhere", "D4", "D4c 1D5,1E4", "D5: D4~D4"),
    Refused("F-4.6", "hand-over-occupied", "F4", "D4c,F4c 1D5,1E4", "D5: D4~F4"),
    Refused("F-4.6", "hand-over-occupied", "F4", "D4c 1D5,1E4,2F4", "D5: D4~F4"),
    Refused("F-4.6", "hand-over-occupied", "D5", "D4c 1D5,1E4", "D5: D4~D5"),
    Refused("F-4.6", "hand-over-occupied", "C4", "C6c 1C7,1C5,2C4", "C7: C6~C4"),
    Refused("F-4.6", "hand-over-no-chain", "D4 F5", "D4c 1D5,1E4", "D5: D4~F5"),
    Refused("F-4.6", "hand-over-no-chain", "D5 C4", "D5c 1D6,1D4", "D6: D5~C4"),  # wall
    # F-4.7 stored for good, one to a depot
    Refused("F-4.7", "crate-stored", "C4", "C4c 1C5,1B2", "C5: C4>C3"),
    Refused("F-4.7", "crate-stored", "C4", "C4c,E7c 1C5,1B2", "C5: C4!"),
    Refused("F-4.7", "crate-stored", "C4", "C4c,C5c 1B5,1B2", "B5: C4+C5"),
    Refused("F-4.7", "crate-stored", "C4", "C4c 1C5,1B5", "C5: C4-C3"),
    Refused("F-4.7", "crate-stored", "C4", "C4c 1C5,1B5", "C5: C4~A5"),
    Refused("F-4.7", "depot-full", "C4", "C5c,C4c 1C6,1B2", "C6: C5>C4"),
    Refused("F-4.7", "depot-full", "C4", "C5cc,C4c 1C6,1B2", "C6: C5-C4"),
    Refused("F-4.7", "depot-full", "C4", "C6c,C4c 1C7,1C5", "C7: C6~C4"),
    # F-4.8 a docker in a depot
    Refused("F-4.8", "only-through-door", "C4 D4", "D4c 1C4,1B2", "C4: D4>E4"),
    Refused("F-4.8", "only-through-door", "C4 D4", "D4c,E4c 1C4,1B2", "C4: D4+E4"),
    Refused("F-4.8", "only-through-door", "C4 D4", "D4cc 1C4,1B2", "C4: D4-E4"),
    Refused("F-4.8", "only-through-door", "C4 D4", "D4c 1C4,1B2", "C4: D4!"),
    Refused("F-4.8", "only-through-door", "C4 D4", "D4c 1C4,1D5", "C4: D4~E5"),
]

TURN = [
    Refused("F-3.1", "no-docker", "E5", "E7c 1D5,1B2", "E5: E4"),
    Refused("F-3.1", "not-your-docker", "I9", "E7c 1D5,1B2,2I9", "I9: I8"),
    Refused("F-3.1", "had-its-turn", "D4", "E7c 1D5,1B2", "D5: D4; B2: B3; D4: D3"),
    Refused("F-3.1", "enough-dockers", "I2", "E7c 1D5,1B2,1I2", "D5: D4; B2: B3; I2: I3"),
    Refused("F-3.1", "second-docker", "B2", "E7c 1D5,1B2", "D5: D4; end"),
    Refused("F-3.1", "second-docker", "B2 I2", "E7c 1D5,1B2,1I2", "D5: D4; end"),
    Refused("F-3.2", "points", "D5", "E7c 1D5,1B2", "D5: H1"),
    Refused("F-3.2", "points", "D5", "E7c 1D5,1B2", "D5: D1", {"turn": 0}),
    Refused("F-3.2", "points", "D5", "E7c 1D5,1B2", "D5: G2", {"turn": 1}),
    Refused("F-3.2", "points", "E9", "E8c 1E9,1B2", "E9: E8!", {"turn": 0}),
    Refused("F-3.2", "points", "E6", "E8c 1E9,1B2", "E9: E8>E5; E5>E2"),
    Refused("F-3.3", "nobody-acted", "", "E7c 1D5,1B2", "end"),
    Refused("F-3.3", "nothing-changed", "D5", "E7c 1D5,1B2", "D5: D4; D5; end"),
    Refused("F-3.3", "nothing-changed", "D5", "E7c 1D5,1B2", "D5: D4; D5; B2: B3"),
]

SETUP = [
    Refused("F-1.3", "not-a-slot", "B1", "", "depot B1"),
    Refused("F-2.2", "slot-taken", "A1", "", "depot A1; depot A1"),
    Refused("F-2.2", "quarters", "C4", "", "depot A1; depot J1; depot C3; depot H3; depot C4"),
    Refused("F-2.2", "place-depots-first", "", "", "depot A1; D5: D4"),
    Refused("F-2.2", "place-depots-first", "", "", "end"),
    Refused("F-2.4", "not-now", "", "", "docker A1"),
    Refused("F-6.1", "not-now", "", "", "straws 1 2"),
    Refused("F-3.1", "not-now", "", "", "first 1"),
]


@pytest.mark.parametrize("case", [*ACTIONS, *TURN], ids=str)
def test_an_action_against_a_rule_is_refused_with_rule_sentence_and_cells(
    case: Refused, at
) -> None:
    expect(at(case.position, **case.fields), case)


@pytest.mark.parametrize("case", SETUP, ids=str)
def test_a_setup_against_a_rule_is_refused_with_rule_sentence_and_cells(case: Refused) -> None:
    expect(Fragile(2).initial(), case)


FIRST = [
    Refused("F-3.1", "draw-who-begins", "", "", "depot A1"),
    Refused("F-3.1", "draw-who-begins", "", "", "docker A1"),
    Refused("F-3.1", "draw-who-begins", "", "", "straws 1 2 3"),
    Refused("F-3.1", "draw-who-begins", "", "", "A1: B1"),
    Refused("F-3.1", "draw-who-begins", "", "", "end"),
    Refused("F-3.1", "first-player", "", "", "first 4"),
    Refused("F-3.1", "not-now", "", "", "first 2; first 2"),
]


@pytest.mark.parametrize("straws", [False, True])
@pytest.mark.parametrize("case", FIRST, ids=str)
def test_before_the_first_player_is_drawn_nothing_else_can_be_done(
    case: Refused, straws: bool
) -> None:
    expect(Fragile(3, straws=straws, first=None).initial(), case)


DEPOTS_OF_TWO = "A1 J1 C3 H3 H8 C8 D8 H7"
"""F-2.2 for two players, in the order of placing; C4 G3 J10 A10 stay neutral."""

AFTER_DEPOTS = [
    Refused("F-2.2", "not-now", "", "", "depot A1"),
    Refused("F-2.4", "place-dockers-first", "", "", "A1: B1"),
    Refused("F-2.4", "place-dockers-first", "", "", "end"),
    Refused("F-2.4", "not-your-depot", "J1", "", "docker J1"),
    Refused("F-2.4", "not-your-depot", "C4", "", "docker C4"),  # neutral
    Refused("F-2.4", "not-your-depot", "E5", "", "docker E5"),  # no depot at all
    Refused("F-2.4", "depot-has-docker", "A1", "", "docker A1; docker J1; docker A1"),
]


@pytest.mark.parametrize("case", AFTER_DEPOTS, ids=str)
def test_a_docker_placed_against_a_rule_is_refused(case: Refused) -> None:
    state = Fragile(2).initial()
    for slot in DEPOTS_OF_TWO.split():
        state = state.play(state.parse(f"depot {slot}"))
    expect(state, case)


STRAWS = [
    Refused("F-6.1", "draw-first", "", "E7c 1D5,1B2,3B9", "D5: D4"),
    Refused("F-6.1", "draw-first", "", "E7c 1D5,1B2,3B9", "end"),
    Refused("F-6.1", "straws", "", "E7c 1D5,1B2,3B9", "straws 1 2"),
    Refused("F-6.1", "straws", "", "E7c 1D5,1B2,3B9", "straws 1 2 2"),
    Refused("F-6.1", "straws", "", "E7c 1D5,1B2,3B9", "straws 1 2 4"),
    Refused("F-6.1", "not-now", "", "E7c 1D5,1B2,3B9", "straws 1 2 3; straws 1 2 3"),
    Refused("F-3.1", "not-now", "", "E7c 1D5,1B2,3B9", "first 1"),
]


@pytest.mark.parametrize("case", STRAWS, ids=str)
def test_before_the_draw_nobody_plays_and_only_a_draw_of_all_players_counts(
    case: Refused, at
) -> None:
    expect(replace(at(case.position, players=3, straws=True), to_play=()), case)


PROBLEMS = [
    Refused("F-7.1", "not-your-docker", "C2", "2;C6gC3;D6,B9;C2", "C2: C1"),
    Refused("F-7.2", "had-its-turn", "D5", "2;C6gC3;D6,B9;C2", "D6: D5; end; D5: D4"),
    Refused("F-7.2", "enough-dockers", "B9", "2;C6gC3;D6,B9;C2", "D6: D5; B9: B8"),
    Refused("F-4.5", "flip-limit", "C6", "2;C6gC3;D6,B9;C2", "D6: C6!"),  # none in problems
    Refused("F-7.3", "game-over", "", "1;C6gC3;D6,B9;C2", "D6: D5; end; B9: B8"),
    Refused("F-7.3", "game-over", "", "1;C5gC4;C6;C2", "C6: C5>C4; C5: C6"),
    Refused("F-7.3", "game-over", "", "1;C5gC4;C6;C2", "C6: C5>C4; end"),
    Refused("F-7.3", "game-over", "", "1;C5gC4;C6;C2", "C6: C5>C4; depot A1"),
]


@pytest.mark.parametrize("case", PROBLEMS, ids=str)
def test_a_move_against_the_rules_of_problems_is_refused(case: Refused) -> None:
    expect(Fragile.of_problem(Problem.parse(case.position)).initial(), case)


EVERY_CASE = [*ACTIONS, *TURN, *SETUP, *FIRST, *AFTER_DEPOTS, *STRAWS, *PROBLEMS]


def test_every_refusal_of_the_code_stands_in_the_tables_above() -> None:
    assert refusal_keys() == {case.key for case in EVERY_CASE}


def test_every_rule_of_an_action_that_can_refuse_does_so_in_the_tables_above() -> None:
    """F-3.1 F-3.2 F-3.3 F-4.1 F-4.2 F-4.3 F-4.4 F-4.5 F-4.6 F-4.7 F-4.8 F-6.1 F-7.1 F-7.2"""
    rules = {rule for path in sorted(CODE.rglob("*.py")) for rule in rules_that_refuse(path)}
    assert rules <= {case.rule for case in EVERY_CASE}
    assert {"F-4.2", "F-7.1"} <= rules


def test_a_way_back_without_points_left_is_refused_because_it_leads_nowhere(at) -> None:
    """F-3.3: the last step would bring back the position the activation began with."""
    state = at("E7c 1D5,1B2", turn=1)
    state = state.play(state.parse("D5: D3"))
    refusal = state.check(Go("D3", "D5"))
    assert refusal == Refusal("F-3.3", refusal.message, ("D3",))
    assert refusal.message.key == "nothing-changed"
    assert Go("D3", "D5") not in state.legal_moves()


def expect(state: FragileState, case: Refused) -> None:
    *before, refused = case.moves.split("; ")
    for text in before:
        state = state.play(state.parse(text))
    data, hashed, legal = state.to_json(), hash(state), state.legal_moves()
    move = state.read(refused)
    with pytest.raises(Illegal) as caught:
        state.parse(refused)
    refusal = caught.value.refusal
    assert (refusal.rule, refusal.message.key, " ".join(refusal.cells)) == (
        case.rule,
        case.key,
        case.cells,
    )
    assert state.check(move) == refusal
    assert move not in legal
    assert len({refusal.text(language) for language in LANGUAGES}) == len(LANGUAGES)
    assert caught.value.text("fr") == refusal.text("fr")
    assert refusal.to_json("de") == {
        "rule": case.rule,
        "cells": case.cells.split(),
        "message": refusal.text("de"),
    }
    for cell in refusal.message.parameters.values():
        assert str(cell) in refusal.text()
    assert (state.to_json(), hash(state), state.legal_moves()) == (data, hashed, legal)
    if ": " in refused and isinstance(move, Action) and not before:
        with pytest.raises(Illegal) as in_line:
            parse_line(state, refused)
        assert in_line.value.refusal == refusal


def refusal_keys() -> set[str]:
    """The keys in every function of the code that calls ``refuse``."""
    known = catalogue(PACKAGE)
    return {
        node.value
        for path in CODE.rglob("*.py")
        for function in functions_that_refuse(path)
        for node in ast.walk(function)
        if isinstance(node, ast.Constant) and node.value in known
    }


def rules_that_refuse(path: Path) -> set[str]:
    """The rule ids written out as the first word of a ``refuse`` or as what it is told."""
    return {
        node.value
        for function in functions_that_refuse(path)
        for node in ast.walk(function)
        if isinstance(node, ast.Constant) and str(node.value).startswith("F-")
        if len(str(node.value)) == len("F-4.2")
    }


def functions_that_refuse(path: Path) -> list[ast.FunctionDef]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return [
        function
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef)
        if any(
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id == "refuse"
            for node in ast.walk(function)
        )
    ]
