"""Distances, values and plans, by which the bots of Fragile judge."""

from collections.abc import Callable, Iterator
from itertools import islice

import pytest

from tablee.core import CHANCE
from tablee.games.fragile import Fragile, FragileState, codes, kernel, packing
from tablee.games.fragile.board import CELLS
from tablee.games.fragile.evaluate import evaluator, joined, moves_to, terrain, weights
from tablee.games.fragile.packing import NUMBER
from tablee.games.fragile.plan_kernel import Planner
from tablee.games.fragile.trace_kernel import Trace
from tablee.testing import random_game

StateAt = Callable[..., FragileState]

NEVER = 60
SLOTS = [cell for cell in CELLS if Fragile().edition.board.is_slot(cell)]


@pytest.mark.parametrize(
    ("source", "target", "points"),
    [("B2", "B5", 3), ("C3", "C2", 1), ("C3", "B3", 3), ("B3", "C3", NEVER), ("A9", "B10", 2)],
)
def test_a_walk_goes_round_walls_and_never_into_a_depot(
    source: str, target: str, points: int
) -> None:
    """From C3 to B3: out to C2, then B2, B3."""
    assert terrain(Fragile()).walking(NUMBER[source], NUMBER[target]) == points


@pytest.mark.parametrize(
    ("crate", "depot", "points"),
    [
        ("C5", "C4", 1),
        ("C6", "C4", 2),
        ("D5", "C4", 4),  # pushed west, walked round by D6 to C6, pushed north
        ("J5", "J1", 4),  # along the edge
        ("A5", "C4", NEVER),  # nobody gets behind a crate at the edge
        ("A5", "A10", 5),
    ],
)
def test_a_push_counts_the_way_round_the_crate(crate: str, depot: str, points: int) -> None:
    assert terrain(Fragile()).pushing(NUMBER[crate], SLOTS.index(depot)) == points


def cost(state: FragileState, depot: str, style: str = "search") -> int:
    return evaluator(state, weights(style)).costs(packing.pack(state))[NUMBER[depot]]


def test_a_depot_costs_what_its_nearest_crate_takes(at: StateAt) -> None:
    assert cost(at("C2c 1C1", depots={"C3": 0}), "C3") == 1
    assert cost(at("C2c 1B1", depots={"C3": 0}), "C3") == 2
    assert cost(at("C2cc 1C1", depots={"C3": 0}), "C3") > 1


def test_whoever_stands_at_the_door_may_hand_over(at: StateAt) -> None:
    """F-4.6: A2 has the docker on C2, whosever it is, set the crate into C3."""
    state = at("B2c 1A2,2C2", depots={"C3": 0})
    assert cost(state, "C3") == 1
    assert cost(state, "C3", "greedy") > 5


def test_a_chain_of_dockers_reaches_further(at: StateAt) -> None:
    """B3 sets the crate on B2, where C2 takes it and sets it into C3; the chain costs 1."""
    assert cost(at("A3c 1A4,2B3,2C2", depots={"C3": 0}), "C3") == 1
    assert cost(at("A3c 1A4,2B3", depots={"C3": 0}), "C3") > 1


def value(state: FragileState, player: int) -> float:
    return evaluator(state, weights("search")).value(packing.pack(state), player)


def test_what_counts_for_oneself_counts_less_for_a_rival_against_one(at: StateAt) -> None:
    state = at("C2c,E5c 1C1,2F5", depots={"C3": 0})
    both = {**weights("search"), "rivals": 1.0}
    values = [evaluator(state, both).value(packing.pack(state), player) for player in (0, 1)]
    assert values[0] == pytest.approx(-values[1])
    alone = evaluator(state, {**both, "rivals": 0.0}).value(packing.pack(state), 0)
    assert alone > values[0]


def test_a_crate_nearer_one_s_own_depot_is_better(at: StateAt) -> None:
    near = at("C2c,E5c 1C1,2F5", depots={"C3": 0})
    far = at("D2c,E5c 1C1,2F5", depots={"C3": 0})
    assert value(near, 0) > value(far, 0)


def test_a_game_won_is_worth_more_than_anything(at: StateAt) -> None:
    last = at("C2c 1C1,1B9,1B10,2E9,2E10,2F9", depots={"C3": 0})
    won = last.play(last.parse("C1: C2>C3"))
    assert won.result is not None
    assert value(won, 0) == -value(won, 1) == 1000


GAMES = [Fragile(2), Fragile(3), Fragile(4), Fragile(4, straws=True)]


def some_states(game: Fragile, seed: int, first: int, every: int) -> Iterator[FragileState]:
    """Yields states of a random game in which a player acts."""
    for state, _ in islice(random_game(game, seed), first, None, every):
        assert isinstance(state, FragileState)
        if state.actor != CHANCE:
            yield state


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_a_planned_turn_leads_exactly_where_the_plan_says(game: Fragile) -> None:
    """Its moves, played on the kernel one by one, bring about the state the planner looked at."""
    checked = 0
    for state in some_states(game, game.players, 20, 7 if kernel.COMPILED else 90):
        packed = packing.pack(state)
        planner = Planner(packed, evaluator(state, weights("search")), 64)
        planner.begin(packed, 8, 64)
        planner.widen(8)
        for rank in range(0, planner.found(), 9):
            replayed = packed.copy()
            for move in moves_to(packed, planner.ends(rank)):
                assert move in kernel.legal(replayed)
                kernel.apply(replayed, move)
            assert replayed.fields() == planner.after(rank).fields()
            checked += 1
    assert checked


def test_a_docker_walks_round_a_crate_that_is_now_where_it_began(at: StateAt) -> None:
    """F-4.1: E7 has the crate set on E7 itself; from E6, the way back to E8 is too long."""
    state = at("C4c,D4c,E4c,H4c,F5cc,B6c,D6c,H7c 1E7,1D7,1G9,2F7,2G6,2B7")
    packed = packing.pack(state)
    crates = bytearray(packed.fields()["cells"])
    crates[NUMBER["E7"]], crates[NUMBER["D6"]] = crates[NUMBER["D6"]], 0
    docker = packed.fields()["dockers"].index(NUMBER["E7"])
    moves = joined(Trace(packed, docker).moves(bytes(crates), NUMBER["E8"]))
    for move in moves:
        assert move in kernel.legal(packed)
        kernel.apply(packed, move)
    assert packed.fields()["dockers"][docker] == NUMBER["E8"]


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_a_turn_that_is_kept_is_weighed_exactly(game: Fragile) -> None:
    """What stays below the worst turn kept is not, which must not show."""
    checked = 0
    for state in some_states(game, 10 + game.players, 30, 11 if kernel.COMPILED else 150):
        packed = packing.pack(state)
        planner = Planner(packed, evaluator(state, weights("search")), 8)
        planner.begin(packed, 4, 8)
        planner.widen(4)
        afresh = evaluator(state, weights("search"))
        for rank in range(planner.found()):
            after = planner.after(rank)
            if after.actor() is not None:
                assert planner.value(rank) == pytest.approx(afresh.value(after, state.player))
                checked += 1
    assert checked


def test_pushes_of_one_crate_in_one_direction_are_one_push() -> None:
    def push(source: str, target: str, cells: int = 1) -> int:
        return codes.encode(codes.PUSH, 2, NUMBER[source], NUMBER[target], cells)

    straight = [push("C5", "C6"), push("C6", "C7"), push("C7", "C8")]
    assert joined(straight) == [push("C5", "C8", 3)]
    corner = [push("C5", "C6"), push("C6", "D6"), push("D6", "E6")]
    assert joined(corner) == [push("C5", "C6"), push("C6", "E6", 2)]
    back = [push("C5", "C6"), push("C6", "C5")]
    assert joined(back) == back
