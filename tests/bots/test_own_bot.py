"""A bot of a user's own plays: by the name of its class, or offered by an installed package."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tablee.bots import Bot, Budget, Choice, bot
from tablee.bots.any_bot import any_bot
from tablee.bots.playing import BotFailed, play_game
from tablee.cli import main
from tablee.core.errors import Invalid
from tablee.core.messages import LANGUAGES
from tablee.core.sitting import Sitting
from tablee.games.fragile import Fragile
from tablee.games.shear_panic import ShearPanic

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "examples" / "bots"
EXAMPLE = FOLDER / "snatcher.py"
GUIDE = (ROOT / "docs" / "bots.md").read_text(encoding="utf-8")
QUICK = ("--games", "2", "--nodes", "1", "--workers", "1")


@pytest.fixture
def beside_the_example(monkeypatch: pytest.MonkeyPatch) -> None:
    """The current folder is that of the example. What is imported is forgotten afterwards."""
    monkeypatch.chdir(FOLDER)
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.delitem(sys.modules, "snatcher", raising=False)


def test_the_guide_shows_the_example_which_has_thirty_lines_at_most() -> None:
    source = EXAMPLE.read_text(encoding="utf-8")
    assert f"```python\n{source}```" in GUIDE
    assert len(source.splitlines()) <= 30


@pytest.mark.usefixtures("beside_the_example")
def test_a_class_of_the_current_folder_plays_in_the_arena(
    capsys: pytest.CaptureFixture[str],
) -> None:
    bots = "snatcher:Snatcher,1"
    assert f"tablee arena shear-panic --bots {bots}" in GUIDE
    assert main(["--lang", "en", "arena", "shear-panic", "--bots", bots, *QUICK]) == 0
    assert "| snatcher:Snatcher | 2 |" in capsys.readouterr().out


@pytest.mark.usefixtures("beside_the_example")
def test_a_class_sits_down_in_the_terminal_and_says_why_it_plays(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    typed = tmp_path / "typed"
    typed.write_text("J1\nquit\n")
    with typed.open() as keyboard:
        monkeypatch.setattr("sys.stdin", keyboard)
        assert main(["--lang", "en", "play", "fragile", "--bot", "1=snatcher:Snatcher"]) == 0
    told = capsys.readouterr().out
    assert "Player 1: Nick" in told
    assert "“I get 0.”" in told


@pytest.mark.usefixtures("beside_the_example")
def test_the_same_seed_gives_the_same_game() -> None:
    game = ShearPanic(3)
    bots = [any_bot(game, "snatcher:Snatcher"), bot("shear-panic", "random")] * 2
    once, again = (play_game(game, bots[:3], Budget(nodes=1), seed=5) for _ in range(2))
    assert (once.scores, once.moves) == (again.scores, again.moves)


def test_an_installed_package_offers_bots_for_a_game_of_ours(tmp_path: Path) -> None:
    """It has an entry point of the game's name, as the guide says, and no catalogue."""
    source = EXAMPLE.read_text(encoding="utf-8")
    (tmp_path / "my_bots.py").write_text(f'{source}\n\nBOTS = {{"snatcher": Snatcher}}\n')
    about = tmp_path / "my_bots-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: my_bots\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[tablee.bots]\nfragile = my_bots:BOTS\n")
    for line in ('[project.entry-points."tablee.bots"]', 'fragile = "my_bots:BOTS"'):
        assert line in GUIDE
    command = [sys.executable, "-m", "tablee", "--lang", "en", "arena", "fragile"]
    answer = subprocess.run(
        [*command, "--bots", "snatcher,random", "--idle", "2", *QUICK],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
    )
    assert answer.returncode == 0, answer.stderr
    assert "| snatcher | 2 |" in answer.stdout


class Silent(Bot):
    name = "silent"

    def choose(self, sitting: Sitting[Any], budget: Budget, seed: int) -> Choice:
        return Choice(())


class Hasty(Bot):
    name = "hasty"

    def choose(self, sitting: Sitting[Any], budget: Budget, seed: int) -> Choice:
        return Choice((next(iter(sitting.moves)),) * 2)


def test_a_bot_without_a_catalogue_has_a_title_a_line_and_a_reason() -> None:
    for language in LANGUAGES:
        assert Silent().title.text(language) == Silent().line.text(language) == "silent"
        assert Choice(("A1",)).reason.text(language) == "…"


@pytest.mark.parametrize(("kind", "problem"), [(Silent, "without a move"), (Hasty, "not its turn")])
def test_a_bot_that_plays_nothing_or_too_much_ends_the_game(kind: type[Bot], problem: str) -> None:
    with pytest.raises(BotFailed, match=problem):
        play_game(Fragile(2), [kind(), kind()], Budget(), seed=1)


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("nothing_like_this:Bot", "No module named"),
        ("math:Missing", "has no attribute"),
        ("math:sqrt", "exactly one argument"),
        ("collections:Counter", "derived from tablee.bots.Bot"),
        (":", "cannot be used as a bot"),
    ],
)
def test_what_is_no_bot_is_refused_in_a_sentence(name: str, problem: str) -> None:
    with pytest.raises(Invalid, match=problem):
        any_bot(Fragile(2), name)


def test_the_server_imports_nothing_that_a_guest_names() -> None:
    with pytest.raises(Invalid, match="There is no bot called"):
        bot("fragile", "snatcher:Snatcher")
