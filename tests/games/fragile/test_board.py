"""F-1: the quay."""

import pytest

from tablee.games.fragile import Fragile, standard
from tablee.games.fragile.board import (
    CELLS,
    DIRECTIONS,
    beside,
    column_row,
    is_cell,
    quarter,
    straight,
)

DEPOTS = {
    "A1": "B1",
    "C3": "C2",
    "C4": "C5",
    "J1": "J2",
    "H3": "I3",
    "G3": "F3",
    "J10": "I10",
    "H8": "H9",
    "H7": "H6",
    "A10": "A9",
    "C8": "B8",
    "D8": "E8",
}
"""F-1.3: slot and open side."""


def test_the_quay_has_ten_columns_and_ten_rows_row_1_on_top() -> None:
    """F-1.1"""
    assert len(set(CELLS)) == 100
    assert CELLS[:2] == ("A1", "B1")
    assert CELLS[-1] == "J10"
    assert beside("A2", (0, -1)) == "A1"
    assert [beside("A1", way) for way in DIRECTIONS] == [None, "B1", "A2", None]
    assert [beside("J10", way) for way in DIRECTIONS] == ["J9", None, None, "I10"]
    assert not any(is_cell(text) for text in ("A0", "A11", "K1", "a1", "A01", "", "A1 "))


def test_each_quarter_is_five_by_five_and_has_three_slots() -> None:
    """F-1.2, F-1.3"""
    quarters = [[cell for cell in CELLS if quarter(cell) == part] for part in range(4)]
    corners = [(cells[0], cells[-1]) for cells in quarters]
    assert corners == [("A1", "E5"), ("F1", "J5"), ("A6", "E10"), ("F6", "J10")]
    assert [len(cells) for cells in quarters] == [25] * 4
    assert [sum(quarter(slot) == part for slot in DEPOTS) for part in range(4)] == [3] * 4


def test_the_standard_edition_has_the_twelve_depots_of_the_law() -> None:
    """F-1.3"""
    assert dict(standard().board.entrances) == DEPOTS


def test_a_quarter_turn_of_the_board_is_the_same_board() -> None:
    """F-1.3: a pinwheel."""

    def turned(cell: str) -> str:
        column, row = column_row(cell)
        return CELLS[10 * column + (9 - row)]

    assert turned("A1") == "J1"
    assert {turned(slot): turned(opens) for slot, opens in DEPOTS.items()} == DEPOTS


@pytest.mark.parametrize(("slot", "opens"), DEPOTS.items())
def test_a_depot_is_joined_to_its_entrance_alone(slot: str, opens: str) -> None:
    """F-1.4"""
    board = standard().board
    assert board.neighbours(slot) == (opens,)
    assert [cell for cell in CELLS if slot in board.neighbours(cell)] == [opens]
    assert board.direction(slot, opens) is not None
    assert board.direction(opens, slot) is not None


def test_cells_with_no_depot_between_are_joined_both_ways() -> None:
    """F-1.4"""
    board = standard().board
    for cell in CELLS:
        for way in DIRECTIONS:
            other = beside(cell, way)
            if other and cell not in DEPOTS and other not in DEPOTS:
                assert board.step(cell, way) == other


def test_a_straight_line_has_a_direction_and_a_length() -> None:
    assert straight("C6", "C2") == ((0, -1), 4)
    assert straight("C6", "J6") == ((1, 0), 7)
    assert straight("C6", "D7") is None
    assert straight("C6", "C6") is None


def test_twelve_plain_crates_stand_in_a_ring_at_the_start() -> None:
    """F-1.5"""
    ring = ["D4", "E4", "F4", "G4", "D5", "G5", "D6", "G6", "D7", "E7", "F7", "G7"]
    crates = Fragile(2).initial().position.crates
    assert sorted(crates) == sorted(ring)
    assert {len(stack) for stack in crates.values()} == {1}
    assert not any(crate.fragile for stack in crates.values() for crate in stack)
