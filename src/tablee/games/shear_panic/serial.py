"""States as JSON, both ways."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from tablee.core.errors import Invalid, core_message
from tablee.core.game import Result
from tablee.games.shear_panic.edition import PANIC_FACES, REGROUP_FACES
from tablee.games.shear_panic.extras import extra_choice
from tablee.games.shear_panic.flock import Flock, spot_named
from tablee.games.shear_panic.messages import say
from tablee.games.shear_panic.moves import TURNS, Kind
from tablee.games.shear_panic.regroup import choice_of_groups
from tablee.games.shear_panic.tasks import Stage, Task

if TYPE_CHECKING:
    from tablee.games.shear_panic.game import ShearPanic
    from tablee.games.shear_panic.state import ShearPanicState

_REASONS = ("end-pen", "end-commands")


def state_to_json(state: ShearPanicState) -> dict[str, Any]:
    result = state.ended
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
        "ended": None
        if result is None
        else {
            "winners": list(result.winners),
            "rule": result.rule,
            "reason": result.reason.key,
        },
    }


def _menu_text(game: ShearPanic, used: int) -> list[str]:
    """The covered commands by name: the places of a menu differ between editions."""
    menu = enumerate(game.edition.menu)
    return [f"{entry.kind} {entry.number}" for index, entry in menu if used >> index & 1]


def state_from_json(game: ShearPanic, data: Mapping[str, Any]) -> ShearPanicState:
    """Raises ``Invalid`` on anything ``state_to_json`` does not write."""
    try:
        return _state(game, data)
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        problem = f"{type(error).__name__} {error}"
        raise Invalid(core_message("state-json", game=game.name, problem=problem)) from None


def _state(game: ShearPanic, data: Mapping[str, Any]) -> ShearPanicState:
    from tablee.games.shear_panic.state import ShearPanicState

    if game.rules_version == 1:
        data = {**_of_version_1(game, data), **data}
    players, before, ended = game.players, data["before"], data["ended"]
    cost = game.edition.extra_cost * len(game.extras)
    state = ShearPanicState(
        game,
        Flock.parse(data["flock"]),
        points=tuple(_number(n, least=-cost) for n in _of_length(data, "points", players)),
        used=tuple(_used(game, names) for names in _of_length(data, "used", players)),
        order=_numbers(data, "order", players),
        extras=tuple(_extras(game, left) for left in _of_length(data, "extras", players)),
        player=_number(data["player"], players - 1),
        task=Task(data["task"]),
        stage=Stage(data["stage"]),
        counter=_number(data["counter"], game.track.length),
        before=None if before is None else Flock.parse(before),
        rolled=_truth(data, "rolled"),
        last_command="" if data["last_command"] == "" else Kind(data["last_command"]),
        last_turn=_one_of(data, "last_turn", ("", *TURNS)),
        number=_number(data["number"], 3),
        face=_one_of(data, "face", ("", *PANIC_FACES)),
        group=_group(data),
        die=_one_of(data, "die", ("", *REGROUP_FACES)),
        jumps=_number(data["jumps"], game.jumps - 1),
        ended=None if ended is None else _result(ended, players),
    )
    _check_whole(state)
    return state


def _of_version_1(game: ShearPanic, data: Mapping[str, Any]) -> dict[str, Any]:
    """What states of version 1 did not say when they were stored: all of it follows."""
    jumps = data["order"].index(data["player"]) if data["stage"] == Stage.TRUCK else 0
    nothing: list[int] = []
    extras = [nothing] * game.players
    return {"extras": extras, "jumps": jumps, "last_command": "", "last_turn": ""}


def _check_whole(state: ShearPanicState) -> None:
    """What is asked must be there to be answered."""
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


def _one_of(data: Mapping[str, Any], key: str, known: tuple[str, ...]) -> str:
    value: str = data[key]
    if value not in known:
        raise ValueError(key)
    return value


def _truth(data: Mapping[str, Any], key: str) -> bool:
    value = data[key]
    if type(value) is not bool:
        raise ValueError(key)
    return value


def _group(data: Mapping[str, Any]) -> str:
    value = data["group"]
    if type(value) is not str:
        raise ValueError("group")
    return value


def _of_length(data: Mapping[str, Any], key: str, length: int) -> list[Any]:
    values = data[key]
    if type(values) is not list or len(values) != length:
        raise ValueError(key)
    return values


def _numbers(data: Mapping[str, Any], key: str, length: int) -> tuple[int, ...]:
    return tuple(_number(value) for value in _of_length(data, key, length))


def _number(value: object, most: int | None = None, *, least: int = 0) -> int:
    if type(value) is not int or value < least or (most is not None and value > most):
        raise ValueError(value)
    return value


def _extras(game: ShearPanic, numbers: list[int]) -> tuple[int, ...]:
    """S-9.2: some of what a player has at the start, in ascending order."""
    at_first = list(game.extras)
    for number in numbers:
        at_first.remove(_number(number))
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


def _result(data: Mapping[str, Any], players: int) -> Result:
    winners = tuple(_number(player, players - 1) for player in data["winners"])
    if data["reason"] not in _REASONS:
        raise ValueError("reason")
    return Result(winners, str(data["rule"]), say(data["reason"]))
