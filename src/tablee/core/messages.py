"""Sentences for people, in every language. Each package keeps a catalogue of its own.

A catalogue is the file ``messages.toml`` of a package. Each entry holds one sentence per language.
``{name}`` in a sentence stands for a parameter, and ``{name|point|points}`` for the word that goes
with its number.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib import resources
from string import Formatter
from types import MappingProxyType
from typing import NamedTuple

LANGUAGES = ("en", "fr", "de")


class Message(NamedTuple):
    """A sentence not yet in a language: its package, its key and its parameters."""

    package: str
    key: str
    parameters: Mapping[str, Parameter] = MappingProxyType({})

    def text(self, language: str = "en") -> str:
        spoken = _Spoken(
            (name, value.text(language) if isinstance(value, Message) else value)
            for name, value in self.parameters.items()
        )
        spoken.language = language
        return _templates(self.package)[self.key][language] % spoken

    def texts(self, languages: Iterable[str] = LANGUAGES) -> dict[str, str]:
        """The sentence in each of these languages."""
        spoken = _Spoken(self.parameters)
        inner = [
            (name, value.texts(languages))
            for name, value in spoken.items()
            if isinstance(value, Message)
        ]
        texts = {}
        templates = _templates(self.package)[self.key]
        for language in languages:
            for name, sentence in inner:
                spoken[name] = sentence[language]
            spoken.language = language
            texts[language] = templates[language] % spoken
        return texts

    def __hash__(self) -> int:
        return hash((self.package, self.key, frozenset(self.parameters.items())))


class _Spoken(dict[str, "str | int | Message"]):
    """The parameters of a sentence in one language, and the words that go with its numbers."""

    language: str

    def __missing__(self, field: str) -> str:
        name, one, more = field.split("|")
        number = int(self[name])  # type: ignore[arg-type]
        return one if number == 1 or (number == 0 and self.language == "fr") else more


@cache
def catalogue(package: str) -> dict[str, dict[str, str]]:
    """Returns the sentences of a package by key, then by language."""
    source = resources.files(package).joinpath("messages.toml").read_text(encoding="utf-8")
    return tomllib.loads(source)


@cache
def _templates(package: str) -> dict[str, dict[str, str]]:
    """Returns the sentences as templates for ``%``, which is faster than ``format``."""
    return {
        key: {language: _template(sentence) for language, sentence in sentences.items()}
        for key, sentences in catalogue(package).items()
    }


def _template(sentence: str) -> str:
    return "".join(
        literal.replace("%", "%%") + ("" if name is None else f"%({name})s")
        for literal, name, _, _ in Formatter().parse(sentence)
    )


Parameter = str | int | Message
"""A value in a sentence. A message as a value becomes a sentence inside the sentence."""
