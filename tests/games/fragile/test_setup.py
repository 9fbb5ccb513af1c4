"""F-2: players, depots, dockers."""

from fractions import Fraction

import pytest

from tablee.core import CHANCE, Invalid
from tablee.games.fragile import Fragile, FragileState
from tablee.games.fragile.board import quarter
from tablee.games.fragile.events import DepotPlaced, FirstDrawn
from tablee.games.fragile.moves import DrawFirst, PlaceDepot, PlaceDocker


def placed(players: int, slots: str) -> FragileState:
    state = Fragile(players).initial()
    for slot in slots.split():
        state = state.play(state.parse(f"depot {slot}"))
    return state


def choices(state: FragileState) -> set[str]:
    moves = state.legal_moves()
    assert all(isinstance(move, PlaceDepot) for move in moves)
    return {move.slot for move in moves}


ALL_SLOTS = {"A1", "C3", "C4", "J1", "H3", "G3", "J10", "H8", "H7", "A10", "C8", "D8"}


@pytest.mark.parametrize("first", [0, 1, -1])
@pytest.mark.parametrize(
    ("players", "dockers", "depots", "neutral"), [(2, 3, 4, 4), (3, 2, 4, 0), (4, 2, 3, 0)]
)
def test_each_number_of_players_has_its_dockers_and_depots(
    players: int, dockers: int, depots: int, neutral: int, first: int
) -> None:
    """F-2.1, F-2.3; all is placed in turn order from the first player on (F-2.2, F-2.4)."""
    first %= players
    state = Fragile(players, first=first).initial()
    order = []
    while len(state.depots) < 12:
        order.append(state.actor)
        state = state.play(state.legal_moves()[0])
    assert order == [(first + turn) % players for turn in range(players * depots)]
    owners = list(state.depots.values())
    assert [owners.count(player) for player in range(players)] == [depots] * players
    assert owners.count(None) == neutral
    order = []
    for _ in range(players * dockers):
        order.append(state.actor)
        assert all(isinstance(move, PlaceDocker) for move in state.legal_moves())
        state = state.play(state.legal_moves()[-1])
    assert order == [(first + turn) % players for turn in range(players * dockers)]  # F-2.4
    standing = [docker.player for docker in state.position.dockers]
    assert [standing.count(player) for player in range(players)] == [dockers] * players
    assert len({docker.cell for docker in state.position.dockers}) == players * dockers
    assert all(state.depots[docker.cell] == docker.player for docker in state.position.dockers)
    assert state.actor == first
    assert not isinstance(state.legal_moves()[0], PlaceDocker)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_first_player_can_be_drawn_and_each_is_as_likely(players: int) -> None:
    """F-3.1"""
    state = Fragile(players, first=None).initial()
    assert state.actor == CHANCE
    assert state.status().text() == "Who begins is drawn."
    assert [(outcome.move, outcome.probability) for outcome in state.outcomes()] == [
        (DrawFirst(player), Fraction(1, players)) for player in range(players)
    ]
    for player in range(players):
        after, events = state.step(DrawFirst(player))
        assert after.to_json() == Fragile(players, first=player).initial().to_json()
        assert events == (FirstDrawn("F-3.1", player),)
        assert events[0].text() == f"By lot, player {player + 1} begins."
        assert after.outcomes() == ()


@pytest.mark.parametrize("first", [-1, 3, 7])
def test_only_a_player_can_be_first(first: int) -> None:
    """F-3.1"""
    with pytest.raises(Invalid, match="first"):
        Fragile(3, first=first)


def test_with_two_players_the_slots_left_take_neutral_depots_and_say_so() -> None:
    """F-2.3"""
    state = placed(2, "A1 J1 C3 H3 H8 C8 D8")
    step = state.step(PlaceDepot("H7"))
    assert [(event.rule, event.player, event.slot) for event in step.events] == [
        ("F-2.2", 1, "H7"),
        ("F-2.3", None, "G3"),
        ("F-2.3", None, "C4"),
        ("F-2.3", None, "A10"),
        ("F-2.3", None, "J10"),
    ]
    assert {slot for slot, owner in step.state.depots.items() if owner is None} == {
        "G3",
        "C4",
        "A10",
        "J10",
    }
    assert all(isinstance(event, DepotPlaced) for event in step.events)
    assert {event.text() for event in step.events if event.player is None} == {
        f"Neutral depot on {slot}." for slot, owner in step.state.depots.items() if owner is None
    }


def test_the_first_depot_may_stand_on_any_slot() -> None:
    """F-2.2"""
    assert choices(Fragile(4).initial()) == ALL_SLOTS
    assert choices(Fragile(2).initial()) == ALL_SLOTS


def test_with_three_depots_each_must_stand_in_a_quarter_of_its_own() -> None:
    """F-2.2"""
    state = placed(4, "A1 J1 J10 A10")
    assert choices(state) == ALL_SLOTS - {"A1", "J1", "J10", "A10"} - {"C3", "C4"}
    assert {quarter(slot) for slot in choices(state)} == {1, 2, 3}


def test_with_four_depots_two_may_share_a_quarter_but_not_three() -> None:
    """F-2.2"""
    state = placed(2, "A1 J1")
    assert choices(state) == ALL_SLOTS - {"A1", "J1"}
    state = placed(2, "A1 J1 C3 J10")
    assert choices(state) == ALL_SLOTS - {"A1", "J1", "C3", "J10"} - {"C4"}


def test_the_last_depot_must_make_three_quarters() -> None:
    """F-2.2: A1 C3 H3 lie in two quarters, so the fourth has to go to another."""
    state = placed(2, "A1 J10 C3 A10 H3 J1")
    assert choices(state) == {"H8", "H7", "C8", "D8"}


def test_if_no_free_slot_keeps_three_quarters_any_free_slot_will_do() -> None:
    """F-2.2, the waiver: player 3 has A10 and J10, and only their quarters have slots left."""
    state = placed(4, "A1 C3 A10 C4 J1 H3 J10 G3 C8 D8")
    assert state.actor == 2
    assert {quarter(slot) for slot, owner in state.depots.items() if owner == 2} == {2, 3}
    assert choices(state) == {"H7", "H8"}
    assert {quarter("H7"), quarter("H8")} == {3}
    state = state.play(state.parse("depot H7"))
    assert choices(state) == {"H8"}
    assert isinstance(state.play(state.parse("depot H8")).legal_moves()[0], PlaceDocker)


def test_the_waiver_is_not_for_those_who_can_still_spread() -> None:
    """F-2.2: of the same slots, only those that make a third quarter."""
    state = placed(3, "A1 J1 A10 C3 H3 C8 J10 H7 H8")
    assert state.actor == 0
    assert choices(state) == {"G3", "D8"}  # C4 is free, but in the quarter of A1 and C3


def test_a_docker_goes_into_any_own_depot_that_has_none() -> None:
    """F-2.4"""
    state = placed(2, "A1 J1 C3 H3 H8 C8 D8 H7")
    assert state.legal_moves() == tuple(PlaceDocker(cell) for cell in ("A1", "C3", "D8", "H8"))
    state = state.play(PlaceDocker("C3"))
    assert state.legal_moves() == tuple(PlaceDocker(cell) for cell in ("J1", "H3", "H7", "C8"))
    state = state.play(PlaceDocker("J1"))
    assert state.legal_moves() == tuple(PlaceDocker(cell) for cell in ("A1", "D8", "H8"))


@pytest.mark.parametrize(("players", "straws"), [(1, False), (5, False), (2, True), (5, True)])
def test_other_numbers_of_players_are_refused(players: int, straws: bool) -> None:
    """F-2.1; straws are for 3 or 4 (F-6)."""
    with pytest.raises(Invalid) as caught:
        Fragile(players, straws=straws)
    assert caught.value.message.key == "bad-players"
    assert str(players) in caught.value.text("de")
