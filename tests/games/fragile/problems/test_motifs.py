"""Motifs are found in the events of a solution: small examples, and near misses."""

import pytest

from tablee.core import LANGUAGES
from tablee.games.fragile import Book, Problem
from tablee.games.fragile.problems.motifs import MOTIFS, motif_name, motifs_in

RELAY = ("2;B4gA10;B7,C2;-", "C2: B3 B4>B6 B6~A7", "B7: A6 A7>A10")
"""B7 takes the crate and pushes it on."""

SHOWN = {
    "double-goal": ("1;C2gC3,B1gA1;C1;-", "C1: C2>C3 C1 B1>A1"),
    "ladder": ("1;C1gA1,B1c;D1;-", "D1: C1+B1 B1-A1"),
    "crossing": ("2;C2gC3,D2gA1;C1,E2;-", "C1: C2>C3 C1", "E2: D2>B2"),
    "sacrifice": ("1;C2c,D2gA1;C1;-", "C1: C2>C3"),
    "return": ("2;C6gC3;D6,B9;C2", "D6: C6>B6 D6"),
    "double-use": ("2;E5c,A5gA10;D5,G5;-", "D5: E5>F5 E6", "G5: F5>E5"),
    "bridge": ("2;E2gJ1;F3,D2;F2,H2,J2", "D2: E2~J1"),
    "retreat": ("1;C2gC3;D2;-", "D2: C2>B2"),
    "relay": RELAY,
    "clearance": ("2;C2c,D2gA1;C1,E2;-", "C1: C2>C3 C1", "E2: D2>B2"),
    "unveiling": ("1;D10gC8c;E10;-", "E10: D10-C10"),
}

MISSED = {
    "two turns store a crate each": (
        "double-goal",
        ("2;C2gC3,B1gA1;C1,D1;-", "C1: C2>C3", "D1: C1 B1>A1"),
    ),
    "one goal crate only": ("double-goal", ("1;C2c,B1gA1;C1;-", "C1: C2>C3 C1 B1>A1")),
    "it falls, but did not climb": ("ladder", ("1;B1cgA1;C1;-", "C1: B1-A1")),
    "the climber is no goal": ("ladder", ("1;C1c,B1c,A5gA10;D1;-", "D1: C1+B1 B1-A1")),
    "the other crate stays away": (
        "crossing",
        ("2;C2gC3,D2gA1;C1,E2;-", "C1: C2>C3 C1", "E2: D3 D2>D1"),
    ),
    "it made way before it was needed, but is no goal": ("crossing", SHOWN["clearance"]),
    "a goal crate in its own depot": ("sacrifice", ("1;C2gC3;C1;-", "C1: C2>C3")),
    "the docker ends elsewhere": ("return", ("2;C6gC3;D6,B9;C2", "D6: C6>B6 B3")),
    "it is the place of another docker": (
        "return",
        ("2;E5c,A5gA10;D5,E4;-", "D5: E5>F5 E6", "E4: D5"),
    ),
    "the crate that is moved twice is the goal": ("double-use", RELAY),
    "two helpers": ("bridge", ("1;E2gJ1;D2;F2,H2", "D2: E2~H1")),
    "it comes nearer": ("retreat", ("1;D2gC3;E2;-", "E2: D2>C2")),
    "another docker takes it on": (
        "relay",
        ("2;D6gC8;D7,E10;B7", "E10: E6 D6~B8", "D7: A8 B8>C8"),
    ),
    "the one that makes way is a goal": ("clearance", SHOWN["crossing"]),
    "the goal crate is the upper one": ("unveiling", ("1;E7cgD8;C7;-", "C7: E6 E7-E8")),
}


def found(example: tuple[str, ...]) -> tuple[str, ...]:
    problem, *turns = example
    return motifs_in(Problem.parse(problem), turns)


@pytest.mark.parametrize("motif", MOTIFS)
def test_a_motif_is_found_in_a_small_example(motif: str) -> None:
    assert motif in found(SHOWN[motif])


@pytest.mark.parametrize(("motif", "example"), MISSED.values(), ids=MISSED)
def test_a_near_miss_is_no_motif(motif: str, example: tuple[str, ...]) -> None:
    assert motif not in found(example)


def test_every_motif_has_a_near_miss() -> None:
    assert {motif for motif, _ in MISSED.values()} == set(MOTIFS)


def test_a_helper_that_works_in_two_turns_is_used_twice() -> None:
    problem = "2;C6gC3,A6gA10;D6,A5;B6"
    assert "double-use" in found((problem, "D6: C6~B5", "A5: B5~B7"))


def test_a_crate_that_comes_back_in_a_later_turn_returns() -> None:
    assert "return" in found(("2;E5gC3;D5,G5;-", "D5: E5>F5 E6", "G5: F5>E5"))


def test_a_walk_shows_nothing() -> None:
    assert found(("1;C6gC3;D6;-", "D6: D7")) == ()


def test_the_theme_comes_first(golden: Book) -> None:
    """The booklet's second problem: the crate on top falls, four helpers make a bridge."""
    entry = golden.entry(2)
    motifs = motifs_in(entry.problem, entry.published)
    assert motifs == tuple(motif for motif in MOTIFS if motif in motifs)
    assert {"bridge", "unveiling"} <= set(motifs)


def test_motifs_have_a_name_in_every_language() -> None:
    for motif in MOTIFS:
        assert all(motif_name(motif).text(language) for language in LANGUAGES)
