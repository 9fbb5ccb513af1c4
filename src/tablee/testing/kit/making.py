"""Makes a kit: games from records and from seeds, and the facts about their positions."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from tablee.core.errors import Invalid
from tablee.core.game import CHANCE, Game
from tablee.core.options import OptionKind
from tablee.core.record import Record
from tablee.core.registry import game_type
from tablee.games.fragile import Book, Fragile, Problem
from tablee.games.fragile.problems.solver import solve
from tablee.testing.kit import facts
from tablee.testing.kit.facts import Json
from tablee.testing.random_play import random_game

FORMAT = "tablee conformance kit 1"
WIDEST = 150
"""Positions that are expanded for the next depth, at most."""
DEEPEST = 6
LONGEST = 250
"""Moves of a game at random, at most: without an idle limit it need not end."""
STARTS_OF_A_TRACE = 3
"""Positions of a game from which to count, beside its first."""
REFUSALS_OF_A_RULE = 2
"""Refusals by one rule in one game, at most."""
TRIES = 60
"""Texts that are tried in a position to find refusals."""
ACTS = ": "
"""Stands between who acts and what it does."""
WORD = re.compile(r"\w+|\W")


def make(name: str, version: int, records: Mapping[str, Record] | None = None) -> Json:
    """Returns the kit of a game and rules version.

    Beside games played at random it has the ``records`` that are of this game and version. Their
    editions are also played at random.
    """
    given = dict(records or {})
    ours = {
        title: record
        for title, record in given.items()
        if (record.game.name, record.game.rules_version) == (name, version)
    }
    own = {
        record.game.edition_text: title
        for title, record in given.items()
        if record.game.name == name and not record.game.has_standard_edition
    }
    problems = list(_problems(name, version))
    for problem in problems:
        ours[f"problem {problem['problem']}"] = _solved(problem)
    for title, game in _games(name, version, own):
        moves = tuple(move for _, move in islice(random_game(game, seed=0), LONGEST))
        ours[f"random, {title}"] = Record(game, moves, 0)
    texts = sorted({text for record in ours.values() for text in _texts(record)})
    return {
        "format": FORMAT,
        "game": name,
        "rules": version,
        "traces": [facts.trace(title, record) for title, record in ours.items()],
        "perft": [count for title, record in ours.items() for count in _counts(title, record)],
        "refusals": [
            case for title, record in ours.items() for case in _refusals(title, record, texts)
        ],
        "problems": problems,
    }


def _games(name: str, version: int, own: Mapping[str, str]) -> Iterator[tuple[str, Game[Any]]]:
    """Yields a game for each number of players, each choice of an option, and each edition."""
    kind = game_type(name)
    chosen: list[tuple[dict[str, str], str | None, str]] = []
    for players in map(str, kind.player_counts):
        chosen.append(({"players": players}, None, ""))
        for option in kind.all_options:
            if option.kind is not OptionKind.ONE_EACH and option.default:
                values = [value for value in option.choices if value != option.default]
                chosen += [({"players": players, option.name: value}, None, "") for value in values]
    chosen += [({}, text, f", edition of {title}") for text, title in own.items()]
    for options, edition, note in chosen:
        try:
            game = kind.from_options(options, edition, version)
        except Invalid:
            continue  # not for this version or this number of players
        yield ", ".join(f"{key} {value}" for key, value in game.options().items()) + note, game


def _counts(title: str, record: Record) -> Iterator[Json]:
    """Yields the counts from the first position of a game, and from some in its middle."""
    length = len(record.moves)
    points = {length * part // (STARTS_OF_A_TRACE + 1) for part in range(STARTS_OF_A_TRACE + 1)}
    for moves in sorted(points):
        start = facts.after(record, moves)
        deepest = 1
        for deepest, layer in enumerate(facts.layers(start), 1):
            if len(layer) > WIDEST or deepest == DEEPEST:
                break
        yield {"trace": title, "after": moves, **facts.perft(start, deepest)}


def _refusals(title: str, record: Record, texts: Sequence[str]) -> Iterator[Json]:
    """Yields refusals along a game, of moves that are legal elsewhere or nearly so."""
    rng, other = random.Random(title), random.Random(title)
    kept: Counter[str] = Counter()
    for moves, sitting in enumerate(record.sittings()):
        if sitting.state.actor == CHANCE:
            continue
        tries = [_changed(rng, texts) for _ in range(TRIES)]
        tries += _elsewhere(other, sitting.moves, texts)
        for text in tries:
            found = facts.refusal(sitting.state, text)
            rule = "" if found is None else found.get("rule", "invalid")
            if found is not None and kept[rule] < REFUSALS_OF_A_RULE:
                kept[rule] += 1
                yield {"trace": title, "after": moves, "text": text, **found}


def _texts(record: Record) -> Iterable[str]:
    """Yields the notation of moves that are legal somewhere in a game."""
    for sitting in list(record.sittings())[::7]:
        yield from sitting.moves


def _changed(rng: random.Random, texts: Sequence[str]) -> str:
    """Returns one of the texts, or one with a part of another in it."""
    text, other = rng.choice(texts), rng.choice(texts)
    if rng.random() < 0.5:
        return text
    parts, others = re.findall(WORD, text), re.findall(WORD, other)
    parts[rng.randrange(len(parts))] = rng.choice(others)
    return "".join(parts)


def _elsewhere(rng: random.Random, here: Iterable[str], texts: Sequence[str]) -> Iterator[str]:
    """Yields what a docker that can act here would do elsewhere, in games that name one first."""
    names = sorted({text.partition(ACTS)[0] for text in here if ACTS in text})
    deeds = [text.partition(ACTS)[2] for text in rng.sample(texts, min(TRIES, len(texts)))]
    yield from (f"{rng.choice(names)}{ACTS}{deed}" for deed in deeds if names and deed)


def _problems(name: str, version: int) -> Iterator[Json]:
    """Yields the published problems of Fragile: fewest turns, solutions and certificate."""
    if (name, version) != (Fragile.name, Fragile.rules_versions[-1]):
        return
    for entry in Book.published().entries:
        solution = solve(entry.problem, all_solutions=True)
        yield {
            "problem": entry.problem.text,
            "minimum": solution.minimum,
            "solutions": sorted(map(list, solution.solutions)),
            "certificate": json.loads(solution.certificate().to_json()),
        }


def _solved(problem: Json) -> Record:
    """Returns the record of a problem and its first solution."""
    game = Fragile.of_problem(Problem.parse(problem["problem"]))
    state, moves = game.initial(), []
    for turn in problem["solutions"][0]:
        for move in state.parse_line(turn):
            moves.append(move)
            state = state.play(move)
    return Record(game, tuple(moves))
