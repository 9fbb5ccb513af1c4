"""S-1: the flock."""

import pytest

from tablee.core import Invalid
from tablee.games.shear_panic import Flock, standard
from tablee.games.shear_panic.flock import BLACK, COLOURS


def test_the_flock_has_two_sheep_of_each_colour_and_a_black_one() -> None:
    """S-1.1, S-1.3"""
    start = standard().start
    assert [start.count(colour) for colour in (*COLOURS, BLACK)] == [2, 2, 2, 2, 1]
    assert str(start) == "BRG/GKY/YBR N"
    assert start.at("B2") == BLACK


def test_the_two_sheep_of_a_colour_start_a_knights_move_apart() -> None:
    """S-1.3"""
    for colour in COLOURS:
        (x, y), (other_x, other_y) = standard().start.spots(colour)
        assert {abs(x - other_x), abs(y - other_y)} == {1, 2}


def test_flocks_compare_up_to_translation_and_with_their_facing() -> None:
    """S-1.1"""
    flock = Flock.parse("B.Y/KRG N")
    assert Flock.parse("...../.B.Y./.KRG./..... N") == flock
    elsewhere = {(7, -3): "B", (9, -3): "Y", (7, -2): "K", (8, -2): "R", (9, -2): "G"}
    assert Flock.of(elsewhere, "N") == flock
    assert Flock.parse("B.Y/KRG E") != flock
    assert hash(Flock.parse(".B.Y/.KRG N")) == hash(flock)


@pytest.mark.parametrize(
    ("facing", "front", "back"),
    [("N", "BY", "G"), ("S", "G", "BY"), ("E", "YG", "B"), ("W", "B", "YG")],
)
def test_rows_are_counted_from_the_front_across_the_facing(
    facing: str, front: str, back: str
) -> None:
    """S-1.2"""
    flock = Flock.parse(f"B.Y/.KR/..G {facing}")
    rows = ["".join(flock.sheep[spot] for spot in row) for row in flock.lines_from_front()]
    assert len(rows) == 3
    assert (sorted(rows[0]), sorted(rows[-1])) == (
        sorted(front if facing != "E" else "YRG"),
        sorted(back if facing != "W" else "YRG"),
    )


def test_sheep_at_a_corner_are_not_together() -> None:
    """S-1.4"""
    assert Flock.parse("B./.Y N").is_split
    assert not Flock.parse("BG/.Y N").is_split
    assert Flock.parse("BG./..Y/R.. N").groups() == (((0, 0), (1, 0)), ((2, 1),), ((0, 2),))


@pytest.mark.parametrize(
    "text",
    ["BRG/GKY/YBR N", "B N", "B.Y/KRG W", "- S", "K../.../..Y E"],
)
def test_a_flock_reads_back_from_its_text(text: str) -> None:
    assert str(Flock.parse(text)) == text


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "bad-flock"),
        ("BRG/GKY/YBR", "bad-flock"),
        ("BRG/GKY/YBR Q", "bad-flock"),
        ("BRG GKY N", "bad-flock"),
        ("brg N", "bad-flock"),
        ("BRG/GK N", "bad-flock-rows"),
        ("BRG//GKY N", "bad-flock-rows"),
        ("BRA N", "bad-sheep"),
        ("YYY N", "too-many-sheep"),
        ("KK N", "too-many-sheep"),
        ("... N", "no-sheep-at-all"),
        ("B" + "." * 30 + "Y N", "flock-too-wide"),
    ],
)
def test_what_is_no_flock_is_refused_with_a_sentence(text: str, problem: str) -> None:
    with pytest.raises(Invalid) as error:
        Flock.parse(text)
    assert error.value.message.key == problem
    assert error.value.text("fr") != error.value.text("de") != ""
