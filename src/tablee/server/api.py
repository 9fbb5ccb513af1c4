"""The HTTP routes to make, find, join and leave tables, and to read what was played."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from functools import cache, partial
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from litestar import Controller, MediaType, Request, Response, delete, get, post
from litestar.params import JSONBody, PathParameter, QueryParameter
from litestar.status_codes import HTTP_200_OK

from tablee import __version__
from tablee.bots import bot, bot_names
from tablee.core.registry import game_names, game_type
from tablee.server.addresses import friends_address
from tablee.server.askers import beside
from tablee.server.dice import Dice
from tablee.server.draft import PHRASES, Draft
from tablee.server.entries import AnyEntry, decoded
from tablee.server.match import OVER
from tablee.server.messages import Refused, say, spoken
from tablee.server.names import check_alone, clean_name
from tablee.server.replay import record_of, replay_at, rewind
from tablee.server.seats import colours_of
from tablee.server.table import Table
from tablee.server.tables import bot_seat_name, make_own, make_plan
from tablee.server.thinking import stand_in
from tablee.server.views import seats_view, state_view, table_view
from tablee.server.wishes import (
    MOST_LOGGED,
    Alive,
    AnyArranging,
    Brief,
    ChooseColour,
    GameView,
    Health,
    Joining,
    Listed,
    NewTable,
    OptionView,
    Phrase,
    Ready,
    Remove,
    Replay,
    Rewind,
    SeatBot,
    Swap,
    TableStatus,
    Vote,
)

if TYPE_CHECKING:
    from tablee.server.app import Server

TableId = Annotated[str, PathParameter(pattern=r"^[0-9a-f]{12}$(?!\n)", max_length=12)]
Key = Annotated[str, QueryParameter(name="key", max_length=32)]
Anyone = Request[Any, Any, Any]


def server_of(request: Anyone) -> Server:
    server: Server = request.app.state.server
    return server


class TablesApi(Controller):
    path = "/api/tables"
    tags = ("tables",)

    @get(summary="Tables anybody may join or watch")
    async def open_tables(self, request: Anyone) -> list[Listed]:
        return await server_of(request).tables.listed()

    @post(summary="Make a table")
    async def create(self, request: Anyone, data: JSONBody[NewTable]) -> Response[TableStatus]:
        server = server_of(request)
        guest = server.guests.known(request) or server.guests.new()
        caller = server.callers.mark(request)
        if data.join is not None:
            clean_name(data.join.name, server.settings.limits.name_length)
        async with server.tables.making(guest, caller, server.settings.limits):
            own = data.edition is not None
            plan = await asyncio.to_thread(make_own, data) if own else make_plan(data)
            created = await server.tables.create(plan, guest, caller)
        async with server.tables.using(created) as table:
            if data.join is not None:
                await _join(server, table, guest, data.join)
            cookies = [server.guests.cookie(guest)]
            return Response(status_of(table, guest, _friends_address(request)), cookies=cookies)

    @get("/{table_id:str}", summary="One table")
    async def look(self, request: Anyone, table_id: TableId, key: Key = "") -> TableStatus:
        async with seen_by(request, table_id, key) as table:
            guest = server_of(request).guests.known(request)
            return status_of(table, guest, _friends_address(request))

    @post("/{table_id:str}/seats", summary="Sit down; a link is enough")
    async def join(
        self, request: Anyone, table_id: TableId, data: JSONBody[Joining]
    ) -> Response[TableStatus]:
        server = server_of(request)
        guest = server.guests.known(request) or server.guests.new()
        async with server.tables.using(table_id) as table:
            if not server.may_join(table, guest, data.key):
                raise Refused("no-table")
            await _join(server, table, guest, data)
            cookies = [server.guests.cookie(guest)]
            return Response(status_of(table, guest), cookies=cookies)

    @delete("/{table_id:str}/seats/{seat:int}", summary="Stand up")
    async def leave(
        self, request: Anyone, table_id: TableId, seat: Annotated[int, PathParameter(ge=0, le=7)]
    ) -> None:
        server = server_of(request)
        guest = server.guests.known(request)
        async with server.tables.using(table_id) as table:
            if guest is None or seat >= len(table.match.seats):
                raise Refused("not-your-seat")
            is_host = guest == table.host
            await table.write(lambda draft: draft.leave(guest, seat, is_host=is_host))

    @delete("/{table_id:str}", summary="Leave for good; a table without people is closed")
    async def tidy_away(self, request: Anyone, table_id: TableId) -> None:
        async with _owned(request, table_id) as (table, guest):
            is_host = guest == table.host
            await table.write(lambda draft: draft.tidy_away(guest, is_host=is_host))

    @post("/{table_id:str}/arrange", summary="Before the start: bots, seats, colours")
    async def arrange(
        self, request: Anyone, table_id: TableId, data: JSONBody[AnyArranging]
    ) -> TableStatus:
        async with _owned(request, table_id) as (table, guest):
            await table.write(partial(_arrange, table, guest, data))
            return status_of(table, guest)

    @post("/{table_id:str}/seats/{seat:int}/resign", summary="Give up")
    async def resign(
        self, request: Anyone, table_id: TableId, seat: Annotated[int, PathParameter(ge=0, le=7)]
    ) -> None:
        async with _owned(request, table_id) as (table, guest):
            _check_seats(table, seat)
            await table.write(lambda draft: draft.resign(guest, seat))

    @post("/{table_id:str}/stop", summary="Stop the game, if all people want to")
    async def stop(self, request: Anyone, table_id: TableId, data: JSONBody[Vote]) -> None:
        async with _owned(request, table_id) as (table, guest):
            await table.write(lambda draft: draft.vote(guest, "stop", yes=data.yes))

    @post(
        "/{table_id:str}/rematch",
        summary="Play again, everybody one seat further, if all people want to",
    )
    async def rematch(
        self, request: Anyone, table_id: TableId, data: JSONBody[Vote | None] = None
    ) -> TableStatus:
        """The answer shows the new table if everybody has agreed, else this one."""
        yes = data is None or data.yes
        server = server_of(request)
        tables = server.tables
        async with _owned(request, table_id) as (table, guest):
            if not await table.write(lambda draft: draft.vote(guest, "rematch", yes=yes)):
                return status_of(table, guest)
            caller, limits = server.callers.mark(request), server.settings.limits
            making = tables.making(guest, caller, limits)
            async with nullcontext() if table.match.rematch else making:
                created = await tables.rematch(table)
        async with tables.using(created) as new:
            return status_of(new, guest)

    @post("/{table_id:str}/rewind", summary="Take back across turns, at a table for practice")
    async def rewind(self, request: Anyone, table_id: TableId, data: JSONBody[Rewind]) -> None:
        async with _owned(request, table_id) as (table, guest):
            await table.write(lambda draft: draft.check_practice(guest))
            bodies = await table.journal_after(0)
            mine = table.match.owned_by(guest)
            found = await beside(request, rewind, table.plan, bodies, mine)
            await table.write(lambda draft: draft.rewind(guest, data.version, found))

    @get("/{table_id:str}/brief", summary="Whose turn it is, since when, and how it ended")
    async def brief(self, request: Anyone, table_id: TableId, key: Key = "") -> Brief:
        async with seen_by(request, table_id, key) as table:
            match = table.match
            state = state_view(match)
            return Brief(
                id=table_id,
                game=table.plan.game,
                phase=match.phase,
                seats=seats_view(match),
                yours=match.owned_by(server_of(request).guests.known(request)),
                actor=match.actor,
                since=match.since,
                now=table.house.now(),
                winners=state.winners or [],
                how=match.ended.how if match.ended else "",
            )

    @get("/{table_id:str}/record", media_type=MediaType.TEXT, summary="The game as a record")
    async def record(self, request: Anyone, table_id: TableId, key: Key = "") -> str:
        async with seen_by(request, table_id, key) as table:
            match, dice = table.match, Dice(table.secret, table.match.joins)
            bodies = await table.journal_after(0)
            write = partial(record_of, reveal=match.phase == OVER)
            return await beside(request, write, table.plan, dice, bodies)

    @get(
        "/{table_id:str}/edition",
        media_type=MediaType.TEXT,
        summary="The text of its edition",
    )
    async def edition(self, request: Anyone, table_id: TableId, key: Key = "") -> str:
        async with seen_by(request, table_id, key) as table:
            return table.plan.edition

    @get("/{table_id:str}/log", summary="Everything that happened, a part at a time")
    async def log(
        self,
        request: Anyone,
        table_id: TableId,
        key: Key = "",
        after: Annotated[int, QueryParameter(ge=0, le=2**31 - 1)] = 0,
    ) -> list[AnyEntry]:
        async with seen_by(request, table_id, key) as table:
            bodies = await table.journal_after(after, MOST_LOGGED)
            return [entry.public() for entry in decoded(bodies, after)]  # type: ignore[misc]

    @get("/{table_id:str}/moves/{move:int}", summary="The table after so many moves")
    async def at_move(
        self,
        request: Anyone,
        table_id: TableId,
        move: Annotated[int, PathParameter(ge=0, le=2**31)],
        key: Key = "",
    ) -> Replay:
        async with seen_by(request, table_id, key) as table:
            bodies = await table.journal_after(0)
            return await beside(request, replay_at, table.plan, bodies, move)


def seen_by(request: Anyone, table_id: str, key: str) -> AbstractAsyncContextManager[Table]:
    server = server_of(request)
    return server.seen(table_id, server.guests.known(request), key)


@asynccontextmanager
async def _owned(request: Anyone, table_id: str) -> AsyncIterator[tuple[Table, str]]:
    """Yields a table and a guest who sits there or is its host. Raises ``Refused``."""
    server = server_of(request)
    guest = server.guests.known(request)
    async with server.tables.using(table_id) as table:
        if guest is None or (guest != table.host and not table.match.owned_by(guest)):
            raise Refused("not-your-seat")
        yield table, guest


def _check_seats(table: Table, *seats: int) -> None:
    if max(seats) >= len(table.match.seats):
        raise Refused("not-your-seat")


def _arrange(table: Table, guest: str, wish: AnyArranging, draft: Draft) -> None:
    seats, game = draft.match.seats, draft.match.plan.game
    _check_seats(table, wish.seat, *([wish.other] if isinstance(wish, Swap) else []))
    own_colour = isinstance(wish, ChooseColour) and seats[wish.seat].owner == guest
    if guest != table.host and not own_colour:
        raise Refused("not-host")
    match wish:
        case SeatBot():
            others = [seat.name for number, seat in enumerate(seats) if number != wish.seat]
            draft.seat_bot(wish.seat, wish.level, bot_seat_name(game, wish.level, others))
        case Remove():
            draft.remove(wish.seat, stand_in(game))
        case Swap():
            draft.swap(wish.seat, wish.other)
        case ChooseColour():
            draft.choose_colour(wish.seat, wish.colour)


async def _join(server: Server, table: Table, guest: str, wish: Joining) -> None:
    name = clean_name(wish.name, server.settings.limits.name_length)
    salt = wish.salt or secrets.token_hex(8)
    if wish.seat is not None and wish.seat >= len(table.match.seats):
        raise Refused("seat-taken")

    def join(draft: Draft) -> None:
        others = [seat.name for seat in draft.match.seats if seat.name and seat.owner != guest]
        check_alone(name, others)
        draft.join(guest, wish.seat, name, wish.colour, salt)

    await table.write(join)


def _friends_address(request: Anyone) -> str:
    settings, port = server_of(request).settings, (request.scope["server"] or ("", 0))[1]
    return friends_address(settings, settings.host, port or 0) or ""


def status_of(table: Table, guest: str | None, address: str = "") -> TableStatus:
    yours, is_host = table.match.owned_by(guest), guest == table.host
    return TableStatus(
        table=table_view(table.id, table.match, table.secret),
        phase=table.match.phase,
        seats=seats_view(table.match),
        yours=yours,
        watch_key=table.watch_key,
        join_key=table.join_key if yours or is_host else "",
        rematch=table.match.rematch,
        host=is_host,
        address=address if is_host else "",
    )


@get("/api/games", tags=["games"], summary="What can be played, and the bots for it")
async def games() -> list[GameView]:
    return [_game_view(name) for name in game_names()]


@cache
def _game_view(name: str) -> GameView:
    kind = game_type(name)
    bots = {found: bot(name, found) for found in bot_names(name)}
    return GameView(
        name=name,
        title=spoken(kind.title()),
        about=spoken(kind.about()),
        lesson=bool(kind.lesson().steps),
        rules=kind.rules_versions[-1],
        bots=list(bots),
        bot_titles={found: spoken(one.title) for found, one in bots.items()},
        bot_names={found: one.nickname for found, one in bots.items()},
        bot_lines={found: spoken(one.line) for found, one in bots.items()},
        colours=list(colours_of(name)),
        players=list(kind.player_counts),
        usual_players=kind.usual_players,
        options=[msgspec.convert(option.to_json(), OptionView) for option in kind.all_options],
        edition=kind.from_options({}).edition_text,
    )


@get("/api/phrases", tags=["games"], summary="Ready-made phrases of the chat")
async def phrases() -> list[Phrase]:
    return [Phrase(phrase, spoken(say(f"phrase-{phrase}"))) for phrase in PHRASES]


@get("/health", tags=["server"], summary="Whether the server runs", status_code=HTTP_200_OK)
async def health(request: Anyone) -> Health:
    return Health("ok", __version__, server_of(request).tables.count)


@get("/health/live", tags=["server"], summary="Whether the process answers")
async def alive() -> Alive:
    return Alive("ok")


@get("/health/ready", tags=["server"], summary="Whether tables can be played here")
async def ready(request: Anyone) -> Response[Ready]:
    """503 while nothing can be saved. Without its broker a node is slower, but ready."""
    server = server_of(request)
    database = await server.journal.saves()
    broker = None if server.node is None else await server.node.broker.is_up()
    told = Ready("ready" if database else "not ready", database, broker)
    return Response(told, status_code=200 if database else 503)
