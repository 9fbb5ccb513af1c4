"""The errors, one class for each kind. Each carries a sentence in every language.

``Invalid``: the text is not notation, or the data has the wrong form. ``Illegal``: a rule forbids
it. ``Stale``: it was right for a position that has passed. An error never changes a game.
"""

from __future__ import annotations

from dataclasses import dataclass

from tablee.core.messages import Message, Parameter


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a rule forbids a move: the rule, the cells concerned and one sentence."""

    rule: str
    message: Message
    cells: tuple[str, ...] = ()

    def text(self, language: str = "en") -> str:
        return self.message.text(language)

    def to_json(self, language: str = "en") -> dict[str, object]:
        return {"rule": self.rule, "cells": list(self.cells), "message": self.text(language)}


class TableeError(Exception):
    """The base class of every error that tablee raises on purpose."""

    def __init__(self, message: Message) -> None:
        super().__init__(message.text())
        self.message = message

    def __reduce__(self) -> tuple[type[TableeError], tuple[object, ...]]:
        return type(self), (self.message,)  # so that pickle can send an error

    def text(self, language: str = "en") -> str:
        return self.message.text(language)


class Invalid(TableeError):
    """The text is not notation, or the data has the wrong form."""


class Illegal(TableeError):
    """The move is understood, but a rule forbids it."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.message)
        self.refusal = refusal

    def __reduce__(self) -> tuple[type[TableeError], tuple[object, ...]]:
        return type(self), (self.refusal,)


class Stale(TableeError):
    """The move was meant for a state that has passed."""


def core_message(key: str, /, **parameters: Parameter) -> Message:
    return Message("tablee.core", key, parameters)
