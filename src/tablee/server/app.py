"""The application: routes, middleware, and the server they share."""

from __future__ import annotations

import gc
import logging
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from litestar import Litestar, Request, Response, Router
from litestar.config.compression import CompressionConfig
from litestar.config.csrf import CSRFConfig
from litestar.exceptions import HTTPException, WebSocketException
from litestar.middleware.rate_limit import RateLimitConfig, get_remote_address
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.plugins.prometheus import PrometheusConfig, PrometheusController
from litestar.types import Scope

from tablee import __version__
from tablee.core.errors import TableeError
from tablee.server import api, learning
from tablee.server.callers import Callers
from tablee.server.channels import TableChannels
from tablee.server.guests import Guests
from tablee.server.live import live, refusal_of
from tablee.server.logs import RequestIds
from tablee.server.messages import Refused
from tablee.server.metrics import SOCKETS
from tablee.server.page import page_routes
from tablee.server.presence import LocalPresence, Presence
from tablee.server.problems.api import ProblemsApi, SolverApi
from tablee.server.problems.desk import Desk
from tablee.server.security import HEADERS, metrics_guard, send_strictly
from tablee.server.settings import Settings
from tablee.server.storage.database import is_postgresql
from tablee.server.storage.journal import Journal
from tablee.server.storage.sqlite import SqliteJournal
from tablee.server.table import House, Table
from tablee.server.tables import Tables
from tablee.server.thinking import Workers

if TYPE_CHECKING:
    from tablee.server.node import Node

logger = logging.getLogger(__name__)

STATUS = {
    "no-table": 404,
    "no-move": 404,
    "no-game": 404,
    "no-figure": 404,
    "no-problem": 404,
    "not-solved": 403,
    "not-your-seat": 403,
    "seat-taken": 409,
    "over": 409,
    "not-over": 409,
    "too-many-tables": 429,
    "busy": 503,
    "solver-busy": 503,
    "solver-limits": 503,
    "storage": 503,
    "elsewhere": 503,
}
"""HTTP status of each code of refusal. All others are bad requests (400)."""

EXPECTED = (TableeError, HTTPException, WebSocketException)
"""Errors that are answered with a reason. They are not failures of the server."""


class Metrics(PrometheusController):
    guards = (metrics_guard,)
    include_in_schema = False


class Server:
    """What all handlers share."""

    def __init__(
        self,
        settings: Settings,
        storage: tuple[Journal, Node | None] | None = None,
        workers: Callable[[int], Workers] = Workers,
    ) -> None:
        """``storage`` and ``workers`` replace those of the settings, for a simulation."""
        self.settings = settings
        self.journal, self.node = storage or _storage(settings)
        node = self.node
        self.channels = TableChannels(None if node is None else node.broker.channels)
        self.csrf = CSRFConfig(secret="not yet read", cookie_secure=settings.secure_cookies)
        self.presence: Presence = LocalPresence() if node is None else node.presence
        self.bots = workers(settings.bot_workers)
        self.previews = workers(1)
        self.solvers = workers(settings.solver_workers)
        self.desk = Desk(self.previews, self.solvers, settings.solve_seconds)
        house = House(
            self.journal,
            self.bots,
            self.previews,
            self.channels.publish_now,
            self.channels.publish_here,
            settings.think_seconds,
        )
        if node is not None:
            house = replace(house, call_bot=node.call_bot, now=node.now)
        self.tables = Tables(house, self.channels)

    @asynccontextmanager
    async def running(self, _: Litestar) -> AsyncIterator[None]:
        alone = not is_postgresql(self.settings.database_address)
        key = self.settings.signing_key() if alone else ""  # makes the folder, if there is none
        await self.journal.open()
        key = key or await self.journal.signing_key()
        self.csrf.secret = f"csrf {key}"
        self.guests = Guests(key, secure=self.settings.secure_cookies)
        self.callers = Callers(key)
        spare_the_collector()
        async with self.serving():
            yield

    @asynccontextmanager
    async def serving(self) -> AsyncIterator[None]:
        """Keep the tables going during the block. The journal is open before it, closed after."""
        try:
            if self.node is None:
                await self.tables.resume_all()
            else:
                await self.node.start(self.tables)
            async with self.channels.running():
                yield
        finally:
            if self.node is not None:
                await self.node.stop()
            await self.tables.close()
            await self.journal.close()
            if self.node is not None:
                await self.node.close()
            self.bots.close()
            self.previews.close()
            self.solvers.close()

    def may_see(self, table: Table, guest: str | None, key: str) -> bool:
        """Anybody may see a public table; players and people with a link, a private one."""
        if not table.plan.private or key in (table.watch_key, table.join_key):
            return True
        return guest is not None and (guest == table.host or bool(table.match.owned_by(guest)))

    def may_join(self, table: Table, guest: str, key: str) -> bool:
        """The link for watching does not allow anybody to sit down."""
        return not table.plan.private or key == table.join_key or guest == table.host

    @asynccontextmanager
    async def seen(self, table_id: str, guest: str | None, key: str) -> AsyncIterator[Table]:
        """Hold a table open for a guest. Raises ``Refused`` if the guest may not see it."""
        async with self.tables.using(table_id) as table:
            if not self.may_see(table, guest, key):
                raise Refused("no-table")
            yield table

    @contextmanager
    def sockets_open(self) -> Iterator[None]:
        SOCKETS.inc()
        try:
            yield
        finally:
            SOCKETS.dec()


def _storage(settings: Settings) -> tuple[Journal, Node | None]:
    """Return where tables are kept. PostgreSQL and Redis are imported only when configured."""
    if not is_postgresql(settings.database_address):
        if settings.broker:
            raise Refused("broker-alone")
        return SqliteJournal(settings.database_address), None
    try:
        from tablee.server.storage.postgresql import PostgresJournal

        journal = PostgresJournal(settings.database_address)
        if not settings.broker:
            return journal, None
        from tablee.server.node import Node
    except ImportError as error:
        raise Refused("no-nodes", package=error.name or "") from None
    return journal, Node(settings, journal)


def spare_the_collector() -> None:
    """Have Python's collector skip the program itself, and look for rings less often.

    ``bench/price_tags.py`` prints what this buys.
    """
    gc.freeze()
    gc.set_threshold(100_000, 5, 2)


def _refuse(_: Request[Any, Any, Any], error: TableeError) -> Response[Any]:
    refusal = refusal_of(error)
    return Response(refusal, status_code=STATUS.get(refusal.code, 400))


def _log_failure(error: Exception, scope: Scope) -> None:
    """Log failures of the server, without the path, because addresses carry keys."""
    if not isinstance(error, EXPECTED):
        logger.error("a %s request failed", scope["type"], exc_info=error)


def create_app(settings: Settings) -> Litestar:
    server = Server(settings)
    rate_limit = RateLimitConfig(
        rate_limit=("minute", settings.limits.requests_per_minute),
        exclude=["^/health", "^/assets/"],
    )
    questions = RateLimitConfig(
        rate_limit=("minute", settings.limits.questions_per_minute),
        identifier_for_request=lambda request: f"solver {get_remote_address(request)}",
    )
    app = Litestar(
        route_handlers=[
            api.TablesApi,
            api.games,
            api.phrases,
            api.health,
            api.alive,
            api.ready,
            learning.rules,
            learning.figure,
            learning.picture,
            ProblemsApi,
            Router("/", route_handlers=[SolverApi], middleware=[questions.middleware]),
            learning.lesson,
            learning.lesson_step,
            live,
            Metrics,
            *page_routes(),
        ],
        lifespan=[server.running],
        middleware=[
            RequestIds(),
            rate_limit.middleware,
            PrometheusConfig(app_name="tablee", exclude=["^/live/"]).middleware,
        ],
        csrf_config=server.csrf,
        stores={} if server.node is None else {"rate_limit": server.node.rate_limits},
        exception_handlers={TableeError: _refuse},
        after_exception=[_log_failure],
        before_send=[send_strictly],
        response_headers=HEADERS,
        compression_config=CompressionConfig(backend="gzip", gzip_compress_level=6),
        logging_config=None,  # left to whoever runs it
        request_max_body_size=settings.limits.request_bytes,
        openapi_config=OpenAPIConfig(
            title="tablee", version=__version__, path="/schema", render_plugins=[JsonRenderPlugin()]
        ),
    )
    app.state.server = server
    return app
