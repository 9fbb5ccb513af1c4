"""Sentences, errors and the registry."""

import pickle
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

import tablee
from tablee.core import (
    LANGUAGES,
    Illegal,
    Invalid,
    Message,
    Refusal,
    Stale,
    TableeError,
    game_names,
    game_type,
)
from tablee.core.errors import core_message
from tablee.core.messages import catalogue

PACKAGES = (
    "tablee.analysis",
    "tablee.bots",
    "tablee.core",
    "tablee.engine",
    "tablee.games.fragile",
    "tablee.games.shear_panic",
    "tablee.server",
    "tablee.cli",
)


def test_a_message_is_put_into_each_language() -> None:
    message = core_message("record-actor", line=3, expected="P1")
    assert message.text() == "Line 3: it is the turn of P1."
    assert message.text("fr") == "Ligne 3\u00a0: c'est au tour de P1."
    assert message.text("de") == "Zeile 3: P1 ist am Zug."


def test_a_sentence_in_a_sentence_is_in_the_same_language() -> None:
    inner = core_message("record-actor", line=3, expected="P1")
    outer = core_message("record-line", line=9, problem=inner)
    assert outer.text("de") == "Zeile 9: Zeile 3: P1 ist am Zug."


def parameters_of(sentence: str) -> set[str]:
    return set(re.findall(r"(?<!{){(\w+)", sentence))


def test_every_sentence_is_the_same_in_all_languages_at_once_and_in_each() -> None:
    for package in PACKAGES:
        for key, sentences in catalogue(package).items():
            names = {name for text in sentences.values() for name in parameters_of(text)}
            has_plural = any("|" in text for text in sentences.values())
            parameters = {name: 2 if has_plural else f"100 % {{{name}}}" for name in names}
            expected = {
                language: re.sub(r"{\w+\|[^|]*\|(.*?)}", r"\1", sentences[language]).format(
                    **parameters
                )
                for language in LANGUAGES
            }
            message = Message(package, key, parameters)
            assert message.texts() == expected
            assert {language: message.text(language) for language in LANGUAGES} == expected


def test_every_sentence_has_the_same_parameters_in_each_language() -> None:
    for package in PACKAGES:
        for key, sentences in catalogue(package).items():
            assert set(sentences) == set(LANGUAGES), key
            english = parameters_of(sentences["en"])
            assert all(parameters_of(text) == english for text in sentences.values()), key


@pytest.mark.parametrize(
    ("number", "en", "fr", "de"),
    [
        (0, "0 tables were", "0 table a été supprimée", "0 Tische wurden"),
        (1, "1 table was", "1 table a été supprimée", "1 Tisch wurde"),
        (2, "2 tables were", "2 tables ont été supprimées", "2 Tische wurden"),
    ],
)
def test_words_go_with_their_number(number: int, en: str, fr: str, de: str) -> None:
    texts = Message("tablee.cli", "tidied", {"count": number}).texts()
    for language, expected in (("en", en), ("fr", fr), ("de", de)):
        assert texts[language].startswith(expected)


COUNTED = "points|count|turns|refuted|limit|cost|moves|draws|needed"
PLURALS = (
    "points|turns|tables|moves|draws|ways|days|seconds|positions"
    "|tours|coups|tirages|jours|secondes"
    "|Punkten?|Zügen?|Tischen?|Schritten?|Ziehungen|Tage|Sekunden|Stellungen"
)


def test_no_number_has_a_bare_plural_after_it() -> None:
    bare = re.compile(rf"{{(?:{COUNTED})}} (?:\w+ )?(?:{PLURALS})\b")
    for package in PACKAGES:
        for key, sentences in catalogue(package).items():
            for language, text in sentences.items():
                assert not bare.search(text), (key, language)


def french_texts(node: object) -> Iterator[str]:
    """The French texts of a catalogue, a lesson or a rulebook, wherever they stand in it."""
    if isinstance(node, list):
        for part in node:
            yield from french_texts(part)
    elif isinstance(node, dict):
        for key, part in node.items():
            if key == "fr" and isinstance(part, str):
                yield part
            else:
                yield from french_texts(part)


ROOT = Path(tablee.__file__).parent
CATALOGUES = sorted(
    path for name in ("messages.toml", "lesson.toml", "rulebook.toml") for path in ROOT.rglob(name)
)
NOTATION = re.compile(r"«\u202f[^»]*\u202f»|\b[A-Z]\d[:!]|DOCKER:|\[!\]| {2,}\?")


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: str(path.relative_to(ROOT)))
def test_french_sets_its_marks_off_by_a_space_that_does_not_break(path: Path) -> None:
    texts = list(french_texts(tomllib.loads(path.read_text(encoding="utf-8"))))
    assert texts
    for text in texts:
        rest = NOTATION.sub("", text)
        assert not re.search(r"[^\u202f][;!?»](?=\s|$)|[^\u00a0]:(?=\s|$)|«(?!\u202f)", rest), text


def test_a_sentence_in_a_sentence_is_there_in_all_languages_at_once() -> None:
    inner = core_message("record-actor", line=3, expected="P1")
    outer = core_message("record-line", line=9, problem=inner)
    assert outer.texts() == {language: outer.text(language) for language in LANGUAGES}
    assert outer.texts()["fr"] == "Ligne 9\u00a0: Ligne 3\u00a0: c'est au tour de P1."
    assert outer.parameters["problem"] == inner


def test_braces_in_what_people_wrote_are_left_alone() -> None:
    assert "{line}" in core_message("record-header", line=1, text="{line} {0}").text()


def test_messages_are_values() -> None:
    one, same = core_message("record-line", line=1), core_message("record-line", line=1)
    assert one == same
    assert hash(one) == hash(same)
    assert one != core_message("record-line", line=2)
    assert len({one, same}) == 1


def test_a_refusal_has_a_rule_places_and_a_sentence_as_plain_data() -> None:
    refusal = Refusal("F-4.2", Message("tablee.games.fragile", "wall", {"cell": "D4"}), ("D4",))
    assert refusal.to_json("fr") == {
        "rule": "F-4.2",
        "cells": ["D4"],
        "message": "Après D4, il y a un mur ou le bord du quai.",
    }
    error = Illegal(refusal)
    assert str(error) == refusal.text()
    assert error.text("de") == refusal.text("de")


def test_the_errors_are_of_one_family_and_of_different_kinds() -> None:
    kinds = (Invalid, Illegal, Stale)
    assert all(issubclass(kind, TableeError) for kind in kinds)
    assert not any(issubclass(a, b) for a in kinds for b in kinds if a is not b)


def test_errors_come_whole_from_other_processes() -> None:
    invalid = Invalid(core_message("record-actor", line=1, expected="P1"))
    assert pickle.loads(pickle.dumps(invalid)).message == invalid.message
    illegal = Illegal(
        Refusal("F-4.2", core_message("record-actor", line=2, expected="P2"), ("D4",))
    )
    again = pickle.loads(pickle.dumps(illegal))
    assert (type(again), again.refusal) == (Illegal, illegal.refusal)


def test_a_game_is_known_by_its_name() -> None:
    assert "fragile" in game_names()
    assert all(game_type(name).name == name for name in game_names())


def test_an_unknown_game_is_answered_with_the_known_ones() -> None:
    with pytest.raises(Invalid) as caught:
        game_type("chess")
    for language in LANGUAGES:
        assert "chess" in caught.value.text(language)
        assert "fragile" in caught.value.text(language)
