"""Shear Panic's sentences: the catalogue is ``messages.toml`` beside this file."""

from __future__ import annotations

from tablee.core.errors import Refusal
from tablee.core.messages import Message, Parameter

PACKAGE = "tablee.games.shear_panic"


def say(key: str, /, **parameters: Parameter) -> Message:
    return Message(PACKAGE, key, parameters)


def word(name: str) -> Message:
    """The name of a command, side or direction, in the language of the sentence."""
    return Message(PACKAGE, f"word-{name.replace(' ', '-')}")


def colour_name(letter: str) -> Message:
    """A colour of sheep, or a face of the panic die, in the language of the sentence."""
    return Message(PACKAGE, f"colour-{letter}")


def refuse(rule: str, key: str, /, *cells: str, **parameters: Parameter) -> Refusal:
    return Refusal(rule, Message(PACKAGE, key, parameters), cells)
