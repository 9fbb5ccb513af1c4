"""The HTTP side of the what-if board."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any

from litestar import Controller, Request, Response, post
from litestar.params import JSONBody
from litestar.status_codes import HTTP_200_OK

from tablee.server.api import status_of
from tablee.server.askers import beside
from tablee.server.names import clean_name
from tablee.server.whatif.branches import look
from tablee.server.whatif.opening import Host, opened
from tablee.server.whatif.wishes import BranchView, BranchWish, PlayOnWish
from tablee.server.wishes import TableStatus

if TYPE_CHECKING:
    from tablee.server.app import Server

Anyone = Request[Any, Any, Any]


def server_of(request: Anyone) -> Server:
    server: Server = request.app.state.server
    return server


class WhatIfApi(Controller):
    path = "/api/what-if"
    tags = ("what-if",)

    @post(status_code=HTTP_200_OK, summary="A branch of any game, and what can follow")
    async def look(self, request: Anyone, data: JSONBody[BranchWish]) -> BranchView:
        return await beside(request, look, data)

    @post("/table", summary="Play on from here against bots")
    async def play_on(self, request: Anyone, data: JSONBody[PlayOnWish]) -> Response[TableStatus]:
        server = server_of(request)
        guest = server.guests.known(request) or server.guests.new()
        caller, limits = server.callers.mark(request), server.settings.limits
        name = clean_name(data.join.name, limits.name_length)
        host = Host(guest, caller, name, data.join.salt or secrets.token_hex(8))
        table_id = secrets.token_hex(6)
        tables = server.tables
        async with tables.making(guest, caller, limits):
            write = await beside(request, opened, data, host, table_id, tables.house.now())
            await tables.house.journal.save(write)
        async with tables.using(table_id) as table:
            table.attendant.wake()
            return Response(status_of(table, guest), cookies=[server.guests.cookie(guest)])
