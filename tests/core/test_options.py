"""Options: what each kind accepts and refuses. Every game declares its own in full."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablee.core import Invalid, game_names, game_type
from tablee.core.messages import LANGUAGES, catalogue
from tablee.core.options import Option, OptionKind, read_options

HOUSE = "tablee.games.fragile"
FIRST = Option(HOUSE, "first", OptionKind.SEAT, ("draw",), "1", since=2)
ORDER = Option(HOUSE, "order", OptionKind.CHOICE, ("clockwise", "straws"), "clockwise", (3, 4))
IDLE = Option(HOUSE, "idle", OptionKind.NUMBER, ("off",), "40", least=2, most=99)
COLOURS = Option("tablee.games.shear_panic", "colours", OptionKind.ONE_EACH, tuple("BGRY"))
ALL = (FIRST, ORDER, IDLE, COLOURS)
OF_ALL_GAMES = [
    pytest.param(game, option, id=f"{game} {option.name}")
    for game in game_names()
    for option in game_type(game).all_options
]


def read(version: int = 2, **given: str) -> tuple[int, dict[str, str]]:
    return read_options("fragile", given, ALL, (2, 3, 4), 3, version)


# Kinds


def test_a_choice_is_one_of_the_choices() -> None:
    assert ORDER.accepts("straws", 3)
    for text in ("", "Straws", "straws ", "1", "random"):
        assert not ORDER.accepts(text, 3)


@given(st.integers(-5, 9), st.integers(2, 4))
def test_a_seat_is_one_of_those_at_the_table(seat: int, players: int) -> None:
    assert FIRST.accepts(str(seat), players) == (1 <= seat <= players)


@given(st.integers(-10, 1000))
def test_a_number_lies_between_its_bounds(number: int) -> None:
    assert IDLE.accepts(str(number), 2) == (2 <= number <= 99)


@pytest.mark.parametrize("text", ["", " 5", "05", "+5", "5.0", "1_0", "٥", "9" * 10_000, "five"])
def test_a_number_is_written_in_one_way(text: str) -> None:
    assert not IDLE.accepts(text, 2)
    assert not FIRST.accepts(text, 4)


def test_a_seat_or_number_may_be_left_to_a_choice() -> None:
    assert FIRST.accepts("draw", 2)
    assert IDLE.accepts("off", 2)


@given(st.text("BGRYX", max_size=6), st.integers(2, 4))
def test_one_each_is_a_different_choice_for_every_player(text: str, players: int) -> None:
    wanted = len(text) == len(set(text)) == players and "X" not in text
    assert COLOURS.accepts(text, players) == wanted


@given(st.text(max_size=8))
def test_where_there_is_nothing_to_choose_only_the_default_is_accepted(text: str) -> None:
    assert ORDER.accepts("clockwise", 2)
    assert not ORDER.accepts("straws", 2)
    assert ORDER.accepts(text, 2) == (text == "clockwise")


# Reading them


def test_what_is_not_given_has_its_default() -> None:
    values = {"first": "1", "order": "clockwise", "idle": "40", "colours": "BGR"}
    assert read() == (3, values)
    assert read(players="2", idle="off") == (2, {**values, "idle": "off", "colours": "BG"})


def test_an_empty_value_is_the_default() -> None:
    assert read(first="")[1]["first"] == "1"


def test_an_option_is_unknown_to_rules_older_than_itself() -> None:
    assert read(version=1)[1]["first"] == "1"
    with pytest.raises(Invalid, match=r'no option "first"'):
        read(version=1, first="2")


@pytest.mark.parametrize(
    ("given_options", "takes"),
    [
        ({"colour": "red"}, "players, first, order, idle, colours"),
        ({"players": "5"}, "2, 3, 4"),
        ({"players": "two"}, "2, 3, 4"),
        ({"first": "4"}, "1 … 3, draw"),
        ({"order": "random"}, "clockwise, straws"),
        ({"players": "2", "order": "straws"}, "clockwise"),
        ({"idle": "1"}, "off, 2 … 99"),
        ({"colours": "BGG"}, "3 × B G R Y"),
    ],
)
def test_what_is_refused_is_named_with_what_it_takes_in_every_language(
    given_options: dict[str, str], takes: str
) -> None:
    with pytest.raises(Invalid) as refused:
        read(**given_options)
    key, value = list(given_options.items())[-1]
    sentences = refused.value.message.texts()
    assert len(set(sentences.values())) == len(LANGUAGES)
    for text in sentences.values():
        assert key in text
        assert value in text
        assert text.endswith(f": {takes}.")


# The games of the house


@pytest.mark.parametrize(("game", "option"), OF_ALL_GAMES)
def test_the_default_of_an_option_is_accepted(game: str, option: Option) -> None:
    kind = game_type(game)
    for players in kind.player_counts:
        assert option.accepts(option.default_for(players), players)
    assert kind.usual_players in kind.player_counts
    assert set(option.players) <= set(kind.player_counts)


@pytest.mark.parametrize(("game", "option"), OF_ALL_GAMES)
def test_an_option_is_explained_in_every_language(game: str, option: Option) -> None:
    keys = [option.question().key, *(option.meaning(choice).key for choice in option.choices)]
    for key in keys:
        sentences = catalogue(option.package)[key]
        assert set(sentences) == set(LANGUAGES)
        assert all(text == text.strip() != "" for text in sentences.values())
    described = option.to_json()
    assert described["question"]["en"]
    assert tuple(described["choices"]) == option.choices


@pytest.mark.parametrize(("game", "option"), OF_ALL_GAMES)
def test_every_choice_makes_a_game_that_tells_its_options(game: str, option: Option) -> None:
    kind = game_type(game)
    for players in option.players or kind.player_counts:
        choices = option.choices
        if option.kind is OptionKind.ONE_EACH:
            choices = ("".join(option.choices[::-1][:players]),)
        for choice in choices:
            made = kind.from_options({"players": str(players), option.name: choice})
            assert made.options()[option.name] == choice
            assert kind.from_options(made.options(), made.edition_text) == made
