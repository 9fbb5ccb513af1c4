"""Sentences for people, in every language, kept in catalogues beside the code that says them.

A catalogue is a file ``messages.toml`` in a package. Each entry holds one sentence per language;
``{name}`` in it stands for a parameter.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources

LANGUAGES = ("en", "fr", "de")


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence not yet put into a language: where its catalogue is, its key, its parameters."""

    package: str
    key: str
    parameters: Mapping[str, Parameter] = field(default_factory=dict)

    def text(self, language: str = "en") -> str:
        spoken = {
            name: value.text(language) if isinstance(value, Message) else value
            for name, value in self.parameters.items()
        }
        return catalogue(self.package)[self.key][language].format(**spoken)

    def __hash__(self) -> int:
        return hash((self.package, self.key, frozenset(self.parameters.items())))


@cache
def catalogue(package: str) -> dict[str, dict[str, str]]:
    """The sentences of one package: key, then language, then text."""
    source = resources.files(package).joinpath("messages.toml").read_text(encoding="utf-8")
    return tomllib.loads(source)


Parameter = str | int | Message
"""A value in a sentence; a message among them is a sentence in the sentence."""
