"""The flock and the track as SVG: well-formed, reproducible, nothing by colour alone."""

from xml.etree import ElementTree

import pytest

from tablee.games.shear_panic import Flock, ShearPanic
from tablee.games.shear_panic.commands import Target, result, shifts
from tablee.games.shear_panic.drawing import svg, svg_change, svg_removal
from tablee.games.shear_panic.drawing.pieces import FLEECES
from tablee.games.shear_panic.flock import FACINGS
from tablee.games.shear_panic.scoring import to_be_shorn

SVG = "{http://www.w3.org/2000/svg}"


def texts(picture: str) -> list[str]:
    return [element.text or "" for element in ElementTree.fromstring(picture).iter(f"{SVG}text")]


@pytest.mark.parametrize("facing", FACINGS)
def test_every_sheep_carries_its_letter_and_every_cell_has_a_name(facing: str) -> None:
    found = texts(svg(Flock.parse(f"BRG/GKY/YBR {facing}")))
    assert sorted(found) == sorted([*"BRGGKYYBR", *"ABC", *"123"])


def test_sheep_are_turned_the_way_they_face() -> None:
    """S-1.2"""
    turns = {facing: svg(Flock.parse(f"Y {facing}")).count("rotate(90 32 32)") for facing in "NE"}
    assert turns == {"N": 0, "E": 1}


def test_a_state_shows_track_figure_and_menus(at) -> None:
    """S-6.1, S-6.2"""
    for players in (3, 4):
        picture = svg(at("BRG/GKY/YBR N", players=players, counter=15))
        found = texts(picture)
        length = {3: 56, 4: 74}[players]
        assert {str(space) for space in range(1, length + 1)} <= set(found)
        fields = {"team meadow", "Roger's field", "black-sheep meadow", "Shearer's field"}
        assert fields <= set(found)
        assert found.count("ewe turn") == players
        assert "#d8334a" in picture  # Roger's heart
    assert "#7d5ba6" in svg(at("BRG/GKY/YBR N", counter=55))  # the Shearer's coat


def test_two_players_see_their_extra_steps_beside_their_menus(at) -> None:
    """S-9.2"""
    state = at("BRG/GKY/YBR N", players=2, extras=((1, 2, 3), ()))
    found = texts(svg(state))
    assert "extra steps: 1 2 3" in found
    assert "extra steps: –" in found
    lines = state.draw(language="de").splitlines()
    assert [line.partition("Zusatzschritte: ")[2] for line in lines[-2:]] == ["1 2 3", "–"]
    assert "extra" not in svg(at("BRG/GKY/YBR N")) + at("BRG/GKY/YBR N").draw()


def test_a_change_is_drawn_before_and_after_with_an_arrow_for_each_sheep() -> None:
    """S-4.1"""
    flock, target = Flock.parse("BRG/GKY/YBR N"), Target("W", "C2")
    moved = shifts(flock, "lamb push", target)
    picture = svg_change(flock, moved, result(flock, "lamb push", target))
    assert picture.count('stroke="#e4572e"') == len(moved) == 3
    assert len([letter for letter in texts(picture) if letter in FLEECES]) >= 18


def test_the_shorn_are_struck_out_and_gone() -> None:
    """S-6.6"""
    flock = Flock.parse(".G./.RB/RGY/.YK/.B. N")
    picture = svg_removal(flock, to_be_shorn(flock), "shearer")
    assert picture.count('stroke="#e4572e"') == 1
    ElementTree.fromstring(picture)


def test_an_empty_flock_and_a_fresh_game_can_be_drawn() -> None:
    ElementTree.fromstring(svg(Flock.parse("- N")))
    game = ShearPanic(3)
    assert svg(game.initial()) == svg(game.initial()) == game.initial()._repr_svg_()
