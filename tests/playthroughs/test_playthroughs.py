"""Whole games told turn by turn. A change of the rules changes a line here.

``NAME.txt`` is the record of a game, ``NAME.playthrough.txt`` the output of its replay. After an
intended change, `python tests/playthroughs/test_playthroughs.py` writes the latter again. Read the
difference before you commit it.
"""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from tablee.core import CHANCE, Record, State, game_names
from tablee.core.record import actor_label

FOLDER = Path(__file__).parent
TOLD = ".playthrough.txt"
TOLD_FACTS = ("position", "turn", "flips", "marker", "counter")
RECORDS = sorted(path for path in FOLDER.glob("*.txt") if not path.name.endswith(TOLD))


def told_file(record: Path) -> Path:
    return record.with_name(record.stem + TOLD)


@cache
def read(path: Path) -> Record:
    return Record.parse(path.read_text(encoding="utf-8"))


def tell(record: Record) -> str:
    return "\n".join(_lines(record)) + "\n"


def _lines(record: Record) -> Iterator[str]:
    actor: Any = None
    standing: dict[str, str] = {}
    for before, after in pairwise(record.sittings()):
        if before.state.actor != actor:
            actor = before.state.actor
            yield f"\n{actor_label(actor)}"
        yield f"  {after.text}"
        yield from (f"    [{event.rule}] {event.text()}" for event in after.events)
        if after.state.actor != actor:
            now = _standing(after.state)
            yield from (f"  {key}: {now[key]}" for key in now if now[key] != standing.get(key))
            standing = now
    result = record.final().result
    yield "\nunfinished" if result is None else f"\n[{result.rule}] {result.reason.text()}"


def _standing(state: State[Any]) -> dict[str, str]:
    """What is told after a turn, as far as it changed."""
    data = state.to_json()
    told = {key: str(data[key]) for key in TOLD_FACTS if key in data}
    return {**told, "scores": " ".join(map(str, state.scores))}


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_playthrough_is_told_as_it_was(path: Path) -> None:
    record = read(path)
    assert tell(record) == told_file(path).read_text(encoding="utf-8")


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_record_is_written_as_it_was_read(path: Path) -> None:
    assert read(path).text() == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_the_scores_at_the_end_are_those_the_events_told(path: Path) -> None:
    record = read(path)
    points: Counter[int] = Counter()
    for sitting in record.sittings():
        for player, scored in filter(None, (event.scored() for event in sitting.events)):
            points[player] += scored
    final = record.final()
    assert final.scores == tuple(points[player] for player in range(record.game.players))


def test_every_telling_has_its_record() -> None:
    assert {told_file(path) for path in RECORDS} == set(FOLDER.glob(f"*{TOLD}"))


def test_fragile_is_played_through() -> None:
    assert "fragile" in game_names()
    names = {"3_players", "4_players", "3_players_straws", "problem_3"}
    assert {f"fragile_{name}" for name in names} <= {path.stem for path in RECORDS}


def test_shear_panic_is_played_through_by_three_and_by_four() -> None:
    """All seven commands, panics, ties, slides, shearings, and players without sheep."""
    told: set[str] = set()
    for players in (3, 4):
        record = read(FOLDER / f"shear_panic_{players}_players.txt")
        assert record.game.players == players
        told |= {event.rule for sitting in record.sittings() for event in sitting.events}
    commands = {f"S-4.{number}" for number in range(1, 8)}
    scorings = {f"S-6.{number}" for number in range(2, 7)}
    others = {"S-2.3", "S-5.1", "S-5.2", "S-5.3", "S-5.4", "S-7.1", "S-8.1", "S-8.2"}
    assert commands | scorings | others <= told


def test_shear_panic_is_played_through_by_two() -> None:
    """S-2.2: who had a haircut is named; S-9: extra steps are spent, owed, and paid for."""
    record = read(FOLDER / "shear_panic_2_players.txt")
    assert (record.game.players, record.game.rules_version) == (2, 2)
    found = kinds(record)
    assert found["first-named"] == 1
    assert found["extras-cost"] >= 1
    spent = {event.rule for event in events(record) if event.kind == "extra-spent"}
    assert spent == {"S-9.4", "S-9.5"}


def test_shear_panic_is_played_through_by_the_rules_of_both_versions() -> None:
    """S-5.4: by those of version 2 a group joins a stray only where the main flock is out of
    reach."""
    old = read(FOLDER / "shear_panic_4_players.txt")
    new = read(FOLDER / "shear_panic_4_players_version_2.txt")
    assert (old.game.rules_version, new.game.rules_version) == (1, 2)
    to_any = [event for event in events(new) if event.kind == "lines-replaced" and event.to_any]
    assert to_any


def fragile(name: str) -> Record:
    return read(FOLDER / f"{name}.txt")


def events(record: Record) -> list[Any]:
    return [event for sitting in record.sittings() for event in sitting.events]


def kinds(record: Record) -> Counter[str]:
    return Counter(event.kind for event in events(record))


def test_the_game_of_four_shows_all_that_can_happen_in_a_game() -> None:
    """Crates pushed, stacked, unstacked, flipped, handed over and stored; the marker goes round;
    the end comes because a player's depots are full (F-5.3)."""
    record = fragile("fragile_4_players")
    found = kinds(record)
    assert record.game.players == 4
    for kind in ("pushed", "stacked", "unstacked", "flipped", "handed-over", "stored"):
        assert found[f"crate-{kind}"] >= 3, kind
    assert found["marker-taken"] >= 3
    assert found["end-is-near"] >= 1
    assert record.final().result.rule == "F-5.3"


def test_the_game_of_three_draws_who_begins_and_ends_by_a_rivals_hand() -> None:
    """F-3.1, F-5.3: player 2 fills the last depot of player 1, who plays once more, before them."""
    record = fragile("fragile_3_players")
    assert record.game.rules_version == 2
    steps = list(pairwise(record.sittings()))
    (begun,) = (after.events[0] for before, after in steps if before.state.actor == CHANCE)
    assert (begun.rule, begun.kind) == ("F-3.1", "first-drawn")
    filled = [
        (before.state.actor, event.player)
        for before, after in steps
        for event in after.events
        if event.kind == "end-is-near"
    ]
    assert filled == [(1, 0)]
    last = [before.state.actor for before, _ in steps if before.state.last_turns]
    assert list(dict.fromkeys(last)) == [2, 0, 1]
    assert record.final().result.rule == "F-5.3"


def test_the_game_with_straws_draws_an_order_each_round_and_ends_with_the_round() -> None:
    """F-6.1, F-6.2"""
    record = fragile("fragile_3_players_straws")
    draws = [1 for sitting in record.sittings() if sitting.state.actor == CHANCE]
    assert len(draws) >= 2
    assert record.final().turn == 3 * len(draws)
    assert record.final().result.rule == "F-6.2"


def test_the_problem_is_solved() -> None:
    """F-7.3"""
    assert fragile("fragile_problem_3").final().result.reason.key == "end-solved"


def write() -> None:
    for path in RECORDS:
        told_file(path).write_text(tell(read(path)), encoding="utf-8")


if __name__ == "__main__":
    write()
