"""States as JSON, read and written."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from tablee.core.serial import (
    of_type,
    one_of,
    reading_state,
    result_from_json,
    result_to_json,
    whole_number,
)
from tablee.games.shear_panic.edition import PANIC_FACES, REGROUP_FACES
from tablee.games.shear_panic.extras import extra_choice
from tablee.games.shear_panic.flock import Flock, spot_named
from tablee.games.shear_panic.messages import PACKAGE
from tablee.games.shear_panic.moves import TURNS, Kind
from tablee.games.shear_panic.regroup import choice_of_groups
from tablee.games.shear_panic.tasks import Stage, Task

if TYPE_CHECKING:
    from tablee.games.shear_panic.game import ShearPanic
    from tablee.games.shear_panic.state import ShearPanicState


def state_to_json(state: ShearPanicState) -> dict[str, Any]:
    return {
        "flock": str(state.flock),
        "points": list(state.points),
        "used": [_menu_text(state.game, used) for used in state.used],
        "order": list(state.order),
        "extras": [list(left) for left in state.extras],
        "player": state.player,
        "task": state.task,
        "stage": state.stage,
        "counter": state.counter,
        "before": None if state.before is None else str(state.before),
        "rolled": state.rolled,
        "last_command": state.last_command,
        "last_turn": state.last_turn,
        "number": state.number,
        "face": state.face,
        "group": state.group,
        "die": state.die,
        "jumps": state.jumps,
        "ended": result_to_json(state.ended),
    }


def _menu_text(game: ShearPanic, used: int) -> list[str]:
    """Returns the covered commands by name, because editions have different menus."""
    menu = enumerate(game.edition.menu)
    return [f"{entry.kind} {entry.number}" for index, entry in menu if used >> index & 1]


def state_from_json(game: ShearPanic, data: Mapping[str, Any]) -> ShearPanicState:
    """Reads the data of ``state_to_json``. Raises ``Invalid`` on other data."""
    from tablee.games.shear_panic.state import ShearPanicState

    players, cost = game.players, game.edition.extra_cost * len(game.extras)
    with reading_state(game.name):
        if game.rules_version == 1:
            data = {**_of_version_1(game, data), **data}
        before = data["before"]
        state = ShearPanicState(
            game,
            Flock.parse(data["flock"]),
            points=tuple(whole_number(n, least=-cost) for n in _of_length(data, "points", players)),
            used=tuple(_used(game, names) for names in _of_length(data, "used", players)),
            order=tuple(whole_number(n) for n in _of_length(data, "order", players)),
            extras=tuple(_extras(game, left) for left in _of_length(data, "extras", players)),
            player=whole_number(data["player"], players - 1),
            task=Task(data["task"]),
            stage=Stage(data["stage"]),
            counter=whole_number(data["counter"], game.track.length),
            before=None if before is None else Flock.parse(before),
            rolled=of_type(bool, data["rolled"]),
            last_command="" if data["last_command"] == "" else Kind(data["last_command"]),
            last_turn=one_of(data["last_turn"], ("", *TURNS)),
            number=whole_number(data["number"], 3),
            face=one_of(data["face"], ("", *PANIC_FACES)),
            group=of_type(str, data["group"]),
            die=one_of(data["die"], ("", *REGROUP_FACES)),
            jumps=whole_number(data["jumps"], game.jumps - 1),
            ended=result_from_json(data["ended"], PACKAGE, players),
        )
        _check(state)
        return state


def _of_version_1(game: ShearPanic, data: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the fields that stored states of version 1 lack. They follow from the others."""
    jumps = data["order"].index(data["player"]) if data["stage"] == Stage.TRUCK else 0
    extras: list[list[int]] = [[] for _ in range(game.players)]
    return {"extras": extras, "jumps": jumps, "last_command": "", "last_turn": ""}


def _check(state: ShearPanicState) -> None:
    """Raises ``ValueError`` if the state waits for something that is not there."""
    if sorted(state.order) != list(range(state.game.players)):
        raise ValueError("order")
    if bool(state.last_turn) != (state.last_command == Kind.EWE_TURN):
        raise ValueError("last_turn")
    if state.jumps and state.stage != Stage.TRUCK:
        raise ValueError("jumps")
    if state.ended is None:
        waits_for_group = state.task in (Task.GROUP, Task.REGROUP_ROLL, Task.LINE)
        if waits_for_group != state.flock.is_split or (state.task == Task.LINE) != bool(state.die):
            raise ValueError("task")
        first_sheep = state.task in (Task.REGROUP_ROLL, Task.LINE)
        if first_sheep != bool(state.group):
            raise ValueError("group")
        if first_sheep and not any(
            group[0] == spot_named(state.group) for group in choice_of_groups(state.flock)
        ):
            raise ValueError("group")
        if state.task == Task.EXTRA and (state.stage != Stage.PLAY or len(extra_choice(state)) < 2):
            raise ValueError("task")
        if state.task == Task.NAME and (state.stage != Stage.TRUCK or state.player):
            raise ValueError("task")
        if (state.task in (Task.PUSH, Task.TURN)) != bool(state.face):
            raise ValueError("face")
        if state.task == Task.PUSH and not state.flock.count(state.face):
            raise ValueError("face")
        if (state.task == Task.TURN) != (state.face == "W"):
            raise ValueError("face")


def _of_length(data: Mapping[str, Any], key: str, length: int) -> list[Any]:
    values = data[key]
    if type(values) is not list or len(values) != length:
        raise ValueError(key)
    return values


def _extras(game: ShearPanic, numbers: list[int]) -> tuple[int, ...]:
    """S-9.2: reads the extra steps of a player: some of those at the start, in ascending order."""
    at_first = list(game.extras)
    for number in numbers:
        at_first.remove(whole_number(number))
    if numbers != sorted(numbers):
        raise ValueError("extras")
    return tuple(numbers)


def _used(game: ShearPanic, names: list[str]) -> int:
    menu = [f"{entry.kind} {entry.number}" for entry in game.edition.menu]
    used = 0
    for name in names:
        places = [i for i, found in enumerate(menu) if found == name and not used >> i & 1]
        used |= 1 << places[0]
    return used
