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
        return self.texts((language,))[language]

    def texts(self, languages: Iterable[str] = LANGUAGES) -> dict[str, str]:
        """The sentence in each of these languages."""
        spoken = dict(self.parameters)
        inner = [
            (name, value.texts(languages))
            for name, value in spoken.items()
            if isinstance(value, Message)
        ]
        texts = {}
        templates = _templates(self.package)[self.key]
        for language in languages:
            template = templates[language]
            for name, sentence in inner:
                spoken[name] = sentence[language]
            for plural in template.plurals:
                spoken[plural.field] = plural.word(spoken[plural.name], language)
            texts[language] = template.text % spoken
        return texts

    def __hash__(self) -> int:
        return hash((self.package, self.key, frozenset(self.parameters.items())))


class _Plural(NamedTuple):
    """A word that goes with a number: ``{name|one|more}`` in a sentence."""

    field: str
    name: str
    one: str
    more: str

    def word(self, value: Parameter, language: str) -> str:
        number = int(value)  # type: ignore[arg-type]
        return self.one if number == 1 or (number == 0 and language == "fr") else self.more


class _Template(NamedTuple):
    """A sentence as a template for ``%``, which is faster than ``format``."""

    text: str
    plurals: tuple[_Plural, ...]


@cache
def catalogue(package: str) -> dict[str, dict[str, str]]:
    """Returns the sentences of a package by key, then by language."""
    source = resources.files(package).joinpath("messages.toml").read_text(encoding="utf-8")
    return tomllib.loads(source)


@cache
def _templates(package: str) -> dict[str, dict[str, _Template]]:
    return {
        key: {language: _template(sentence) for language, sentence in sentences.items()}
        for key, sentences in catalogue(package).items()
    }


def _template(sentence: str) -> _Template:
    parts = [(literal, name) for literal, name, _, _ in Formatter().parse(sentence)]
    text = "".join(
        literal.replace("%", "%%") + ("" if name is None else f"%({name})s")
        for literal, name in parts
    )
    plurals = {name: _Plural(name, *name.split("|")) for _, name in parts if name and "|" in name}
    return _Template(text, tuple(plurals.values()))


Parameter = str | int | Message
"""A value in a sentence. A message as a value becomes a sentence inside the sentence."""
