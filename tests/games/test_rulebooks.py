"""Players can read every rule that refusals and events cite, in every language."""

import ast
import re
from importlib import resources
from pathlib import Path

import pytest

from tablee.core import LANGUAGES, Invalid, game_names, game_type
from tablee.core.rulebook import Rulebook, parse

CITED = re.compile(r"[FS]-\d+(\.\d+)?")
LAWS = {
    "fragile": ("F", {1: 6, 2: 4, 3: 4, 4: 8, 5: 6, 6: 2, 7: 3}),
    "shear-panic": ("S", {1: 4, 2: 3, 3: 0, 4: 10, 5: 5, 6: 8, 7: 1, 8: 3, 9: 6}),
}
"""The chapters of the law and how many rules each has."""


def book(game: str) -> Rulebook:
    return game_type(game).rulebook()


def cited(game: str) -> set[str]:
    """Every id that stands in the code of a game as a value: refusals and events take theirs
    from these."""
    package = resources.files(f"tablee.games.{game.replace('-', '_')}")
    sources = (path for path in Path(str(package)).rglob("*.py"))
    return {
        node.value
        for source in sources
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
        if CITED.fullmatch(node.value)
    }


@pytest.mark.parametrize("game", game_names())
def test_every_rule_that_a_refusal_or_an_event_cites_has_its_paragraph(game: str) -> None:
    found = cited(game)
    assert len(found) > 20
    assert found <= {rule.id for rule in book(game).rules()}


@pytest.mark.parametrize("game", game_names())
def test_the_book_has_every_rule_of_the_law_once_and_in_order(game: str) -> None:
    letter, chapters = LAWS[game]
    expected = [
        f"{letter}-{chapter}" + (f".{number}" if number else "")
        for chapter, count in chapters.items()
        for number in range(count + 1)
    ]
    assert [rule.id for rule in book(game).rules()] == expected


@pytest.mark.parametrize("game", game_names())
def test_every_rule_says_where_it_comes_from(game: str) -> None:
    """A chapter without rules of its own has marks itself."""
    for chapter in book(game).chapters:
        assert chapter.sources or chapter.rules, chapter.id
        for rule in chapter.rules:
            assert rule.sources, rule.id


@pytest.mark.parametrize("game", game_names())
def test_every_mark_of_a_book_is_explained_in_it(game: str) -> None:
    used = {mark for rule in book(game).rules() for mark in rule.sources}
    assert book(game).marks.keys() == used
    assert all(text[language] for text in book(game).marks.values() for language in LANGUAGES)


@pytest.mark.parametrize("game", game_names())
def test_the_figures_of_a_book_are_those_the_game_draws(game: str) -> None:
    named = [rule.figure for rule in book(game).rules() if rule.figure]
    assert sorted(named) == sorted(game_type(game).figures())


def test_a_language_that_is_missing_is_told_with_its_line() -> None:
    texts = 'en = "a"\nfr = "b"\nde = "c"\n'
    title = 'title = { en = "a", fr = "b", de = "c" }\n'
    source = f'[about]\n{texts}[[chapters]]\nid = "F-1"\n{title}en = "a"\nfr = "b"\n'
    with pytest.raises(Invalid, match=r"rulebook\.toml, line 5: F-1 .*: de"):
        parse("rulebook.toml", source)
    assert parse("rulebook.toml", source + 'de = "c"\n').chapters[0].text["de"] == "c"


def test_a_rule_without_an_id_is_refused() -> None:
    texts = 'en = "a"\nfr = "b"\nde = "c"\n'
    with pytest.raises(Invalid, match="line 5: a rule needs an id"):
        parse("rulebook.toml", f"[about]\n{texts}[[chapters]]\n{texts}")


@pytest.mark.parametrize("sources", ['["R", "Q"]', '"R"', "[1]"])
def test_a_mark_nobody_knows_is_told_with_its_line(sources: str) -> None:
    texts = 'en = "a"\nfr = "b"\nde = "c"\n'
    title = 'title = { en = "a", fr = "b", de = "c" }\n'
    source = f'[about]\n{texts}[[chapters]]\nid = "F-1"\nsources = {sources}\n{title}{texts}'
    with pytest.raises(Invalid, match=r"line 7: the sources of F-1 .*R, X, P, I, D"):
        parse("rulebook.toml", source)
