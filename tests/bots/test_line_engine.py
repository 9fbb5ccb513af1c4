"""Programs in any language: the line protocol, both ways."""

import io
import json
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tablee.bots import Budget
from tablee.bots.any_bot import any_bot
from tablee.bots.arena import MatchPlan, play_numbered
from tablee.bots.command_bot import CommandBot
from tablee.bots.line_engine import LineEngine, edition_line, game_line, state_line
from tablee.bots.playing import BotFailed, play_game
from tablee.bots.registry import bot
from tablee.cli import main
from tablee.core.errors import Invalid
from tablee.games.fragile import Fragile, standard
from tablee.games.shear_panic import ShearPanic
from tablee.testing import random_game

EXAMPLES = Path(__file__).parents[2] / "examples" / "bots"
SHELL = f"sh {EXAMPLES / 'first_move.sh'}"
JAVASCRIPT = f"node {EXAMPLES / 'last_word.js'}"
OURS = f'"{sys.executable}" -m tablee engine --bot 1'


@pytest.fixture
def ask() -> Callable[[str], list[str]]:
    engine = LineEngine("1")
    return lambda line: list(engine.answer(line))


class TestEngine:
    def test_it_sets_up_a_game_and_plays_moves(self, ask: Callable[[str], list[str]]) -> None:
        assert ask("tablee 1")[-1] == "ok"
        assert ask("game fragile players=2") == ["ok"]
        assert ask("moves")[0].startswith("moves depot A1\tdepot J1\t")
        assert ask("play depot A1") == ["event Player 1 puts a depot on A1.", "ok"]
        assert ask("status") == ["actor 2", "scores 0 0", "ok"]
        assert "│  1" in ask("board")[2]
        reason, move, end = ask("go nodes=1 seed=1")
        assert reason.startswith("info ")
        assert ask(move)[-1] == end == "ok"

    def test_a_refusal_names_the_rule_and_changes_nothing(
        self, ask: Callable[[str], list[str]]
    ) -> None:
        ask("game fragile")
        ask("play depot A1")
        before = ask("state")
        assert ask("play depot A1") == ["error F-2.2: There is a depot on A1 already."]
        assert ask("state") == before

    @pytest.mark.parametrize(
        "line",
        [
            "",
            "fly",
            "tablee 2",
            "tablee",
            "game",
            "game chess",
            "game fragile players",
            "game fragile players=99",
            "game fragile rules=old",
            "game fragile rules=" + "9" * 5000,
            "edition {}",
            "edition [[[",
            'edition "no TOML',
            "state {}",
            "state []",
            "state " + "[" * 100_000,
            'state {"position": 1}',
            "play",
            "play what?",
            "roll 1",
            "roll x",
            "go seconds=soon",
            "go seconds=nan",
            "go fast",
            "go nodes=" + "9" * 5000,
            "x" * (1 << 21),
            "\0\x1b[A",
        ],
        ids=lambda line: f"{line[:20]}-{len(line)}",
    )
    def test_what_it_cannot_understand_is_one_line(
        self, ask: Callable[[str], list[str]], line: str
    ) -> None:
        ask("game fragile")
        (answer,) = ask(line)
        assert answer.startswith("error ")
        assert "\n" not in answer
        assert ask("play depot A1")[-1] == "ok"

    def test_without_a_game_it_says_how_to_begin(self, ask: Callable[[str], list[str]]) -> None:
        for line in ("state", "moves", "play A1", "roll 1", "status", "board", "go"):
            (answer,) = ask(line)
            assert "game fragile players=2" in answer

    def test_a_state_goes_both_ways(self, ask: Callable[[str], list[str]]) -> None:
        for state, _ in list(random_game(ShearPanic(3), seed=2))[:60:7]:
            assert ask(game_line(state.game)) == ["ok"]
            line = state_line(state.game.sitting(state))
            assert ask(line) == ["ok"]
            assert ask("state")[0] == line

    def test_an_edition_of_ones_own_comes_before_the_game(
        self, ask: Callable[[str], list[str]]
    ) -> None:
        text = standard().text.replace('name = "', 'name = "My ', 1)
        game = Fragile.from_options({"players": "2"}, text)
        edition = edition_line(game)
        assert edition is not None
        assert json.loads(edition.partition(" ")[2]) == game.edition_text
        assert ask(edition) == ["ok"]
        assert ask(game_line(game)) == ["ok"]
        assert edition_line(Fragile(2)) is None

    def test_chance_is_drawn_from_a_seed(self, ask: Callable[[str], list[str]]) -> None:
        rolls = []
        for _ in range(2):
            ask("game shear-panic players=3")
            assert ask("status")[0] == "actor chance"
            assert "error" in ask("go")[0]
            rolls.append(ask("roll 7"))
        assert rolls[0] == rolls[1]
        assert rolls[0][-1] == "ok"

    def test_the_command_answers_until_quit(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.setattr("sys.stdin", io.StringIO("tablee 1\r\nfly\nquit\nfly\n"))
        assert main(["--lang", "en", "engine"]) == 0
        told = capsys.readouterr().out.splitlines()
        assert [line.partition(" ")[0] for line in told] == ["name", "ok", "error"]


class TestPrograms:
    def test_a_shell_script_plays_a_whole_game(self) -> None:
        options = (("players", "2"), ("idle", "2"))
        match = MatchPlan("fragile", (f"command:{SHELL}", "random"), 1, options=options)
        assert play_numbered(match, 0).moves > 20

    @pytest.mark.skipif(shutil.which("node") is None, reason="there is no Node")
    def test_a_program_in_javascript_plays_a_whole_game(self) -> None:
        bots = (f"command:{JAVASCRIPT}", "random")
        match = MatchPlan("shear-panic", bots, 1, options=(("players", "2"),))
        assert play_numbered(match, 0).scores != ()

    def test_our_own_engine_plays_as_the_bot_does(self) -> None:
        game = Fragile(2, idle_limit=2)
        program = CommandBot(game, OURS)
        try:
            asked = play_game(game, [program, bot("fragile", "random")], Budget(nodes=1), 5)
        finally:
            program.close()
        here = play_game(game, [bot("fragile", "1"), bot("fragile", "random")], Budget(nodes=1), 5)
        assert (asked.scores, asked.moves) == (here.scores, here.moves)

    def test_it_is_named_like_any_bot_on_the_command_line(
        self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("sys.stdin", io.StringIO("J1\nquit\n"))
        assert main(["--lang", "en", "play", "fragile", "--bot", f"1=command:{SHELL}"]) == 0
        told = capsys.readouterr().out
        assert "Player 1 puts a depot on A1." in told
        assert "Player 2 puts a depot on J1." in told
        assert "“the first of the moves I was told”" in told

    @pytest.mark.parametrize(
        ("program", "problem"),
        [
            ("./nothing-like-this", "cannot be started"),
            ("'", "cannot be started"),
            ("", "cannot be started"),
            ("false", "ended with exit code 1"),
            ("echo hello", "ended with exit code 0"),
            ("sh -c 'while read x; do echo ok; done'", "without a move"),
            ("sh -c 'while read x; do echo error too hard; done'", "too hard"),
            ("sh -c 'while read x; do echo play depot E5; echo ok; done'", "may not play"),
            ("sh -c 'while read x; do echo play B7; echo ok; done'", "may not play"),
        ],
    )
    def test_a_program_that_fails_is_one_sentence(self, program: str, problem: str) -> None:
        game = Fragile(2)
        with pytest.raises(BotFailed, match=problem) as caught:
            CommandBot(game, program).choose(game.sitting(), Budget(), 1)
        assert "\n" not in caught.value.text("fr")

    def test_the_server_seats_no_programs(self) -> None:
        assert isinstance(any_bot(Fragile(2), "command:true"), CommandBot)
        with pytest.raises(Invalid):
            bot("fragile", "command:true")
