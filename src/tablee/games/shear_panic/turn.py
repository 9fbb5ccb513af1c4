"""The effects of a move: the stages of a turn (S-3), and the jumps off the truck (S-2.3).

Each function returns the state that waits for the next choice or roll, and the events. The game
does not ask for a choice with a single option.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tablee.core.game import Result, Step
from tablee.games.shear_panic import events as ev
from tablee.games.shear_panic import moves as mv
from tablee.games.shear_panic.commands import RULES, Target, distinct_targets, push, result, shifts
from tablee.games.shear_panic.edition import WHITE
from tablee.games.shear_panic.events import ShearPanicEvent
from tablee.games.shear_panic.extras import (
    extra_choice,
    extra_costs,
    extras_left,
    journey_end,
    owes_extra,
)
from tablee.games.shear_panic.flock import Spot, cell_name, corner, spot_named
from tablee.games.shear_panic.menu import can_command, covered, free_entries
from tablee.games.shear_panic.messages import say
from tablee.games.shear_panic.moves import Kind, ShearPanicMove
from tablee.games.shear_panic.regroup import (
    ANY,
    CROSS,
    SHORTEST,
    Group,
    WayBack,
    choice_of_groups,
    group_shifts,
    ways_back,
)
from tablee.games.shear_panic.scoring import SCORINGS, to_be_shorn
from tablee.games.shear_panic.tasks import Stage, Task
from tablee.games.shear_panic.track import MEADOWS, FieldKind

if TYPE_CHECKING:
    from tablee.games.shear_panic.state import ShearPanicState

Events = list[ShearPanicEvent]
Following = tuple["ShearPanicState", Events]

SCORING_RULES = {
    FieldKind.TEAM: "S-6.3",
    FieldKind.ROGER: "S-6.4",
    FieldKind.BLACK_SHEEP: "S-6.5",
    FieldKind.SHEARER: "S-6.6",
}


def step(state: ShearPanicState, move: ShearPanicMove) -> Step[ShearPanicState]:
    """Returns the state after a legal move, and the events."""
    after, events = _follow(state, move)
    return Step(after, tuple(events))


def _follow(state: ShearPanicState, move: ShearPanicMove) -> Following:
    match move:
        case mv.DrawFirst(player):
            return _begin(state, player)
        case mv.PanicRoll(face):
            return _roll_panic(state, face)
        case mv.RegroupRoll(face):
            return _roll_regroup(state, face)
        case mv.Command():
            return _command(state, move)
        case mv.PanicPush():
            return _panic_push(state, move)
        case mv.PanicTurn(way):
            return _panic_turn(state, way)
        case mv.ChooseGroup(sheep):
            groups = choice_of_groups(state.flock)
            return _choose(state, next(g for g in groups if spot_named(sheep) in g))
        case mv.Regroup(shift):
            group = present_group(state)
            return _come_back(state, group, shift, present_ways(state, state.die))
        case mv.ExtraSteps(number):
            return _spend(state, number)


# S-2.2, S-2.3: who begins, and the jumps off the truck


def clockwise(players: int, first: int) -> tuple[int, ...]:
    return tuple((first + seat) % players for seat in range(players))


def _begin(state: ShearPanicState, player: int) -> Following:
    order = clockwise(state.game.players, player)
    after = replace(state, player=player, order=order, task=Task.PANIC_ROLL)
    event = ev.FirstDrawn if state.task == Task.DRAW else ev.FirstNamed
    return after, [event("S-2.2", player)]


def _off_the_truck(state: ShearPanicState) -> Following:
    """S-2.3, S-9.3: the next player jumps. After the last jump the first turn begins."""
    jumps, players = state.jumps + 1, state.game.players
    left = state.game.jumps - jumps
    # Two players jump twice each. Their markers leave the truck with the second jump.
    jumped: Events = [ev.JumpedOff("S-2.3", state.player)] if left < players else []
    if left:
        following = (state.player + 1) % players
        return replace(state, player=following, jumps=jumps, task=Task.PANIC_ROLL), jumped
    after, events = _next_turn(replace(state, jumps=0), state.order[0])
    return after, jumped + events


# S-3 A: a command


def _command(state: ShearPanicState, move: mv.Command) -> Following:
    flock, target = state.flock, Target(move.way, move.sheep)
    after = result(flock, move.kind, target)
    event = ev.CommandPlayed.by(
        RULES[move.kind],
        state.player,
        flock,
        shifts(flock, move.kind, target),
        after,
        command=move.kind,
        number=move.number,
        way=move.way,
        sheep=move.sheep,
    )
    order = (*(player for player in state.order if player != state.player), state.player)
    state = replace(
        state,
        flock=after,
        used=covered(state, move),
        order=order,
        before=flock,
        rolled=False,
        last_command=move.kind if state.game.rules_version > 1 else "",
        last_turn=move.way if move.kind == Kind.EWE_TURN and state.game.rules_version > 1 else "",
        number=move.number,
    )
    state, events = _gather(state)
    return state, [event, *events]


# S-3 B, S-5: regrouping


def present_group(state: ShearPanicState) -> Group:
    """Returns the group that moves."""
    return next(group for group in state.flock.groups() if spot_named(state.group) == group[0])


def present_ways(state: ShearPanicState, face: str) -> WayBack:
    """S-5.2 to S-5.4: returns where that group may go if the die shows this face."""
    return ways_back(state.flock, present_group(state), face, state.game.rules_version)


def _gather(state: ShearPanicState) -> Following:
    """S-5.1, S-5.5: the next group moves, until the flock is together."""
    if not state.flock.is_split:
        return _go_on(state)
    choice = choice_of_groups(state.flock)
    if len(choice) == 1:
        return _choose(state, choice[0])
    return replace(state, task=Task.GROUP), []


def _choose(state: ShearPanicState, group: Group) -> Following:
    cells = tuple(cell_name(spot) for spot in group)
    after = replace(state, group=cells[0], task=Task.REGROUP_ROLL)
    return after, [ev.GroupChosen("S-5.1", state.player, cells)]


def _roll_regroup(state: ShearPanicState, face: str) -> Following:
    """S-5.2 to S-5.4"""
    events: Events = [ev.RegroupRolled("S-5.2", state.player, face)]
    group = present_group(state)
    state = replace(state, rolled=True)
    back = present_ways(state, face)
    to_any = back.goal == ANY and state.game.rules_version > 1
    if back.lines != face or to_any:
        events.append(ev.LinesReplaced("S-5.4", face, back.lines, to_any))
    if len(back.shifts) > 1:
        return replace(state, die=face, task=Task.LINE), events
    state, more = _come_back(state, group, back.shifts[0], back)
    return state, events + more


def _come_back(state: ShearPanicState, group: Group, shift: Spot, back: WayBack) -> Following:
    slides = back.lines == CROSS and abs(shift[0]) != abs(shift[1])
    rule = "S-5.4" if back.lines == SHORTEST else "S-5.3" if slides else "S-5.2"
    moved = group_shifts(group, shift)
    after = state.flock.moved(moved)
    event = ev.GroupMoved.by(rule, state.player, state.flock, moved, after)
    state, events = _gather(replace(state, flock=after, group="", die=""))
    return state, [event, *events]


def _go_on(state: ShearPanicState) -> Following:
    """The flock is together, so the next stage begins."""
    match state.stage:
        case Stage.TRUCK:
            return _off_the_truck(state)
        case Stage.PLAY:
            return _ask_for_extra(state)
        case Stage.SHEARING:
            return _panic(state)
    return _next_turn(state, state.player + 1)


# S-9.4, S-9.5: extra steps


def _ask_for_extra(state: ShearPanicState) -> Following:
    choice = extra_choice(state)
    if len(choice) > 1:
        return replace(state, task=Task.EXTRA), []
    return _spend(state, choice[0])


def _spend(state: ShearPanicState, number: int) -> Following:
    """Spends an extra step (0 for none), and moves the counter by the whole journey."""
    end = journey_end(state, number)
    if not number:
        return _advance(state, end)
    event = ev.ExtraSpent("S-9.5" if owes_extra(state) else "S-9.4", state.player, number)
    after, events = _advance(replace(state, extras=extras_left(state, number)), end)
    return after, [event, *events]


# S-3 C and D: time and score


def _advance(state: ShearPanicState, end: int) -> Following:
    track, start = state.game.track, state.counter
    events: Events = [ev.CounterAdvanced("S-3", start, end), *_figures(state, start, end)]
    state = replace(state, counter=end, number=0, stage=Stage.SHEARING)
    for field in track.scorings(start, end):
        state, more = score(state, field)
        events += more
    if end == track.length:
        state, more = _finish(state, "S-8.1", "end-pen")
    else:
        state, more = _gather(state)
    return state, events + more


def _figures(state: ShearPanicState, start: int, end: int) -> Events:
    """S-6.2"""
    there, then = state.game.track.figure_at(start), state.game.track.figure_at(end)
    if there == then:
        return []
    left: Events = [ev.FigureLeft("S-6.2", there)] if there else []
    return left + ([ev.FigureArrived("S-6.2", then)] if then else [])


def score(state: ShearPanicState, field: FieldKind) -> Following:
    """S-6.3 to S-6.6: scores a field once. In the Shearer's the front row is shorn first."""
    events: Events = []
    if field == FieldKind.SHEARER and (spots := to_be_shorn(state.flock)):
        state, events = _shear(state, spots)
    worth = SCORINGS[field](state.flock)
    points = list(state.points)
    for player, colour in enumerate(state.game.colours):
        if worth[colour] and (field not in MEADOWS or player == state.player):
            points[player] += worth[colour]
            events.append(ev.PointsScored(SCORING_RULES[field], player, worth[colour], field))
    return replace(state, points=tuple(points)), events


def _shear(state: ShearPanicState, spots: tuple[Spot, ...]) -> Following:
    flock = state.flock
    left = flock.without(spots)
    origin = corner(flock.sheep.keys() - set(spots))
    shorn = tuple((flock.sheep[spot], spot) for spot in spots)
    return replace(state, flock=left), [ev.SheepShorn("S-6.6", shorn, origin, str(left))]


# S-3 E, S-7: panic


def _panic(state: ShearPanicState) -> Following:
    """S-7: the flock panics if the counter ended on a panic space and sheep are left."""
    if state.counter in state.game.track.panic and state.flock.sheep:
        return replace(state, stage=Stage.PANIC, task=Task.PANIC_ROLL), []
    return _next_turn(state, state.player + 1)


def _roll_panic(state: ShearPanicState, face: str) -> Following:
    events: Events = [ev.PanicRolled("S-7.1", state.player, face)]
    state = replace(state, rolled=True)
    if face == WHITE:
        return replace(state, face=face, task=Task.TURN), events
    targets = list(distinct_targets(state.flock, Kind.LAMB_PUSH, face).values())
    if len(targets) > 1:
        return replace(state, face=face, task=Task.PUSH), events
    state, more = _panic_push(state, mv.PanicPush(targets[0].sheep, targets[0].way))
    return state, events + more


def _panic_push(state: ShearPanicState, move: mv.PanicPush) -> Following:
    flock = state.flock
    moved = push(flock, spot_named(move.sheep), move.way)
    after = flock.moved(moved)
    event = ev.SheepPanicked.by(
        "S-7.1", state.player, flock, moved, after, sheep=move.sheep, way=move.way
    )
    state, events = _gather(replace(state, flock=after, face=""))
    return state, [event, *events]


def _panic_turn(state: ShearPanicState, way: str) -> Following:
    after = state.flock.turned(way)
    event = ev.FlockPanicked.by("S-7.1", state.player, state.flock, {}, after, way=way)
    state, events = _gather(replace(state, flock=after, face=""))
    return state, [event, *events]


# The next turn, and the end


def _next_turn(state: ShearPanicState, first: int) -> Following:
    """S-3, S-8: the next player who can play begins. If nobody can, the final shearing follows."""
    events: Events = []
    for player in clockwise(state.game.players, first):
        rule = _passed_over_by(state, player)
        if rule is None:
            after = replace(state, player=player, task=Task.COMMAND, stage=Stage.PLAY)
            return after, [*events, ev.TurnBegan("S-3", player)]
        events.append(ev.TurnPassed(rule, player))
    state, scored = score(state, FieldKind.SHEARER)
    state, ended = _finish(state, "S-8.3", "end-commands")
    return state, events + scored + ended


def _passed_over_by(state: ShearPanicState, player: int) -> str | None:
    """Returns the rule by which a player has no turn now, or None."""
    if not state.flock.count(state.game.colours[player]):
        return "S-8.2"
    if not free_entries(state, player):
        return "S-8.3"
    if not can_command(state, player):
        return "S-4.9"
    return None


def _finish(state: ShearPanicState, rule: str, reason: str) -> Following:
    """S-8.1: ends the game. Most points win, then most sheep, then the last turn longest ago."""
    state, events = _pay_for_extras(state)
    sheep = [state.flock.count(colour) for colour in state.game.colours]
    ranking = sorted(state.order, key=lambda player: (-state.points[player], -sheep[player]))
    winner, second = ranking[:2]
    if state.points[winner] != state.points[second]:
        decided_by = "points"
    else:
        decided_by = "sheep" if sheep[winner] != sheep[second] else "turn"
    ended = Result((winner,), rule, say(reason))
    return replace(state, ended=ended), [*events, ev.GameEnded(rule, (winner,), decided_by)]


def _pay_for_extras(state: ShearPanicState) -> Following:
    """S-9.6: takes the cost of the extra steps left. Points may fall below zero."""
    costs = extra_costs(state)
    points = tuple(have - cost for have, cost in zip(state.points, costs, strict=True))
    events: Events = [
        ev.ExtrasCost("S-9.6", player, -cost) for player, cost in enumerate(costs) if cost
    ]
    return replace(state, points=points), events
