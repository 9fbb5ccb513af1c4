"""Who asks over HTTP, and whether they still wait for the answer."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any, TypeVar

from litestar import Request
from litestar.exceptions import HTTPException

from tablee.server.rounds import Whose

if TYPE_CHECKING:
    from tablee.server.app import Server

T = TypeVar("T")
LONGEST = 10.0
"""Seconds for such work. It takes less than a second, but a busy machine is slow."""
GONE = 499
"""The status of a request whose client has hung up. Nobody reads it but the log."""


def asker_of(request: Request[Any, Any, Any]) -> Whose:
    server: Server = request.app.state.server
    return Whose(server.callers.mark(request), server.guests.known(request) or "")


async def beside(request: Request[Any, Any, Any], question: Callable[..., T], *about: object) -> T:
    """Has a worker do what takes longer than a table may wait. Raises ``Refused``."""
    server: Server = request.app.state.server
    ask, whose = server.questions.ask, asker_of(request)
    return await while_asked(request, ask(LONGEST, question, *about, whose=whose, attempts=1))


async def while_asked(request: Request[Any, Any, Any], work: Coroutine[Any, Any, T]) -> T:
    """Returns the result of the work. Drops the work if the client hangs up."""
    working, gone = asyncio.create_task(work), asyncio.create_task(_hung_up(request))
    try:
        await asyncio.wait((working, gone), return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise HTTPException("The client has hung up.", status_code=GONE)
        return working.result()
    finally:
        working.cancel()
        gone.cancel()
        await asyncio.gather(working, gone, return_exceptions=True)


async def _hung_up(request: Request[Any, Any, Any]) -> None:
    """Waits until the client has gone."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
