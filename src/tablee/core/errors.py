"""What can go wrong, each kind its own class, each with a sentence in every language.

``Invalid`` is not notation or not data of the right form, ``Illegal`` is against a rule,
``Stale`` was right for a position that has passed. None of them changes anything.
"""

from __future__ import annotations

from dataclasses import dataclass

from tablee.core.messages import Message, Parameter


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a move is against the rules: the rule, the places concerned, one sentence."""

    rule: str
    message: Message
    cells: tuple[str, ...] = ()

    def text(self, language: str = "en") -> str:
        return self.message.text(language)

    def to_json(self, language: str = "en") -> dict[str, object]:
        return {"rule": self.rule, "cells": list(self.cells), "message": self.text(language)}


class TableeError(Exception):
    """Every error tablee raises on purpose."""

    def __init__(self, message: Message) -> None:
        super().__init__(message.text())
        self.message = message

    def __reduce__(self) -> tuple[type[TableeError], tuple[object, ...]]:
        return type(self), (self.message,)  # errors come from other processes, too

    def text(self, language: str = "en") -> str:
        return self.message.text(language)


class Invalid(TableeError):
    """The text is not notation, or the data does not have the form it needs."""


class Illegal(TableeError):
    """The move is understood, and a rule forbids it."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.message)
        self.refusal = refusal

    def __reduce__(self) -> tuple[type[TableeError], tuple[object, ...]]:
        return type(self), (self.refusal,)


class Stale(TableeError):
    """The move was meant for a state that is no longer the present one."""


def core_message(key: str, /, **parameters: Parameter) -> Message:
    return Message("tablee.core", key, parameters)
