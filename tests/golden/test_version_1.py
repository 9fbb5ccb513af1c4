"""Games of rules version 1 replay as they were played, whatever later versions change.

``version_1/NAME.txt`` is the record of a game, written by the program that knew only version 1. The
other files there hold that program's results. Never write any of them again.
"""

import hashlib
import json
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from tablee.core import CHANCE, Illegal, Record, State

FOLDER = Path(__file__).parent / "version_1"
RECORDS = sorted(path.stem for path in FOLDER.glob("*.txt"))
FILLED_BY_A_RIVAL = [name for name in RECORDS if "rival_fills" in name and "straws" not in name]


def data(name: str) -> dict[str, Any]:
    return tomllib.loads((FOLDER / name).read_text(encoding="utf-8"))


DIGESTS = data("digests.toml")
REFUSALS = data("refusals.toml")
POSITIONS = data("positions.toml")["position"]


def text_of(name: str) -> str:
    return (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


@cache
def read(name: str) -> Record:
    return Record.parse(text_of(name))


def after(name: str, moves: int) -> State[Any]:
    """The state after so many moves of a record."""
    record = read(name)
    assert 0 <= moves <= len(record.moves)
    return Record(record.game, record.moves[:moves]).final()


def digest(state: State[Any], moves: Iterable[Any]) -> str:
    """SHA-256 over a state and those that follow it, a line for each."""
    return hashlib.sha256("\n".join(_lines(state, moves)).encode()).hexdigest()


def _lines(state: State[Any], moves: Iterable[Any]) -> Iterator[str]:
    yield _line(state, ())
    for move in moves:
        step = state.step(move)
        state = step.state
        yield _line(state, step.events)


def _line(state: State[Any], events: Iterable[Any]) -> str:
    """Who acts, what may be played, the scores, what led here, and the end."""
    result = state.result
    told = [
        state.actor,
        [state.notation(move) for move in state.legal_moves()],
        list(state.scores),
        [[event.kind, event.rule] for event in events],
        None if result is None else [list(result.winners), result.rule],
    ]
    return json.dumps(told, separators=(",", ":"), ensure_ascii=True)


def test_every_record_has_its_digest() -> None:
    assert set(RECORDS) == set(DIGESTS)
    for game in ("fragile", "shear_panic"):
        assert sum(name.startswith(game) for name in RECORDS) >= 12


@pytest.mark.parametrize("name", RECORDS)
def test_a_record_of_version_1_is_written_as_it_was_read(name: str) -> None:
    assert "\nrules: 1\n" in text_of(name)
    assert read(name).text() == text_of(name)


@pytest.mark.parametrize("name", RECORDS)
def test_every_state_of_a_game_of_version_1_is_what_it_was(name: str) -> None:
    record = read(name)
    assert digest(record.game.initial(), record.moves) == DIGESTS[name]


@pytest.mark.parametrize("name", RECORDS)
def test_a_state_of_a_game_of_version_1_comes_back_from_its_json(name: str) -> None:
    """Running tables are stored like that."""
    record = read(name)
    states = [sitting.state for sitting in record.sittings()][::10]
    for state in (*states, record.final()):
        again = record.game.state_from_json(json.loads(json.dumps(state.to_json())))
        assert again == state
        assert again.legal_moves() == state.legal_moves()


@pytest.mark.parametrize("case", POSITIONS, ids=lambda case: case["name"])
def test_a_stored_state_of_version_1_goes_on_as_it_did(case: dict[str, Any]) -> None:
    stored = json.loads(case["state"])
    state = read(case["record"]).game.state_from_json(stored)
    now = state.to_json()
    assert {key: now[key] for key in stored} == stored
    moves, following = [], state
    for text in case["moves"]:
        moves.append(following.parse(text))
        following = following.play(moves[-1])
    assert digest(state, moves) == case["digest"]


def place(case: dict[str, Any]) -> str:
    return f"{case['record']} {case['after']} {case['move']}"


@pytest.mark.parametrize("case", REFUSALS["refusal"], ids=place)
def test_what_version_1_refused_is_refused(case: dict[str, Any]) -> None:
    """S-4.8 went by position: whatever gave the flock before the last command was forbidden."""
    state = after(case["record"], case["after"])
    assert case["move"] not in state.game.sitting(state).moves
    with pytest.raises(Illegal) as caught:
        state.parse(case["move"])
    assert caught.value.refusal.rule == case["rule"]


@pytest.mark.parametrize("case", REFUSALS["allowed"], ids=place)
def test_what_version_1_allowed_is_allowed(case: dict[str, Any]) -> None:
    """S-4.8: after a die anything may be undone; a turn back only if the flock is another."""
    state = after(case["record"], case["after"])
    move = state.parse(case["move"])
    assert state.check(move) is None
    assert move in state.legal_moves()


@pytest.mark.parametrize("name", FILLED_BY_A_RIVAL)
def test_whose_last_depot_a_rival_fills_has_no_last_turn_in_version_1(name: str) -> None:
    """F-5.3: all others have one, the one who filled it among them."""
    turns: list[int] = []
    full = rival = None
    for before, sitting in pairwise(read(name).sittings()):
        for event in sitting.events:
            if event.kind == "end-is-near":
                full, rival = event.player, before.state.actor
            elif event.kind == "turn-began" and full is not None:
                turns.append(event.player)
    players = read(name).game.players
    assert rival not in (None, CHANCE, full)
    following = [(rival + seat) % players for seat in range(1, players + 1)]
    assert turns == [player for player in following if player != full]


def test_a_rival_fills_the_last_depot_at_tables_of_every_size() -> None:
    assert {read(name).game.players for name in FILLED_BY_A_RIVAL} == {2, 3, 4}
