"""Shear Panic's sentences. ``messages.toml`` beside this file is the catalogue."""

from __future__ import annotations

from collections.abc import Sequence

from tablee.core.errors import Refusal
from tablee.core.messages import Message, Parameter

PACKAGE = "tablee.games.shear_panic"


def say(key: str, /, **parameters: Parameter) -> Message:
    return Message(PACKAGE, key, parameters)


def word(name: str) -> Message:
    """Returns the name of a command, side or direction."""
    return Message(PACKAGE, f"word-{name.replace(' ', '-')}")


def colour_name(letter: str) -> Message:
    """Returns the name of a colour of sheep, or of a face of the panic die."""
    return Message(PACKAGE, f"colour-{letter}")


def listed(messages: Sequence[Message]) -> Message:
    """Returns the messages in one, with commas between them. There is at least one."""
    first, *rest = messages
    return say("and-more", first=first, rest=listed(rest)) if rest else first


def refuse(rule: str, key: str, /, *cells: str, **parameters: Parameter) -> Refusal:
    return Refusal(rule, Message(PACKAGE, key, parameters), cells)
