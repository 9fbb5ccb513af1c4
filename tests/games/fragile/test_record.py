"""Records of Fragile: strict text, written and read."""

import random

import pytest

from tablee.core import Illegal, Invalid, Record
from tablee.games.fragile import Fragile, Problem, standard
from tablee.games.fragile.moves import EndTurn, Go, PlaceDepot

HEADER = """\
tablee record 1
game: fragile
rules: 2
edition: standard {mark}
players: 2
first: 1
order: clockwise
idle: 40
"""
SETUP = """\
P1 depot A1
P2 depot J1
P1 depot C3
P2 depot H3
P1 depot H8
P2 depot C8
P1 depot D8
P2 depot H7
P1 docker A1
P2 docker J1
P1 docker C3
P2 docker H3
P1 docker D8
P2 docker H7
"""


def mark() -> str:
    text = Record(Fragile(2), ()).text()
    return text.partition("edition: standard ")[2].partition("\n")[0]


def record(body: str = "", header: str = HEADER) -> str:
    return f"{header.format(mark=mark())}\n{SETUP}{body}"


def random_record(game: Fragile, seed: int, length: int) -> Record:
    rng = random.Random(seed)
    state, moves = game.initial(), []
    while len(moves) < length and state.legal_moves():
        legal = state.legal_moves()
        handling = [move for move in legal if not isinstance(move, Go | EndTurn)]
        moves.append(rng.choice(handling if handling and rng.random() < 0.6 else legal))
        state = state.play(moves[-1])
    return Record(game, tuple(moves), seed)


@pytest.mark.parametrize(
    "game",
    [
        Fragile(2),
        Fragile(3, idle_limit=None),
        Fragile(4, idle_limit=6),
        Fragile(4, straws=True),
        Fragile(3, first=2),
        Fragile(4, first=None),
        Fragile(4, straws=True, first=None),
        Fragile(3, edition=standard(1), rules_version=1),
        Fragile.of_problem(Problem.parse("9;D3c,E3cc,F3c,G6gC3;C5,G5,D7;E2")),
    ],
    ids=[
        "two",
        "three, no idle end",
        "four, short idle end",
        "straws",
        "third first",
        "first drawn",
        "first drawn, straws",
        "version 1",
        "problem",
    ],
)
def test_a_record_reads_back_as_it_was_written(game: Fragile) -> None:
    for length in (0, 3, 13, 20, 27, 33, 150):
        written = random_record(game, length, length)
        again = Record.parse(written.text())
        assert again == written
        assert again.text() == written.text()
        assert again.final() == written.final()


def test_a_record_is_read_as_people_write_it() -> None:
    text = record("P1 A1: C1 / C3: C2\n# a word between\n\nP2 J1: J3 / H7: H5 …\n")
    found = Record.parse(text)
    assert found.game == Fragile(2)
    assert found.seed is None
    assert found.moves[-3:] == (EndTurn(), Go("J1", "J3"), Go("H7", "H5"))
    assert found.final().actor == 1
    assert found.text() == text.replace("# a word between\n\n", "")


def test_who_was_drawn_to_begin_stands_in_the_record() -> None:
    """F-3.1"""
    game = Fragile(3, first=None)
    state = game.initial()
    moves = [state.parse("first 2"), PlaceDepot("A1")]
    text = Record(game, tuple(moves)).text()
    assert "\nfirst: draw\n" in text
    assert text.endswith("\n-- first 2\nP2 depot A1\n")
    assert Record.parse(text).final().actor == 2


def test_an_unfinished_turn_stays_unfinished() -> None:
    found = Record.parse(record("P1 A1: C1 …\n"))
    assert found.final().active is not None
    assert Record.parse(found.text()) == found


def test_a_game_that_ends_in_mid_turn_needs_no_dots() -> None:
    """F-5.4, F-7.3: the problem is solved with the last push."""
    game = Fragile.of_problem(Problem.parse("2;C6gC4;C7,E9;-"))
    moves = (Go("E9", "E8"), EndTurn(), game.initial().read("C7: C6>C4"))
    written = Record(game, moves)
    assert written.text().endswith("\nP1 E9: E8\nP1 C7: C6>C4\n")
    assert Record.parse(written.text()) == written
    assert written.final().result.rule == "F-7.3"


def test_the_sittings_of_a_record_begin_with_the_game_and_end_with_the_last_move() -> None:
    found = Record.parse(record("P1 A1: C1 / C3: C2\n"))
    sittings = list(found.sittings())
    assert sittings[0].state == found.game.initial()
    assert [sitting.move for sitting in sittings[1:]] == list(found.moves)
    assert sittings[-1].state == found.final()
    assert sittings[-1].events[0].kind == "turn-ended"


@pytest.mark.parametrize(
    ("body", "line", "expected"),
    [
        ("P2 J1: J3 / H3: I3\n", 24, "P1"),
        ("P1 A1: C1 / C3: C2\nP1 C1: D1 / C2: D2\n", 25, "P2"),
        ("P1 A1: C1 / C3: C2\n\n# no\nP3 C1: D1\n", 27, "P2"),
        ("-- straws 1 2\n", 24, "P1"),
        ("A1: C1 / C3: C2\n", 24, "P1"),
    ],
)
def test_the_wrong_actor_is_named_with_its_line(body: str, line: int, expected: str) -> None:
    with pytest.raises(Invalid) as caught:
        Record.parse(record(body))
    assert caught.value.message.key == "record-actor"
    assert dict(caught.value.message.parameters) == {"line": line, "expected": expected}


def test_an_illegal_move_names_the_line_and_keeps_its_rule() -> None:
    with pytest.raises(Illegal) as caught:
        Record.parse(record("P1 A1: C1 / C3: C2\nP2 J1: J9 / H3: I3\n"))
    assert caught.value.refusal.rule == "F-3.2"
    assert str(caught.value) == "Line 25: This takes 8 action points; 4 left."
    assert caught.value.text("de").startswith("Zeile 25: Das kostet 8")


@pytest.mark.parametrize("move", ["A1: C1 / C3 C2", "nonsense", "A1: C1 … C3: C2", ""])
def test_a_line_that_is_no_notation_is_named(move: str) -> None:
    with pytest.raises(Invalid) as caught:
        Record.parse(record(f"P1 {move}\n"))
    assert caught.value.message.key == "record-line"
    assert str(caught.value).startswith("Line 24: ")


def test_nothing_follows_the_end_of_a_game() -> None:
    game = Fragile.of_problem(Problem.parse("2;C6gC4;C7,E9;-"))
    text = Record(game, (game.initial().read("C7: C6>C4"),)).text()
    for more in ("P1 E9: E8", "end E9: E8", "-- straws 1"):
        with pytest.raises(Invalid) as caught:
            Record.parse(f"{text}{more}\n")
        assert caught.value.message.key == "record-after-end"


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ("tablee record 1", "tablee record 2", "record-first-line"),
        ("tablee record 1\n", "", "record-first-line"),
        ("game: fragile\n", "", "record-missing"),
        ("rules: 2\n", "", "record-missing"),
        ("game: fragile", "game: chess", "unknown-game"),
        ("rules: 2", "rules: 3", "other-rules"),
        ("rules: 2", "rules: two", "record-number"),
        ("edition: standard ", "edition: other ", "record-edition"),
        ("edition: standard ", "edition: own ", "record-edition"),
        ("edition: standard ", "edition: standard 0", "record-edition"),
        ("players: 2", "players: 2\n| name = 5", "record-edition"),
        ("players: 2", "players: 9", "option"),
        ("players: 2", "players: two", "option"),
        ("players: 2", f"players: {'9' * 5000}", "option"),
        ("players: 2", "players:2", "record-header"),
        ("players: 2", "players: 2\nplayers: 2", "record-header"),
        ("players: 2", "players: 2\ncolour: red", "option"),
        ("first: 1", "first: 0", "option"),
        ("first: 1", "first: 3", "option"),
        ("first: 1", "first: nobody", "option"),
        ("rules: 2", "rules: 1", "option"),  # which has no ``first``
        ("order: clockwise", "order: widdershins", "option"),
        ("order: clockwise", "order: straws", "option"),
        ("idle: 40", "idle: 0", "option"),
        ("idle: 40", "idle: never", "option"),
        ("idle: 40", "idle: -1", "option"),
        ("idle: 40", f"idle: {'9' * 5000}", "option"),
        ("idle: 40", "idle: 40\nseed: seven", "record-number"),
        ("idle: 40", "idle: 40\nseed: 1_0", "record-number"),
        ("idle: 40", f"idle: 40\nseed: {'9' * 5000}", "record-number"),
        ("idle: 40", "idle: 40\nproblem: 2;C6gC3;D6;-", "option"),
    ],
)
def test_a_wrong_header_is_refused(old: str, new: str, key: str) -> None:
    text = record()
    assert old in text
    with pytest.raises(Invalid) as caught:
        Record.parse(text.replace(old, new, 1))
    assert caught.value.message.key == key


def test_a_text_that_is_no_record_at_all_is_refused() -> None:
    for text in ("", "\n", "# only a comment\n", "hello"):
        with pytest.raises(Invalid) as caught:
            Record.parse(text)
        assert caught.value.message.key == "record-first-line"


def test_the_options_of_a_game_make_the_same_game() -> None:
    for game in (
        Fragile(2),
        Fragile(3, straws=True, idle_limit=None),
        Fragile(4, idle_limit=7),
        Fragile(4, idle_limit=999_999_999),
        Fragile(3, first=2),
        Fragile(3, first=None),
        Fragile.of_problem(Problem.parse("2;C6gC3;D6,B9;C2")),
    ):
        assert Fragile.from_options(game.options(), None) == game
        assert hash(Fragile.from_options(game.options(), None)) == hash(game)
    assert Fragile.from_options({}, None) == Fragile(2)
