"""The HTTP side of analyses."""

from __future__ import annotations

from functools import partial
from typing import Annotated

from litestar import Controller, MediaType, Response, delete, get, post
from litestar.params import JSONBody, PathParameter, QueryParameter
from litestar.status_codes import HTTP_200_OK
from msgspec.structs import replace

from tablee.server.analyses.desk import record_id
from tablee.server.analyses.judging import commented_record
from tablee.server.analyses.wishes import AnalysisView, RecordWish
from tablee.server.api import Anyone, Key, TableId, seen_by, server_of
from tablee.server.askers import asker_of, beside
from tablee.server.dice import Dice
from tablee.server.match import OVER
from tablee.server.messages import Language, Refused
from tablee.server.replay import record_of
from tablee.server.rounds import Whose
from tablee.server.storage.journal import Write
from tablee.server.table import Table

RecordId = Annotated[str, PathParameter(pattern=r"^[0-9a-f]{24}$(?!\n)", max_length=24)]


class TableAnalysisApi(Controller):
    """The analysis of a finished game. It is kept with its table."""

    path = "/api/tables/{table_id:str}/analysis"
    tags = ("analysis",)

    @post(status_code=202, summary="Analyse a finished game")
    async def begin(
        self, request: Anyone, table_id: TableId, key: Key = ""
    ) -> Response[AnalysisView]:
        server = server_of(request)
        guest = server.guests.known(request) or server.guests.new()
        whose = Whose(server.callers.mark(request), guest)
        journal = server.journal
        async with seen_by(request, table_id, key) as table:
            if table.match.phase != OVER:
                raise Refused("not-over")
            stored = await journal.analysis_of(table_id)
            if stored is None:
                record = await _record(request, table)

                async def keep(body: bytes) -> None:
                    await journal.save(Write(table_id, listing={"analysis": body}))

                server.analyses.begin(_of_table(table_id), record, whose, keep)
            view = server.analyses.view(_of_table(table_id), whose, stored)
            return Response(view, cookies=[server.guests.cookie(guest)])

    @get(summary="The analysis of a game, or how far it is")
    async def look(self, request: Anyone, table_id: TableId, key: Key = "") -> AnalysisView:
        server = server_of(request)
        async with seen_by(request, table_id, key):
            stored = await server.journal.analysis_of(table_id)
            return server.analyses.view(_of_table(table_id), asker_of(request), stored)

    @get(
        "/record", media_type=MediaType.TEXT, summary="The record with the analysis in its comments"
    )
    async def commented(
        self,
        request: Anyone,
        table_id: TableId,
        key: Key = "",
        language: Annotated[Language, QueryParameter()] = "en",
    ) -> str:
        async with seen_by(request, table_id, key) as table:
            stored = await server_of(request).journal.analysis_of(table_id)
            if stored is None:
                raise Refused("no-analysis")
            record = await _record(request, table)
            return await beside(request, commented_record, record, stored, language)

    @delete(summary="Cancel an analysis that you began")
    async def cancel(self, request: Anyone, table_id: TableId) -> None:
        server_of(request).analyses.cancel(_of_table(table_id), asker_of(request))


class RecordAnalysisApi(Controller):
    """The analysis of a record from anywhere. It is kept for a while."""

    path = "/api/analyses"
    tags = ("analysis",)

    @post(status_code=202, summary="Analyse a record")
    async def begin(self, request: Anyone, data: JSONBody[RecordWish]) -> Response[AnalysisView]:
        server = server_of(request)
        guest = server.guests.known(request) or server.guests.new()
        whose, found = Whose(server.callers.mark(request), guest), record_id(data.record)
        view = server.analyses.view(found, whose)
        if view.state != "ready":
            server.analyses.begin(found, data.record, whose)
            view = server.analyses.view(found, whose)
        return Response(replace(view, id=found), cookies=[server.guests.cookie(guest)])

    @get("/{record:str}", summary="The analysis of a record, or how far it is")
    async def look(self, request: Anyone, record: RecordId) -> AnalysisView:
        return replace(server_of(request).analyses.view(record, asker_of(request)), id=record)

    @post(
        "/record",
        status_code=HTTP_200_OK,
        media_type=MediaType.TEXT,
        summary="A record that was analysed, with the analysis in its comments",
    )
    async def commented(
        self,
        request: Anyone,
        data: JSONBody[RecordWish],
        language: Annotated[Language, QueryParameter()] = "en",
    ) -> str:
        kept = server_of(request).analyses.kept(record_id(data.record))
        if kept is None:
            raise Refused("no-analysis")
        return await beside(request, commented_record, data.record, kept, language)

    @delete("/{record:str}", summary="Cancel an analysis that you began")
    async def cancel(self, request: Anyone, record: RecordId) -> None:
        server_of(request).analyses.cancel(record, asker_of(request))


async def _record(request: Anyone, table: Table) -> str:
    """Returns the record of a finished game."""
    dice, bodies = Dice(table.secret, table.match.joins), await table.journal_after(0)
    write = partial(record_of, reveal=True)
    return await beside(request, write, table.plan, dice, bodies)


def _of_table(table_id: str) -> str:
    return f"table {table_id}"
