"""The solver against the published minimums and against plain breadth-first search."""

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from tablee.core.errors import Invalid
from tablee.games.fragile import Book, Fragile, Problem, standard
from tablee.games.fragile.activation_kernel import Activation
from tablee.games.fragile.board import CELLS, Cell
from tablee.games.fragile.notation import END, parse_turn
from tablee.games.fragile.packing import pack
from tablee.games.fragile.position import PLAIN, Crate, Position
from tablee.games.fragile.problems import search as search_module
from tablee.games.fragile.problems.bound_kernel import COMPILED, Bound
from tablee.games.fragile.problems.lone_crate import BOTTOM, SINGLE, TOP, LoneCrate
from tablee.games.fragile.problems.positions_kernel import Positions
from tablee.games.fragile.problems.sameness import representatives
from tablee.games.fragile.problems.search import Key, ProblemSearch, SearchProgress
from tablee.games.fragile.problems.solver import Paths, default_turns, solve
from tablee.games.fragile.reach import reachable

BOARD = standard().board
SLOTS = [cell for cell in CELLS if BOARD.is_slot(cell)]
FLOOR = [cell for cell in CELLS if not BOARD.is_slot(cell)]
MINIMUMS = {1: 2, 2: 2, 3: 2, 4: 3, 5: 3, 6: 2, 7: 2, 8: 3}
QUICK = MINIMUMS if COMPILED else {1: 2, 2: 2, 3: 2}
"""As plain Python the bound of three dockers takes minutes."""


def replayed(problem: Problem, turns: tuple[str, ...]) -> bool:
    """Does the law accept a solution, and does it meet the goals with its last turn?"""
    longer = Problem(len(turns), problem.crates, problem.dockers, problem.others)
    state = Fragile.of_problem(longer).initial()
    for turn in turns:
        assert state.result is None
        for move in parse_turn(state, turn):
            state = state.play(move)
        if state.result is None:
            state = state.play(state.parse(END))
    return state.result is not None and state.result.winners == (0,)


# The published problems


@pytest.mark.parametrize("number", QUICK)
def test_the_fewest_turns_of_a_published_problem_are_proved(golden: Book, number: int) -> None:
    problem = golden.entry(number).problem
    found = solve(problem)
    assert (found.minimum, found.proved) == (MINIMUMS[number], True)
    assert found.exhausted == MINIMUMS[number] - 1
    assert replayed(problem, found.solutions[0])


@pytest.mark.parametrize(("number", "count"), [(1, 9), (2, 3), (3, 1)])
def test_all_shortest_solutions_of_a_published_problem(
    golden: Book, number: int, count: int
) -> None:
    """Problem 1 can be begun with either docker; problem 2 has three winning ends (F-1.3)."""
    problem = golden.entry(number).problem
    found = solve(problem, all_solutions=True)
    assert found.complete
    assert len(set(found.solutions)) == len(found.solutions) == count
    assert all(replayed(problem, turns) for turns in found.solutions)


@pytest.mark.skipif(not COMPILED, reason="takes minutes as plain Python")
def test_independent_turns_in_another_order_are_the_same_solution(golden: Book) -> None:
    """Problem 4: C5 and G5 do not touch each other; either may begin."""
    found = solve(golden.entry(4).problem, all_solutions=True)
    assert len(found.solutions) == 1
    paths = Paths(
        ProblemSearch(golden.entry(4).problem, standard(), 1, 1 << 30), 3, every=True
    ).all(100)
    assert len(paths) == 2
    assert len(representatives(paths)) == 1


# Plain breadth-first search

Reach = Callable[[Fragile, Position, int], Iterator[Position]]


def by_the_law(_game: Fragile, position: Position, docker: int) -> Iterator[Position]:
    yield from reachable(position, docker, 5)


def by_the_kernel(game: Fragile, position: Position, docker: int) -> Iterator[Position]:
    """What the kernel says one activation leads to: property tests hold it equal to the law."""
    state = replace(game.initial(), position=position)
    activation = Activation()
    packed = pack(state)
    activation.explore(packed, docker, 5)
    goals = sorted(game.problem.goals, key=CELLS.index) if game.problem else []
    for cells, cell, _ in activation.ends():
        crates = {
            CELLS[number]: tuple(
                PLAIN if half == 1 else Crate(goal=goals[half - 4])
                for half in (byte & 15, byte >> 4)
                if half
            )
            for number, byte in enumerate(cells)
            if byte
        }
        yield Position(position.board, crates, position.dockers).with_docker(docker, CELLS[cell])


def is_solved(position: Position) -> bool:
    return all(
        crate.goal is None or crate.goal == cell
        for cell, crates in position.crates.items()
        for crate in crates
    )


def plain_minimum(problem: Problem, most: int, reach: Reach) -> int | None:
    """Every position after 1, 2, … turns, without any bound."""
    game = Fragile.of_problem(problem)
    layer: dict[tuple[Position, int], None] = {(game.initial().position, -1): None}
    for turns in range(1, most + 1):
        following: dict[tuple[Position, int], None] = {}
        for position, barred in layer:
            for docker in range(len(problem.dockers)):
                if docker == barred:
                    continue
                for found in reach(game, position, docker):
                    if is_solved(found):
                        return turns
                    if turns < most:
                        following[found, docker] = None
        layer = following
    return None


@st.composite
def problems(draw: st.DrawFn, dockers: int = 3, others: int = 3, crates: int = 5) -> Problem:
    """A few pieces close together, near the depots they are meant for."""
    column, row = draw(st.integers(0, 5)), draw(st.integers(1, 6))
    near = [
        f"{'ABCDEFGHIJ'[column + across]}{row + down}" for across in range(5) for down in range(5)
    ]
    floor = draw(st.permutations([cell for cell in near if cell in FLOOR]))
    slots = draw(st.permutations([cell for cell in near if cell in SLOTS]))
    free, depots = iter(floor), iter(slots)
    own = [next(free) for _ in range(draw(st.integers(1, dockers)))]
    if len(slots) > 1 and draw(st.integers(0, 4)) == 0:
        own[0] = next(depots)
    standing = tuple(next(free) for _ in range(draw(st.integers(0, others))))
    wanted = [Crate(goal=depot) for depot, _ in zip(depots, range(2), strict=False)]
    loose = wanted + [PLAIN] * draw(st.integers(0, crates - 2))
    loose = list(draw(st.permutations(loose)))
    placed: dict[Cell, tuple[Crate, ...]] = {}
    while loose:
        high = 2 if len(loose) > 1 and draw(st.booleans()) else 1
        placed[next(free)] = tuple(loose[:high])
        loose = loose[high:]
    return Problem(2, placed, tuple(own), standing)


def checked(problem: Problem) -> Problem | None:
    try:
        problem.check(BOARD)
    except Invalid:
        return None
    return problem


SOLVABLE = problems().map(checked).filter(lambda problem: problem is not None)
SMALL = problems(2, 1, 3).map(checked).filter(lambda problem: problem is not None)
SLOW = [HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large]


@settings(max_examples=25 if COMPILED else 2, deadline=None, suppress_health_check=SLOW)
@given(SOLVABLE if COMPILED else SMALL)
def test_the_minimum_is_that_of_plain_search(problem: Problem) -> None:
    found = solve(problem, max_turns=2)
    assert found.proved
    assert found.minimum == plain_minimum(problem, 2, by_the_kernel)
    assert all(replayed(problem, turns) for turns in found.solutions)


def test_no_solution_walks_on_after_the_goals_are_met() -> None:
    """F-7.3: a docker that hands over last may stand where it could also walk to afterwards."""
    problem = Problem.parse("2;B8c,E8c,C6gD8;C8,D5,B6;C5,E6")
    found = solve(problem, max_turns=2, all_solutions=True)
    assert ("D5: E7 E8>E9", "B6: C6>D6 D5 D6~D8") in found.solutions
    assert all(replayed(problem, turns) for turns in found.solutions)


@settings(max_examples=3 if COMPILED else 1, deadline=None, suppress_health_check=SLOW)
@given(SMALL)
def test_the_minimum_is_that_of_plain_search_by_the_law(problem: Problem) -> None:
    most = 2 if COMPILED else 1
    assert solve(problem, max_turns=most).minimum == plain_minimum(problem, most, by_the_law)


@pytest.mark.long
@settings(max_examples=20, deadline=None, suppress_health_check=SLOW)
@given(problems(2, 2, 4).map(checked).filter(lambda problem: problem is not None))
def test_three_turns_are_searched_as_plain_search_does(problem: Problem) -> None:
    """The layers without the bound, position by position; the last turn by its layouts."""
    search = ProblemSearch(problem, standard(), 1, 1 << 30)
    layer = [search.start.key(0)]
    turns = 1
    while turns <= 3 and not any(search.endings(key) for key in layer):
        layer = list(dict.fromkeys(found for key in layer for found in search.following(key)))
        turns += 1
        if len(layer) > 100_000:
            return
    assert solve(problem, max_turns=3).minimum == (turns if turns <= 3 else None)


@settings(max_examples=25 if COMPILED else 2, deadline=None, suppress_health_check=SLOW)
@given(SMALL)
@example(Problem.parse("2;B3gC3;C4,B2;-"))  # either docker may begin
def test_all_solutions_are_those_of_plain_search(problem: Problem) -> None:
    minimum = solve(problem, max_turns=2).minimum
    if minimum is None:
        return
    game = Fragile.of_problem(problem)
    paths = Paths(ProblemSearch(problem, standard(), 1, 1 << 30), minimum, every=True).all(10**6)
    found = {tuple((moment.crates, moment.own) for moment in path.moments[1:]) for path in paths}

    def sequences(
        position: Position, barred: int, left: int
    ) -> Iterator[tuple[tuple[object, object], ...]]:
        for docker in range(len(problem.dockers)):
            if docker == barred:
                continue
            for after in by_the_kernel(game, position, docker):
                own = frozenset(d.cell for d in after.dockers[: len(problem.dockers)])
                moment = (frozenset(after.crates.items()), own)
                if left == 1 and is_solved(after):
                    yield (moment,)
                elif left > 1:
                    for rest in sequences(after, docker, left - 1):
                        yield (moment, *rest)

    plain = set(sequences(game.initial().position, -1, minimum))
    # Plain search lets the docker walk on after the goals are met; the solver stops there (F-7.3).
    assert found <= plain
    assert {path[:-1] for path in found} == {path[:-1] for path in plain}
    assert {path[-1][0] for path in found} <= {path[-1][0] for path in plain}


# The bound


@settings(max_examples=40 if COMPILED else 3, deadline=None, suppress_health_check=SLOW)
@given(problems(2, 4, 3), st.integers(1, 2), st.randoms())
def test_the_bound_is_the_one_of_the_checker(problem: Problem, turns: int, rng: object) -> None:
    """Two programs that share nothing tell the same of a crate alone on the quay."""
    if checked(problem) is None:
        return
    search = ProblemSearch(problem, standard(), 1, 1 << 30)
    bound: Bound = search.bound
    depot = search.goals[0]
    lone = LoneCrate(BOARD, depot, problem.dockers, frozenset(problem.others))
    (still,) = problem.dockers[1:] or (None,)
    second = 127 if still is None else CELLS.index(still)
    for active in lone.stands:
        if active == still:
            continue
        for number, cell in enumerate(CELLS):
            if cell in (active, still, *problem.others) or (BOARD.is_slot(cell) and cell != depot):
                continue
            for height, name in ((0, SINGLE), (100, TOP), (200, BOTTOM)):
                if height and BOARD.is_slot(cell):
                    continue
                rest = frozenset() if still is None else frozenset({still})
                expected = lone.may_be_stored((cell, name), active, rest, turns)
                state = height + number
                told = bound.can_succeed(turns, 0, state, CELLS.index(active), second, 127)
                assert told == expected, (cell, name, active)


# What else may happen


def test_a_problem_that_cannot_be_solved_is_proved_so() -> None:
    """A single docker has one turn only: no other one can follow (F-7.2)."""
    problem = Problem.parse("2;D5gC3;D6;-")
    found = solve(problem, max_turns=3)
    assert (found.minimum, found.proved, found.exhausted) == (None, True, 3)
    assert found.solutions == ()


def test_one_turn_may_be_enough() -> None:
    found = solve(Problem.parse("1;C2gC3;C1;-"))
    assert (found.minimum, found.solutions) == (1, (("C1: C2>C3",),))


def test_the_search_looks_as_far_as_the_problem_asks_and_four_turns_at_least() -> None:
    assert default_turns(Problem.parse("2;C2gC3;C1;-")) == 4
    assert default_turns(Problem.parse("6;C2gC3;C1;-")) == 6


def test_a_depot_filled_with_another_crate_is_lost() -> None:
    """F-4.7: H2 is to go into H3, but I3 stands before it and can only be pushed in or away."""
    found = solve(Problem.parse("2;I3c,J3gH3;J4,H2;-"), max_turns=1)
    assert (found.minimum, found.proved) == (None, True)


THREE_TURNS = "3;E5gA1,D5c;E6,F6;-"


def test_threads_and_chunks_make_no_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = Problem.parse(THREE_TURNS)
    alone = solve(problem, max_turns=3, workers=1)
    monkeypatch.setattr(search_module, "CHUNK", 7)
    together = solve(problem, max_turns=3, workers=3)
    assert together.minimum == alone.minimum
    assert together.solutions == alone.solutions


def test_memory_that_is_full_ends_the_search_with_what_is_known() -> None:
    problem = Problem.parse(THREE_TURNS)
    found = solve(problem, max_turns=3, memory=1000)
    assert found.out_of_memory
    assert not found.proved
    assert found.minimum is None
    assert found.exhausted < 3


def test_an_interrupted_search_tells_what_it_has_exhausted() -> None:
    def interrupt(progress: SearchProgress) -> None:
        if progress.turns == 3:
            raise KeyboardInterrupt

    found = solve(Problem.parse(THREE_TURNS), max_turns=3, progress=interrupt)
    assert found.interrupted
    assert (found.minimum, found.proved, found.exhausted) == (None, False, 2)


def test_a_bad_problem_is_refused() -> None:
    with pytest.raises(Invalid):
        solve(Problem.parse("2;C2gC5;C1;-"))


def test_what_does_not_fit_into_memory_is_tried_again_and_not_missed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Room for the layers and for 256 positions before the last turn, which are more."""
    monkeypatch.setattr(search_module, "CHUNK", 3)
    problem = Problem.parse("3;E5gA1,D5c;E6,F6;B1")
    search = ProblemSearch(problem, standard(), 1, 1 << 30)
    layers = search.layers(3, 1)
    expected = search.winners(layers, 3, every=True)
    counted = search.positions
    search.memory = search.bound.memory() + sum(layer.memory() for layer in layers) + 35_000
    search.positions = len(layers[1])
    found = search.winners(layers, 3, every=True)
    assert keys(found) == keys(expected) != set()
    assert search.positions > counted


def keys(positions: Positions) -> set[Key]:
    return {positions.key(index) for index in range(len(positions))}
