"""The quay as text and as SVG: nothing relies on colour alone."""

import re
from collections.abc import Callable
from typing import Any
from xml.etree import ElementTree

import pytest

from tablee.core.messages import LANGUAGES
from tablee.games.fragile import Book, Fragile, FragileState, standard
from tablee.games.fragile.board import CELLS, column_row
from tablee.games.fragile.drawing import legend, svg, text
from tablee.games.fragile.moves import Flip, Go, HandOver, PlaceDepot, Push, Stack, Unstack
from tablee.games.fragile.position import Position
from tablee.games.fragile.serial import parse_position

At = Callable[..., FragileState]

PROBLEM_3 = """\
      A     B     C     D     E     F     G     H     I     J
   ┌─────────────────────────────┬───────────────────────┬─────┐
 1 │  -     ·     ·     ·     ·     ·     ·     ·     ·  │  a  │ 1
   ├─────╴                                               ╵     │
 2 │  ·     ·     ·     ·     ·     ·     ·     ·     ·   [#a] │ 2
   │           ╷     ╷                 ╶─────┬─────╴           │
 3 │  ·     ·  │  -  │  ·     ·     ·     -  │  b   [b#]    ·  │ 3
   │           ├─────┤                 ╶─────┴─────╴           │
 4 │  ·     ·  │  -  │  ·     ·     ·     ·     ·     ·     ·  │ 4
   │           ╵     ╵                                         │
 5 │  ·     ·     ·     ·     ·     ·     ·     ·    (o)   (1) │ 5
   ├                             ┼                             ┤
 6 │  ·     ·     ·     ·     ·     ·     ·     ·     ·    (1) │ 6
   │                                         ╷     ╷           │
 7 │  ·     ·     ·     ·     ·     ·     ·  │  -  │  ·     ·  │ 7
   │           ╶─────┬─────╴                 ├─────┤           │
 8 │  ·     ·     -  │  -     ·     ·     ·  │  -  │  ·     ·  │ 8
   │           ╶─────┴─────╴                 ╵     ╵           │
 9 │  ·     ·     ·     ·     ·     ·     ·     ·     ·     ·  │ 9
   │     ╷                                               ╶─────┤
10 │  -  │  ·     ·     ·     ·     ·     ·     ·     ·     -  │ 10
   └─────┴───────────────────────┴─────────────────────────────┘
      A     B     C     D     E     F     G     H     I     J

  Crate a belongs in depot J1
  Crate b belongs in depot H3
  Turns played: 0 of 2"""


def position(written: str) -> Position:
    return parse_position(standard().board, written)


def cell_of(drawn: str, cell: str) -> str:
    """What a text drawing shows on a cell."""
    column, row = column_row(cell)
    return drawn.splitlines()[2 + 2 * row][4 + 6 * column : 9 + 6 * column].strip()


def pieces_of(picture: str, kind: str) -> list[ElementTree.Element]:
    root = ElementTree.fromstring(picture)
    return [element for element in root.iter() if element.get("class") == kind]


class TestText:
    def test_a_problem_is_drawn_with_its_goals(self, golden: Book) -> None:
        assert text(Fragile.of_problem(golden.entry(3).problem).initial()) == PROBLEM_3

    @pytest.mark.parametrize(
        ("written", "cell", "sign"),
        [
            ("D4c -", "D4", "[#]"),
            ("D4f -", "D4", "[F]"),
            ("D4n -", "D4", "[!]"),
            ("D4cf -", "D4", "[#F]"),
            ("D4fc -", "D4", "[F#]"),
            ("D4c 1A5", "A5", "(1)"),
            ("D4c 4J10", "J10", "(4)"),
            ("A1c -", "A1", "-[#]"),
            ("- -", "E5", "·"),
            ("D4gC3 -", "D4", "[a]"),
            ("D4gC3 -", "C3", "a"),
            ("D4gC3c,E4gA1 -", "D4", "[b#]"),
        ],
    )
    def test_everything_has_a_sign_of_its_own(self, written: str, cell: str, sign: str) -> None:
        assert cell_of(text(position(written)), cell) == sign

    def test_depots_show_their_owner_and_what_they_hold(self, at: At) -> None:
        drawn = text(at("A1f,D4c 1B2"))
        owners = {0: "1", 1: "2", None: "-"}
        for depot, owner in at("A1f,D4c 1B2").depots.items():
            assert cell_of(drawn, depot).startswith(owners[owner])
        assert cell_of(drawn, "A1") == "1[F]"

    def test_slots_without_a_depot_are_open_questions(self) -> None:
        state = Fragile().initial().play(PlaceDepot("H8"))
        drawn = text(state)
        assert [cell for cell in CELLS if cell_of(drawn, cell) == "1"] == ["H8"]
        assert sum(cell_of(drawn, cell) == "?" for cell in CELLS) == 11

    def test_a_wall_is_drawn_exactly_where_one_stands(self) -> None:
        lines = text(position("- -")).splitlines()
        board = standard().board
        for cell in CELLS:
            column, row = column_row(cell)
            if column < 9:
                right = f"{'ABCDEFGHIJ'[column + 1]}{row + 1}"
                drawn = lines[2 + 2 * row][9 + 6 * column] == "│"
                assert drawn == board.has_wall(cell, right)
            if row < 9:
                below = f"{cell[0]}{row + 2}"
                drawn = lines[3 + 2 * row].ljust(80)[6 + 6 * column] == "─"
                assert drawn == board.has_wall(cell, below)

    def test_the_acting_docker_stands_out(self, at: At) -> None:
        drawn = text(at("E4c 1E6,1B2").play(Go("E6", "E5")))
        assert cell_of(drawn, "E5") == ">1<"
        assert cell_of(drawn, "B2") == "(1)"

    def test_scores_marker_and_flips_are_told(self, at: At) -> None:
        state = at("B1c,E4c 1C1,1E6", depots=dict.fromkeys(standard().board.entrances, 0))
        after = text(state.play(Push("C1", "B1", "A1")))
        assert "> Player 1: 1 point, 1 of 4 depots full, holds the winner marker" in after
        assert "  Player 2: 0 points, 0 of 4 depots full" in after
        assert "Flips left: 3" in after

    @pytest.mark.parametrize(
        ("move", "left", "arrived"),
        [
            (Go("E6", "B6"), {"E6"}, {"B6"}),
            (Push("E6", "E5", "E3"), {"E6", "E5"}, {"E4", "E3"}),
            (Stack("E6", "E5", "E4"), {"E6"}, {"E5", "E4"}),
            (Unstack("E6", "E5", "E4"), set(), {"E4"}),
            (HandOver("E6", "E5", "B1"), set(), {"B1"}),
            (Flip("E6", "E5"), set(), {"E5"}),
        ],
    )
    def test_the_last_move_is_marked(self, move: Any, left: set[str], arrived: set[str]) -> None:
        drawn = text(position("- -"), last=move)
        assert {cell for cell in CELLS if "*" in cell_of(drawn, cell)} == arrived
        crossed = {cell for cell in CELLS if "×" in cell_of(drawn, cell)} - arrived
        assert crossed >= left - arrived

    def test_colour_changes_nothing_but_colour(self, at: At) -> None:
        state = at("A1f,D4cf 1B2,2C5")
        coloured = text(state, True)
        assert "\x1b[" in coloured
        assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == text(state)

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_it_speaks_every_language(self, at: At, golden: Book, language: str) -> None:
        assert text(at("D4c 1B2"), language=language)
        assert text(Fragile.of_problem(golden.entry(3).problem).initial(), language=language)
        assert len(legend(language).splitlines()) == 4

    def test_states_and_positions_print_as_their_drawing(self, at: At) -> None:
        state = at("D4c 1B2")
        assert str(state) == text(state) == state.draw()
        assert str(state.position) == text(state.position)


class TestSvg:
    @pytest.mark.parametrize("number", range(1, 9))
    def test_every_piece_of_a_problem_is_in_the_picture(self, golden: Book, number: int) -> None:
        problem = golden.entry(number).problem
        picture = svg(Fragile.of_problem(problem).initial())
        assert len(pieces_of(picture, "crates")) == len(problem.crates)
        assert len(pieces_of(picture, "docker")) == len(problem.dockers + problem.others)
        assert len(pieces_of(picture, "depot")) == 12

    def test_players_are_told_apart_by_number_and_shape(self, at: At) -> None:
        dockers = pieces_of(svg(at("- 1B1,2C1,3D1,4E1", players=4)), "docker")[:4]
        numbers = ["".join(docker.itertext()) for docker in dockers]
        assert numbers == ["1", "2", "3", "4"]

        def outline(docker: ElementTree.Element) -> tuple[str, ...]:
            return tuple(re.sub("[^a-z]", "", e.tag + e.get("d", "")) for e in docker)

        assert len({outline(docker) for docker in dockers}) == 4

    def test_a_fragile_crate_says_so_and_a_stack_shows_both(self) -> None:
        def labels(written: str) -> str:
            (crates,) = pieces_of(svg(position(written)), "crates")
            return "".join(crates.itertext())

        assert labels("D4c -") == ""
        assert labels("D4f -") == "FRAGILE"
        assert labels("D4fc -") == "FRAGILE"
        assert labels("D4n -") == "FRAGILE!"
        assert labels("D4gC3c -") == "a"
        assert svg(position("D4fc -")) != svg(position("D4cf -"))

    def test_setup_shows_slots_without_depots(self) -> None:
        first = Fragile().initial()
        assert len(pieces_of(svg(first), "depot")) == 12
        assert svg(first) != svg(first.play(PlaceDepot("A1")))

    def test_the_last_move_can_be_marked(self, at: At) -> None:
        state = at("E4c 1E6,1B2")
        after = state.play(Go("E6", "E5"))
        assert svg(after, last=Go("E6", "E5")) != svg(after)

    def test_it_is_the_same_each_time_and_stands_alone(self, at: At) -> None:
        state = at("A1f,D4cf 1B2,2C5")
        picture = svg(state)
        assert picture == svg(state) == state._repr_svg_()
        assert svg(state.position) == state.position._repr_svg_()
        assert " id=" not in picture
        assert "href" not in picture
        assert "<desc>A1f,D4cf " in picture
