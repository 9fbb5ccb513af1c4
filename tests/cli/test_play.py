"""``tablee play`` and ``tablee replay``: games typed at the keyboard, and replayed."""

from collections.abc import Callable
from itertools import takewhile
from pathlib import Path
from typing import Any

import pytest

from tablee.core.game import CHANCE
from tablee.core.record import Record, fingerprint
from tablee.games.fragile import Fragile, standard
from tablee.games.fragile.drawing import text
from tablee.testing import random_game

Run = Callable[..., Any]
Refused = Callable[..., str]
SOLVED = "2;C6gC3;D6,B9;C2"
HEADER = (
    f"tablee record 1\ngame: fragile\nrules: 2\nedition: standard {fingerprint(standard(2).text)}\n"
).encode()


@pytest.fixture
def record(tmp_path: Path) -> Path:
    return tmp_path / "game.txt"


def lines_of(record: Path) -> list[str]:
    """Returns the moves of a record as lines."""
    return record.read_text(encoding="utf-8").partition("\n\n")[2].splitlines()


@pytest.fixture(scope="module")
def setup_for_three() -> tuple[str, ...]:
    """Returns the moves of a random game before the first draw."""
    game = random_game(Fragile(players=3, straws=True), seed=1)
    before = takewhile(lambda played: played[0].actor != CHANCE, game)
    return tuple(state.notation(move) for state, move in before)


class TestPlaying:
    def test_setup_is_typed_cell_by_cell_in_any_case(
        self, run: Run, setup: tuple[str, ...], record: Path
    ) -> None:
        typed = [cell.lower() for cell in setup]
        assert run("play", "fragile", "--record", record, typed=tuple(typed)).code == 0
        assert lines_of(record)[:2] == ["P1 depot A1", "P2 depot J1"]
        assert lines_of(record)[-1] == "P2 docker C8"

    def test_a_turn_is_typed_action_by_action(
        self, run: Run, setup: tuple[str, ...], record: Path
    ) -> None:
        typed = (*setup, "h8: h9", "g9", "a1:b1", "end", "quit")
        answer = run("play", "fragile", "--record", record, typed=typed)
        assert lines_of(record)[-1] == "P1 H8: H9 G9 / A1: B1"
        assert "Player 1: H9 has 2 points left, or choose a second docker (A1, C3)." in answer.out
        assert "Player 2: choose a docker (J1, H3, C8); it has 4 points." in answer.out

    def test_a_turn_is_typed_on_one_line_and_ended_by_it(
        self, run: Run, setup: tuple[str, ...], record: Path
    ) -> None:
        typed = (*setup, "H8: H9 G9 / A1: B1", "J1 : J2/h3:i3", "quit")
        run("play", "fragile", "--record", record, typed=typed)
        assert lines_of(record)[-2:] == ["P1 H8: H9 G9 / A1: B1", "P2 J1: J2 / H3: I3"]

    def test_a_turn_that_was_not_ended_is_recorded_as_such(
        self, run: Run, setup: tuple[str, ...], record: Path
    ) -> None:
        run("play", "fragile", "--record", record, typed=(*setup, "H8: H9"))
        assert lines_of(record)[-1] == "P1 H8: H9 …"
        Record.parse(record.read_text(encoding="utf-8"))

    def test_what_is_refused_names_the_rule_and_changes_nothing(
        self, run: Run, setup: tuple[str, ...], record: Path
    ) -> None:
        typed = (*setup, "J1: J2", "A1: B1 / C3: C4", "B2", "what?", "end", "")
        answer = run("play", "fragile", "--record", record, typed=typed)
        assert "F-3.1: You cannot move the docker on J1: it is not yours." in answer.out
        assert "F-4.1: C4 is a depot; no docker ever enters one." in answer.out
        assert 'Say which docker acts, as in "D6: B2".' in answer.out
        assert '"what?" is not an action' in answer.out
        assert "F-3.3: The turn cannot end before a docker has acted." in answer.out
        assert lines_of(record)[-1] == "P2 docker C8"

    def test_undo_goes_back_to_the_start_of_the_turn_and_no_further(
        self, run: Run, setup: tuple[str, ...], record: Path
    ) -> None:
        typed = (*setup, "H8: H9 G9 / A1: B1", "J1: J2 J3", "undo", "undo", "undo", "H3: I3")
        answer = run("play", "fragile", "--record", record, typed=typed)
        assert "Undone: J3\n" in answer.out
        assert "Undone: J1: J2\n" in answer.out
        assert "There is nothing to undo" in answer.out
        assert lines_of(record)[-1] == "P2 H3: I3 …"

    def test_moves_can_be_asked_for_by_docker(self, run: Run, setup: tuple[str, ...]) -> None:
        answer = run(
            "play", "fragile", typed=(*setup, "moves a1", "A1: B1", "moves b1", "moves J9")
        )
        assert "A1: B1  C1  D1" in answer.out
        assert "C1  D1" in answer.out.rpartition("B1 (1).")[2]

    def test_moves_that_are_not_there_are_said_to_be_none(self, run: Run) -> None:
        assert "has to do with E5" in run("play", "fragile", typed=("moves E5",)).out

    def test_help_tells_how_to_type_and_what_the_signs_mean(
        self, run: Run, setup: tuple[str, ...]
    ) -> None:
        answer = run("play", "fragile", typed=("help", *setup, "?"))
        assert "Type a cell" in answer.out
        assert "D6: C6>B6   it pushes a crate" in answer.out
        assert "[F] FRAGILE up" in answer.out

    def test_the_board_is_drawn_with_the_last_move_marked(self, run: Run) -> None:
        answer = run("play", "fragile", typed=("A1", "board"))
        assert answer.out.count("│  1 *") == 2

    def test_the_last_action_stays_marked_when_the_turn_is_over(
        self, run: Run, setup: tuple[str, ...]
    ) -> None:
        answer = run("play", "fragile", typed=(*setup, "H8: H9 / A1: B1", "J1: J2", "undo"))
        ended = answer.out.partition("Player 1 ends the turn.")[2].partition("P2>")[0]
        assert "1 │  1    (1)*" in ended
        assert "1 │  1    (1)*" in answer.out.rpartition("Undone")[2]

    def test_it_is_played_in_the_language_chosen(self, run: Run) -> None:
        answer = run("--lang", "de", "play", "fragile", typed=("A1", "A1"))
        assert "Spieler 1: lege ein Depot auf A1" in answer.out
        assert "F-2.2: Auf A1 steht schon ein Depot." in answer.out

    def test_bytes_that_are_no_text_are_refused_like_any_word(self, run: Run) -> None:
        assert run("play", "fragile", typed="\x00\udcff\n\x1b[A\n" + "x" * 5000 + "\n").code == 0


class TestEnding:
    def test_a_problem_is_played_to_its_end_and_the_record_offered(
        self, run: Run, record: Path
    ) -> None:
        turns = ("D6: C6>B6 B3", "end", "B9: B7 B6>B4 B4~C3")
        answer = run("play", "fragile", "--problem", SOLVED, typed=(*turns, str(record)))
        assert "The problem is solved. The winner is player 1." in answer.out
        assert Record.parse(record.read_text(encoding="utf-8")).final().result is not None

    def test_a_whole_game_is_played_to_its_end(self, run: Run, record: Path) -> None:
        game = Fragile(idle_limit=2)
        moves = tuple(move for _, move in random_game(game, seed=3))
        typed = tuple(line for _, line in game.record_lines(moves))
        answer = run("play", "fragile", "--idle", 2, "--record", record, typed=typed)
        assert "Nobody wins." in answer.out or "The winner is" in answer.out
        played = Record.parse(record.read_text(encoding="utf-8"))
        assert played.moves == moves

    def test_the_record_offered_can_be_declined(self, run: Run, tmp_path: Path) -> None:
        turns = ("D6: C6>B6 B3", "end", "B9: B7 B6>B4 B4~C3", "")
        run("play", "fragile", "--problem", SOLVED, typed=turns)
        assert list(tmp_path.iterdir()) == []


class TestChance:
    def test_straws_are_drawn_by_the_seed_and_recorded(
        self, run: Run, tmp_path: Path, setup_for_three: tuple[str, ...]
    ) -> None:
        drawn = set()
        for file in (tmp_path / "one", tmp_path / "two"):
            options = ("--players", 3, "--order", "straws", "--seed", 11, "--record", file)
            answer = run("play", "fragile", *options, typed=setup_for_three)
            assert "The straws are drawn: " in answer.out
            assert "\nseed: 11\n" in file.read_text(encoding="utf-8")
            drawn.add(lines_of(file)[-1])
        assert len(drawn) == 1
        assert drawn.pop().startswith("-- straws ")

    def test_a_draw_is_not_taken_back(self, run: Run, setup_for_three: tuple[str, ...]) -> None:
        typed = (*setup_for_three, "undo")
        answer = run("play", "fragile", "--players", 3, "--order", "straws", typed=typed)
        assert "The straws are drawn: " in answer.out
        assert "There is nothing to undo" in answer.out


class TestSaving:
    def test_save_writes_the_game_so_far(self, run: Run, record: Path) -> None:
        run("play", "fragile", typed=("A1", "save", f"save {record}", "J1", f"save {record}"))
        assert lines_of(record) == ["P1 depot A1", "P2 depot J1"]

    def test_nothing_else_is_overwritten(self, run: Run, refused: Refused, record: Path) -> None:
        record.write_text("my novel", encoding="utf-8")
        run("play", "fragile", typed=("A1", f"save {record}"))
        refused("play", "fragile", "--record", record)
        assert record.read_text(encoding="utf-8") == "my novel"

    def test_a_place_that_cannot_be_is_refused_before_the_game(
        self, refused: Refused, tmp_path: Path
    ) -> None:
        refused("play", "fragile", "--record", tmp_path)
        refused("play", "fragile", "--record", tmp_path / "no" / "game.txt")


class TestOptions:
    def test_an_edition_of_ones_own_is_played_on_and_recorded(
        self, run: Run, tmp_path: Path, record: Path
    ) -> None:
        own = tmp_path / "own.toml"
        own.write_text(
            standard().text.replace('slot = "A1"\nopens = "B1"', 'slot = "A1"\nopens = "A2"'),
            encoding="utf-8",
        )
        run("play", "fragile", "--edition", own, "--record", record, typed=("A1",))
        played = Record.parse(record.read_text(encoding="utf-8"))
        assert played.game.edition_text == own.read_text(encoding="utf-8")

    def test_the_standard_edition_has_a_name(self, run: Run) -> None:
        assert run("play", "fragile", "--edition", "standard").code == 0

    def test_an_edition_that_is_wrong_is_refused_with_file_and_line(
        self, refused: Refused, tmp_path: Path
    ) -> None:
        own = tmp_path / "own.toml"
        own.write_text(standard().text.replace('slot = "A1"', 'slot = "K1"'), encoding="utf-8")
        line = standard().text[: standard().text.index('slot = "A1"')].count("\n") + 1
        assert f"own.toml, line {line}: " in refused("play", "fragile", "--edition", own)

    @pytest.mark.parametrize(
        "arguments",
        [
            ("--players", "5"),
            ("--players", "two"),
            ("--players", "2", "--order", "straws"),
            ("--players", "3", "--order", "random"),
            ("--seed", "x"),
            ("--first", "3"),
            ("--first", "me"),
            ("--idle",),
            ("--idle", "0"),
            ("--colours", "BG"),
            ("--problem", "1;2"),
            ("--problem", SOLVED, "--players", "2"),
            ("--option", "idle=3"),
            ("--edition", "/nowhere/x.toml"),
        ],
    )
    def test_options_the_game_does_not_have(
        self, refused: Refused, arguments: tuple[str, ...]
    ) -> None:
        refused("play", "fragile", *arguments)

    def test_a_flag_of_another_game_is_refused_with_those_the_game_has(
        self, refused: Refused
    ) -> None:
        told = refused("play", "shear-panic", "--order", "straws")
        assert told == "tablee: shear-panic does not have --order; it has: --first, --colours.\n"

    def test_every_option_given_by_its_flag_is_in_the_record(self, run: Run, record: Path) -> None:
        flags = ("--players", 3, "--first", 2, "--order", "straws", "--idle", "off")
        assert run("play", "fragile", *flags, "--record", record).code == 0
        assert Record.parse(record.read_text(encoding="utf-8")).game.options() == {
            "players": "3",
            "first": "2",
            "order": "straws",
            "idle": "off",
        }
        colours = ("--players", 3, "--colours", "YBR")
        run("play", "shear-panic", *colours, "--record", record, "--force")
        assert "\ncolours: YBR\n" in record.read_text(encoding="utf-8")

    def test_an_unknown_game(self, refused: Refused) -> None:
        assert "fragile" in refused("play", "chess")


class TestReplay:
    @pytest.fixture
    def solved(self, run: Run, record: Path) -> Path:
        turns = ("D6: C6>B6 B3", "end", "B9: B7 B6>B4 B4~C3")
        run("play", "fragile", "--problem", SOLVED, "--record", record, typed=turns)
        return record

    def test_the_title_names_the_rules_it_was_played_by(self, run: Run, record: Path) -> None:
        for version in Fragile.rules_versions:
            game = Fragile(rules_version=version, edition=standard(version))
            record.write_text(Record(game, ()).text(), encoding="utf-8")
            assert run("replay", record).out.startswith(f"fragile, rules version {version}, ")
            assert run("replay", record, "--json").json["rules"] == version

    def test_without_a_terminal_it_is_printed_whole(self, run: Run, solved: Path) -> None:
        answer = run("replay", solved)
        assert "1. P1 D6: C6>B6 B3\n" in answer.out
        assert "     D6 pushes the crate from C6 to B6 (1).\n" in answer.out
        assert text(Record.parse(solved.read_text(encoding="utf-8")).final()) in answer.out
        assert answer.out.endswith("The problem is solved. The winner is player 1.\n")
        boards = run("replay", solved, "--all", "--boards").out
        assert boards.count(" 1 │") == 2
        assert boards.count("(1)*") == 1

    def test_it_is_stepped_through_forward_and_back(
        self, run: Run, solved: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("tablee.cli.console.Console.is_interactive", True)
        typed = ("", "", "", "b", "b", "b", "2", "7", "x", "q", "")
        out = run("replay", solved, typed=typed).out
        places = [part.partition("/")[0] for part in out.split("[")[1:] if "/2] Enter" in part]
        assert places == ["0", "1", "2", "2", "1", "0", "0", "2", "2", "2"]
        assert out.count("Press Enter") == 2

    def test_it_is_given_as_data(self, run: Run, solved: Path) -> None:
        found = run("replay", solved, "--json").json
        assert found["options"] == {"problem": SOLVED}
        assert [line["actor"] for line in found["lines"]] == ["P1", "P1"]
        assert found["lines"][1]["events"][-1] == {
            "kind": "game-ended",
            "rule": "F-7.3",
            "winners": [0],
            "cause": 1,
        }
        assert found["result"]["winners"] == [0]

    @pytest.mark.parametrize(
        "content",
        [
            b"",
            b"\xff\xfe\x00",
            b"hello\n",
            b"tablee record 1\n",
            b"tablee record 1\ngame: chess\nrules: 1\nedition: standard x\n\n",
            b"tablee record 1\ngame: fragile\nrules: 1\nedition: standard x\n\n",
            HEADER + b"players: " + b"9" * 5000,
            HEADER + b"idle: " + b"9" * 5000,
            HEADER + b"problem: " + b"9" * 5000 + b";C1gA1;D1;-",
            HEADER + b"seed: " + b"9" * 5000,
            HEADER + b"\nP2 depot A1",
            HEADER + b"\nP1",
            HEADER + b"\nP1 depot A1 depot J1",
        ],
    )
    def test_what_is_no_record_is_refused(
        self, refused: Refused, record: Path, content: bytes
    ) -> None:
        record.write_bytes(content)
        refused("replay", record)

    def test_a_record_with_an_illegal_move_names_line_and_rule(
        self, refused: Refused, solved: Path
    ) -> None:
        broken = solved.read_text(encoding="utf-8").replace("B4~C3", "B4~C4")
        solved.write_text(broken, encoding="utf-8")
        number = broken.splitlines().index("P1 B9: B7 B6>B4 B4~C4") + 1
        assert f"F-4.6: Line {number}: " in refused("replay", solved)
