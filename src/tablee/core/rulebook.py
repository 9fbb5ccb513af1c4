"""The rules of a game for its players. Refusals and events cite them by id.

A game keeps its rules in ``rulebook.toml`` beside its code, in every language. Marks say where each
rule comes from. The rules panel, the documents and the tests read the same file.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import Any

from tablee.core.data_file import DataFile
from tablee.core.errors import core_message
from tablee.core.messages import LANGUAGES

Text = dict[str, str]
"""One text in every language."""

MARKS = ("R", "X", "P", "I", "D")
"""Rulebook, published elsewhere, proved, inferred, decided.

``mark-R`` … in the catalogue explain them.
"""


@dataclass(frozen=True)
class Rule:
    """A rule with its id. ``figure`` names its picture, or is empty."""

    id: str
    title: Text
    text: Text
    figure: str = ""
    sources: tuple[str, ...] = ()
    """Marks for the sources of the rule. Marks of a chapter hold for all its rules."""


@dataclass(frozen=True)
class Chapter(Rule):
    """Rules that belong together, with an introduction."""

    rules: tuple[Rule, ...] = ()


@dataclass(frozen=True)
class Rulebook:
    about: Text
    chapters: tuple[Chapter, ...]
    marks: Mapping[str, Text] = field(default_factory=dict)
    """The meaning of each mark in this book."""

    def rules(self) -> Iterator[Rule]:
        """Yields the chapters and their rules in the order of the book."""
        for chapter in self.chapters:
            yield chapter
            yield from chapter.rules


def parse(name: str, source: str) -> Rulebook:
    """Reads a rulebook. Raises ``Invalid``, with file and line, if something is missing."""
    file = DataFile.parse(name, source)
    rules = iter(range(len(source)))
    chapters = tuple(
        Chapter(
            **_paragraph(file, "chapters", number, chapter),
            rules=tuple(
                Rule(**_paragraph(file, "chapters.rules", next(rules), rule))
                for rule in chapter.get("rules", ())
            ),
        )
        for number, chapter in enumerate(file.data.get("chapters", ()))
    )
    about = text_of(file, "about", 0, "about", file.data.get("about"))
    book = Rulebook(about, chapters)
    used = {mark for rule in book.rules() for mark in rule.sources}
    meanings = {mark: core_message(f"mark-{mark}").texts() for mark in MARKS if mark in used}
    return Rulebook(about, chapters, meanings)


@cache
def read(package: str) -> Rulebook:
    """Returns the rulebook of the game in this package."""
    source = resources.files(package).joinpath("rulebook.toml").read_text(encoding="utf-8")
    return parse("rulebook.toml", source)


def _paragraph(file: DataFile, table: str, number: int, data: Mapping[str, Any]) -> dict[str, Any]:
    name = data.get("id")
    if not isinstance(name, str) or not name:
        raise file.error(core_message("rulebook-no-id"), table, number)
    return {
        "id": name,
        "title": text_of(file, table, number, f"{name} title", data.get("title")),
        "text": text_of(file, table, number, name, data),
        "figure": str(data.get("figure", "")),
        "sources": _sources(file, table, number, name, data.get("sources", [])),
    }


def _sources(file: DataFile, table: str, number: int, name: str, data: Any) -> tuple[str, ...]:
    if not isinstance(data, list) or not all(mark in MARKS for mark in data):
        problem = core_message("rulebook-sources", rule=name, known=", ".join(MARKS))
        raise file.error(problem, table, number, "sources")
    return tuple(data)


def text_of(file: DataFile, table: str, number: int, name: str, data: Any) -> Text:
    """Returns a text in every language. Raises ``Invalid`` if a language is missing."""
    found = data if isinstance(data, Mapping) else {}
    for language in LANGUAGES:
        if not isinstance(found.get(language), str) or not found[language].strip():
            problem = core_message("rulebook-no-text", rule=name, language=language)
            raise file.error(problem, table, number)
    return {language: found[language] for language in LANGUAGES}
