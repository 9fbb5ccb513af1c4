"""Editions: what an owner of the game may correct, and how errors are reported."""

import random
import re
from fractions import Fraction

import pytest

from tablee.bots import Budget, bot
from tablee.core import CHANCE, Invalid, Record
from tablee.games.shear_panic import Edition, ShearPanic, standard
from tablee.games.shear_panic.edition import MenuEntry

TEXT = standard().text


def test_the_standard_edition_is_the_table_of_the_law() -> None:
    """S-4.10, S-6.1"""
    assert standard().menu == tuple(
        MenuEntry(kind, number)
        for kind, numbers in {
            "lamb push": (2, 3),
            "line push": (1, 2),
            "diagonal push": (1, 3),
            "line up": (2, 3),
            "lamb roll": (1, 2),
            "leapfrog": (3,),
            "ewe turn": (1,),
        }.items()
        for number in numbers
    )
    spaces = {3: "3 7 13 16 22 26 31 35 41 45 51 54", 4: "3 9 17 22 29 34 41 46 54 59 66 71"}
    for players, panic in spaces.items():
        assert standard().tracks[players].panic == set(map(int, panic.split()))
    assert set(standard().panic_die.values()) == {Fraction(1, 6)}
    assert standard().regroup_die == {"+": Fraction(1, 2), "x": Fraction(1, 2)}


def test_an_owner_corrects_a_fact_and_plays_by_it() -> None:
    own = Edition.parse(TEXT.replace('faces = ["+", "x"]', 'faces = ["+", "+", "x"]'))
    assert own.regroup_die["+"] == Fraction(2, 3)
    game = ShearPanic(4, own)
    text = Record(game, ()).text()
    assert Record.parse(text).game == game
    assert "edition: own" in text


def test_an_edition_may_have_two_alike_commands(told) -> None:
    """S-3: the first of them is covered first, and they are listed once."""
    text = TEXT.replace('kind = "leapfrog"\nnumber = 3', 'kind = "ewe turn"\nnumber = 1', 1)
    with pytest.raises(Invalid):
        Edition.parse(text)
    text = TEXT.replace('kind = "lamb push"\nnumber = 2', 'kind = "lamb push"\nnumber = 3', 1)
    state, _ = told(ShearPanic(4, Edition.parse(text)).initial(), "panic W; turn left")
    state, _ = told(state, "panic W; turn left; panic W; turn left; panic W; turn left")
    texts = [state.notation(move) for move in state.legal_moves()]
    assert len(set(texts)) == len(texts)
    state, _ = told(state, "lamb push 3 A1 E")
    assert state.used[0] == 0b1


def test_an_edition_without_extra_steps_has_the_standard_ones() -> None:
    """S-9.2, S-9.6"""
    cut = TEXT[: TEXT.index("# Two players")]
    assert "extra" not in cut
    own = Edition.parse(cut)
    assert (own.extras, own.extra_cost) == (standard().extras, standard().extra_cost)
    assert (standard().extras, standard().extra_cost) == ((1, 1, 2, 2, 3), 1)
    assert standard(1).extras == standard().extras


def test_an_owner_corrects_extra_steps_and_their_cost() -> None:
    """S-9.2, S-9.6"""
    text = TEXT.replace("numbers = [1, 1, 2, 2, 3]", "numbers = [3, 1]").replace(
        "points = 1", "points = 4"
    )
    own = Edition.parse(text)
    assert (own.extras, own.extra_cost) == ((1, 3), 4)
    assert ShearPanic(2, own).initial().extras == ((1, 3), (1, 3))


MISTAKES = [
    ('name = "standard"', "name = 3", "edition-no-fact"),
    ('start = "BRG/GKY/YBR N"', 'start = "BRG/GK N"', "edition-bad-flock"),
    ('start = "BRG/GKY/YBR N"', 'start = "BRG/GKY N"', "edition-nine-sheep"),
    ('start = "BRG/GKY/YBR N"', 'start = "BRG./GKY./YB.R N"', "edition-split-flock"),
    ('source = "I"', 'source = "?"', "edition-unknown"),
    ('source = "I"\n', "", "edition-no-fact"),
    ('kind = "lamb push"', 'kind = "moonwalk"', "edition-unknown"),
    ("number = 2", "number = 4", "edition-unknown"),
    ('[[command]]\nkind = "lamb push"\nnumber = 2\nsource = "D"\n', "", "edition-count"),
    ('kind = "leapfrog"', 'kind = "line up"', "edition-no-command"),
    ('kind = "team"', 'kind = "black"', "edition-field-order"),
    ("first = 10", "first = 11", "edition-field-spaces"),
    ("players = 3\nkind", "players = 4\nkind", "edition-field-order"),
    ("space = 19", "space = 27", "edition-gate"),
    ('players = 3\nfield = "roger"', 'players = 4\nfield = "roger"', "edition-gate"),
    ("spaces = [3]", "spaces = [0]", "edition-panic"),
    ("spaces = [3]", "spaces = [7]", "edition-panic"),
    ('"K", "W"]', '"K"]', "edition-die"),
    ('"K", "W"]', '"K", "P"]', "edition-unknown"),
    ('name = "regroup"', 'name = "panic"', "edition-no-die"),
    ("numbers = [1, 1, 2, 2, 3]", "numbers = [1, 4]", "edition-extra"),
    ("numbers = [1, 1, 2, 2, 3]", "numbers = [true]", "edition-extra"),
    ("numbers = [1, 1, 2, 2, 3]", f"numbers = {[1] * 12}", "edition-extra"),
    ("numbers = [1, 1, 2, 2, 3]", "numbers = 3", "edition-no-fact"),
    ("points = 1", "points = -1", "edition-extra-cost"),
    ("points = 1", "points = 10", "edition-extra-cost"),
    ("points = 1", "points = 0.5", "edition-no-fact"),
    ("[[extra]]", "[extra]", "edition-no-tables"),
    ("[extra_cost]", "[[extra_cost]]", "edition-no-fact"),
    ("[flock]", "[sheep]", "edition-no-fact"),
    ("[[gate]]", "[[door]]", "edition-no-tables"),
]


@pytest.mark.parametrize(("right", "wrong", "problem"), MISTAKES)
def test_a_mistake_is_told_with_file_and_line(right: str, wrong: str, problem: str) -> None:
    count = -1 if right == "[[gate]]" else 1
    assert right in TEXT
    with pytest.raises(Invalid) as error:
        Edition.parse(TEXT.replace(right, wrong, count), "mine.toml")
    assert error.value.message.key == problem
    assert "mine.toml" in error.value.text()
    assert "{" not in error.value.text("fr") + error.value.text("de")


def test_the_line_of_a_mistake_is_the_line_it_stands_on() -> None:
    wrong = TEXT.replace("space = 62", "space = 73")
    with pytest.raises(Invalid) as error:
        Edition.parse(wrong)
    line = wrong.splitlines().index("space = 73") + 1
    assert error.value.message.parameters["line"] == line


def test_a_track_for_three_that_lacks_a_field_is_refused() -> None:
    start = TEXT.index('[[field]]\nplayers = 3\nkind = "shearer"')
    end = TEXT.index("[[field]]", start + 1)
    with pytest.raises(Invalid) as error:
        Edition.parse(TEXT[:start] + TEXT[end:])
    assert error.value.message.key == "edition-fields"


LAST = "last = 74"
"""The final pen of four players."""
PLUS = '"+", '


@pytest.mark.parametrize("last", [256, 300, 65_536, 999_999])
def test_a_track_longer_than_the_kernels_hold_is_refused_with_its_line(last: int) -> None:
    """S-6.1"""
    assert TEXT.count(LAST) == 1
    text = TEXT.replace(LAST, f"last = {last}")
    line = TEXT[: TEXT.index(LAST)].count("\n") + 1
    with pytest.raises(Invalid, match=rf"line {line}: the track ends on space 255 at the latest"):
        Edition.parse(text)


def test_a_track_of_a_thousand_million_spaces_is_refused() -> None:
    with pytest.raises(Invalid, match="too large"):
        Edition.parse(TEXT.replace(LAST, "last = 1000000000"))


@pytest.mark.parametrize(("faces", "name"), [('"+", "x"', "regroup"), ('"W"', "panic")])
def test_a_die_with_more_sides_than_the_kernels_hold_is_refused(faces: str, name: str) -> None:
    """S-5.2, S-7.1"""
    old = re.search(rf'name = "{name}"\nfaces = (.*)', TEXT)
    assert old is not None
    new = ", ".join([faces] * 128)
    text = TEXT.replace(old[0], old[0].replace(old[1], f"[{new}]"))
    with pytest.raises(Invalid, match="a die has at most 127 sides"):
        Edition.parse(text)


def test_the_longest_track_and_the_largest_dice_are_played_by_bots_to_the_end() -> None:
    text = TEXT.replace(LAST, "last = 255")
    text = text.replace('faces = ["+", "x"]', f'faces = [{PLUS * 126}"x"]')
    game = ShearPanic(4, Edition.parse(text))
    sitting, rng = game.sitting(), random.Random(3)
    level = bot("shear-panic", "1")
    while sitting.state.actor is not None:
        if sitting.state.actor == CHANCE:
            sitting = sitting.draw(rng.randrange)
            continue
        choice = level.choose(sitting, Budget(seconds=0.001), 1)
        for chosen in choice.moves:
            sitting = sitting.play(sitting.moves[chosen], chosen)
    assert sitting.state.result is not None
