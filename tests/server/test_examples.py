"""The examples that go online, each as a program of its own against a real server."""

import asyncio
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

import tablee.client
from house import Running
from tablee.client import Guest, Joining, NewTable, SeatWish, ServerRefused
from tablee.games.fragile import standard
from tablee.games.fragile.state import FragileState

pytestmark = pytest.mark.anyio

ONLINE = Path(__file__).parents[2] / "examples" / "online"
PATIENCE = 300.0
"""Seconds for a program. The machine may be busy."""
QUICK = {"players": "2", "idle": "3"}


@pytest.fixture(scope="module")
def store() -> Callable[[], dict[str, str]]:
    """Where tables are kept makes no difference here."""
    return dict


@pytest.fixture
def run(tmp_path: Path, running: Running) -> Iterator[Callable[..., subprocess.Popen[str]]]:
    """Starts an example with the address of the server, in a folder of its own."""
    with ExitStack() as started:

        def start(name: str, *arguments: object) -> subprocess.Popen[str]:
            program = subprocess.Popen(
                [
                    sys.executable,
                    "-X",
                    "utf8",
                    ONLINE / name,
                    running.address,
                    *map(str, arguments),
                ],
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                cwd=tmp_path,
                encoding="utf-8",
            )
            started.enter_context(program)
            started.callback(program.kill)
            return program

        yield start


Run = Callable[..., subprocess.Popen[str]]


async def output(program: subprocess.Popen[str]) -> str:
    """Returns what a program printed, once it has ended well."""
    printed, _ = await asyncio.to_thread(program.communicate, timeout=PATIENCE)
    assert program.returncode == 0, printed
    return printed


@pytest.mark.parametrize("options", [("--option", "idle=3"), ("--game", "shear-panic")])
async def test_a_program_plays_a_whole_game_online(run: Run, options: tuple[str, str]) -> None:
    assert "winners: [" in await output(run("play_online.py", *options))


async def play_a_public_game(guest: Guest, table_id: str) -> None:
    """Plays the first move of each list, until the game is over."""
    async with guest.live(table_id) as table:
        while True:
            await table.until(lambda t: t.is_my_turn or t.state.phase == "over", PATIENCE)
            if table.state.phase == "over":
                return
            await table.play(table.state.moves[0])


async def test_a_program_watches_a_game_and_another_keeps_its_record(
    run: Run, anna: Guest, tmp_path: Path
) -> None:
    seats = [SeatWish(), SeatWish(bot="random")]
    made = await anna.create(NewTable("fragile", QUICK, seats=seats, join=Joining("Anna")))
    watcher = run("watch.py", made.table.id, "--language", "de")
    collector = run("collect_records.py", "kept", "--games", 1)
    assert collector.stdout is not None
    assert await asyncio.to_thread(collector.stdout.readline) == f"watching {made.table.id}\n"
    await play_a_public_game(anna, made.table.id)
    seen = await output(watcher)
    assert "Depot" in seen
    assert len(seen.splitlines()) > 10
    await output(collector)
    [kept] = (tmp_path / "kept").iterdir()
    assert kept.read_text("utf-8") == await anna.record(made.table.id)


async def test_a_bot_account_sits_down_plays_and_is_known_again(
    run: Run, running: Running, anna: Guest, tmp_path: Path
) -> None:
    how = ("--level", "random", "--games", 1)
    for _ in range(2):
        made = await anna.create(NewTable("fragile", QUICK, join=Joining("Anna")))
        program = run("bot_account.py", "Robo", *how)
        await play_a_public_game(anna, made.table.id)
        assert "is over" in await output(program)
    key = tmp_path / "bot.key"
    assert key.stat().st_mode & 0o077 == 0
    async with Guest(running.address, identity=key.read_text("utf-8")) as robo:
        assert (await robo.look(made.table.id)).yours == [1]
        assert robo.identity


async def test_a_program_gets_the_game_and_the_position_of_a_table(anna: Guest) -> None:
    edition = standard().text.replace('name = "standard"', 'name = "ours"')
    edition = edition if edition != standard().text else f"{standard().text}\n# ours\n"
    for text in (None, edition):
        wish = NewTable("fragile", QUICK, edition=text, join=Joining("Anna"))
        made = await anna.create(wish)
        game = await anna.game(made.table.id)
        assert game.edition_text == (text or standard().text)
        async with anna.live(made.table.id) as table:
            state = table.position(game)
            assert isinstance(state, FragileState)
            assert state == game.initial()


async def test_a_guest_with_another_identity_has_not_our_seats(
    running: Running, anna: Guest
) -> None:
    made = await anna.create(NewTable("fragile", QUICK, private=True, join=Joining("Anna")))
    async with Guest(running.address, identity="not one of yours") as stranger:
        with pytest.raises(ServerRefused) as refused:
            await stranger.look(made.table.id)
    assert refused.value.code == "no-table"


def test_the_client_exports_the_type_of_everything_it_takes_and_gives() -> None:
    """So that a program needs no import from the server."""
    for file in ONLINE.glob("*.py"):
        assert "tablee.server" not in file.read_text("utf-8"), file.name
    assert all(hasattr(tablee.client, name) for name in tablee.client.__all__)
