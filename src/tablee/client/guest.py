"""A guest of a server: one cookie, any number of tables and seats."""

from __future__ import annotations

import secrets
import ssl
from functools import cache
from typing import Any, Self, TypeVar

import httpx
import msgspec

from tablee.client.live import LiveTable, ServerRefused
from tablee.core.game import Game
from tablee.core.registry import game_type
from tablee.server.analyses.wishes import AnalysisView, RecordWish
from tablee.server.entries import AnyEntry
from tablee.server.guests import COOKIE
from tablee.server.messages import Language
from tablee.server.protocol import Hello, RefusedMessage
from tablee.server.whatif.wishes import AdviceView, Branch, BranchView, BranchWish, PlayOnWish
from tablee.server.wishes import (
    MOST_LOGGED,
    AnyArranging,
    Brief,
    GameView,
    Joining,
    Listed,
    NewTable,
    Replay,
    Rewind,
    TableStatus,
    Vote,
)

T = TypeVar("T")

__all__ = ["Guest", "ServerRefused"]


@cache
def _trusted() -> ssl.SSLContext:
    """Returns the trusted certificates for HTTPS. Reading them is slow, so it happens once."""
    return httpx.create_ssl_context()


class Guest:
    """``async with Guest("http://127.0.0.1:8000") as guest: …``

    A server knows a guest by a cookie and nothing else. To come back to the same seats later, keep
    ``identity`` and give it to the next ``Guest``. Whoever has it can play in your name.
    """

    def __init__(
        self, address: str, *, identity: str = "", trusted: ssl.SSLContext | None = None
    ) -> None:
        """``trusted`` replaces the usual certificates, for a server with one of its own."""
        self.address = address.rstrip("/")
        self._trusted = trusted
        cookies = {COOKIE: identity} if identity else {}
        self.http = httpx.AsyncClient(
            base_url=address, timeout=30, verify=trusted or _trusted(), cookies=cookies
        )

    @property
    def identity(self) -> str:
        """Returns what the server knows this guest by. Empty before the first table."""
        return next((c.value or "" for c in self.http.cookies.jar if c.name == COOKIE), "")

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.http.aclose()

    # Tables

    async def games(self) -> list[GameView]:
        return await self._ask("GET", "/api/games", list[GameView])

    async def tables(self) -> list[Listed]:
        return await self._ask("GET", "/api/tables", list[Listed])

    async def create(self, table: NewTable) -> TableStatus:
        if table.join is not None:
            table = msgspec.structs.replace(table, join=_salted(table.join))
        return await self._ask("POST", "/api/tables", TableStatus, table)

    async def look(self, table_id: str, key: str = "") -> TableStatus:
        return await self._ask("GET", f"/api/tables/{table_id}?key={key}", TableStatus)

    async def join(self, table_id: str, joining: Joining) -> TableStatus:
        wish = _salted(joining)
        return await self._ask("POST", f"/api/tables/{table_id}/seats", TableStatus, wish)

    async def leave(self, table_id: str, seat: int) -> None:
        await self._send("DELETE", f"/api/tables/{table_id}/seats/{seat}")

    async def tidy_away(self, table_id: str) -> None:
        """Leaves a table for good. If no people stay there, it is closed."""
        await self._send("DELETE", f"/api/tables/{table_id}")

    async def arrange(self, table_id: str, wish: AnyArranging) -> TableStatus:
        """Changes the seats before the start."""
        return await self._ask("POST", f"/api/tables/{table_id}/arrange", TableStatus, wish)

    async def resign(self, table_id: str, seat: int) -> None:
        await self._send("POST", f"/api/tables/{table_id}/seats/{seat}/resign")

    async def stop(self, table_id: str, *, yes: bool = True) -> None:
        """Offers or accepts to stop the game, or declines it."""
        await self._send("POST", f"/api/tables/{table_id}/stop", Vote(yes))

    async def rematch(self, table_id: str, *, yes: bool = True) -> TableStatus:
        """Offers or accepts a rematch, or declines it. Returns the new table if all agree."""
        return await self._ask("POST", f"/api/tables/{table_id}/rematch", TableStatus, Vote(yes))

    async def brief(self, table_id: str, key: str = "") -> Brief:
        return await self._ask("GET", f"/api/tables/{table_id}/brief?key={key}", Brief)

    async def record(self, table_id: str, key: str = "") -> str:
        return (await self._send("GET", f"/api/tables/{table_id}/record?key={key}")).text

    async def edition(self, table_id: str, key: str = "") -> str:
        """Returns the edition of a table, as the text of its file."""
        return (await self._send("GET", f"/api/tables/{table_id}/edition?key={key}")).text

    async def log(self, table_id: str, key: str = "", after: int = 0) -> list[AnyEntry]:
        """Returns the entries of a table after a number."""
        entries: list[AnyEntry] = []
        while True:
            path = f"/api/tables/{table_id}/log?key={key}&after={after}"
            found = await self._ask("GET", path, list[AnyEntry])
            entries += found
            if len(found) < MOST_LOGGED:
                return entries
            after = found[-1].number

    async def game(self, table_id: str, key: str = "") -> Game[Any]:
        """Returns the game of a table, with its options, its edition and its rules version.

        ``LiveTable.position`` needs it. Raises ``Invalid`` if this program does not know the game.
        """
        table = (await self.look(table_id, key)).table
        edition = await self.edition(table_id, key) if table.edition_name else None
        return game_type(table.game).from_options(table.options, edition, table.rules)

    async def at_move(self, table_id: str, move: int, key: str = "") -> Replay:
        return await self._ask("GET", f"/api/tables/{table_id}/moves/{move}?key={key}", Replay)

    async def rewind(self, table_id: str, version: int) -> None:
        """Takes back one's last move at a table for practice, and all that came after it."""
        await self._send("POST", f"/api/tables/{table_id}/rewind", Rewind(version))

    # What if

    async def what_if(self, wish: BranchWish) -> BranchView:
        """Returns the end of a branch of any game, and what can follow."""
        return await self._ask("POST", "/api/what-if", BranchView, wish)

    async def advice(self, branch: Branch) -> AdviceView:
        """Returns the best turns that a bot finds at the end of a branch."""
        return await self._ask("POST", "/api/what-if/advice", AdviceView, branch)

    async def play_on(self, wish: PlayOnWish) -> TableStatus:
        """Makes a table against bots that goes on where a branch ends."""
        wish = msgspec.structs.replace(wish, join=_salted(wish.join))
        return await self._ask("POST", "/api/what-if/table", TableStatus, wish)

    # Analyses

    async def analyse(self, table_id: str, key: str = "") -> AnalysisView:
        """Begins the analysis of a finished game."""
        return await self._ask("POST", f"/api/tables/{table_id}/analysis?key={key}", AnalysisView)

    async def analysis(self, table_id: str, key: str = "") -> AnalysisView:
        """Returns the analysis of a finished game, or how far it is."""
        return await self._ask("GET", f"/api/tables/{table_id}/analysis?key={key}", AnalysisView)

    async def analyse_record(self, record: str) -> AnalysisView:
        """Begins the analysis of a record. ``record_analysis`` finds it by its id."""
        return await self._ask("POST", "/api/analyses", AnalysisView, RecordWish(record))

    async def record_analysis(self, record_id: str) -> AnalysisView:
        return await self._ask("GET", f"/api/analyses/{record_id}", AnalysisView)

    async def commented_record(self, record: str, language: Language = "en") -> str:
        """Returns a record that was analysed, with the analysis in its comments."""
        path = f"/api/analyses/record?language={language}"
        return (await self._send("POST", path, RecordWish(record))).text

    async def cancel_analysis(self, table_id: str) -> None:
        await self._send("DELETE", f"/api/tables/{table_id}/analysis")

    def live(
        self,
        table_id: str,
        key: str = "",
        *,
        previews: bool = False,
        presence: bool = False,
        language: Language | None = None,
    ) -> LiveTable:
        """``async with guest.live(table_id) as table: …``; it reconnects by itself.

        ``language`` is that of the sentences in previews; without it they come in all.
        """
        address = f"{self.address.replace('http', 'ws', 1)}/live/{table_id}?key={key}"
        wishes = Hello(previews=previews, presence=presence, language=language)
        return LiveTable(address, self.cookies, wishes, trusted=self._trusted)

    def cookies(self) -> str:
        return "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.http.cookies.jar)

    # Inside

    async def _ask(self, method: str, path: str, kind: type[T], body: Any = None) -> T:
        response = await self._send(method, path, body)
        return msgspec.json.decode(response.content, type=kind)

    async def _send(self, method: str, path: str, body: Any = None) -> httpx.Response:
        headers = {}
        if method != "GET":
            if "csrftoken" not in self.http.cookies:
                await self.http.get("/health")
            headers["x-csrftoken"] = self.http.cookies["csrftoken"]
        content = None if body is None else msgspec.json.encode(body)
        if content is not None:
            headers["content-type"] = "application/json"
        response = await self.http.request(method, path, content=content, headers=headers)
        if response.is_error:
            raise _refusal(response)
        return response


def _salted(joining: Joining) -> Joining:
    """Adds a salt of our own, so that the server alone does not decide about the dice."""
    return msgspec.structs.replace(joining, salt=joining.salt or secrets.token_hex(16))


def _refusal(response: httpx.Response) -> ServerRefused:
    try:
        return ServerRefused(msgspec.json.decode(response.content, type=RefusedMessage))
    except msgspec.DecodeError:
        problem = response.text[:300]
        return ServerRefused(RefusedMessage(f"http-{response.status_code}", {"en": problem}))
