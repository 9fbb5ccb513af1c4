"""The HTTP side of the what-if board."""

from __future__ import annotations

import secrets
from typing import Any

from litestar import Controller, MediaType, Response, post
from litestar.params import JSONBody
from litestar.status_codes import HTTP_200_OK

from tablee.server.api import Anyone, server_of, status_of
from tablee.server.askers import asker_of, beside, while_asked
from tablee.server.gate import asks_the_solver
from tablee.server.messages import Refused
from tablee.server.names import clean_name
from tablee.server.whatif.branches import advise, looked
from tablee.server.whatif.opening import Host, opened
from tablee.server.whatif.wishes import AdviceView, Branch, BranchView, BranchWish, PlayOnWish
from tablee.server.wishes import TableStatus
from tablee.server.workers import PATIENCE

ADVICE_SECONDS = 2.0
"""Seconds a bot may think about the best turns."""


class WhatIfApi(Controller):
    path = "/api/what-if"
    tags = ("what-if",)

    @post(status_code=HTTP_200_OK, summary="A branch of any game, and what can follow")
    async def look(self, request: Anyone, data: JSONBody[BranchWish]) -> Response[BranchView]:
        # As JSON already: thousands of entries would take long to come from the worker as objects.
        body: Any = await beside(request, looked, data)
        return Response(body, media_type=MediaType.JSON)

    @post(
        "/advice",
        status_code=HTTP_200_OK,
        guards=[asks_the_solver],
        summary="The best turns that a bot finds here",
    )
    async def advice(self, request: Anyone, data: JSONBody[Branch]) -> AdviceView:
        server = server_of(request)
        seconds = min(server.settings.think_seconds, ADVICE_SECONDS)
        asked = server.bots.ask(
            seconds + PATIENCE,
            advise,
            data,
            seconds,
            whose=asker_of(request),
            attempts=1,
            behind=True,
        )
        return await while_asked(request, asked)

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
            if not server.budgets.purses(guest, caller).deeds.take(len(write.entries)):
                raise Refused("rate")
            await tables.house.journal.save(write)
        async with tables.using(table_id) as table:
            table.attendant.wake()
            return Response(status_of(table, guest), cookies=[server.guests.cookie(guest)])
