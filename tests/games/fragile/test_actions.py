"""F-4: the six actions of a docker."""

import random

import pytest

from tablee.core import Illegal
from tablee.games.fragile.actions import FARTHEST, path, walks
from tablee.games.fragile.board import CELLS
from tablee.games.fragile.events import (
    CrateFlipped,
    CrateHandedOver,
    CratePushed,
    CrateStored,
    CrateUnstacked,
    DockerWent,
)
from tablee.games.fragile.moves import Flip, Go, HandOver, Push, Stack, Unstack
from tablee.games.fragile.position import crates_text


def targets(state, kind, docker: str) -> set[str]:
    return {m.target for m in state.legal_moves() if isinstance(m, kind) and m.docker == docker}


def crates(state) -> str:
    return crates_text(state.position.crates)


# F-4.1 Go


def test_a_docker_goes_as_far_as_its_points_carry_turning_freely(at) -> None:
    """F-4.1"""
    state = at("A10c 1E6,1I2", turn=0)
    reached = targets(state, Go, "E6")
    assert len(reached) == 24 - 1  # a diamond of three steps, without D8 at its lower left
    assert {"E3", "H6", "E9", "B6", "D4", "F8"} <= reached
    assert "D8" not in reached
    assert "E2" not in reached
    assert "E6" not in reached


def test_a_walk_goes_round_crates_and_depots_and_pays_for_the_way_round(at, told) -> None:
    """F-4.1: D3 to B3 round the depot C3."""
    state = at("E7c 1D3,1I2")
    _, events = told(state, "D3: B3 …")
    went = next(event for event in events if isinstance(event, DockerWent))
    assert went.path == ("D2", "C2", "B2", "B3")
    assert went.cost == 4
    blocked = at("C2c 1D3,1I2")
    assert "B3" not in targets(blocked, Go, "D3")  # now six


def test_cells_with_other_dockers_are_crossed_at_a_point_each(at, told) -> None:
    """F-4.1"""
    crossed = at("B1c,B3c 1A2,1I2,2B2", turn=0)
    assert "C2" in targets(crossed, Go, "A2")
    assert "B2" not in targets(crossed, Go, "A2")
    _, events = told(crossed, "A2: C2 …")
    went = next(event for event in events if isinstance(event, DockerWent))
    assert (went.path, went.cost) == (("B2", "C2"), 2)


def test_a_docker_in_a_depot_leaves_by_the_open_side_and_never_comes_back(at, play) -> None:
    """F-4.1, F-4.8"""
    state = at("E7c 1C4,1I2", turn=0)
    assert targets(state, Go, "C4") == {
        "C5",
        "B5",
        "D5",
        "C6",
        "A5",
        "E5",
        "B4",
        "D4",
        "B6",
        "D6",
        "C7",
    }
    state = play(state, "C4: C5 …")
    assert "C4" not in targets(state, Go, "C5")


@pytest.mark.parametrize("seed", range(20))
def test_a_way_is_the_one_found_among_all_steps(at, seed: int) -> None:
    """F-4.1: the search for it stops at its target, and records hold it."""
    rng = random.Random(seed)
    floor = [cell for cell in CELLS if not at("A10c 1E6").position.board.is_slot(cell)]
    docker, *others = rng.sample(floor, 1 + rng.choice((3, 12, 40)))
    position = at(f"{','.join(f'{cell}c' for cell in others)} 1{docker}").position
    before = walks(position, docker, FARTHEST)
    for target in before:
        way = [target]
        while before[way[0]] != docker:
            way.insert(0, before[way[0]])
        assert path(position, docker, target) == tuple(way)


# F-4.2 Push


def test_a_push_moves_crate_and_docker_a_point_a_cell(at, told) -> None:
    """F-4.2"""
    state, events = told(at("C6c 1D6,1I2"), "D6: C6>A6 …")
    assert crates(state) == "A6c"
    assert state.position.dockers[0].cell == "B6"
    assert state.points == 3
    assert events[-1] == CratePushed("F-4.2", "D6", "C6", "A6", "B6", 2)


def test_a_crate_is_pushed_as_far_as_points_edge_and_others_let_it(at) -> None:
    """F-4.2"""
    assert targets(at("E6c 1E7,1I2"), Push, "E7") == {"E5", "E4", "E3", "E2", "E1"}
    assert targets(at("E6c 1E7,1I2", turn=0), Push, "E7") == {"E5", "E4", "E3"}
    assert targets(at("E3c 1E4,1I2"), Push, "E4") == {"E2", "E1"}
    assert targets(at("E6c,E3c 1E7,1I2"), Push, "E7") == {"E5", "E4"}
    assert targets(at("E6c 1E7,1I2,2E3"), Push, "E7") == {"E5", "E4"}
    assert targets(at("E6cc 1E7,1I2"), Push, "E7") == set()


def test_a_crate_is_pushed_into_an_empty_depot_and_no_farther(at, told) -> None:
    """F-4.2, F-4.7: any depot, here a neutral one."""
    state = at("C6c 1C7,1I2")
    assert targets(state, Push, "C7") == {"C5", "C4"}
    state, events = told(state, "C7: C6>C4 …")
    assert crates(state) == "C4c"
    assert state.position.dockers[0].cell == "C5"
    assert CrateStored("F-5.1", "C4", None, 1) in events
    assert state.depots["C4"] is None
    assert state.scores == (0, 0)


def test_a_depot_is_not_entered_through_its_wall(at) -> None:
    """F-4.2, F-1.4"""
    assert targets(at("D4c 1E4,1I2"), Push, "E4") == set()
    assert targets(at("B4c 1A4,1I2"), Push, "A4") == set()
    assert targets(at("D3c 1E3,1I2"), Push, "E3") == set()


def test_a_docker_leaves_its_depot_pushing(at, play) -> None:
    """F-4.2, F-4.8"""
    state = play(at("B1c 1A1,1I2"), "A1: B1>D1 …")
    assert crates(state) == "D1c"
    assert state.position.dockers[0].cell == "C1"


# F-4.3 Stack


def test_a_crate_is_stacked_and_the_docker_takes_its_cell(at, told) -> None:
    """F-4.3"""
    state, events = told(at("E5f,E4c 1E6,1I2"), "E6: E5+E4 …")
    assert crates(state) == "E4cf"  # lower first
    assert state.position.dockers[0].cell == "E5"
    assert state.points == 3
    assert events[-1].cost == 2


def test_two_points_are_needed_to_stack_or_unstack(at, play) -> None:
    """F-4.3, F-4.4"""
    state = play(at("E5c,E4c 1H6,1I2", turn=1), "H6: F6 E6 …")
    assert state.points == 1
    assert targets(state, Stack, "E6") == set()
    with pytest.raises(Illegal, match="takes 2 action points; 1 left"):
        state.parse("E5+E4")
    state = play(at("E5cc 1H6,1I2", turn=1), "H6: E6 …")
    with pytest.raises(Illegal, match="takes 2 action points; 1 left"):
        state.parse("E5-E4")


# F-4.4 Unstack


def test_the_upper_crate_falls_behind_the_stack_and_the_docker_stays(at, told) -> None:
    """F-4.4"""
    state, events = told(at("E5cf 1E6,1I2"), "E6: E5-E4 …")
    assert crates(state) == "E4f,E5c"
    assert state.position.dockers[0].cell == "E6"
    assert state.points == 3
    assert events[-1] == CrateUnstacked("F-4.4", "E6", "E5", "E4", 2)


def test_the_upper_crate_may_fall_into_a_depot(at, told) -> None:
    """F-4.4: J2 into J1, as in problem 3."""
    state, events = told(at("J2cc 1J3,1I5"), "J3: J2-J1 …")
    assert crates(state) == "J1c,J2c"
    assert CrateStored("F-5.1", "J1", 1, 1) in events
    assert state.scores == (0, 1)


# F-4.5 Flip


def test_a_flip_turns_a_single_crate_or_the_upper_one(at, told) -> None:
    """F-4.5"""
    state, events = told(at("E5c 1E6,1I2"), "E6: E5! …")
    assert crates(state) == "E5n"
    assert (state.points, state.flips) == (1, 1)
    assert events[-1] == CrateFlipped("F-4.5", "E6", "E5", 2, 4)
    state, _ = told(at("E5cc 1E6,1I2"), "E6: E5! …")
    assert crates(state) == "E5cn"
    assert Flip("E6", "E5") not in at("E5fc 1E6,1I2", turn=0).legal_moves()
    assert Flip("E6", "E5") in at("E5fc 1E6,1I2").legal_moves()


@pytest.mark.parametrize(("players", "limit"), [(2, 3), (3, 4), (4, 5)])
def test_a_game_has_one_flip_more_than_players(players: int, limit: int, at) -> None:
    """F-4.5"""
    last = at("E5c 1E6,1I2", players=players, flips=limit - 1)
    assert Flip("E6", "E5") in last.legal_moves()
    spent = last.play(Flip("E6", "E5"))
    assert spent.flips == limit
    none = at("E5c 1E6,1I2", players=players, flips=limit)
    assert Flip("E6", "E5") not in none.legal_moves()


@pytest.mark.parametrize(
    ("position", "flip", "way", "move"),
    [
        ("B1c 1B2,1C1,1J5", "B2: B1!", "push", Push("C1", "B1", "A1")),
        ("C1c 1C2,1B1,1D1", "C2: C1!", "hand over", HandOver("D1", "C1", "A1")),
        ("B1cc 1B2,1C1,1J5", "B2: B1!", "unstack", Unstack("C1", "B1", "A1")),
    ],
)
def test_a_crate_flipped_is_not_stored_in_the_same_turn_by_any_means_but_in_the_next(
    position: str, flip: str, way: str, move, at, play
) -> None:
    """F-4.5: not even by the other docker."""
    state = play(at(position), f"{flip} …")
    refusal = state.check(move)
    assert (refusal.rule, refusal.message.key) == ("F-4.5", "flipped-this-turn")
    assert move not in state.legal_moves()
    ready = at(position.replace("1c ", "1f ").replace("1cc ", "1cf "), flips=1)
    assert move in ready.legal_moves()


def test_a_crate_flipped_is_an_ordinary_fragile_one_once_the_turn_is_over(at, play) -> None:
    """F-4.5: and then scores 2 (F-5.1)."""
    state = play(at("B1c,F5c 1B2,1C1,1J5,2E9,2E10"), "B2: B1! / J5: J6", "E9: D9 / E10: D10")
    assert crates(state) == "B1f,F5c"
    state = play(state, "C1: B1>A1 / J6: J5")
    assert crates(state) == "A1f,F5c"
    assert state.scores == (2, 0)


def test_a_crate_flipped_this_turn_still_moves_about(at, play) -> None:
    """F-4.5: only the depots are closed to it."""
    state = play(at("E5c 1E6,1D5,1I2"), "E6: E5! E5>E4 …")
    assert crates(state) == "E4n"
    state = play(at("E5c,G5c 1E6,1D5,1I2"), "E6: E5! / D5: E5>F5 F5+G5 …")
    assert crates(state) == "G5cn"
    state = play(at("E5c 1E6,1D5,1I2"), "E6: E5! E5~C5 …")
    assert crates(state) == "C5n"


def test_the_crate_below_a_flipped_one_is_not_held_back_by_it(at, play) -> None:
    """F-4.5: flipped, then another put on top: that one may be stored at once."""
    state = at("C5nc 1C6,1I2")
    assert targets(state, Unstack, "C6") == {"C4"}
    assert crates(play(state, "C6: C5-C4 …")) == "C4c,C5n"


# F-4.6 Hand over


def test_a_helper_sets_the_crate_on_any_free_cell_next_to_itself(at, told) -> None:
    """F-4.6: one point in all."""
    state = at("D4c 1D5,1I2,2E4")
    assert targets(state, HandOver, "D5") == {"E3", "F4", "E5"}
    state, events = told(state, "D5: D4~F4 …")
    assert crates(state) == "F4c"
    assert state.points == 4
    handed = events[-1]
    assert isinstance(handed, CrateHandedOver)
    assert [(link.docker, link.target) for link in handed.links] == [("E4", "F4")]
    assert [docker.cell for docker in state.position.dockers[:3]] == ["D5", "I2", "E4"]


def test_a_chain_runs_on_over_dockers_of_any_colour_at_one_point(at, told) -> None:
    """F-4.6: A5 to I5 in four links."""
    state = at("A5c 1A6,1D5,2B5,2F5,3H5,3J9", players=3, turn=0)
    assert "I5" in targets(state, HandOver, "A6")
    state, events = told(state, "A6: A5~I5 …")
    assert [link.docker for link in events[-1].links] == ["B5", "D5", "F5", "H5"]
    assert [link.target for link in events[-1].links] == ["C5", "E5", "G5", "I5"]
    assert state.points == 2
    assert crates(state) == "I5c"


def test_a_gap_in_the_chain_ends_it(at) -> None:
    """F-4.6"""
    state = at("A5c 1A6,1D5,2B5,2G5,3H5,3J9", players=3)
    reached = targets(state, HandOver, "A6")
    assert "E5" in reached
    assert not {"F5", "I5"} & reached


def test_something_in_the_way_of_the_chain_leads_it_round_or_ends_it(at) -> None:
    """F-4.6: the crate is set on free cells only."""
    state = at("A5c,C5c 1A6,1D5,2B5,2F5,3H5,3J9", players=3)
    assert targets(state, HandOver, "A6") == {"B4", "B6"}


def test_the_active_docker_is_no_link_of_its_own_chain(at) -> None:
    """F-4.6: D5 hands to E4; were D5 a link too, C5 and D6 would be within reach."""
    state = at("D4c 1D5,1I2,2E4")
    assert {"C5", "D6"}.isdisjoint(targets(state, HandOver, "D5"))
    another = at("D4c 1D5,1D3,2E4")
    assert {"C5", "D6"} <= targets(another, HandOver, "D3")  # here D5 is a helper


def test_the_active_docker_cannot_take_part_later_in_the_chain(at) -> None:
    """F-4.6: from E5 on only D5 itself could set the crate on D6."""
    state = at("D4c 1D5,1I2,2E4")
    assert "E5" in targets(state, HandOver, "D5")
    assert "D6" not in targets(state, HandOver, "D5")


def test_walls_stop_a_helper(at) -> None:
    """F-4.6, F-1.4: D3 stands beside the depot C3, whose open side is C2."""
    state = at("D4c 1D5,1I2,2D3")
    assert targets(state, HandOver, "D5") == {"D2", "E3"}


def test_a_helper_next_to_the_crate_but_behind_a_wall_does_not_count(at) -> None:
    """F-4.6, F-4.8: a docker in C4 reaches C5 alone."""
    state = at("D4c 1D5,1I2,2C4")
    assert targets(state, HandOver, "D5") == set()
    refusal = state.check(HandOver("D5", "D4", "C5"))
    assert refusal.message.key == "hand-over-nobody"


def test_a_helper_in_a_depot_passes_nothing_on(at) -> None:
    """F-4.8: it could only set the crate where it was."""
    state = at("C5c 1C6,1I2,2C4")
    assert targets(state, HandOver, "C6") == set()
    refusal = state.check(HandOver("C6", "C5", "B5"))
    assert (refusal.rule, refusal.message.key) == ("F-4.6", "hand-over-no-chain")


def test_a_docker_in_a_depot_hands_over_through_the_open_side(at) -> None:
    """F-4.8"""
    state = at("C5c 1C4,1I2,2C6")
    assert targets(state, HandOver, "C4") == {"B6", "D6", "C7"}


def test_a_chain_may_end_in_an_empty_depot_at_its_open_side(at, told) -> None:
    """F-4.6: as in problem 1; and nowhere beyond it."""
    state = at("B2c 1B3,1I2,2C2")
    assert targets(state, HandOver, "B3") == {"C1", "D2", "C3"}
    state, events = told(state, "B3: B2~C3 …")
    assert CrateStored("F-5.1", "C3", None, 1) in events
    assert crates(state) == "C3c"


def test_a_chain_does_not_lead_through_a_depot(at) -> None:
    """F-4.6: B8 sets into C8; D8's door is elsewhere, nothing comes out again."""
    state = at("A8c 1A7,1I2,2B8,2D9,2B9")
    assert "C8" in targets(state, HandOver, "A7")
    assert "D8" not in targets(state, HandOver, "A7")


def test_a_depot_taken_by_a_docker_or_a_crate_ends_no_chain(at) -> None:
    """F-4.6, F-4.7"""
    assert "C3" not in targets(at("B2c 1B3,1I2,2C2,2C3"), HandOver, "B3")
    assert "C3" not in targets(at("B2c,C3c,E7c 1B3,1I2,2C2"), HandOver, "B3")


def test_a_crate_may_be_set_back_next_to_the_active_docker(at, play) -> None:
    """F-4.6: any free cell but the one it was on."""
    state = at("D4c 1D5,1I2,2E4,2E6")
    assert "E5" in targets(state, HandOver, "D5")
    assert "D4" not in targets(state, HandOver, "D5")
    assert crates(play(state, "D5: D4~E5 …")) == "E5c"


# F-4.7


def test_a_stored_crate_is_out_of_the_game_for_every_action(at) -> None:
    """F-4.7"""
    state = at("C4c,C5c,E9c 1C6,1B5,2D5")
    legal = state.legal_moves()
    assert not [m for m in legal if getattr(m, "crate", None) == "C4"]
    assert not [m for m in legal if getattr(m, "target", None) == "C4"]


def test_the_handed_crate_keeps_its_side(at, play) -> None:
    """F-4.6, F-4.5"""
    state = play(at("D4f,A9c 1D5,1I2,2E4"), "D5: D4~F4 …")
    assert crates(state) == "F4f,A9c"
