"""The sentences of a training. ``messages.toml`` beside this file is the catalogue."""

from __future__ import annotations

from tablee.core.messages import Message, Parameter


def say(key: str, /, **parameters: Parameter) -> Message:
    return Message("tablee.training", key, parameters)
