"""Problem books: errors name file and line."""

import pytest

from tablee.core import LANGUAGES, Invalid
from tablee.games.fragile import Book, standard
from tablee.games.fragile.position import PLAIN, Crate

GOOD = """\
# two small problems
[[problem]]
id = 1
turns = 2
crates = ["C6"]
dockers = ["D6", "B9"]
others = ["C2"]
goals = { "C6/1" = "C3" }
published = ["D6: C6>B6 B3", "B9: B7 B6>B4 B4~C3"]

[[problem]]
id = 2
turns = 2
crates = ["E3", "E3"]
dockers = ["F3", "B4"]
goals = { "E3/2" = "J1" }
"""


def parse(text: str) -> Book:
    return Book.parse(text, standard().board, "mine.toml")


def test_a_book_holds_its_problems_by_number() -> None:
    book = parse(GOOD)
    assert [entry.id for entry in book.entries] == [1, 2]
    assert book.entry(1).published == ("D6: C6>B6 B3", "B9: B7 B6>B4 B4~C3")
    assert book.entry(2).published == ()
    assert book.entry(2).problem.others == ()
    assert book.entry(2).problem.crates == {"E3": (PLAIN, Crate(goal="J1"))}


def test_a_number_the_book_does_not_have_is_answered_with_those_it_has(golden) -> None:
    with pytest.raises(Invalid, match=r"no problem 9 .* 1, 2, 3, 4, 5, 6, 7, 8"):
        golden.entry(9)


@pytest.mark.parametrize(
    ("old", "new", "line", "key"),
    [
        ("id = 2", 'id = "2"', 12, "book-number"),
        ("id = 2\n", "", 11, "book-number"),
        ("id = 2", "id = true", 12, "book-number"),
        ('turns = 2\ncrates = ["E3"', 'turns = 2.5\ncrates = ["E3"', 13, "book-number"),
        ("id = 2", "id = 1", 12, "book-twice"),
        ('crates = ["E3", "E3"]', 'crates = "E3"', 14, "book-cells"),
        ('crates = ["E3", "E3"]\n', "", 11, "book-cells"),
        ('crates = ["E3", "E3"]', 'crates = ["E3", "E11"]', 14, "book-cell"),
        ('crates = ["E3", "E3"]', 'crates = ["E3", 3]', 14, "book-cell"),
        ('crates = ["E3", "E3"]', 'crates = ["E3", "E3", "E3"]', 14, "book-too-high"),
        ('dockers = ["F3", "B4"]', 'dockers = ["F3", "K4"]', 15, "book-cell"),
        ('others = ["C2"]', "others = 5", 7, "book-cells"),
        ('others = ["C2"]', 'others = ["c2"]', 7, "book-cell"),
        ('goals = { "C6/1" = "C3" }', "", 2, "book-goals"),
        ('goals = { "C6/1" = "C3" }', "goals = {}", 8, "book-goals"),
        ('goals = { "C6/1" = "C3" }', 'goals = "C3"', 8, "book-goals"),
        ('"C6/1"', '"C6"', 8, "book-goal-crate"),
        ('"C6/1"', '"C6/2"', 8, "book-goal-crate"),
        ('"C6/1"', '"C7/1"', 8, "book-goal-crate"),
        ('"E3/2"', '"E3/3"', 16, "book-goal-crate"),
        ('= "C3" }', '= "K3" }', 8, "book-cell"),
        ('= "C3" }', "= 3 }", 8, "book-cell"),
        ("published = [", "published = 5 # [", 9, "book-texts"),
        ("published = [", "published = [4, ", 9, "book-texts"),
        # what the problem itself is checked for
        ('turns = 2\ncrates = ["C6"]', 'turns = 0\ncrates = ["C6"]', 2, "problem-turns"),
        ('dockers = ["D6", "B9"]', "dockers = []", 2, "problem-dockers"),
        ('dockers = ["D6", "B9"]', 'dockers = ["D6", "D6"]', 2, "cell-taken-twice"),
        ('crates = ["C6"]', 'crates = ["C6", "C4", "C4"]', 2, "stack-in-slot"),
        ('= "C3" }', '= "C5" }', 2, "goal-not-depot"),
        ('"E3/2" = "J1"', '"E3/2" = "J1", "E3/1" = "J1"', 11, "goal-twice"),
        ('crates = ["C6"]', 'crates = ["C6", "C3"]', 2, "goal-full"),
        ('{ "C6/1" = "C3" }', '{ "C4/1" = "C3" }', 2, "goal-crate-stored"),
    ],
)
def test_a_mistake_in_a_book_is_named_with_its_line(
    old: str, new: str, line: int, key: str
) -> None:
    text = GOOD.replace(old, new)
    if key == "goal-crate-stored":
        text = text.replace('crates = ["C6"]', 'crates = ["C6", "C4"]')
    assert text != GOOD
    with pytest.raises(Invalid) as caught:
        parse(text)
    message = caught.value.message
    problem = message.parameters["problem"] if message.key == "book-problem" else message
    assert problem.key == key
    assert message.parameters["line"] == line
    assert str(caught.value).startswith(f"mine.toml, line {line}: ")
    assert len({caught.value.text(language) for language in LANGUAGES}) == len(LANGUAGES)


@pytest.mark.parametrize("text", ["", "problem = []", "problem = 5", "[problem]\nid = 1", "x = 1"])
def test_a_file_without_problems_is_no_book(text: str) -> None:
    with pytest.raises(Invalid) as caught:
        parse(text)
    assert caught.value.message.key == "book-empty"
    assert "mine.toml" in str(caught.value)


def test_problems_that_are_no_tables_are_invalid() -> None:
    with pytest.raises(Invalid) as caught:
        parse("problem = [1, 2]")
    assert caught.value.message.key == "book-number"


def test_what_is_not_toml_is_said_with_its_line() -> None:
    with pytest.raises(Invalid, match=r"mine.toml: this is not TOML: .*line 2") as caught:
        parse("[[problem]]\nid = = 1\n")
    assert caught.value.message.key == "data-syntax"


@pytest.mark.parametrize("text", [f"id = {'9' * 5000}", "a = " + "[" * 20_000])
def test_toml_beyond_all_measure_is_invalid_too(text: str) -> None:
    with pytest.raises(Invalid) as caught:
        parse(text)
    assert caught.value.message.key == "data-syntax"
