"""F-1.6: the board is data. Every line is checked, and games use it."""

import pytest

from tablee.core import LANGUAGES, Illegal, Invalid, Record
from tablee.core.messages import catalogue
from tablee.games.fragile import Edition, Fragile, standard
from tablee.games.fragile.serial import parse_position

STANDARD = standard().text


def line_of(text: str, part: str, nth: int = 1) -> int:
    """The line the nth occurrence of a text begins on."""
    at = -1
    for _ in range(nth):
        at = text.index(part, at + 1)
    return text.count("\n", 0, at) + 1


def depot(slot: str, opens: str, source: str = "R") -> str:
    return f'[[depot]]\nslot = "{slot}"\nopens = "{opens}"\nsource = "{source}"\n'


def changed(old: str, new: str) -> str:
    assert STANDARD.count(old) == 1, old
    return STANDARD.replace(old, new)


C4 = 'slot = "C4"\nopens = "C5"\nsource = "I"\n'
D8 = '[[depot]]\nslot = "D8"\nopens = "E8"\nsource = "I"\n'
CRATES = 'cells = ["D4", "E4", '
THREE = "count = 3\ndockers = 2\ndepots = 4\n"

MISTAKES = [
    # old text, new text, message, the text whose line is named
    ('name = "standard"\n', "", "edition-no-fact", None),
    ('name = "standard"', "name = 5", "edition-no-fact", "name = 5"),
    ('slot = "C4"', 'slot = "K4"', "edition-slot-off-board", 'slot = "K4"'),
    ('slot = "C4"', 'slot = "C11"', "edition-slot-off-board", 'slot = "C11"'),
    ('slot = "C4"', "slot = 4", "edition-no-fact", "slot = 4"),
    ('slot = "C4"\n', "", "edition-no-fact", '[[depot]]\nopens = "C5"'),
    (C4, 'slot = "C3"\nopens = "C2"\nsource = "I"\n', "edition-slot-twice", 'slot = "C3"#2'),
    ('opens = "C5"', 'opens = "C6"', "edition-entrance-not-adjacent", 'opens = "C6"'),
    ('opens = "C5"', 'opens = "D5"', "edition-entrance-not-adjacent", 'opens = "D5"'),
    ('opens = "C5"', 'opens = "C4"', "edition-entrance-not-adjacent", 'opens = "C4"'),
    ('opens = "B1"', 'opens = "A0"', "edition-entrance-not-adjacent", 'opens = "A0"'),
    ('opens = "C5"\n', "", "edition-no-fact", '[[depot]]\nslot = "C4"'),
    ('opens = "C5"', 'opens = "C3"', "edition-entrance-into-wall", 'opens = "C3"'),
    ('opens = "C2"', 'opens = "C4"', "edition-entrance-into-wall", 'opens = "C4"'),
    (C4, 'slot = "C4"\nopens = "C5"\n', "edition-no-fact", '[[depot]]\nslot = "C4"'),
    (C4, C4.replace('"I"', '"X"'), "edition-unknown", 'source = "X"'),
    (C4, C4.replace('"I"', "1"), "edition-no-fact", "source = 1"),
    (D8, "", "edition-count", '[[depot]]\nslot = "C8"'),
    (D8, D8 + depot("F9", "F10"), "edition-count", '[[depot]]\nslot = "F9"'),
    (D8, depot("F9", "F10"), "edition-quarter", 'slot = "F9"'),
    (CRATES, 'cells = ["K4", "E4", ', "edition-crate-off-board", "cells = "),
    (CRATES, 'cells = [4, "E4", ', "edition-crate-off-board", "cells = "),
    (CRATES, 'cells = ["C4", "E4", ', "edition-crate-in-depot", "cells = "),
    (CRATES, 'cells = ["E4", "E4", ', "edition-crate-twice", "cells = "),
    (CRATES, 'cells = ["D4", ', "edition-count", "cells = "),
    (CRATES, 'cells = ["B4", "D4", "E4", ', "edition-count", "cells = "),
    (CRATES, 'cells = "D4" # ', "edition-no-fact", "cells = "),
    ('source = "R"\n\n# Dockers', "\n# Dockers", "edition-no-fact", "[crates]"),
    ("[crates]", "[boxes]", "edition-no-fact", None),
    (THREE, THREE.replace("count = 3", "count = 5"), "edition-players", "count = 5"),
    (THREE, THREE.replace("count = 3", "count = 2"), "edition-players", "count = 2#2"),
    (THREE, THREE.replace("count = 3", "count = true"), "edition-no-fact", "count = true"),
    (THREE, THREE.replace("depots = 4", "depots = 5"), "edition-depots", "depots = 5"),
    (THREE, THREE.replace("depots = 4", "depots = 2"), "edition-depots", "depots = 2"),
    (THREE, THREE.replace("dockers = 2", "dockers = 1"), "edition-dockers", "dockers = 1"),
    (THREE, THREE.replace("dockers = 2", "dockers = 5"), "edition-dockers", "dockers = 5"),
    (f'[[players]]\n{THREE}source = "R"\n', "", "edition-count", "[[players]]\ncount = 4"),
]


@pytest.mark.parametrize(("old", "new", "key", "place"), MISTAKES)
def test_a_mistake_in_an_edition_is_named_with_its_line(
    old: str, new: str, key: str, place: str | None
) -> None:
    """F-1.6, F-1.3, F-1.5, F-2.1"""
    text = changed(old, new)
    with pytest.raises(Invalid) as caught:
        Edition.parse(text, "mine.toml")
    assert caught.value.message.key == key
    part, _, nth = (place or "").partition("#")
    line = line_of(text, part, int(nth or 1)) if place else 1
    assert caught.value.message.parameters["line"] == line
    assert str(caught.value).startswith(f"mine.toml, line {line}: ")
    assert len({caught.value.text(language) for language in LANGUAGES}) == len(LANGUAGES)


@pytest.mark.parametrize("table", ["depot", "players"])
def test_an_edition_without_a_table_says_which(table: str) -> None:
    with pytest.raises(Invalid) as caught:
        Edition.parse(STANDARD.replace(f"[[{table}]]", "[[other]]"), "mine.toml")
    assert str(caught.value) == f"mine.toml: the edition has no [[{table}]]."
    with pytest.raises(Invalid) as caught:
        Edition.parse('name = "x"\ndepot = [1, 2]\n')
    assert caught.value.message.key == "edition-no-tables"


def test_every_check_of_an_edition_is_triggered_above() -> None:
    sentences = {**catalogue("tablee.core"), **catalogue("tablee.games.fragile")}
    keys = {key for key in sentences if key.startswith("edition-")}
    bounds = ("length", "lines", "signs", "number", "depth", "name")
    amounts = {f"edition-{bound}" for bound in bounds}
    assert amounts < keys  # tests/core/test_edition.py triggers them
    assert keys - amounts == {key for _, _, key, _ in MISTAKES} | {"edition-no-tables"}


def test_line_numbers_hold_when_lines_end_as_in_windows() -> None:
    text = changed('opens = "C5"', 'opens = "C6"').replace("\n", "\r\n")
    with pytest.raises(Invalid) as caught:
        Edition.parse(text, "mine.toml")
    assert caught.value.message.parameters["line"] == line_of(text, 'opens = "C6"')


CORRECTED = STANDARD.replace('name = "standard"', 'name = "my copy"').replace(
    C4, 'slot = "C4"\nopens = "B4"\nsource = "O"\n'
)


def test_a_corrected_edition_is_played_on() -> None:
    """F-1.6: C4 opens to B4 on this copy; a crate goes in from A4, and none from C6."""
    edition = Edition.parse(CORRECTED)
    assert edition.name == "my copy"
    game = Fragile(2, edition)
    assert game != Fragile(2)
    board = edition.board
    depots = dict.fromkeys(board.entrances)
    quiet = "1I2,1I5,2I6,2I7,2I9"
    state = game.state_at(parse_position(board, f"B4c,E9c 1A4,{quiet}"), depots)
    assert state.play(state.parse("A4: B4>C4")).position.crates_at("C4")
    state = game.state_at(parse_position(board, f"C5c,E9c 1C6,{quiet}"), depots)
    with pytest.raises(Illegal) as caught:
        state.parse("C6: C5>C4")
    assert caught.value.refusal.message.key == "wall"


@pytest.mark.parametrize(
    "text",
    [
        CORRECTED,
        CORRECTED.rstrip("\n"),  # no end of line at the end
        CORRECTED.replace("\n", "\r\n"),
        CORRECTED.replace('source = "O"', 'source = "O"   # seen by me  '),
        CORRECTED + "\n\n",
        CORRECTED + "# one\u2028comment\n",
        CORRECTED + "#\n# é\n",
    ],
    ids=["as is", "no last newline", "crlf", "blanks", "blank lines", "separator", "comments"],
)
def test_a_record_carries_an_edition_of_ones_own_along(text: str) -> None:
    """F-1.6: a game records the edition it was played on."""
    game = Fragile(3, Edition.parse(text))
    moves, state = [], game.initial()
    for _ in range(20):
        moves.append(state.legal_moves()[-1])
        state = state.play(moves[-1])
    record = Record(game, tuple(moves), seed=7)
    written = record.text()
    assert "\nedition: own " in written
    assert '| opens = "B4"' in written
    again = Record.parse(written)
    assert again == record
    assert again.final() == state
    assert again.game.edition.board == game.edition.board
    assert again.text() == written


def test_a_record_on_the_standard_board_names_it_only() -> None:
    written = Record(Fragile(3), ()).text()
    assert "\nedition: standard " in written
    assert "|" not in written
