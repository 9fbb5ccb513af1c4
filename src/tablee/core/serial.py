"""States as JSON: what the readers of all games share. They trust nothing they read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, TypeVar

from tablee.core.errors import Invalid, core_message
from tablee.core.game import Result
from tablee.core.messages import Message, catalogue

T = TypeVar("T")


@contextmanager
def reading_state(game: str) -> Iterator[None]:
    """Turns the errors of reading other data than a state of this game into ``Invalid``."""
    try:
        yield
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        problem = f"{type(error).__name__} {error}"
        raise Invalid(core_message("state-json", game=game, problem=problem)) from None


def of_type(kind: type[T], value: object) -> T:
    if type(value) is not kind:
        raise TypeError(value)
    return value


def whole_number(value: object, most: int | None = None, *, least: int = 0) -> int:
    number = of_type(int, value)
    if number < least or (most is not None and number > most):
        raise ValueError(value)
    return number


def one_of(value: T, known: tuple[T, ...]) -> T:
    if value not in known:
        raise ValueError(value)
    return value


def result_to_json(result: Result | None) -> dict[str, object] | None:
    if result is None:
        return None
    return {"winners": list(result.winners), "rule": result.rule, "reason": result.reason.key}


def result_from_json(data: Mapping[str, Any] | None, package: str, players: int) -> Result | None:
    """Reads the data of ``result_to_json``. ``package`` has the sentence of the reason."""
    if data is None:
        return None
    winners = tuple(whole_number(player, players - 1) for player in of_type(list, data["winners"]))
    reason = of_type(str, data["reason"])
    if not reason.startswith("end-") or reason not in catalogue(package):
        raise ValueError(reason)
    return Result(winners, of_type(str, data["rule"]), Message(package, reason))
