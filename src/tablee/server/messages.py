"""The sentences of the server, and sentences in every language at once."""

from __future__ import annotations

from tablee.core.errors import TableeError
from tablee.core.messages import Message, Parameter

Spoken = dict[str, str]
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
