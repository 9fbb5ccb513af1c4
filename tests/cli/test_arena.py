"""``tablee arena``, and bots in the seats of ``tablee play``."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

Run = Callable[..., Any]
Refused = Callable[..., str]

ARENA = ("arena", "fragile", "--bots", "random,random", "--nodes", "1", "--jobs", "1")


def test_the_arena_prints_a_table_and_what_it_says(run: Run) -> None:
    answer = run(*ARENA, "--games", "2", "--against", "0.5")
    assert answer.code == 0
    lines = answer.out.splitlines()
    assert lines[0].startswith("| bot | games | wins | win rate")
    assert lines[2].startswith("| random | 2 | ")
    assert lines[-1].startswith("Not clear yet: random may well win 50 %.")


def test_the_arena_as_json_has_rates_elo_and_intervals(run: Run) -> None:
    told = run(*ARENA, "--games", "2", "--json").json
    assert told["bots"] == ["random", "random"]
    (line,) = told["lines"]
    assert line["games"] == 2
    assert len(line["interval"]) == len(line["elo_interval"]) == 2


def test_a_match_is_played_with_the_options_of_its_flags(run: Run, tmp_path: Path) -> None:
    state = tmp_path / "match.jsonl"
    run(*ARENA, "--games", "1", "--idle", "3", "--first", "2", "--state", state)
    match = json.loads(state.read_text().splitlines()[0])
    assert '["first", "2"], ["idle", "3"]' in json.dumps(match)


def test_a_match_goes_on_from_its_state_file(run: Run, tmp_path: Path) -> None:
    state = tmp_path / "match.jsonl"
    run(*ARENA, "--games", "1", "--state", state)
    assert len(state.read_text().splitlines()) == 2
    answer = run(*ARENA, "--games", "2", "--state", state)
    assert "| random | 2 |" in answer.out
    assert len(state.read_text().splitlines()) == 3


def test_the_arena_refuses_bots_options_and_numbers_it_does_not_know(refused: Refused) -> None:
    assert "greedy" in refused("arena", "fragile", "--bots", "greedy,nobody")
    assert "players" in refused("arena", "fragile", "--bots", "random")
    assert "--idle" in refused(*ARENA, "--colours", "BG")
    assert "off" in refused(*ARENA, "--idle", "0")
    assert "between 0 and 1" in refused(*ARENA, "--against", "2")
    assert "between 1 and" in refused(*ARENA, "--games", "0")
    assert "above 0 and at most 3600" in refused(*ARENA, "--seconds-per-turn", "0")


def test_a_bot_sits_down_and_says_why_it_plays(run: Run) -> None:
    answer = run("play", "fragile", "--seed", "1", "--bot", "2=3", typed=("C4", "quit"))
    assert answer.code == 0
    assert "Player 2: 3 · Bruno the foreman" in answer.out
    assert "“From here the crates are near.”" in answer.out


def test_bots_alone_play_a_game_to_its_end(run: Run, tmp_path: Path) -> None:
    record = tmp_path / "game.txt"
    seats = ("--bot", "1=random", "--bot", "2=random")
    answer = run("play", "fragile", "--seed", "3", *seats, "--record", record)
    assert answer.code == 0
    assert "“One move is as good as another.”" in answer.out
    assert run("replay", record, "--all").code == 0


def test_a_seat_or_bot_that_does_not_exist_is_refused(refused: Refused) -> None:
    assert "SEAT=NAME" in refused("play", "fragile", "--bot", "3=1")
    assert "SEAT=NAME" in refused("play", "fragile", "--bot", "1")
    assert "nobody" in refused("play", "fragile", "--bot", "1=nobody")
