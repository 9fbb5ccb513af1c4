"""A game from outside, installed with pip, does all that the two games here do.

It is played in Chromium by tests/browser/test_third_game.py.
"""

from __future__ import annotations

import asyncio
import random
import re
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest

from outside import EXAMPLE, ROOT, install
from serving import Server
from tablee.analysis import SURE
from tablee.client import Guest
from tablee.core import game_names
from tablee.server.whatif.wishes import Branch, BranchWish, PlayOnWish, RecordStart
from tablee.server.wishes import Joining, NewTable, SeatWish

pytestmark = pytest.mark.xdist_group("third game")  # one worker installs

GUIDE = (ROOT / "docs" / "add-a-game.md").read_text(encoding="utf-8")
GAME = ["c4", "b4", "a1", "d2", "d4", "d3", "a2", "c1", "a4", "a3", "b1", "pass", "d1"]
"""The moves of a whole game on 4 × 4."""

Run = Callable[..., str]


@pytest.fixture(scope="session")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    return install(tmp_path_factory.mktemp("reversi"))


@pytest.fixture
def run(environment: dict[str, str]) -> Run:
    """Runs a command of the guide, such as ``python -m tablee games``. Returns its output."""

    def run(command: str, typed: str = "") -> str:
        program, *arguments = shlex.split(command)
        assert program == "python"
        answer = subprocess.run(
            [sys.executable, *arguments],
            input=typed,
            capture_output=True,
            encoding="utf-8",
            env=environment,
            cwd=ROOT,
            check=False,
        )
        assert answer.returncode == 0, answer.stdout + answer.stderr
        return answer.stdout

    return run


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="module")
def server(
    environment: dict[str, str], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("house"), environment)
    running.start()
    yield running
    running.stop()


def guided(start: str) -> str:
    """Returns the command of the guide that begins like this."""
    (found,) = re.findall(rf"^{re.escape(start)}.*$", GUIDE, re.MULTILINE)
    return found


def test_nothing_of_this_repository_knows_the_game() -> None:
    assert "reversi" not in game_names()
    for source in (*ROOT.glob("src/**/*.py"), *ROOT.glob("web/src/**/*.ts*")):
        assert "reversi" not in source.read_text(encoding="utf-8").lower(), source


def test_it_is_found_beside_the_games_of_the_house(run: Run) -> None:
    told = run(guided("python -m tablee games"))
    assert re.findall(r"^[a-z]\S+", told, re.MULTILINE) == ["fragile", "reversi", "shear-panic"]
    assert "--size" in told


def test_its_own_tests_pass_with_the_conformance_suite_among_them(run: Run) -> None:
    command = guided("python -m pytest")
    assert re.search(r"\d+ passed", run(f"{command} -p no:cacheprovider"))


def test_it_is_played_in_the_terminal(run: Run, tmp_path: Path) -> None:
    record = tmp_path / "game.txt"
    typed = "\n".join(["a1", "castle", *(move.upper() for move in GAME)])
    command = guided("python -m tablee play reversi --size 4")
    told = run(f"{command} --record {shlex.quote(str(record))}", f"{typed}\n")
    assert "A disc on a1 turns none." in told
    assert "“castle” is not a cell" in told
    assert "Player 2 passes." in told
    assert "Nobody can place a disc any more." in told
    replayed = run(f"python -m tablee replay --all {shlex.quote(str(record))}")
    assert "Player 1 plays d1" in replayed
    judged = run(f"python -m tablee analyse --nodes 20 --workers 1 {shlex.quote(str(record))}")
    assert "Random games were played to their end" in judged
    told = run(f"python -m tablee replay --all --why {shlex.quote(str(record))}")
    assert re.search(r"Points for player 1: 2\. \(R-3\.1\)\n\s+← Player 1 plays c4", told)


def test_it_is_played_in_the_terminal_in_other_languages(run: Run) -> None:
    told = run("python -m tablee --lang fr play reversi --size 4", "c4\nquit\n")
    assert "Le joueur 1 joue c4 et retourne des pions\u00a0: 1." in told


@pytest.mark.parametrize("bots", ["uct,random", "corners,random"])
def test_bots_play_it_in_the_arena(run: Run, bots: str) -> None:
    command = guided("python -m tablee arena reversi").replace("uct,random", bots)
    assert re.search(r"\b4\b", run(command))


@pytest.mark.anyio
async def test_the_client_plays_it_on_a_server_against_its_own_bot(
    server: Server, run: Run, tmp_path: Path
) -> None:
    rng = random.Random(4)
    wish = NewTable(
        "reversi",
        {"size": "4"},
        seats=[SeatWish(), SeatWish("corners")],
        join=Joining("Ada"),
    )
    async with Guest(server.address.rstrip("/")) as ada:
        made = await ada.create(wish)
        async with ada.live(made.table.id) as table:
            while True:
                await table.until(lambda now: now.is_my_turn or now.state.phase == "over", 60)
                if table.state.phase == "over":
                    break
                await table.play(rng.choice(table.state.moves))
            assert table.state.picture.count("data-cell") == 16
        text = await ada.record(made.table.id)
        halfway = await ada.at_move(made.table.id, 3)
    assert halfway.state.picture.startswith("<svg")
    record = tmp_path / "game.txt"
    record.write_text(text, encoding="utf-8")
    assert run(f"python -m tablee replay --all {shlex.quote(str(record))}")
    assert run(f"python -m tablee verify {shlex.quote(str(record))}")


@pytest.mark.anyio
async def test_after_the_game_the_server_analyses_it_and_any_branch_is_played_on(
    server: Server, run: Run, tmp_path: Path
) -> None:
    record = tmp_path / "game.txt"
    command = guided("python -m tablee play reversi --size 4")
    run(f"{command} --record {shlex.quote(str(record))}", "\n".join(GAME) + "\n")
    start = RecordStart(record.read_text(encoding="utf-8"))
    async with Guest(server.address.rstrip("/")) as ada:
        begun = await ada.analyse_record(start.text)
        there = await ada.what_if(BranchWish(start=start, move=4))
        other = next(move for move in there.state.moves if move != GAME[4])
        here = await ada.what_if(BranchWish(start=start, move=4, typed=other))
        assert here.state.picture.count("data-cell") == 16
        assert here.entries[-1].events[1]["cause"] == 1
        advice = await ada.advice(Branch(start=start, move=4))
        assert sum(advice.chances) == SURE
        assert advice.turns[0].moves[0] in there.state.moves
        seats = (SeatWish(), SeatWish("corners"))
        table = await ada.play_on(PlayOnWish(start=start, move=4, seats=seats, join=Joining("Ada")))
        assert table.table.game == "reversi"
        while (found := await ada.record_analysis(begun.id)).state == "running":
            await asyncio.sleep(0.2)
    assert found.analysis is not None
    assert found.analysis.method == "play-outs"
    assert len(found.analysis.turns) == len(GAME)


def test_the_server_shows_it_with_all_that_came_with_it(server: Server) -> None:
    with httpx.Client(base_url=server.address, timeout=60) as client:
        (info,) = [game for game in client.get("/api/games").json() if game["name"] == "reversi"]
        assert info["title"]["de"] == "Reversi"
        assert info["about"]["fr"].startswith("Retournez")
        assert info["lesson"] is True
        assert info["bots"] == ["random", "uct", "corners"]
        assert info["bot_titles"]["corners"]["en"] == "The bot that loves corners"
        assert [option["name"] for option in info["options"]] == ["size"]
        picture = client.get("/api/games/reversi/picture")
        assert picture.headers["content-type"].startswith("image/svg+xml")
        assert picture.text.count("data-cell") == 64
        step = client.get("/api/games/reversi/lesson/0", params={"move": ["c2"]}).json()
        assert step["done"]
        assert step["state"]["picture"].count("data-cell") == 36
        rules = client.get("/api/games/reversi/rules").json()
        assert [chapter["id"] for chapter in rules["chapters"]] == ["R-1", "R-2", "R-3"]


def test_the_snippets_of_the_guide_are_the_files_of_the_example() -> None:
    files = [
        path.read_text(encoding="utf-8")
        for path in EXAMPLE.rglob("*")
        if path.suffix in (".py", ".toml")
    ]
    snippets = re.findall(r"```(?:python|toml)\n(.*?)```", GUIDE, re.DOTALL)
    assert len(snippets) >= 8
    for snippet in snippets:
        for part in snippet.split("…\n"):
            assert any(part.strip("\n") in text for text in files), part
