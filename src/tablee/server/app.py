"""The application: routes, middleware, and the server they share."""

from __future__ import annotations

import asyncio
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
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.plugins.prometheus import PrometheusConfig, PrometheusController
from litestar.types import Scope

from tablee import __version__
from tablee.core.errors import TableeError
from tablee.server import api, learning
from tablee.server.analyses.api import RecordAnalysisApi, TableAnalysisApi
from tablee.server.analyses.desk import TURN_SECONDS, Analyses
from tablee.server.budgets import Budgets
from tablee.server.callers import Callers
from tablee.server.channels import TableChannels
from tablee.server.clock import steady_now
from tablee.server.gate import Gate, asks_the_solver
from tablee.server.guests import Guests
from tablee.server.live import live, refusal_of
from tablee.server.logs import RequestIds
from tablee.server.messages import Refused
from tablee.server.metrics import SOCKETS
from tablee.server.packing import Packing
from tablee.server.page import docs_routes, page_routes
from tablee.server.presence import LocalPresence, Presence
from tablee.server.problems.api import ProblemsApi, SolverApi
from tablee.server.problems.desk import Desk
from tablee.server.problems.scores import Scores
from tablee.server.problems.shelf import Shelf
from tablee.server.problems.store import ProblemStore
from tablee.server.rates import Rates
from tablee.server.security import metrics_guard
from tablee.server.settings import Settings
from tablee.server.storage.database import is_postgresql
from tablee.server.storage.folder import make_private
from tablee.server.storage.journal import Journal
from tablee.server.storage.kinds import journal_at
from tablee.server.storage.sqlite import SqliteJournal
from tablee.server.table import House, Table
from tablee.server.tables import Tables
from tablee.server.upkeep import Upkeep
from tablee.server.whatif.api import WhatIfApi
from tablee.server.workers import Workers

if TYPE_CHECKING:
    from tablee.server.node import Node

logger = logging.getLogger(__name__)

STATUS = {
    "no-table": 404,
    "no-move": 404,
    "no-game": 404,
    "no-figure": 404,
    "no-problem": 404,
    "no-book": 404,
    "no-analysis": 404,
    "not-solved": 403,
    "not-your-seat": 403,
    "seat-taken": 409,
    "over": 409,
    "started": 409,
    "seat-free": 409,
    "no-offer": 409,
    "out": 409,
    "not-host": 403,
    "no-practice": 403,
    "not-over": 409,
    "damaged": 410,
    "name-taken": 409,
    "too-many-tables": 429,
    "too-many-tables-here": 429,
    "too-many-new-tables": 429,
    "too-many-proposals": 429,
    "proposals-full": 503,
    "in-a-book": 409,
    "proposed-before": 409,
    "not-rated": 404,
    "rate": 429,
    "busy": 503,
    "solver-busy": 503,
    "analysis-running": 409,
    "analysis-busy": 503,
    "not-your-analysis": 403,
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
        self.rates = Rates() if node is None else node.rates
        self.presence: Presence = LocalPresence() if node is None else node.presence
        self.budgets = Budgets(settings.limits)
        self.bots = workers(settings.bot_workers)
        self.previews = workers(1)
        self.questions = workers(1)  # of anybody over HTTP: no table waits for them
        self.solvers = workers(settings.solver_workers)
        self.analyses = Analyses(self.bots, min(TURN_SECONDS, settings.think_seconds))
        self.problems = ProblemStore(self.journal)
        shelf = Shelf(self.problems)
        self.desk = Desk(self.questions, self.solvers, settings.solve_seconds, shelf)
        share = settings.limits.guests_per_caller
        self.scores = Scores(self.problems, shelf, self.desk, self.questions, share)
        house = House(
            self.journal,
            self.bots,
            self.previews,
            self.channels.publish_now,
            self.channels.publish_here,
            settings.think_seconds,
            down_until=steady_now(),
        )
        if node is not None:
            house = replace(house, call_bot=node.call_bot, now=node.now, down_until=0.0)
        self.tables = Tables(house, self.channels)
        self.upkeep = Upkeep(self.tables, settings)
        self.refusal: Refused | None = None
        """Why the server did not start."""

    @asynccontextmanager
    async def running(self, _: Litestar) -> AsyncIterator[None]:
        try:
            key = await self._open_storage()
        except Refused as refusal:
            self.refusal = refusal
            raise
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
                self.upkeep.wake()
            else:
                await self.node.start(self.tables)
            self.upkeep.tidy()
            async with self.channels.running():
                yield
        finally:
            await self.analyses.stop()
            await self.upkeep.stop()
            if self.node is not None:
                await self.node.stop()
            await self.tables.close()
            await self.journal.close()
            if self.node is not None:
                await self.node.close()
            self.bots.close()
            self.previews.close()
            self.questions.close()
            self.solvers.close()

    async def _open_storage(self) -> str:
        """Opens the journal and returns the key for cookies. Raises ``Refused``."""
        try:
            if not is_postgresql(self.settings.database_address):
                make_private(self.settings.data_dir)
            await self.journal.open()
            try:
                return await self.journal.signing_key() or self.settings.signing_key()
            except BaseException:
                await self.journal.close()
                raise
        except OSError as error:
            problem = f"{error.filename or self.settings.data_dir}: {error.strerror}"
            raise Refused("folder", problem=problem) from error

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
    journal = journal_at(settings.database_address)
    if not settings.broker:
        return journal, None
    if isinstance(journal, SqliteJournal):
        raise Refused("broker-alone")
    try:
        from tablee.server.node import Node
    except ImportError as error:
        raise Refused("no-nodes", package=error.name or "") from None
    return journal, Node(settings, journal)  # type: ignore[arg-type]


def spare_the_collector() -> None:
    """Have Python's collector skip the program itself, and look for rings less often.

    ``bench/price_tags.py`` prints what this buys.
    """
    gc.freeze()
    gc.set_threshold(100_000, 5, 2)


def _refuse(_: Request[Any, Any, Any], error: TableeError) -> Response[Any]:
    refusal = refusal_of(error)
    return Response(refusal, status_code=STATUS.get(refusal.code, 400))


class Asked(Request[Any, Any, Any]):
    """A request. Litestar expects one kind of error of msgspec, and takes others for our bugs."""

    async def json(self) -> Any:
        try:
            return await super().json()
        except RecursionError:
            raise Refused("too-deep") from None
        except UnicodeDecodeError:
            raise Refused("bad-message", problem="this is not UTF-8") from None

    async def form(self) -> Any:
        """Nothing here takes a form. To look for a CSRF token in one could take long."""
        raise Refused("bad-message", problem="this is not JSON")


def _log_failure(error: Exception, scope: Scope) -> None:
    """Log failures of the server, without the path, because addresses carry keys."""
    if not isinstance(error, EXPECTED):
        logger.error("a %s request failed", scope["type"], exc_info=error)


async def _describe(request: Request[Any, Any, Any]) -> None:
    """Has Litestar describe the routes in a thread: it takes 50 ms, once."""
    await asyncio.to_thread(getattr, request.app, "openapi_schema")


def create_app(settings: Settings) -> Litestar:
    server = Server(settings)
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
            WhatIfApi,
            TableAnalysisApi,
            RecordAnalysisApi,
            Router("/", route_handlers=[SolverApi], guards=[asks_the_solver]),
            learning.lesson,
            learning.lesson_step,
            live,
            Metrics,
            *docs_routes(),
            *page_routes(),
        ],
        lifespan=[server.running],
        middleware=[
            RequestIds(),
            # By the template of the route: paths are as many as strangers like.
            PrometheusConfig(app_name="tablee", exclude=["^/live/"], group_path=True).middleware,
        ],
        csrf_config=server.csrf,
        request_class=Asked,
        exception_handlers={TableeError: _refuse},
        after_exception=[_log_failure],
        compression_config=CompressionConfig(backend="gzip", middleware_class=Packing),
        logging_config=None,  # left to whoever runs it
        request_max_body_size=settings.limits.request_bytes,
        openapi_config=OpenAPIConfig(
            title="tablee",
            version=__version__,
            render_plugins=[JsonRenderPlugin()],
            openapi_router=Router(
                "/schema", route_handlers=[], include_in_schema=False, before_request=_describe
            ),
        ),
    )
    app.state.server = server
    # Litestar's own middleware belongs to routes, so it would not see what has no route.
    app.asgi_handler = Gate(app.asgi_handler, server)
    return app
