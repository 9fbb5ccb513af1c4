"""The solver: exact chances, equal to plain expectimax by the law."""

from fractions import Fraction

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tablee.core import CHANCE
from tablee.games.shear_panic import Flock, ShearPanicState, standard
from tablee.games.shear_panic.flock import COLOURS, FACINGS, Spot, beside
from tablee.games.shear_panic.moves import Kind
from tablee.games.shear_panic.problems.goals import Goal
from tablee.games.shear_panic.problems.problem import PLAYERS, Problem, is_sound
from tablee.games.shear_panic.problems.solver import Search, TooMuchWork, most_points, solve

FEW_TARGETS = (Kind.LINE_UP, Kind.LAMB_ROLL, Kind.LEAPFROG, Kind.EWE_TURN)


def plain(problem: Problem, state: ShearPanicState) -> Fraction:
    """Expectimax as in a textbook: the law, no memory, no bound."""
    if problem.is_solved(state):
        return Fraction(1)
    if state.actor == CHANCE:
        return sum(
            (
                outcome.probability * plain(problem, problem.play(state, outcome.move))
                for outcome in state.outcomes()
            ),
            Fraction(0),
        )
    values = (plain(problem, problem.play(state, move)) for move in state.legal_moves())
    return max(values, default=Fraction(0))


@st.composite
def flocks(draw: st.DrawFn) -> Flock:
    """Three or four sheep that stand together, of at least two colours."""
    spots: list[Spot] = [(0, 0)]
    for _ in range(draw(st.integers(2, 3))):
        free = sorted({other for spot in spots for other in beside(spot)} - set(spots))
        spots.append(draw(st.sampled_from(free)))
    letters = draw(st.permutations("BBGGRRYYK"))
    return Flock.of(dict(zip(spots, letters, strict=False)), draw(st.sampled_from(FACINGS)))


@st.composite
def problems(draw: st.DrawFn) -> Problem:
    """Small problems anywhere on the track, with panics, gates and pens."""
    menu = standard().menu
    few = [entry for entry in menu if entry.kind in FEW_TARGETS]
    track = standard().tracks[PLAYERS]
    if draw(st.booleans()):  # a panic has so many ways that one small command is enough
        commands = [draw(st.sampled_from(few))]
        space = draw(st.sampled_from(sorted(track.panic))) - commands[0].number
    else:
        many = draw(st.booleans())
        size = 1 + many
        chosen = st.lists(st.sampled_from(few if many else menu), min_size=size, max_size=size)
        commands = draw(chosen)
        gates = [field.gate for field in track.fields if field.gate is not None]
        near = st.sampled_from([*gates, *track.pens]) | st.integers(2, 60)
        space = draw(near) - draw(st.integers(1, 2))
        ends = {space + commands[0].number, space + commands[-1].number}
        ends.add(space + sum(entry.number for entry in commands))
        assume(not ends & track.panic)
    goal = draw(
        st.sampled_from(["front", "back", "together", "black", "shorn R", "shorn G"])
        | st.integers(1, 9).map(lambda points: f"points {points}")
    )
    colour = draw(st.sampled_from(COLOURS))
    return Problem(draw(flocks()), colour, space, tuple(commands), Goal.parse(goal))


@settings(max_examples=40, deadline=None)
@given(problems())
def test_the_solver_agrees_with_plain_expectimax(problem: Problem) -> None:
    assume(is_sound(problem, standard()))
    start = problem.start()
    solution = solve(problem)
    assert solution.chance == plain(problem, start)
    for move in solution.first:
        assert plain(problem, problem.play(start, start.parse(move))) == solution.chance


def test_a_problem_that_dice_cannot_spoil_is_sure() -> None:
    """The red sheep before yellow goes; whatever the die shows, yellow stands behind."""
    problem = Problem.parse("GRB./KYR./G.BY N;Y;32;diagonal push 1;back")
    solution = solve(problem)
    assert solution.is_sure
    assert solution.first == ("diagonal push 1 C1 SW",)
    assert solution.is_unique
    assert isinstance(solution.strategy, tuple)
    assert isinstance(solution.strategy[1], dict)
    assert set(solution.strategy[1]) == {"regroup +", "regroup x"}


def test_a_chance_is_a_fraction() -> None:
    solution = solve(Problem.parse("..R../.YBYB/GG.KR N;Y;11;line push 1;points 2"))
    assert solution.chance == Fraction(1, 2)
    assert solution.first == ("line push 1 C2 N",)


def test_what_cannot_be_done_has_no_first_command() -> None:
    solution = solve(Problem.parse("BRG/GKY/YBR N;Y;14;lamb push 2;points 1"))
    assert solution.chance == 0
    assert solution.first == ()
    assert solution.strategy is False


def test_equally_good_first_commands_are_all_named() -> None:
    solution = solve(Problem.parse("BRG/GKY/YBR N;Y;5;lamb push 2;together"))
    assert solution.first == ("lamb push 2 C2 SW", "lamb push 2 A3 NE")
    assert not solution.is_unique
    assert not solution.sole


def test_the_work_is_bounded() -> None:
    problem = Problem.parse("BRG/GKY/YBR N;Y;19;lamb push 2,line push 1;front")
    with pytest.raises(TooMuchWork):
        Search(problem, most=500).value(problem.start())


@pytest.mark.parametrize(
    ("counter", "numbers", "most"),
    [(14, [2], 0), (24, [1], 8), (24, [3, 3], 8), (36, [1, 1], 16), (4, [1, 2], 4)],
)
def test_points_out_of_reach_are_not_searched_for(
    counter: int, numbers: list[int], most: int
) -> None:
    """A gate or pen gives one colour 8 points at most, a turn in a meadow 2 or 4."""
    assert most_points(standard().tracks[PLAYERS], counter, numbers) == most
