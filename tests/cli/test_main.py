"""The command as a whole: help, version, languages and exit codes."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tablee import __version__
from tablee.cli.console import spoken_language
from tablee.core import game_names, game_type
from tablee.core.messages import LANGUAGES, catalogue

Run = Callable[..., Any]
GOLDEN = Path(__file__).parents[1] / "golden" / "fragile_problems.toml"
TABLEE = [sys.executable, "-m", "tablee"]


def test_the_version_names_the_build(capsys: pytest.CaptureFixture[str], run: Run) -> None:
    with pytest.raises(SystemExit) as ended:
        run("--version")
    assert ended.value.code == 0
    assert capsys.readouterr().out.startswith(f"tablee {__version__} (")


@pytest.mark.parametrize(
    "command",
    [
        (),
        ("play",),
        ("fragile",),
        ("fragile", "reach"),
        ("fragile", "check"),
        ("fragile", "show"),
        ("replay",),
        ("bench",),
        ("arena",),
        ("games",),
    ],
)
def test_every_command_has_help(
    capsys: pytest.CaptureFixture[str], run: Run, command: tuple[str, ...]
) -> None:
    with pytest.raises(SystemExit) as ended:
        run(*command, "--help")
    assert ended.value.code == 0
    assert "usage: tablee" in capsys.readouterr().out


@pytest.mark.parametrize(
    "arguments", [(), ("fly",), ("games", "--fast"), ("--lang", "la", "games")]
)
def test_arguments_that_mean_nothing_are_one_sentence(
    refused: Run, arguments: tuple[str, ...]
) -> None:
    assert "--help" in refused(*arguments)


def test_games_are_listed_each_with_a_sentence_about_it(run: Run) -> None:
    told = run("--lang", "fr", "games").out.splitlines()
    for name in game_names():
        assert f"{name}  {game_type(name).about().text('fr')}" in told
    assert [game["name"] for game in run("games", "--json").json] == list(game_names())


@pytest.mark.parametrize("name", game_names())
def test_a_game_is_listed_with_its_players_and_options(run: Run, name: str) -> None:
    kind = game_type(name)
    told = run("games").out
    (data,) = (game for game in run("games", "--json").json if game["name"] == name)
    assert data["rules"] == kind.rules_versions[-1]
    assert (data["players"], data["usual_players"]) == (
        list(kind.player_counts),
        kind.usual_players,
    )
    assert data["options"] == [option.to_json() for option in kind.all_options]
    for option in kind.all_options:
        assert f"  --{option.name} " in told
        assert option.question().text() in told


@pytest.mark.parametrize("command", ["play", "arena"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_help_explains_every_option_of_every_game_in_the_language_chosen(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    run: Run,
    command: str,
    language: str,
) -> None:
    monkeypatch.setenv("COLUMNS", "2000")
    with pytest.raises(SystemExit):
        run(command, "--help", "--lang", language)
    told = " ".join(capsys.readouterr().out.partition("\n\n")[2].split())
    for name in game_names():
        assert f"{name}: " in told or f"{name}, " in told
        for option in game_type(name).all_options:
            assert told.count(f" --{option.name} ") == 1  # shared by games that have it
            assert " ".join(option.question().text(language).split()) in told
            for choice in option.choices:
                assert f"{choice} ({option.meaning(choice).text(language)})" in told or (
                    option.meaning(choice).text(language) == choice and choice in told
                )


def test_help_says_for_how_many_players_an_option_is(
    capsys: pytest.CaptureFixture[str], run: Run
) -> None:
    with pytest.raises(SystemExit):
        run("play", "--help")
    told = " ".join(capsys.readouterr().out.split())
    order = told.partition("fragile: Order of play: ")[2]
    assert "Default: clockwise. Only with this many players: 3, 4." in order
    assert "How many play. fragile: 2, 3, 4 (default: 2)." in told


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "fr_FR.UTF-8", "LC_ALL": "de_CH.UTF-8"}, "de"),
        ({"LANG": "fr_FR.UTF-8", "LC_ALL": ""}, "fr"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "it_IT"}, "en"),
    ],
)
def test_the_language_comes_from_the_environment(
    environment: dict[str, str], language: str
) -> None:
    assert spoken_language(environment) == language


@pytest.mark.parametrize(
    ("language", "words"), [("en", "no such"), ("fr", "n'existe"), ("de", "nicht")]
)
def test_the_language_can_be_chosen_before_or_after_the_command(
    refused: Run, language: str, words: str
) -> None:
    assert words in refused("--lang", language, "replay", "nothing")
    assert words in refused("replay", "nothing", "--lang", language)


@pytest.mark.parametrize("key", catalogue("tablee.cli"))
def test_every_sentence_is_there_in_every_language(key: str) -> None:
    sentences = catalogue("tablee.cli")[key]
    assert set(sentences) == set(LANGUAGES)


def test_bench_prints_name_value_unit(run: Run) -> None:
    name = "fragile_law_random_actions"
    found, value, unit = run("bench", name, "--seconds", "0.01").out.split()
    assert (found, unit) == (name, "actions/s")
    assert float(value) > 0
    assert run("bench", name, "--seconds", "0.01", "--json").json[0]["unit"] == "actions/s"
    assert f"{name} actions/s\n" in run("bench", "--list").out


def test_bench_knows_its_names_and_times(refused: Run) -> None:
    assert "fragile_law_random_actions" in refused("bench", "nothing")
    for seconds in ("0", "-1", "nan", "inf", "soon"):
        refused("bench", "--seconds", seconds)


def test_a_reader_that_leaves_early_is_no_error() -> None:
    command = [*TABLEE, "fragile", "show", str(GOLDEN), "--problem", "8"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None
    process.stdout.close()
    assert process.wait() == 141
    assert process.stderr is not None
    with process.stderr:
        assert process.stderr.read() == b""


def test_a_terminal_without_the_signs_still_gets_a_board() -> None:
    command = [*TABLEE, "fragile", "show", str(GOLDEN), "--problem", "1"]
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    answer = subprocess.run(command, capture_output=True, env=environment, check=True)
    assert b"(1)" in answer.stdout


def test_ctrl_c_leaves_quietly_and_keeps_the_record(tmp_path: Path) -> None:
    record = tmp_path / "game.txt"
    command = [*TABLEE, "play", "fragile", "--record", str(record)]
    inherited = signal.signal(signal.SIGINT, signal.default_int_handler)  # it may be ignored
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    signal.signal(signal.SIGINT, inherited)
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(b"A1\n")
    process.stdin.flush()
    assert any(b"puts a depot on A1" in line for line in process.stdout)
    for _ in range(30):
        process.send_signal(signal.SIGINT)
        # One that comes just before the program waits for a line is not seen until the next one.
        with suppress(subprocess.TimeoutExpired):
            process.wait(2)
            break
    _, err = process.communicate(timeout=30)
    assert (process.returncode, err) == (130, b"")
    assert record.read_text(encoding="utf-8").endswith("P1 depot A1\n")
