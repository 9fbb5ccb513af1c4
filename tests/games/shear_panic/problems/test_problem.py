"""Problems of Shear Panic: their text, what they allow, and how they are played."""

import pytest

from tablee.core import LANGUAGES, Illegal, Invalid
from tablee.games.shear_panic import Flock, standard
from tablee.games.shear_panic.problems.goals import GOALS, Goal
from tablee.games.shear_panic.problems.line import LONGEST, play_line
from tablee.games.shear_panic.problems.problem import Problem

LINE = "BRG/GKY/YBR N;Y;5;lamb push 2,line up 3;together"


def test_a_problem_is_a_line_of_text_both_ways() -> None:
    problem = Problem.parse(LINE)
    assert problem.text == LINE
    assert str(problem.flock) == "BRG/GKY/YBR N"
    assert (problem.colour, problem.space, problem.goal) == ("Y", 5, Goal("together"))


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("BRG/GKY/YBR N;Y;5;lamb push 2", "problem-bad-line"),
        (f"{LINE};x", "problem-bad-line"),
        ("BRG/GKY/YBR N;Y;²;lamb push 2;front", "problem-bad-line"),
        (f"{LINE}{' ' * 300}", "problem-bad-line"),
        ("BRG/GKY/YBR;Y;5;lamb push 2;front", "bad-flock"),
        ("BRG/GKY/YBR N;Y;5;lamb hug 2;front", "problem-no-command"),
        ("BRG/GKY/YBR N;Y;5;lamb push 1;front", "problem-no-command"),
        ("BRG/GKY/YBR N;Y;5;leapfrog 3,leapfrog 3;front", "problem-no-command"),
        ("BRG/GKY/YBR N;Y;5;lamb push 2;win", "problem-bad-goal"),
        ("BRG/GKY/YBR N;Y;5;lamb push 2;points 0", "problem-bad-goal"),
        ("BRG/GKY/YBR N;Y;5;lamb push 2;points 99", "problem-points"),
        ("BRG/GKY/YBR N;Y;5;lamb push 2;shorn K", "problem-bad-goal"),
        ("BRG/GKY/YBR N;K;5;lamb push 2;front", "bad-colour"),
        ("BRG/GKY/YBR N;Y;74;lamb push 2;front", "problem-space"),
        ("B.G/GKY/.BR N;R;74;lamb push 2;points 2", "problem-space"),
        ("BRG/GK./..R N;B;5;lamb push 2;points 2", "problem-split"),
        ("BRG/GKB N;Y;5;lamb push 2;points 2", "problem-own-sheep"),
        ("BRG/GKB N;R;5;lamb push 2;together", "problem-own-sheep"),
        ("BB/K. N;B;5;lamb push 2;points 2", "problem-alone"),
        ("BRG/GRB N;R;5;lamb push 2;black", "problem-no-black"),
        ("BGB/GKY N;B;5;lamb push 2;front", "problem-met"),
        (
            "BRG/GKY/YBR N;Y;5;lamb push 2,line up 3,ewe turn 1,leapfrog 3;front",
            "problem-commands",
        ),
    ],
)
def test_what_is_no_problem_is_refused_with_the_reason(text: str, key: str) -> None:
    with pytest.raises(Invalid) as refused:
        Problem.parse(text).check(standard())
    assert refused.value.message.key == key
    assert len({refused.value.message.text(language) for language in LANGUAGES}) == 3


def test_every_goal_has_a_text_and_a_sentence_in_each_language() -> None:
    for text in ("points 4", "front", "back", "together", "black", "shorn R"):
        goal = Goal.parse(text)
        assert str(goal) == text
        assert goal.kind in GOALS
        assert len({goal.message.text(language) for language in LANGUAGES}) == 3


@pytest.mark.parametrize(
    ("goal", "flock", "met"),
    [
        ("front", "BGB/.K. N", True),
        ("front", "BGB/.K. S", False),
        ("front", "BGB/.K. E", False),
        ("front", "B/B/K W", True),
        ("back", "BGB/.K. S", True),
        ("back", "BG/.K N", False),
        ("together", "BB/GK N", True),
        ("together", "BG/KB N", False),
        ("black", ".B./BKG N", True),
        ("black", "B../.KB N", False),
        ("shorn R", "BB/GK N", True),
        ("shorn G", "BB/GK N", False),
        ("points 3", "BB/GK N", False),
    ],
)
def test_goals_ask_about_the_flock(goal: str, flock: str, met: bool) -> None:
    assert Goal.parse(goal).is_met(Flock.parse(flock), "B", 2) is met


def test_points_count_from_the_start_of_the_problem() -> None:
    assert Goal.parse("points 3").is_met(Flock.parse("BB/GK N"), "B", 3)


def test_the_turn_comes_back_and_each_command_is_there_once() -> None:
    problem = Problem.parse("BRG/GKY/YBR N;Y;4;lamb push 2,line up 3;front")
    line = play_line(problem, standard(), ["line up 3 left"])
    assert line.state.player == problem.player
    assert {move.kind for move in line.state.legal_moves()} == {"lamb push"}
    assert line.state.counter == 7
    assert not line.is_over


def test_it_is_over_when_the_commands_are_used() -> None:
    problem = Problem.parse("BRG/GKY/YBR N;Y;4;line up 3;front")
    line = play_line(problem, standard(), ["line up 3 left"])
    assert line.is_over
    assert not line.is_solved
    with pytest.raises(Invalid) as refused:
        play_line(problem, standard(), ["line up 3 left; line up 3 left"])
    assert refused.value.message.key == "line-over"


def test_it_is_over_as_soon_as_the_goal_is_reached() -> None:
    problem = Problem.parse("BRG/GKY/YBR N;Y;4;lamb push 2,line up 3;together")
    line = play_line(problem, standard(), ["lamb push 2 C2 SW"])
    assert line.is_solved
    assert line.is_over


def test_a_goal_reached_within_a_turn_must_hold_at_its_end() -> None:
    """S-6.6: both greens are in front before the gate; there they are shorn."""
    problem = Problem.parse("G.G/BKB/.R. N;R;61;ewe turn 1;front")
    line = play_line(problem, standard(), ["ewe turn 1 left"])
    assert not line.is_solved


def test_nobody_undoes_their_own_command() -> None:
    """S-4.8: the command before is the player's own."""
    edition = standard()
    problem = Problem.parse("BRG/GKY/YBR N;Y;4;line push 1,line push 2;front")
    with pytest.raises(Illegal) as refused:
        play_line(problem, edition, ["line push 1 A1 E", "line push 2 D1 W"])
    assert refused.value.refusal.rule == "S-4.8"


def test_a_line_of_play_is_bounded() -> None:
    problem = Problem.parse(LINE)
    with pytest.raises(Invalid) as refused:
        play_line(problem, standard(), ["regroup +"] * (LONGEST + 1))
    assert refused.value.message.key == "line-too-long"
