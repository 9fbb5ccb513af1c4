"""The law of Shear Panic: whose turn it is, what is legal, what follows.

S-4 is in ``commands``, S-5 in ``regroup``, S-6 in ``track`` and ``scoring``. ``turn`` has the
effects of a move. This module has the legal moves.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from tablee.core.chance import Outcome
from tablee.core.errors import Refusal
from tablee.core.game import CHANCE
from tablee.games.shear_panic import moves as mv
from tablee.games.shear_panic import notation, turn
from tablee.games.shear_panic.commands import (
    RULES,
    Target,
    check_target,
    distinct_targets,
    result,
)
from tablee.games.shear_panic.edition import WHITE, MenuEntry
from tablee.games.shear_panic.extras import extra_choice, owes_extra
from tablee.games.shear_panic.flock import DIRECTIONS, Flock, cell_name, spot_named
from tablee.games.shear_panic.menu import free_entries, goes_back, legal_commands
from tablee.games.shear_panic.messages import colour_name, refuse, say, word
from tablee.games.shear_panic.moves import TURNS, Kind, ShearPanicMove
from tablee.games.shear_panic.regroup import (
    Group,
    check_shift,
    choice_of_groups,
    regrouped,
)
from tablee.games.shear_panic.tasks import Task
from tablee.games.shear_panic.turn import step

if TYPE_CHECKING:
    from tablee.games.shear_panic.state import ShearPanicState

__all__ = ["canonical", "check", "legal_moves", "outcomes", "step"]

TASKS_OF = {
    mv.DrawFirst: (Task.DRAW, Task.NAME),
    mv.PanicRoll: (Task.PANIC_ROLL,),
    mv.RegroupRoll: (Task.REGROUP_ROLL,),
    mv.Command: (Task.COMMAND,),
    mv.PanicPush: (Task.PUSH,),
    mv.PanicTurn: (Task.TURN,),
    mv.ChooseGroup: (Task.GROUP,),
    mv.Regroup: (Task.LINE,),
    mv.ExtraSteps: (Task.EXTRA,),
}
"""The tasks that each kind of move answers."""


# Legal moves


def legal_moves(state: ShearPanicState) -> tuple[ShearPanicMove, ...]:
    if state.ended is not None:
        return ()
    if state.actor == CHANCE:
        return tuple(outcome.move for outcome in outcomes(state))
    match state.task:
        case Task.COMMAND:
            return tuple(legal_commands(state, state.player))
        case Task.PUSH:
            targets = distinct_targets(state.flock, Kind.LAMB_PUSH, state.face).values()
            return tuple(mv.PanicPush(target.sheep, target.way) for target in targets)
        case Task.TURN:
            return tuple(mv.PanicTurn(way) for way in TURNS)
        case Task.GROUP:
            return tuple(
                mv.ChooseGroup(cell_name(group[0])) for group in choice_of_groups(state.flock)
            )
        case Task.EXTRA:
            return tuple(mv.ExtraSteps(number) for number in extra_choice(state))
        case Task.NAME:
            return tuple(mv.DrawFirst(player) for player in range(state.game.players))
    return tuple(mv.Regroup(shift) for shift in turn.present_ways(state, state.die).shifts)


def outcomes(state: ShearPanicState) -> tuple[Outcome[ShearPanicMove], ...]:
    if state.actor != CHANCE:
        return ()
    game = state.game
    if state.task == Task.DRAW:
        share = Fraction(1, game.players)
        return tuple(Outcome(mv.DrawFirst(player), share) for player in range(game.players))
    if state.task == Task.REGROUP_ROLL:
        faces = game.edition.regroup_die.items()
        return tuple(Outcome(mv.RegroupRoll(face), share) for face, share in faces)
    # S-7.1: a colour that is gone is rolled again, as if the die did not have it.
    sides = {
        face: share
        for face, share in game.edition.panic_die.items()
        if face == WHITE or state.flock.count(face)
    }
    total = sum(sides.values())
    return tuple(Outcome(mv.PanicRoll(face), share / total) for face, share in sides.items())


def canonical(state: ShearPanicState, move: ShearPanicMove) -> ShearPanicMove:
    """Returns the legal move that gives the same flock, or the move itself if it is forbidden."""
    if _forbidden(state, move) is not None:
        return move
    match move:
        case mv.Command(kind, number, way, sheep):
            target = _first_alike(state.flock, kind, Target(way, sheep), state.colour)
            return mv.Command(kind, number, target.way, target.sheep)
        case mv.PanicPush(sheep, way):
            target = _first_alike(state.flock, Kind.LAMB_PUSH, Target(way, sheep), state.face)
            return mv.PanicPush(target.sheep, target.way)
        case mv.ChooseGroup(sheep):
            return mv.ChooseGroup(cell_name(_group_of(state.flock, sheep)[0]))
        case mv.Regroup(shift):
            group = turn.present_group(state)
            flock = regrouped(state.flock, group, shift)
            shifts = turn.present_ways(state, state.die).shifts
            return mv.Regroup(next(s for s in shifts if regrouped(state.flock, group, s) == flock))
    return move


def _first_alike(flock: Flock, kind: Kind, target: Target, colour: str) -> Target:
    return distinct_targets(flock, kind, colour)[result(flock, kind, target)]


def _group_of(flock: Flock, cell: str) -> Group:
    return next(group for group in flock.groups() if spot_named(cell) in group)


# Refusals


def check(state: ShearPanicState, move: ShearPanicMove) -> Refusal | None:
    """Returns the rule that forbids this move here, or None.

    Two targets that give the same flock are one move, and ``legal_moves`` has only one of them. A
    player may type either, because ``read`` returns the listed one. A program must name that one.
    """
    refusal = _forbidden(state, move)
    if refusal is not None:
        return refusal
    listed = canonical(state, move)
    return None if listed == move else refuse("S-1.1", "same-as", move=notation.write(listed))


def _forbidden(state: ShearPanicState, move: ShearPanicMove) -> Refusal | None:
    """Returns the rule that forbids the effect of this move, or None."""
    if state.ended is not None:
        return refuse(state.ended.rule, "game-over")
    if isinstance(move, mv.ExtraSteps) and not state.game.extras:
        return refuse("S-9.2", "extra-for-two")
    if state.task not in TASKS_OF[type(move)]:
        return refuse("S-3", "not-now", task=say(f"task-{state.task.replace(' ', '-')}"))
    match move:
        case mv.Command():
            return _check_command(state, move)
        case mv.PanicPush():
            return _check_panic_push(state, move)
        case mv.PanicTurn(way):
            return None if way in TURNS else refuse("S-4.7", "turn-side")
        case mv.ChooseGroup():
            return _check_group(state.flock, move)
        case mv.Regroup(shift):
            group, version = turn.present_group(state), state.game.rules_version
            return check_shift(state.flock, group, state.die, shift, version)
        case mv.ExtraSteps(number):
            return _check_extra(state, number)
        case mv.DrawFirst(player):
            known = state.game.players
            return None if 0 <= player < known else refuse("S-2.2", "no-player", players=known)
        case mv.PanicRoll(face):
            return _check_panic_face(state, face)
        case mv.RegroupRoll(face):
            known_face = face in state.game.edition.regroup_die
            return None if known_face else refuse("S-5.2", "no-face", face=face)


def _check_command(state: ShearPanicState, move: mv.Command) -> Refusal | None:
    entry = MenuEntry(move.kind, move.number)
    if entry not in state.game.edition.menu:
        if move.kind not in RULES:
            return refuse("S-4.10", "no-such-command", command=move.kind)
        return refuse("S-4.10", "not-on-menu", command=word(move.kind), number=move.number)
    if entry not in free_entries(state, state.player):
        return refuse("S-3", "command-used", command=word(move.kind), number=move.number)
    target = Target(move.way, move.sheep)
    refusal = check_target(state.flock, move.kind, target, state.colour)
    if refusal is not None:
        return refusal
    if goes_back(state, move.kind, move.way, result(state.flock, move.kind, target)):
        if move.kind == Kind.EWE_TURN and state.last_turn:
            return refuse("S-4.8", "turning-back", way=word(state.last_turn))
        return refuse("S-4.8", "going-back", *filter(None, (move.sheep,)))
    return None


def _check_panic_push(state: ShearPanicState, move: mv.PanicPush) -> Refusal | None:
    """S-7.1"""
    found = state.flock.at(move.sheep)
    if found is None:
        return refuse("S-7.1", "no-sheep", move.sheep, cell=move.sheep)
    if found != state.face:
        return refuse("S-7.1", "panic-other-colour", move.sheep, colour=colour_name(state.face))
    if move.way not in DIRECTIONS:
        ways = ", ".join(DIRECTIONS)
        return refuse("S-4.1", "bad-way", command=word(Kind.LAMB_PUSH), ways=ways)
    return None


def _check_group(flock: Flock, move: mv.ChooseGroup) -> Refusal | None:
    """S-5.1"""
    cell = move.sheep
    if flock.at(cell) is None:
        return refuse("S-5.1", "no-sheep", cell, cell=cell)
    if _group_of(flock, cell) not in choice_of_groups(flock):
        return refuse("S-5.1", "not-smallest", cell, cell=cell)
    return None


def _check_extra(state: ShearPanicState, number: int) -> Refusal | None:
    left = state.extras[state.player]
    if number and number not in left:
        return refuse("S-9.2", "extra-not-left", number=number, left=", ".join(map(str, left)))
    if not number and owes_extra(state):
        return refuse("S-9.5", "extra-owed", extras=len(left))
    return None


def _check_panic_face(state: ShearPanicState, face: str) -> Refusal | None:
    """S-7.1"""
    if face not in state.game.edition.panic_die:
        return refuse("S-7.1", "no-face", face=face)
    if face != WHITE and not state.flock.count(face):
        return refuse("S-7.1", "roll-again", colour=colour_name(face))
    return None
