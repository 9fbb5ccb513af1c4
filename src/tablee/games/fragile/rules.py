"""The law of Fragile: whose turn it is, what is legal, what follows.

F-2 is in ``setup``, F-4 in ``actions``, F-5 in ``scoring``. This module has the turn itself (F-3),
the short-straw order (F-6) and the problem mode (F-7).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from typing import TYPE_CHECKING, Any

from tablee.core.chance import Outcome
from tablee.core.errors import Refusal
from tablee.core.game import CHANCE, Step
from tablee.games.fragile import events as ev
from tablee.games.fragile import moves as mv
from tablee.games.fragile import scoring, setup
from tablee.games.fragile.actions import Effect, act, check_action, cost, possible_actions
from tablee.games.fragile.events import FragileEvent
from tablee.games.fragile.messages import refuse
from tablee.games.fragile.moves import Action, FragileMove
from tablee.games.fragile.position import FRAGILE, JUST_FLIPPED, Position
from tablee.games.fragile.scoring import scores

if TYPE_CHECKING:
    from tablee.games.fragile.state import FragileState

__all__ = ["check", "legal_moves", "outcomes", "scores", "step"]

Events = list[FragileEvent]

POINTS = 5
"""F-3.2: action points of an activation, except in the first two turns of a game."""


# Legal moves


def legal_moves(state: FragileState) -> tuple[FragileMove, ...]:
    if state.ended is not None:
        return ()
    if state.actor == CHANCE:
        return tuple(outcome.move for outcome in outcomes(state))
    if setup.places_depots(state):
        return tuple(setup.depot_moves(state))
    if setup.places_dockers(state):
        return tuple(setup.docker_moves(state))
    actions: list[FragileMove] = [
        action for docker in _may_act(state) for action in _actions(state, docker)
    ]
    if check_end_turn(state) is None:
        actions.append(mv.EndTurn())
    return tuple(actions)


def outcomes(state: FragileState) -> tuple[Outcome[FragileMove], ...]:
    """F-3.1, F-6.1: every first player, and every order of the players, is equally likely."""
    if state.actor != CHANCE:
        return ()
    if setup.draws_first(state):
        players = state.game.players
        return tuple(
            Outcome(mv.DrawFirst(player), Fraction(1, players)) for player in range(players)
        )
    orders = list(permutations(range(state.game.players)))
    return tuple(Outcome(mv.DrawStraws(order), Fraction(1, len(orders))) for order in orders)


def check(state: FragileState, move: FragileMove) -> Refusal | None:
    """Returns the rule that forbids this move here, or None."""
    if state.ended is not None:
        return refuse(state.ended.rule, "game-over")
    if isinstance(move, mv.DrawFirst):
        return setup.check_first(state, move)
    if setup.draws_first(state):
        return refuse("F-3.1", "draw-who-begins")
    match move:
        case mv.PlaceDepot():
            return _only(setup.places_depots(state), "F-2.2") or setup.check_depot(state, move)
        case mv.PlaceDocker():
            return _only(setup.places_dockers(state), "F-2.4") or setup.check_docker(state, move)
        case mv.DrawStraws():
            return _check_straws(state, move)
    if setup.places_depots(state):
        return refuse("F-2.2", "place-depots-first")
    if setup.places_dockers(state):
        return refuse("F-2.4", "place-dockers-first")
    if state.actor == CHANCE:
        return refuse("F-6.1", "draw-first")
    if isinstance(move, mv.EndTurn):
        return check_end_turn(state)
    return _check_action(state, move)


def _only(now: bool, rule: str) -> Refusal | None:
    return None if now else refuse(rule, "not-now")


def _check_straws(state: FragileState, move: mv.DrawStraws) -> Refusal | None:
    if state.actor != CHANCE:
        return refuse("F-6.1", "not-now")
    if sorted(move.order) != list(range(state.game.players)):
        return refuse("F-6.1", "straws", players=state.game.players)
    return None


def _check_action(state: FragileState, action: Action) -> Refusal | None:
    docker = state.position.docker_at(action.docker)
    if docker is None:
        return refuse("F-3.1", "no-docker", action.docker, cell=action.docker)
    refusal = (
        _check_activation(state, docker)
        or check_action(state.position, action, _flips_left(state))
        or _check_points(state, docker, action)
    )
    if refusal:
        return refusal
    if _leads_nowhere(state, docker, action):
        return refuse("F-3.3", "nothing-changed", action.docker)
    return None


def _check_activation(state: FragileState, docker: int) -> Refusal | None:
    """F-3.1, F-7: returns why this docker may not begin or go on, or None.

    The active docker may go on as long as it has points (F-3.4).
    """
    if docker == state.active:
        return None
    cell = state.position.dockers[docker].cell
    rule = "F-7.1" if state.game.problem else "F-3.1"
    if state.position.dockers[docker].player != state.player:
        return refuse(rule, "not-your-docker", cell, cell=cell)
    if docker == state.barred:
        return refuse("F-7.2" if state.game.problem else "F-3.1", "had-its-turn", cell, cell=cell)
    if state.activations == state.game.activations_per_turn:
        rule = "F-7.2" if state.game.problem else "F-3.1"
        return refuse(rule, "enough-dockers", cell, count=state.activations)
    if state.position == state.origin:
        return refuse("F-3.3", "nothing-changed", _active_cell(state))
    return None


def _check_points(state: FragileState, docker: int, action: Action) -> Refusal | None:
    """F-3.2"""
    needed, left = cost(state.position, action), _points(state, docker)
    if needed > left:
        return refuse("F-3.2", "points", action.docker, needed=needed, left=left)
    return None


def _leads_nowhere(state: FragileState, docker: int, action: Action) -> bool:
    """F-3.3: true if the action restores the start of the activation and nothing can follow."""
    if docker != state.active or state.origin is None:
        return False
    if isinstance(action, mv.Go) and action.target != state.origin.dockers[docker].cell:
        return False
    position = act(state.position, action, _flips_left(state)).position
    if position != state.origin:
        return False
    points = state.points - cost(state.position, action)
    return next(_possible(state, position, docker, points), None) is None


def check_end_turn(state: FragileState) -> Refusal | None:
    if state.active is None:
        return refuse("F-3.3", "nobody-acted")
    if state.position == state.origin:
        return refuse("F-3.3", "nothing-changed", _active_cell(state))
    if state.activations < state.game.activations_per_turn:
        able = [docker for docker in _may_act(state) if docker != state.active]
        if any(_can_act(state, docker) for docker in able):
            cells = (state.position.dockers[docker].cell for docker in able)
            return refuse("F-3.1", "second-docker", *cells)
    return None


# Dockers that can act


def _may_act(state: FragileState) -> Iterator[int]:
    """Yields the dockers that the order of activations allows to act."""
    player, active, barred = state.player, state.active, state.barred
    another = _may_activate(state)
    for docker, piece in enumerate(state.position.dockers):
        if docker == active or (another and docker != barred and piece.player == player):
            yield docker


def _may_activate(state: FragileState) -> bool:
    """F-3.1, F-3.3, F-7.2: true if the turn allows another docker to begin."""
    if state.activations == state.game.activations_per_turn:
        return False
    return state.position != state.origin


def able_dockers(state: FragileState) -> list[int]:
    """Returns the dockers that have a legal action."""
    return [docker for docker in _may_act(state) if _can_act(state, docker)]


def _actions(state: FragileState, docker: int) -> Iterator[Action]:
    for action in _possible(state, state.position, docker, _points(state, docker)):
        if not _leads_nowhere(state, docker, action):
            yield action


def _possible(
    state: FragileState, position: Position, docker: int, points: int
) -> Iterator[Action]:
    return possible_actions(position, position.dockers[docker].cell, points, _flips_left(state))


def _can_act(state: FragileState, docker: int) -> bool:
    """True if the docker has a legal action. Usually it can go to some cell.

    Going back to where it began may change nothing (F-3.3), so that cell needs a closer look.
    """
    if not _points(state, docker):
        return False
    position = state.position
    origin = state.origin if docker == state.active else None
    home = None if origin is None else origin.dockers[docker].cell
    for cell in position.board.floor_beside[position.dockers[docker].cell]:
        if cell != home and position.is_free(cell):
            return True
    return next(_actions(state, docker), None) is not None


def _points(state: FragileState, docker: int) -> int:
    return state.points if docker == state.active else state.game.points(state.turn)


def _flips_left(state: FragileState) -> int:
    return state.game.flips_allowed - state.flips


def _active_cell(state: FragileState) -> str:
    assert state.active is not None
    return state.position.dockers[state.active].cell


# Effects


def step(state: FragileState, move: FragileMove) -> Step[FragileState]:
    """Returns the state after a legal move, and the events."""
    if isinstance(move, Action):
        after, events = _act(state, move)
    elif isinstance(move, mv.EndTurn):
        after, events = _end_turn(state)
        events.insert(0, ev.TurnEnded("F-7.2" if state.game.problem else "F-3.1", state.player))
    elif isinstance(move, mv.PlaceDepot):
        after, events = setup.place_depot(state, move)
    elif isinstance(move, mv.PlaceDocker):
        after, events = setup.place_docker(state, move)
        if not setup.places_dockers(after):
            after, more = begin_game(after)
            events += more
    elif isinstance(move, mv.DrawFirst):
        after, events = setup.draw_first(state, move)
    else:
        after, events = _begin_turn(replace(state, to_play=move.order))
        events.insert(0, ev.StrawsDrawn("F-6.1", move.order))
    return Step(after, tuple(events))


def begin_game(state: FragileState) -> tuple[FragileState, Events]:
    """Ends the setup. The first player begins (F-3.1), or straws decide the order (F-6.1)."""
    if state.game.straws:
        return replace(state, to_play=()), []
    return _begin_turn(state)


def _act(state: FragileState, action: Action) -> tuple[FragileState, Events]:
    docker = state.position.docker_at(action.docker)
    assert docker is not None
    effect = act(state.position, action, _flips_left(state))
    state, events = take_effect(state, docker, effect)
    if isinstance(action, mv.Flip):
        state = replace(state, flips=state.flips + 1)
    if effect.stored is not None:
        state, more = scoring.store(state, effect.stored)
        events += more
    state, more = _end_at_once(state)
    return state, events + more


def take_effect(state: FragileState, docker: int, effect: Effect) -> tuple[FragileState, Events]:
    """F-3.1: lets a docker act. A docker that was active before loses its points."""
    position, event, cost = effect.position, effect.event, effect.cost
    if docker == state.active:
        return replace(state, position=position, points=state.points - cost), [event]
    points = state.game.points(state.turn)
    after = replace(
        state,
        position=position,
        active=docker,
        activations=state.activations + 1,
        points=points - cost,
        origin=state.position,
        barred=state.barred if state.active is None else state.active,
    )
    cell = state.position.dockers[docker].cell
    return after, [ev.DockerActivated("F-3.1", state.player, cell, points), event]


def _end_at_once(state: FragileState) -> tuple[FragileState, Events]:
    """F-5.4, F-7.3: ends the game where it does not wait for the end of the turn."""
    problem = state.game.problem
    if problem is not None:
        if scores(state)[0] == len(problem.goals):
            return scoring.end(state, "F-7.3", "end-solved", winners=(0,))
        return state, []
    if scoring.no_crate_available(state.position):
        return scoring.end(state, "F-5.4", "end-no-crate")
    return state, []


def _end_turn(state: FragileState) -> tuple[FragileState, Events]:
    """Ends the turn. Then the game ends, or the next player begins."""
    state = turn_over(state, position=_settled(state.position))
    if state.game.problem and state.turn == state.game.problem.turns:
        return scoring.end(state, "F-7.3", "end-out-of-turns", winners=())
    if state.game.idle_limit is not None and state.idle_turns >= state.game.idle_limit:
        return scoring.end(state, "F-5.6", "end-idle")
    if state.game.straws:
        return _next_in_round(state)
    return _next_clockwise(state)


def turn_over(state: FragileState, **changes: Any) -> FragileState:
    """F-3.1, F-5.6, F-7.2: returns the state without an active docker, with ``changes``."""
    return replace(
        state,
        turn=state.turn + 1,
        activations=0,
        active=None,
        points=0,
        origin=None,
        barred=state.active if state.game.problem else None,
        stored_this_turn=False,
        idle_turns=0 if state.stored_this_turn else state.idle_turns + 1,
        **changes,
    )


def _next_clockwise(state: FragileState) -> tuple[FragileState, Events]:
    """F-3.1, F-5.3: the next player's turn; once a player is full, the last turns."""
    if state.last_turns:
        following = state.to_play[1:]
        if not following:
            return scoring.end(state, "F-5.3", "end-full")
    elif state.full_player is not None:
        following = _last_turns(state, state.full_player)
        state = replace(state, last_turns=True)
    else:
        following = (setup.next_player(state),)
    return _begin_turn(replace(state, to_play=following))


def _last_turns(state: FragileState, full_player: int) -> tuple[int, ...]:
    """F-5.3: returns who plays a last turn. The present player comes last.

    A present player who is full has no more turn: everybody else has finished by then. By rules
    version 1 the full player never had one.
    """
    players = state.game.players
    following = [(state.player + step) % players for step in range(1, players + 1)]
    if state.game.rules_version == 1 or full_player == state.player:
        following.remove(full_player)
    return tuple(following)


def _next_in_round(state: FragileState) -> tuple[FragileState, Events]:
    """F-6: the next turn in the order drawn; after the round, the end or a new draw."""
    if len(state.to_play) > 1:
        return _begin_turn(replace(state, to_play=state.to_play[1:]))
    if state.full_player is not None:
        return scoring.end(state, "F-6.2", "end-full")
    return replace(state, to_play=()), []


def _begin_turn(state: FragileState) -> tuple[FragileState, Events]:
    alone = state.game.problem is not None
    if any(_can_act(state, docker) for docker in _may_act(state)):
        rule = "F-7.2" if alone else "F-3.2"
        return state, [ev.TurnBegan(rule, state.player, state.game.points(state.turn))]
    # F-3.3: the turn passes if no docker of the player can act.
    passed: Events = [ev.TurnPassed("F-7.2" if alone else "F-3.3", state.player)]
    if state.game.problem:
        after, events = scoring.end(state, "F-7.2", "end-stuck", winners=())
    elif not any(_could_act(state, player) for player in range(state.game.players)):
        after, events = scoring.end(state, "F-3.3", "end-stuck")
    else:
        after, events = _end_turn(state)
    return after, passed + events


def _could_act(state: FragileState, player: int) -> bool:
    """True if this player, with a turn and all points, could do something."""
    flips = _flips_left(state)
    return any(
        next(possible_actions(state.position, docker.cell, POINTS, flips), None) is not None
        for docker in state.position.dockers
        if docker.player == player
    )


def _settled(position: Position) -> Position:
    """F-4.5: turns the crates flipped in the past turn into ordinary FRAGILE ones."""
    flipped = {
        cell: tuple(FRAGILE if crate == JUST_FLIPPED else crate for crate in crates)
        for cell, crates in position.crates.items()
        if crates[0].flipped_this_turn or crates[-1].flipped_this_turn
    }
    return position.with_crates(**flipped) if flipped else position
