"""F-4, the actions of the active docker: what each needs, costs and does.

For each action ``check_…`` returns the rule that forbids it, if any, without regard to points.
``cost`` returns its action points; ``act`` does it. All of them look only at the quay.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tablee.core.errors import Refusal
from tablee.games.fragile import events as ev
from tablee.games.fragile.board import CELLS, DIRECTIONS, Cell, opposite, straight
from tablee.games.fragile.events import FragileEvent, Link
from tablee.games.fragile.messages import refuse
from tablee.games.fragile.moves import Action, Flip, Go, HandOver, Push, Stack, Unstack
from tablee.games.fragile.position import JUST_FLIPPED, Position

STACK_COST, FLIP_COST, HAND_OVER_COST = 2, 4, 1
FARTHEST = len(CELLS)


def cost(position: Position, action: Action) -> int:
    """Returns the action points of an action, if it is possible at all."""
    match action:
        case Go():
            return len(path(position, action.docker, action.target))
        case Push():
            line = straight(action.crate, action.target)
            return line[1] if line else 1
        case Stack() | Unstack():
            return STACK_COST
        case Flip():
            return FLIP_COST
        case HandOver():
            return HAND_OVER_COST


def check_action(position: Position, action: Action, flips_left: int) -> Refusal | None:
    """Returns the rule that forbids this action, without regard to points and turn order."""
    match action:
        case Go():
            return check_go(position, action)
        case Push():
            return check_push(position, action)
        case Stack():
            return check_stack(position, action)
        case Unstack():
            return check_unstack(position, action)
        case Flip():
            return check_flip(position, action, flips_left)
        case HandOver():
            return check_hand_over(position, action)


class Effect(NamedTuple):
    """The cost and the result of an action. ``stored`` is the depot that received a crate."""

    position: Position
    event: FragileEvent
    cost: int
    stored: Cell | None = None


def act(position: Position, action: Action, flips_left: int) -> Effect:
    """Returns the effect of a legal action."""
    match action:
        case Go():
            return _go(position, action)
        case Push():
            return _push(position, action)
        case Stack():
            return _stack(position, action)
        case Unstack():
            return _unstack(position, action)
        case Flip():
            return _flip(position, action, flips_left)
        case HandOver():
            return _hand_over(position, action)


def possible_actions(
    position: Position, docker: Cell, points: int, flips_left: int
) -> Iterator[Action]:
    """Yields every action this docker can do with these points, in a stable order."""
    distances = walks(position, docker, points)
    for target in CELLS:
        if target in distances and position.is_free(target):
            yield Go(docker, target)
    board = position.board
    for direction in DIRECTIONS:
        crate = board.step(docker, direction)
        if crate is None or crate not in position.crates:
            continue
        beyond = board.step(crate, direction)
        for distance in range(1, points + 1):
            if beyond is None or check_push(position, Push(docker, crate, beyond)):
                break
            yield Push(docker, crate, beyond)
            beyond = board.step(beyond, direction) if distance < points else None
        beyond = board.step(crate, direction)
        if beyond is not None and points >= STACK_COST:
            for action in (Stack(docker, crate, beyond), Unstack(docker, crate, beyond)):
                if check_action(position, action, flips_left) is None:
                    yield action
        if points >= FLIP_COST and check_flip(position, Flip(docker, crate), flips_left) is None:
            yield Flip(docker, crate)
        if points >= HAND_OVER_COST and _handed_over_refusal(position, docker, crate) is None:
            chains = hand_over_links(position, docker, crate)
            for target in CELLS:
                if target in chains:
                    yield HandOver(docker, crate, target)


# F-4.1 Go


def walks(
    position: Position, docker: Cell, points: int, target: Cell | None = None
) -> dict[Cell, Cell]:
    """F-4.1: returns the cells a docker can reach, each with the cell before it on a shortest way.

    A docker may cross other dockers, so the result has cells where it cannot stop. With a target
    the search stops once it is found.
    """
    before: dict[Cell, Cell] = {docker: docker}
    frontier = [docker]
    floor_beside, crates = position.board.floor_beside, position.crates
    while frontier and points > 0 and target not in before:
        reached = []
        for cell in frontier:
            for other in floor_beside[cell]:
                if other not in before and other not in crates:
                    before[other] = cell
                    reached.append(other)
            if target in before:
                break
        frontier = reached
        points -= 1
    del before[docker]
    return before


def path(position: Position, docker: Cell, target: Cell) -> tuple[Cell, ...]:
    """Returns a shortest way to a cell that can be reached, the target last."""
    before = walks(position, docker, FARTHEST, target)
    cells = [target]
    while before.get(cells[-1], docker) != docker:
        cells.append(before[cells[-1]])
    return tuple(reversed(cells))


def check_go(position: Position, action: Go) -> Refusal | None:
    docker, target = action.docker, action.target
    if target == docker:
        return refuse("F-4.1", "go-nowhere", docker)
    if position.board.is_slot(target):
        return refuse("F-4.1", "go-depot", target, cell=target)
    if position.crates_at(target):
        return refuse("F-4.1", "go-crate", target, cell=target)
    if position.docker_at(target) is not None:
        return refuse("F-4.1", "go-docker", target, cell=target)
    if target not in walks(position, docker, FARTHEST, target):
        return refuse("F-4.1", "go-no-way", docker, target, docker=docker, cell=target)
    return None


def _go(position: Position, action: Go) -> Effect:
    docker = position.docker_at(action.docker)
    assert docker is not None
    return went(position, docker, path(position, action.docker, action.target))


def went(position: Position, docker: int, way: tuple[Cell, ...]) -> Effect:
    """Returns the effect of a walk along these cells. ``docker`` is an index."""
    start, target, points = position.dockers[docker].cell, way[-1], len(way)
    event = ev.DockerWent("F-4.1", start, target, way, points)
    return Effect(position.with_docker(docker, target), event, points)


# F-4.2 Push


def check_push(position: Position, action: Push) -> Refusal | None:
    docker, crate, target = action.docker, action.crate, action.target
    line = straight(crate, target)
    if line is None:
        return refuse("F-4.2", "push-not-straight", crate, target, crate=crate, target=target)
    direction, distance = line
    refusal = _crate_refusal("F-4.2", position, docker, crate, single=True)
    if refusal:
        return refusal
    if position.board.step(docker, direction) != crate:
        return refuse("F-4.2", "push-not-behind", docker, crate, docker=docker, crate=crate)
    cell = crate
    for _ in range(distance):
        refusal = _landing_refusal("F-4.2", position, crate, cell, direction)
        if refusal:
            return refusal
        cell = position.board.step(cell, direction) or cell
    return None


def _push(position: Position, action: Push) -> Effect:
    line = straight(action.crate, action.target)
    assert line is not None
    direction, distance = line
    stop = position.board.step(action.target, opposite(direction))
    assert stop is not None
    moved = _docker_moved(position.moved(action.crate, action.target), action.docker, stop)
    event = ev.CratePushed("F-4.2", action.docker, action.crate, action.target, stop, distance)
    return Effect(moved, event, distance, _stored(position, action.target))


# F-4.3 Stack


def check_stack(position: Position, action: Stack) -> Refusal | None:
    docker, crate, target = action.docker, action.crate, action.target
    refusal = _crate_refusal("F-4.3", position, docker, crate, single=True)
    if refusal:
        return refusal
    direction = position.board.direction(docker, crate)
    assert direction is not None
    if position.board.step(crate, direction) != target:
        return refuse("F-4.3", "stack-not-next", crate, target, crate=crate, target=target)
    if position.board.is_slot(target):
        return refuse("F-4.3", "stack-in-depot", target, cell=target)
    height = len(position.crates_at(target))
    if height != 1:
        key = "stack-too-high" if height else "stack-on-nothing"
        return refuse("F-4.3", key, target, cell=target)
    return None


def _stack(position: Position, action: Stack) -> Effect:
    moved = position.moved(action.crate, action.target)
    event = ev.CrateStacked(
        "F-4.3", action.docker, action.crate, action.target, action.crate, STACK_COST
    )
    return Effect(_docker_moved(moved, action.docker, action.crate), event, STACK_COST)


# F-4.4 Unstack


def check_unstack(position: Position, action: Unstack) -> Refusal | None:
    docker, crate, target = action.docker, action.crate, action.target
    refusal = _crate_refusal("F-4.4", position, docker, crate, single=False)
    if refusal:
        return refusal
    if len(position.crates_at(crate)) != 2:
        return refuse("F-4.4", "unstack-single", crate, cell=crate)
    direction = position.board.direction(docker, crate)
    assert direction is not None
    line = straight(crate, target)
    if line is None or line != (direction, 1):
        return refuse("F-4.4", "unstack-not-behind", crate, target, crate=crate, target=target)
    return _landing_refusal("F-4.4", position, crate, crate, direction)


def _unstack(position: Position, action: Unstack) -> Effect:
    moved = position.moved(action.crate, action.target)
    event = ev.CrateUnstacked("F-4.4", action.docker, action.crate, action.target, STACK_COST)
    return Effect(moved, event, STACK_COST, _stored(position, action.target))


# F-4.5 Flip


def check_flip(position: Position, action: Flip, flips_left: int) -> Refusal | None:
    refusal = _crate_refusal("F-4.5", position, action.docker, action.crate, single=False)
    if refusal:
        return refusal
    if position.crates_at(action.crate)[-1].fragile:
        return refuse("F-4.5", "flip-again", action.crate, cell=action.crate)
    if flips_left <= 0:
        return refuse("F-4.5", "flip-limit", action.crate)
    return None


def _flip(position: Position, action: Flip, flips_left: int) -> Effect:
    below = position.crates_at(action.crate)[:-1]
    flipped = position.with_crates(**{action.crate: (*below, JUST_FLIPPED)})
    event = ev.CrateFlipped("F-4.5", action.docker, action.crate, flips_left - 1, FLIP_COST)
    return Effect(flipped, event, FLIP_COST)


# F-4.6 Hand over


def hand_over_links(position: Position, docker: Cell, crate: Cell) -> dict[Cell, tuple[Link, ...]]:
    """F-4.6: returns the cells a chain can bring a crate to, each with a shortest chain."""
    chains: dict[Cell, tuple[Link, ...]] = {crate: ()}
    just_flipped = position.crates_at(crate)[-1].flipped_this_turn
    frontier = [crate]
    while frontier:
        reached = []
        for cell in frontier:
            for helper in position.board.neighbours(cell):
                if helper == docker or position.docker_at(helper) is None:
                    continue
                for target in position.board.neighbours(helper):
                    if target in chains or position.is_occupied(target):
                        continue
                    depot = position.board.is_slot(target)
                    if depot and just_flipped:
                        continue
                    chains[target] = (*chains[cell], Link(helper, target))
                    if not depot:
                        reached.append(target)
        frontier = reached
    del chains[crate]
    return chains


def _handed_over_refusal(position: Position, docker: Cell, crate: Cell) -> Refusal | None:
    refusal = _crate_refusal("F-4.6", position, docker, crate, single=True)
    if refusal:
        return refusal
    helpers = (
        cell
        for cell in position.board.neighbours(crate)
        if cell != docker and position.docker_at(cell) is not None
    )
    if next(helpers, None) is None:
        return refuse("F-4.6", "hand-over-nobody", crate, cell=crate)
    return None


def check_hand_over(position: Position, action: HandOver) -> Refusal | None:
    docker, crate, target = action.docker, action.crate, action.target
    refusal = _handed_over_refusal(position, docker, crate)
    if refusal:
        return refusal
    if target == crate:
        return refuse("F-4.6", "hand-over-nowhere", crate)
    if position.board.is_slot(target) and position.crates_at(target):
        return refuse("F-4.7", "depot-full", target, cell=target)
    if position.is_occupied(target):
        return refuse("F-4.6", "hand-over-occupied", target, cell=target)
    if position.board.is_slot(target) and position.crates_at(crate)[-1].flipped_this_turn:
        return refuse("F-4.5", "flipped-this-turn", crate, target, cell=crate)
    if target not in hand_over_links(position, docker, crate):
        return refuse("F-4.6", "hand-over-no-chain", crate, target, crate=crate, target=target)
    return None


def _hand_over(position: Position, action: HandOver) -> Effect:
    links = hand_over_links(position, action.docker, action.crate)[action.target]
    event = ev.CrateHandedOver(
        "F-4.6", action.docker, action.crate, action.target, links, HAND_OVER_COST
    )
    moved = position.moved(action.crate, action.target)
    return Effect(moved, event, HAND_OVER_COST, _stored(position, action.target))


# Shared by several actions


def _crate_refusal(
    rule: str, position: Position, docker: Cell, crate: Cell, *, single: bool
) -> Refusal | None:
    """Returns why the docker cannot handle this crate at all, or None."""
    crates = position.crates_at(crate)
    if not crates:
        return refuse(rule, "no-crate", crate, cell=crate)
    if position.board.is_slot(crate):
        return refuse("F-4.7", "crate-stored", crate, cell=crate)
    if position.board.direction(docker, crate) is None:
        if position.board.is_slot(docker):
            return refuse("F-4.8", "only-through-door", docker, crate, docker=docker)
        return refuse(rule, "not-next-to", docker, crate, docker=docker, cell=crate)
    if single and len(crates) > 1:
        return refuse(rule, "is-stack", crate, cell=crate)
    return None


def _landing_refusal(
    rule: str, position: Position, crate: Cell, cell: Cell, direction: tuple[int, int]
) -> Refusal | None:
    """Returns why the upper crate of ``crate``, now over ``cell``, cannot move on, or None."""
    target = position.board.step(cell, direction)
    if target is None:
        return refuse(rule, "wall", cell, cell=cell)
    if position.board.is_slot(target):
        if position.crates_at(target):
            return refuse("F-4.7", "depot-full", target, cell=target)
        if position.docker_at(target) is not None:
            return refuse(rule, "docker-in-the-way", target, cell=target)
        if position.crates_at(crate)[-1].flipped_this_turn:
            return refuse("F-4.5", "flipped-this-turn", crate, target, cell=crate)
        return None
    if position.docker_at(target) is not None:
        return refuse(rule, "docker-in-the-way", target, cell=target)
    if position.crates_at(target):
        return refuse(rule, "crate-in-the-way", target, cell=target)
    return None


def _stored(position: Position, target: Cell) -> Cell | None:
    return target if position.board.is_slot(target) else None


def _docker_moved(position: Position, docker: Cell, target: Cell) -> Position:
    index = position.docker_at(docker)
    assert index is not None
    return position.with_docker(index, target)
