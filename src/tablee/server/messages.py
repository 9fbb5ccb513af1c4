"""The sentences of the server, and the refusals that carry them."""

from __future__ import annotations

from typing import Annotated, Literal, get_args

import msgspec

from tablee.core.errors import TableeError
from tablee.core.messages import LANGUAGES, Message, Parameter

Language = Literal["en", "fr", "de"]
assert get_args(Language) == LANGUAGES

Spoken = Annotated[dict[str, str], msgspec.Meta(title="Spoken")]
"""One sentence by language. Everybody at a table gets the same bytes, in all languages."""


def say(key: str, /, **parameters: Parameter) -> Message:
    return Message("tablee.server", key, parameters)


def spoken(message: Message) -> Spoken:
    return message.texts()


class Refused(TableeError):
    """The server refuses a request. Programs rely on ``code``, which stays the same."""

    def __init__(self, code: str, message: Message | None = None, /, **parameters: Parameter):
        super().__init__(message or say(f"refused-{code}", **parameters))
        self.code = code

    def __reduce__(self) -> tuple[type[TableeError], tuple[object, ...]]:
        return Refused, (self.code, self.message)  # a worker may refuse, too
