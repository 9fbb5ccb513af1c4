"""Fragile's sentences. ``messages.toml`` beside this file is the catalogue."""

from __future__ import annotations

from tablee.core.errors import Refusal
from tablee.core.messages import Message, Parameter
from tablee.games.fragile.board import Cell

PACKAGE = "tablee.games.fragile"


def say(key: str, /, **parameters: Parameter) -> Message:
    return Message(PACKAGE, key, parameters)


def refuse(rule: str, key: str, /, *cells: Cell, **parameters: Parameter) -> Refusal:
    return Refusal(rule, Message(PACKAGE, key, parameters), cells)
