"""The law as a whole: its rule ids, and its sentences in every language."""

import ast
import re
from pathlib import Path
from string import Formatter

import pytest

import tablee
import tablee.games.shear_panic
from tablee.core import LANGUAGES
from tablee.core.events import event_classes
from tablee.core.messages import catalogue
from tablee.games.shear_panic import ShearPanic, events, standard
from tablee.games.shear_panic.flock import BLACK, COLOURS, DIRECTIONS
from tablee.games.shear_panic.moves import KINDS, SIDES
from tablee.games.shear_panic.problems.goals import GOALS
from tablee.games.shear_panic.problems.motifs import MOTIFS
from tablee.games.shear_panic.tasks import Task
from tablee.games.shear_panic.track import FIELDS

PACKAGE = "tablee.games.shear_panic"
CODE = Path(tablee.games.shear_panic.__file__).parent
RULES_OF_CHAPTER = {1: 4, 2: 3, 4: 10, 5: 5, 6: 8, 7: 1, 8: 3, 9: 6}
RULES = [
    "S-3",
    *(
        f"S-{chapter}.{number}"
        for chapter, count in RULES_OF_CHAPTER.items()
        for number in range(1, count + 1)
    ),
]
"""S-1.1 to S-9.6; S-3 has no parts."""
DIFFICULTIES = (
    *("temptations", "half-truths", "commands", "rolls"),
    *("retreat", "indirect", "risk", "solutions"),
)
"""What makes a problem hard or easy."""
RULE_ID = re.compile(r"S-\d(?:\.\d+)?")


def ids_in(paths) -> set[str]:
    return {found for path in paths for found in RULE_ID.findall(path.read_text(encoding="utf-8"))}


@pytest.mark.parametrize("rule", RULES)
def test_every_rule_id_of_the_law_stands_in_the_code_and_in_a_test(rule: str) -> None:
    tests = [path for path in Path(__file__).parent.glob("test_*.py") if path != Path(__file__)]
    assert rule in ids_in(CODE.rglob("*.py"))
    assert rule in ids_in(tests)


def test_the_code_cites_no_rule_the_law_does_not_have() -> None:
    chapters = {f"S-{chapter}" for chapter in range(1, 10)}
    assert ids_in(CODE.rglob("*.py")) - chapters == set(RULES) - chapters


def test_every_sentence_is_there_in_every_language() -> None:
    for key, texts in catalogue(PACKAGE).items():
        assert tuple(texts) == LANGUAGES, key
        assert all(text.strip() for text in texts.values()), key


def test_a_sentence_speaks_of_the_same_things_in_every_language() -> None:
    for key, texts in catalogue(PACKAGE).items():
        named = [
            {name.split("|")[0] for _, name, _, _ in Formatter().parse(text) if name is not None}
            for text in texts.values()
        ]
        assert named == [named[0]] * len(LANGUAGES), key


def spelled_together() -> set[str]:
    """Keys the code puts together from parts."""
    return {
        *(f"event-{event.kind}" for event in event_classes(events)),
        *(f"task-{task.replace(' ', '-')}" for task in Task),
        *(f"word-{kind.replace(' ', '-')}" for kind in KINDS),
        *(f"word-{way}" for way in (*SIDES, *DIRECTIONS)),
        *(f"word-field-{field}" for field in FIELDS),
        *(f"word-{figure}" for figure in ("roger", "shearer")),
        *(f"word-lines-{lines}" for lines in ("plus", "x", "shortest")),
        *(f"word-by-{how}" for how in ("points", "sheep", "turn")),
        *(f"colour-{letter}" for letter in (*COLOURS, BLACK, "W")),
        *(f"passed-{rule}" for rule in ("S-4.9", "S-8.2", "S-8.3")),
        *(f"goal-{goal}" for goal in GOALS),
        *(f"motif-{motif}" for motif in MOTIFS),
        *(f"difficulty-{part}" for part in DIFFICULTIES),
        *(f"hint-{die}-die" for die in ("regroup", "panic")),
        *(option.question().key for option in ShearPanic.all_options),
        *(option.meaning(one).key for option in ShearPanic.all_options for one in option.choices),
    }


def test_every_sentence_of_the_catalogue_is_said_somewhere() -> None:
    written = {
        node.value
        for path in Path(tablee.__file__).parent.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant)
    }
    assert catalogue(PACKAGE).keys() - written - spelled_together() == set()


def test_every_sentence_said_is_in_the_catalogue() -> None:
    said: set[str] = set()
    for path in CODE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                place = {"say": 0, "refuse": 1}.get(node.func.id)
                if place is not None and isinstance(node.args[place], ast.Constant):
                    said.add(node.args[place].value)
    assert {"going-back", "edition-panic", "bad-flock"} <= said
    assert (said | spelled_together()) - catalogue(PACKAGE).keys() == set()


def test_every_fact_of_the_edition_has_a_source() -> None:
    assert standard().text.count("source = ") == 1 + 12 + 8 + 4 + 4 + 2 + 2
