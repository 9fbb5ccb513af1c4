"""The law as a whole: its rule ids, and its sentences in every language."""

import ast
import re
from pathlib import Path
from string import Formatter

import pytest

import tablee.core
import tablee.games.fragile
from tablee.core import LANGUAGES
from tablee.core.events import event_classes
from tablee.core.messages import catalogue
from tablee.core.rulebook import MARKS
from tablee.games.fragile import Fragile, events
from tablee.games.fragile.problems.motifs import MOTIFS

RULES_OF_CHAPTER = {1: 6, 2: 4, 3: 4, 4: 8, 5: 6, 6: 2, 7: 3}
RULES = [
    f"F-{chapter}.{number}"
    for chapter, count in RULES_OF_CHAPTER.items()
    for number in range(1, count + 1)
]
"""F-1.1 to F-7.3."""

CODE = {
    "tablee.core": Path(tablee.core.__file__).parent,
    "tablee.games.fragile": Path(tablee.games.fragile.__file__).parent,
}
RULE_ID = re.compile(r"F-\d\.\d+")


@pytest.mark.parametrize("rule", RULES)
def test_every_rule_id_of_the_law_stands_in_the_code_and_in_a_test(rule: str) -> None:
    tests = [
        path for path in Path(__file__).parent.rglob("test_*.py") if path.name != "test_law.py"
    ]
    assert rule in ids_in(CODE["tablee.games.fragile"].rglob("*.py"))
    assert rule in ids_in(tests)


def test_the_code_cites_no_rule_the_law_does_not_have() -> None:
    assert ids_in(CODE["tablee.games.fragile"].rglob("*.py")) == set(RULES)


def ids_in(paths) -> set[str]:
    return {found for path in paths for found in RULE_ID.findall(path.read_text(encoding="utf-8"))}


@pytest.mark.parametrize("package", CODE)
def test_every_sentence_is_there_in_every_language(package: str) -> None:
    assert {key: tuple(texts) for key, texts in catalogue(package).items()} == dict.fromkeys(
        catalogue(package), LANGUAGES
    )
    assert all(text.strip() for texts in catalogue(package).values() for text in texts.values())


@pytest.mark.parametrize("package", CODE)
def test_a_sentence_speaks_of_the_same_things_in_every_language(package: str) -> None:
    for key, texts in catalogue(package).items():
        named = [
            {name.split("|")[0] for _, name, _, _ in Formatter().parse(text) if name is not None}
            for text in texts.values()
        ]
        assert named == [named[0]] * len(LANGUAGES), key


@pytest.mark.parametrize("package", CODE)
def test_every_sentence_of_the_catalogue_is_said_somewhere(package: str) -> None:
    written = {
        node.value
        for tree in trees(Path(tablee.__file__).parent)
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant)
    }
    made = sentences_of_events() | sentences_of_options() | {f"mark-{mark}" for mark in MARKS}
    parts = "temptations surprise foresight turns forced posts handling crates links solutions"
    made |= {f"difficulty-{part}" for part in parts.split()}
    made |= {f"grade-{grade}" for grade in range(1, 6)} | {f"motif-{motif}" for motif in MOTIFS}
    assert catalogue(package).keys() - written - made == set()


def sentences_of_events() -> set[str]:
    found = event_classes(events)
    neutral = {"event-depot-placed-neutral", "event-crate-stored-neutral"}
    alone = {f"event-{event.kind}-alone" for event in found if event.names_player}
    return {f"event-{event.kind}" for event in found} | neutral | alone


def sentences_of_options() -> set[str]:
    return {
        sentence.key
        for option in Fragile.all_options
        for sentence in (option.question(), *map(option.meaning, option.choices))
    }


def test_every_sentence_said_is_in_the_catalogue() -> None:
    fragile = said(trees(CODE["tablee.games.fragile"]), SPEAKERS)
    fragile |= sentences_of_events() | sentences_of_options()
    assert fragile - catalogue("tablee.games.fragile").keys() == set()
    everywhere = said(trees(Path(tablee.__file__).parent), {"core_message": 0})
    assert everywhere - catalogue("tablee.core").keys() == set()
    assert {"points", "edition-count", "edition-slot-twice", "book-cell", "end-full"} <= fragile
    assert "record-line" in everywhere


SPEAKERS = {"say": 0, "refuse": 1, "error": 0, "end": 2}
"""Who says something, and which of its arguments is the key."""


def trees(folder: Path) -> list[ast.Module]:
    return [ast.parse(path.read_text(encoding="utf-8")) for path in folder.rglob("*.py")]


def said(modules: list[ast.Module], speakers: dict[str, int]) -> set[str]:
    found: set[str] = set()
    for node in (node for module in modules for node in ast.walk(module)):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name | ast.Attribute):
            continue
        name = node.func.id if isinstance(node.func, ast.Name) else node.func.attr
        if name in speakers and len(node.args) > speakers[name]:
            key = node.args[speakers[name]]
            if isinstance(key, ast.Constant):
                found.add(str(key.value))
    return found
