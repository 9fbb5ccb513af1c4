"""The lessons: every step can be done, and only by what it asks for."""

import pytest

from tablee.core import Illegal, Invalid, game_names, game_type
from tablee.core.lesson import LEARNER, LessonStep, follow, parse

STEPS = [
    pytest.param(game, step, id=f"{game} {step.title['en']}")
    for game in game_names()
    for step in game_type(game).lesson().steps
]


@pytest.mark.parametrize(("game", "step"), STEPS)
def test_a_step_is_done_by_its_solution_and_not_before(game: str, step: LessonStep) -> None:
    kind = game_type(game)
    for count in range(len(step.solution)):
        progress = follow(kind.lesson(), kind, step, step.solution[:count])
        assert progress.sitting.state.actor == LEARNER
        assert not progress.done
    assert follow(kind.lesson(), kind, step, step.solution).done


@pytest.mark.parametrize("game", game_names())
def test_every_part_of_a_lesson_is_short(game: str) -> None:
    """Twenty seconds a step, a third of them for reading: under three minutes."""
    lesson = game_type(game).lesson()
    assert lesson.parts[0].first == 0
    ends = [*(part.first for part in lesson.parts[1:]), len(lesson.steps)]
    for part, end in zip(lesson.parts, ends, strict=True):
        assert 3 <= end - part.first <= 8
    assert all(len(step.text["en"].split()) < 50 for step in lesson.steps)


@pytest.mark.parametrize(
    ("game", "topics"),
    [
        ("fragile", ("Depots", "Quarters", "Dockers")),
        ("shear-panic", ("Line up", "Lamb roll", "Black-sheep meadow", "Shearing")),
    ],
)
def test_the_second_part_teaches_the_rest(game: str, topics: tuple[str, ...]) -> None:
    lesson = game_type(game).lesson()
    second = lesson.steps[lesson.parts[1].first :]
    assert tuple(step.title["en"] for step in second) == topics


def test_the_lesson_on_quarters_refuses_a_depot_in_the_same_two() -> None:
    kind = game_type("fragile")
    lesson = kind.lesson()
    (step,) = (step for step in lesson.steps if step.title["en"] == "Quarters")
    with pytest.raises(Illegal) as refused:
        follow(lesson, kind, step, ["H3"])
    assert refused.value.refusal.rule == "F-2.2"
    assert follow(lesson, kind, step, ["A10"]).done


def test_a_learner_plays_by_the_rules() -> None:
    kind = game_type("fragile")
    lesson = kind.lesson()
    with pytest.raises(Illegal) as refused:
        follow(lesson, kind, lesson.steps[0], ["E3: E5"])
    assert refused.value.refusal.rule.startswith("F-4")
    with pytest.raises(Invalid):
        follow(lesson, kind, lesson.steps[0], ["nonsense"])


def test_a_learner_plays_for_nobody_else() -> None:
    kind = game_type("fragile")
    step = kind.lesson().steps[-1]
    with pytest.raises(Invalid, match="Begin the step again"):
        follow(kind.lesson(), kind, step, [*step.solution, "I8: I9"])


def test_a_step_without_its_text_is_refused_with_its_line() -> None:
    with pytest.raises(Invalid, match=r"lesson\.toml, line 2: title .*: fr"):
        parse("lesson.toml", '\n[[steps]]\ntitle = { en = "a", de = "c" }\n')
