"""The command line keeps its word: about files, streams, numbers, help and Ctrl-C."""

import argparse
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tablee._build import describe_build
from tablee.cli.arguments import build_parser
from tablee.cli.completion import SHELLS
from tablee.core.messages import LANGUAGES, catalogue

Run = Callable[..., Any]
GOLDEN = Path(__file__).parents[1] / "golden" / "fragile_problems.toml"
TABLEE = [sys.executable, "-m", "tablee"]
PROBLEM = "2;C6gC3;D6,B9;C2"
FULL = Path("/dev/full")


# Files


@pytest.mark.parametrize(
    "command",
    [
        ("play", "fragile", "--record"),
        ("fragile", "show", PROBLEM, "--svg"),
        ("fragile", "solve", PROBLEM, "--certificate"),
        ("fragile", "compose", "--out"),
    ],
)
def test_nothing_is_overwritten_without_force(
    run: Run, refused: Run, tmp_path: Path, command: tuple[str, ...]
) -> None:
    kept = tmp_path / "kept"
    kept.write_text("mine")
    assert "--force" in refused(*command, kept)
    assert kept.read_text() == "mine"
    assert run(*command, kept, "--force").code == 0
    assert kept.read_text() != "mine"


def test_a_player_saves_over_the_same_game_only(run: Run, tmp_path: Path) -> None:
    kept, other = tmp_path / "kept", tmp_path / "other"
    other.write_text("mine")
    typed = (f"save {kept}", "A1", f"save {kept}", f"save {other}")
    assert run("play", "fragile", typed=typed).out.count("Written: ") == 2
    assert kept.read_text().endswith("P1 depot A1\n")
    assert other.read_text() == "mine"
    run("play", "fragile", typed=("A1", f"save --force {other}"))
    assert other.read_text().endswith("P1 depot A1\n")


@pytest.mark.parametrize("target", ["nowhere/game.txt", ".", "\0", "x" * 300])
def test_the_target_of_a_record_is_tried_before_the_game(
    refused: Run, tmp_path: Path, target: str
) -> None:
    refused("play", "fragile", "--record", tmp_path / target)


@pytest.mark.skipif(not FULL.exists(), reason="this system has no /dev/full")
def test_a_record_that_cannot_be_written_is_printed(run: Run) -> None:
    answer = run("play", "fragile", "--record", FULL, typed=("A1",))
    assert answer.code == 2
    assert "P1 depot A1\n" in answer.out
    assert answer.err.count("\n") == 1


def test_a_byte_order_mark_is_no_crime(run: Run, tmp_path: Path) -> None:
    book = tmp_path / "book.toml"
    book.write_text(GOLDEN.read_text(encoding="utf-8"), encoding="utf-8-sig")
    assert run("fragile", "show", book, "--problem", 1).code == 0
    typed = b"\xef\xbb\xbfA1\n"
    environment = {**os.environ, "PYTHONUTF8": "1", "LC_ALL": "C"}
    command = [*TABLEE, "play", "fragile"]
    played = subprocess.run(command, input=typed, env=environment, capture_output=True, check=True)
    assert b"puts a depot on A1" in played.stdout
    assert b"is no action" not in played.stdout


NUMBERS = ("9" * 30, "9" * 5000, "0x" + "f" * 5000, "1e400", "-1", "0", "nan", "1.5")


@pytest.mark.parametrize("number", NUMBERS, ids=lambda number: f"{number[:4]}-{len(number)}")
@pytest.mark.parametrize("key", ["id", "turns"])
def test_an_absurd_number_in_a_book_is_one_sentence_or_a_number(
    run: Run, tmp_path: Path, key: str, number: str
) -> None:
    first = GOLDEN.read_text(encoding="utf-8").partition("[[problem]]")[2].partition("\n\n")[0]
    book = tmp_path / "book.toml"
    changed = re.sub(rf"^{key} = .*", f"{key} = {number}", first, flags=re.MULTILINE)
    book.write_text(f"[[problem]]{changed}\n")
    answer = run("fragile", "check", book, "D6: C6>B6 B3")
    assert answer.code in (0, 2)
    assert answer.err.count("\n") == (answer.code == 2)


def test_a_problem_longer_than_a_file_name_is_still_a_problem(refused: Run) -> None:
    assert "is not a valid problem" in refused("fragile", "show", "9" * 5000 + PROBLEM)


# Streams


@pytest.mark.skipif(not FULL.exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize("arguments", [("games",), ("--version",), ("bench", "--list")])
def test_a_full_disk_is_one_sentence(arguments: tuple[str, ...]) -> None:
    with FULL.open("w") as full:
        answer = subprocess.run(
            [*TABLEE, "--lang", "en", *arguments], stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert answer.returncode == 1
    assert answer.stderr == b"tablee: The output cannot be written: No space left on device.\n"


@pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX shell")
def test_closed_streams_are_no_error() -> None:
    command = f'exec "{sys.executable}" -m tablee games <&- >&- 2>&-'
    assert subprocess.run(["sh", "-c", command], check=False).returncode == 0


def test_an_interrupted_match_tells_how_it_stood_and_ends_with_130(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> Iterator[object]:
        raise KeyboardInterrupt
        yield

    monkeypatch.setattr("tablee.cli.arena.run", interrupted)
    answer = run("arena", "fragile", "--bots", "random,random", "--workers", 1)
    assert answer.code == 130
    assert "Interrupted" in answer.err
    assert "| random |" in answer.out


def test_ctrl_c_while_it_starts_shows_no_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    from tablee.__main__ import main

    def interrupted() -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr("tablee.cli.main", interrupted)
    assert main() == 130


# Boards


@pytest.mark.parametrize("game", ["fragile", "shear-panic"])
def test_a_board_fits_the_window_or_says_so_once(
    run: Run, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    assert run("play", game, typed=("board", "board")).out.count("this window has 40") == 1
    monkeypatch.setenv("COLUMNS", "80")
    assert "this window" not in run("play", game).out


# Help


def parsers(parser: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    yield parser
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for below in action.choices.values():
                yield from parsers(below)


def told(parser: argparse.ArgumentParser) -> Iterator[tuple[argparse.Action, str]]:
    for action in parser._actions:
        if action.help not in (None, argparse.SUPPRESS):
            yield action, str(action.help)


@pytest.mark.parametrize(
    "parser", list(parsers(build_parser("en"))), ids=lambda parser: parser.prog
)
def test_help_shows_every_default(parser: argparse.ArgumentParser) -> None:
    for action, text in told(parser):
        takes_a_value = action.nargs != 0 and action.option_strings and not action.required
        optional_files = ("--record", "--svg", "--certificate", "--state", "--bot", "--problem")
        if takes_a_value and action.option_strings[0] not in optional_files:
            assert re.search(r"default", text, re.IGNORECASE), action.option_strings


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_help_is_in_the_language_chosen(language: str) -> None:
    in_english = {text for parser in parsers(build_parser("en")) for _, text in told(parser)}
    here = {text for parser in parsers(build_parser(language)) for _, text in told(parser)}
    assert (here & in_english == set()) is (language != "en")


@pytest.mark.parametrize("key", catalogue("tablee.cli.help"))
def test_every_help_text_is_there_in_every_language(key: str) -> None:
    assert set(catalogue("tablee.cli.help")[key]) == set(LANGUAGES)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("play",), "Diese Argumente fehlen: GAME"),
        (("fly",), "ist nicht unter"),
        (("games", "--fast"), "Diese Argumente gibt es nicht: --fast"),
        (("serve", "--port"), "--port: Ein Wert fehlt"),
        (("serve", "--port", "99999"), "--port: 99999 liegt nicht zwischen 0 und 65535"),
        (("serve", "--rate", "0"), "--rate: 0 liegt nicht zwischen 1 und"),
        (("serve", "--message-rate", "0"), "--message-rate: 0 liegt nicht über 0"),
        (("serve", "--think", "soon"), "--think: 'soon' ist kein lesbarer Wert"),
    ],
)
def test_wrong_arguments_are_one_sentence_in_the_language_chosen(
    refused: Run, arguments: tuple[str, ...], words: str
) -> None:
    assert words in refused("--lang", "de", *arguments)


# Completion

BASH = """
source {script}
complete_words() {{ COMP_WORDS=("$@"); COMP_CWORD=$(($#-1)); _tablee; echo "${{COMPREPLY[@]}}"; }}
complete_words tablee fra
complete_words tablee fragile solve --fo
complete_words tablee play fragile --order ''
complete_words tablee --lang ''
complete_words tablee replay {script}
"""


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
def test_bash_completes_commands_options_values_and_files(run: Run, tmp_path: Path) -> None:
    script = tmp_path / "completion.bash"
    script.write_text(run("completion", "bash").out)
    answer = subprocess.run(
        ["bash", "-c", BASH.format(script=script)], capture_output=True, text=True, check=True
    )
    assert answer.stderr == ""
    assert answer.stdout.splitlines() == [
        "fragile",
        "--force",
        "clockwise straws",
        "en fr de",
        str(script),
    ]


@pytest.mark.parametrize("shell", SHELLS)
def test_every_shell_gets_every_command_and_option(run: Run, shell: str) -> None:
    script = run("completion", shell).out
    for parser in parsers(build_parser("en")):
        assert parser.prog in script
        for action, _ in told(parser):
            for name in action.option_strings:
                assert name in script or f"-l {name[2:]}" in script or f"-s {name[1:]}" in script
    if shutil.which(shell):
        checked = subprocess.run([shell, "-n"], input=script, text=True, check=False)
        assert checked.returncode == 0


# Serving


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Callable[..., list[str]]]:
    """Starts a server on a free port and returns the lines that it prints."""
    running: list[subprocess.Popen[str]] = []

    def serve(*options: str, lines: int) -> list[str]:
        process = subprocess.Popen(
            [*TABLEE, "--lang", "en", "serve", "--port", "0", "--data-dir", tmp_path, *options],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "TABLEE_DATABASE": ""},
        )
        running.append(process)
        assert process.stdout is not None
        return [process.stdout.readline() for _ in range(lines)]

    yield serve
    for process in running:
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=120)


def test_the_server_announces_where_it_listens(served: Callable[..., list[str]]) -> None:
    import httpx

    here, alone = served(lines=2)
    (address,) = re.findall(r"http://127\.0\.0\.1:\d+/", here)
    assert httpx.get(f"{address}health", timeout=60).status_code == 200
    assert "--host 0.0.0.0" in alone


def test_the_server_announces_the_address_for_friends(served: Callable[..., list[str]]) -> None:
    _, friends = served("--hosts", "games.example.org", "--https", lines=2)
    assert friends == "The address for friends: https://games.example.org/\n"


def test_the_address_for_friends_is_shown_as_a_qr_code() -> None:
    from tablee.cli.serve import qr_code

    lines = qr_code("http://192.168.1.20:8000/").split("\n")
    assert len(lines) > 10
    assert len({len(line) for line in lines}) == 1


def test_a_port_that_is_taken_is_one_sentence(refused: Run, tmp_path: Path) -> None:
    import socket

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert f"Port {port} is taken" in refused("serve", "--port", port, "--data-dir", tmp_path)


def test_a_folder_or_a_host_that_cannot_be_used_is_one_sentence(
    refused: Run, tmp_path: Path
) -> None:
    file = tmp_path / "file"
    file.write_text("")
    command = [*TABLEE, "--lang", "en", "serve", "--port", "0", "--data-dir", str(file)]
    answer = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (answer.returncode, answer.stdout) == (2, "")
    *slowness, refusal = answer.stderr.splitlines()
    assert refusal.startswith("tablee: ")
    assert str(file) in refusal
    assert len(slowness) <= (describe_build() == "pure Python")
    assert "198.51.100.7" in refused("serve", "--host", "198.51.100.7", "--data-dir", tmp_path)
