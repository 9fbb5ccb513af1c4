"""The sentences of the server, and sentences in every language at once."""

from __future__ import annotations

from typing import Annotated, Literal, get_args

import msgspec

from tablee.core.errors import TableeError
from tablee.core.messages import LANGUAGES, Message, Parameter

Language = Literal["en", "fr", "de"]
assert get_args(Language) == LANGUAGES

Spoken = Annotated[dict[str, str], msgspec.Meta(title="Spoken")]
"""One sentence, by language. All at a table get the same bytes, whatever they speak."""


def say(key: str, /, **parameters: Parameter) -> Message:
    return Message("tablee.server", key, parameters)


def spoken(message: Message) -> Spoken:
    return message.texts()


class Refused(TableeError):
    """The server does not do what was asked. ``code`` is stable; programs rely on it."""

    def __init__(self, code: str, message: Message | None = None, /, **parameters: Parameter):
        super().__init__(message or say(f"refused-{code}", **parameters))
        self.code = code
