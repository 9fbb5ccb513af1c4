"""F-5.3: once a player's depots are all full, the last turns are played."""

import pytest

from tablee.games.fragile import FragileState, standard
from tablee.games.fragile.events import EndIsNear, GameEnded, TurnBegan

STANDING = (("E5", "E6"), ("F5", "F6"), ("H4", "I4"), ("A6", "B6"))


def about_to_fill(at, players: int, player: int, depots: dict[str, int], version: int = 2):
    """Two dockers of a player stand behind crates at the doors of A1 and J1.

    These two have the owners given; all other depots are of a player who has neither, or neutral.
    """
    others = set(range(players)) - set(depots.values())
    rest = dict.fromkeys(standard().board.entrances, min(others, default=None))
    standing = ",".join(
        f"{other + 1}{cell}"
        for other, cells in enumerate(STANDING[:players])
        for cell in cells
        if other != player
    )
    text = f"B1c,J2c,E9c {player + 1}C1,{player + 1}J3,{standing}"
    return at(text, players, {**rest, **depots}, player=player, version=version)


def full_players(events) -> list[int]:
    return [event.player for event in events if isinstance(event, EndIsNear)]


def who_plays(state: FragileState) -> list[int | None]:
    """Who plays from here to the end, which is that of full depots."""
    seen = []
    while state.result is None:
        seen.append(state.actor)
        state = any_turn(state)
    assert (state.result.rule, state.result.reason.key) == ("F-5.3", "end-full")
    return seen


FILLED = [
    # players, who fills, whose depot, who plays after that, by version 2 and by version 1
    (2, 0, 0, [1], [1]),
    (2, 1, 1, [0], [0]),
    (3, 0, 0, [1, 2], [1, 2]),
    (3, 2, 2, [0, 1], [0, 1]),
    (4, 0, 0, [1, 2, 3], [1, 2, 3]),
    (4, 2, 2, [3, 0, 1], [3, 0, 1]),
    # a rival fills the last depot: its owner still has a turn, the rival comes last
    (2, 0, 1, [1, 0], [0]),
    (2, 1, 0, [0, 1], [1]),
    (3, 1, 2, [2, 0, 1], [0, 1]),
    (3, 1, 0, [2, 0, 1], [2, 1]),
    (4, 2, 1, [3, 0, 1, 2], [3, 0, 2]),
    (4, 2, 3, [3, 0, 1, 2], [0, 1, 2]),
    (4, 3, 2, [0, 1, 2, 3], [0, 1, 3]),
]


@pytest.mark.parametrize(("players", "player", "owner", "last", "last_by_version_1"), FILLED)
def test_each_player_has_one_last_turn_but_not_one_who_filled_their_own_last_depot(
    players: int, player: int, owner: int, last: list[int], last_by_version_1: list[int], at, told
) -> None:
    """F-5.3; by version 1 the full player never played again."""
    for version, expected in ((2, last), (1, last_by_version_1)):
        state = about_to_fill(at, players, player, {"A1": owner}, version)
        state, events = told(state, "C1: B1>A1 / J3: I3")
        assert full_players(events) == [owner]
        assert who_plays(state) == expected


@pytest.mark.parametrize(
    ("players", "turn", "full", "last", "last_by_version_1"),
    [
        (2, "C1: B1>A1 / J3: J2>J1", 0, [1], [1]),
        (2, "J3: J2>J1 / C1: B1>A1", 1, [1, 0], [0]),
        (3, "C1: B1>A1 / J3: J2>J1", 0, [1, 2], [1, 2]),
        (3, "J3: J2>J1 / C1: B1>A1", 1, [1, 2, 0], [2, 0]),
        (4, "J3: J2>J1 / C1: B1>A1", 1, [1, 2, 3, 0], [2, 3, 0]),
    ],
)
def test_of_two_who_are_full_in_one_turn_the_first_is_the_full_player(
    players: int, turn: str, full: int, last: list[int], last_by_version_1: list[int], at, told
) -> None:
    """F-5.3: one who is full after a rival whose depot they filled keeps their last turn."""
    for version, expected in ((2, last), (1, last_by_version_1)):
        state = about_to_fill(at, players, 0, {"A1": 0, "J1": 1}, version)
        state, events = told(state, turn)
        assert full_players(events) == [full]
        assert who_plays(state) == expected


def test_one_who_fills_the_last_depots_of_two_rivals_comes_last(at, told) -> None:
    """F-5.3"""
    state, events = told(about_to_fill(at, 3, 0, {"A1": 2, "J1": 1}), "C1: B1>A1 / J3: J2>J1")
    assert full_players(events) == [2]
    assert who_plays(state) == [1, 2, 0]


def test_a_player_whose_last_depot_a_rival_filled_can_still_decide_who_wins(at, told) -> None:
    """F-5.3, F-5.2: player 1 fills A1 of player 2, who then gives player 3 the third point."""
    depots = dict.fromkeys(standard().board.entrances, 0)
    depots |= {"A1": 1, "C3": 2, "C4": 2, "H8": 2, "D8": 2}
    text = "B1c,H9c,E9c,J1c,H3c,C3c,C4c 1C1,1J4,2H10,2F5,3A6,3B6"
    state, _ = told(at(text, 3, depots, marker=0), "C1: B1>A1 / J4: J5")
    assert (state.scores, state.marker, state.to_play) == ((2, 1, 2), 0, (1, 2, 0))
    state, _ = told(state, "H10: H9>H8 / F5: F6", "A6: A7 / B6: B7", "B1: C1 / J5: J4")
    assert (state.scores, state.result.rule, state.result.winners) == ((2, 1, 3), "F-5.3", (2,))


def any_turn(state):
    """Two dockers take a step each, then the turn ends; nothing is stored."""
    for _ in range(2):
        move = next(
            m
            for m in state.legal_moves()
            if type(m).__name__ == "Go"
            and (state.active is None or state.position.dockers[state.active].cell != m.docker)
        )
        state = state.play(move)
    return state.play(state.parse("end"))


def test_the_turn_that_fills_the_last_depot_is_finished(at, told) -> None:
    """F-5.3"""
    full = {"J1": 1, "C3": 1, "G3": 1, "H7": 1, "H8": 1}
    state, events = told(at("B1c,E9c 1C1,1J3", depots=full), "C1: B1>A1 …")
    assert state.result is None
    assert state.actor == 0
    assert [e.rule for e in events if isinstance(e, EndIsNear)] == ["F-5.3"]


def test_a_second_player_full_in_the_last_turns_does_not_prolong_the_game(at, told) -> None:
    """F-5.3: the first to be full counts."""
    mine = dict.fromkeys(("C3", "G3", "C4", "H7", "H8", "D8"))
    state = at(
        "B1c,I10c,E9c 1C1,1J3,2H10,2G9",
        depots={**mine, "J1": None, "H3": None, "C8": None, "A10": None, "J10": 1, "A1": 0},
    )
    state, events = told(state, "C1: B1>A1 / J3: J4", "H10: I10>J10 / G9: G8")
    assert [e.player for e in events if isinstance(e, EndIsNear)] == [0]
    assert state.result.rule == "F-5.3"
    assert state.result.winners == (0,)  # 1 : 1, the marker stays


def test_the_marker_can_still_change_hands_in_the_last_turns(at, told) -> None:
    """F-5.3, F-5.5"""
    mine = dict.fromkeys(("C3", "G3", "C4", "H7", "H8", "D8"))
    state = at("B1c,I10f,E9c 1C1,1J3,2H10,2G9", depots={**mine, "J10": 1, "A1": 0})
    state, events = told(state, "C1: B1>A1 / J3: J4", "H10: I10>J10 / G9: G8")
    assert state.result.winners == (1,)
    assert [e.winners for e in events if isinstance(e, GameEnded)] == [(1,)]


def test_each_last_turn_is_announced(at, told) -> None:
    """F-5.3"""
    full = {"J1": 1, "C3": 1, "G3": 1, "H7": 1, "H8": 1}
    _, events = told(at("B1c,E9c 1C1,1J3", depots=full), "C1: B1>A1 / J3: J4")
    assert [e.player for e in events if isinstance(e, TurnBegan)] == [1]
