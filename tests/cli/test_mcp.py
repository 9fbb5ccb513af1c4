"""``tablee mcp``, driven by the official client."""

import sys
from typing import Any

import pytest
from mcp import Client, StdioServerParameters

from tablee.cli.mcp import server
from tablee.core.messages import catalogue
from tablee.core.record import Record

PROBLEM = "2;C6gC3;D6,B9;C2"
pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


async def told(client: Client, tool: str, /, **arguments: Any) -> str:
    result = await client.call_tool(tool, arguments)
    assert not result.is_error, result.content
    return "\n".join(part.text for part in result.content)


async def refused(client: Client, tool: str, /, **arguments: Any) -> str:
    result = await client.call_tool(tool, arguments)
    assert result.is_error
    return str(result.content[0].text)


async def test_it_speaks_over_standard_streams() -> None:
    program = StdioServerParameters(
        command=sys.executable, args=["-m", "tablee", "--lang", "en", "mcp"]
    )
    async with Client(program) as client:
        names = {tool.name for tool in (await client.list_tools()).tools}
        assert {"new_game", "play", "solve", "rule"} <= names
        assert client.instructions == catalogue("tablee.cli")["mcp-instructions"]["en"]
        assert "Turns: 2, the fewest possible (proved)" in await told(
            client, "solve", problem=PROBLEM
        )


async def test_a_problem_is_played_to_its_end_with_hints() -> None:
    async with Client(server("en")) as client:
        await told(client, "new_game", game="fragile", options={"problem": PROBLEM})
        assert "crate on C6" in await told(client, "hint", problem=PROBLEM)
        await told(client, "play", move="D6: C6>B6 B3")
        await told(client, "play", move="end")
        assert "lost" not in await told(client, "hint", problem=PROBLEM, turns=["D6: C6>B6 B3"])
        assert "The problem is solved." in await told(client, "play", move="B9: B7 B6>B4 B4~C3")
        assert "The problem is solved." in await told(client, "suggest")
        record = Record.parse(await told(client, "record"))
        assert record.final().result is not None


async def test_bots_play_their_seats_and_moves_can_be_taken_back() -> None:
    async with Client(server("en")) as client:
        begun = await told(client, "new_game", game="fragile", bots={"1": "1"}, seed=1)
        assert "Player 1 puts a depot on" in begun
        moves = (await told(client, "legal_moves")).splitlines()
        played = await told(client, "play", move=moves[0])
        assert "Player 2 puts a depot on" in played
        assert "nothing to undo" in await told(client, "undo")
        assert (await told(client, "suggest", level="1")).startswith("depot ")


async def test_it_comes_in_by_the_same_checked_door() -> None:
    async with Client(server("de")) as client:
        assert "new_game" in await refused(client, "look")
        await refused(client, "new_game", game="chess")
        await refused(client, "new_game", game="fragile", players=99)
        await refused(client, "new_game", game="fragile", bots={"3": "1"})
        await refused(client, "new_game", game="fragile", bots={"1": "command:true"})
        await told(client, "new_game", game="fragile")
        await told(client, "play", move="A1")
        before = await told(client, "record")
        assert "F-2.2: Auf A1 steht schon ein Depot." in await refused(client, "play", move="A1")
        await refused(client, "play", move="was?")
        await refused(client, "solve", problem="99999;x")
        assert "F-2.2" in await refused(client, "rule", game="fragile", rule="F-99")
        assert await told(client, "record") == before


async def test_games_and_rules_are_explained_in_the_language_chosen() -> None:
    async with Client(server("fr")) as client:
        assert "shear-panic: " in await told(client, "games")
        listed = await told(client, "rule", game="fragile")
        explained = await told(client, "rule", game="fragile", rule="F-2.2")
        assert explained.partition("\n")[0] in listed
        assert "dépôt" in explained
