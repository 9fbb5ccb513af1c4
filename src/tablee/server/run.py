"""Running the server, with uvicorn."""

from __future__ import annotations

import errno
import logging
import os
import signal
import socket
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

import uvicorn
from uvicorn.supervisors import Multiprocess

from tablee.server.app import create_app
from tablee.server.callers import mapped_too
from tablee.server.crowd import Crowd, raise_descriptors
from tablee.server.logs import JSON_LOGS
from tablee.server.messages import Refused
from tablee.server.settings import Settings
from tablee.server.wire import Wire

SHUTDOWN_SECONDS = 10
SOCKETS: Any = Wire
"""The class that serves sockets. With uvicorn's own, "websockets-sansio", all works as well."""


class WorkerConfig(uvicorn.Config):
    """For one process of several."""

    def configure_logging(self) -> None:
        """The first thing done in a new process."""
        super().configure_logging()
        signal.signal(signal.SIGTERM, _leave)


def make_config(settings: Settings, *, workers: int = 1, json_logs: bool = False) -> uvicorn.Config:
    kind = uvicorn.Config if workers == 1 else WorkerConfig
    trusted = mapped_too(settings.trusted_proxies)
    logs: dict[str, Any] = {"log_config": JSON_LOGS} if json_logs else {"log_level": "warning"}
    return kind(
        # Other processes make the application themselves.
        create_app(settings) if workers == 1 else partial(create_app, settings),
        factory=workers > 1,
        workers=workers,
        host=settings.host,
        port=settings.port,
        **logs,
        access_log=False,  # addresses carry keys
        http=_door(settings, trusted),
        proxy_headers=bool(trusted),
        forwarded_allow_ips=trusted,
        ws=SOCKETS,
        ws_max_size=settings.limits.message_bytes,
        ws_per_message_deflate=False,  # 300 kB a socket, for messages of two
        ws_ping_interval=20.0,
        ws_ping_timeout=20.0,
        server_header=False,
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
    )


def _door(settings: Settings, trusted: list[str]) -> Any:
    """Return the class that serves HTTP: our own, where uvicorn has the one that it extends."""
    try:
        from tablee.server.door import Door
    except ImportError:
        return "h11"
    return partial(Door, Crowd(settings.limits, trusted, raise_descriptors()))


def serve(
    settings: Settings,
    announce: Callable[[str, int], None],
    *,
    workers: int = 1,
    json_logs: bool = False,
) -> bool:
    """Serve until somebody interrupts; False if it did not come to that.

    Call ``announce`` with the address and the port once it listens there.
    """
    if workers > 1 and not settings.broker:
        raise Refused("workers-alone")
    with _bound(settings.host, settings.port) as door:
        waiting = threading.Thread(target=_tell_when_open, args=(door, announce), daemon=True)
        if workers > 1:
            waiting.start()
            _serve_by_several(settings, door, workers, json_logs)
            return True
        signal.signal(signal.SIGTERM, _leave)
        config = make_config(settings, json_logs=json_logs)
        waiting.start()
        return _serve_alone(config, door)


def _serve_alone(config: uvicorn.Config, door: socket.socket) -> bool:
    tablee: Any = config.app
    server = uvicorn.Server(config)
    # A start that is refused ends with a sentence, not with a traceback.
    log = logging.getLogger("uvicorn.error")
    log.addFilter(is_accepted := lambda _: tablee.state.server.refusal is None)
    try:
        server.run(sockets=[door])
    except SystemExit:
        if tablee.state.server.refusal is not None:
            raise tablee.state.server.refusal from None
        raise
    finally:
        log.removeFilter(is_accepted)
    return server.started


def _serve_by_several(
    settings: Settings, door: socket.socket, workers: int, json_logs: bool
) -> None:
    """Several processes at one address, each a node; one that dies is replaced."""
    with tempfile.TemporaryDirectory() as counts:
        # Whichever process is asked for the metrics adds up those of all.
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = counts
        config = make_config(settings, workers=workers, json_logs=json_logs)
        Multiprocess(config, sockets=[door]).run()


def _bound(host: str, port: int) -> socket.socket:
    """Return a socket at this address that does not listen yet. Raises ``Refused``."""
    try:
        family, kind, _, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        door = socket.socket(family, kind)
    except OSError as error:
        raise Refused("no-host", host=host, problem=error.strerror or str(error)) from None
    try:
        if os.name != "nt":  # there it would let two servers share the port
            door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        door.bind(address)
    except OSError as error:
        door.close()
        if error.errno == errno.EADDRINUSE:
            raise Refused("port-taken", port=port) from None
        raise Refused("no-host", host=host, problem=error.strerror or str(error)) from None
    door.set_inheritable(True)
    return door


def _tell_when_open(door: socket.socket, announce: Callable[[str, int], None]) -> None:
    """Wait until the server listens, in this process or another, and announce it."""
    host, port = door.getsockname()[:2]
    reachable = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    while door.fileno() != -1:  # it is closed if the start is refused
        with suppress(OSError):
            socket.create_connection((reachable, port), 1).close()
            announce(host, port)
            return
        time.sleep(0.05)


def _leave(number: int, frame: object) -> None:  # noqa: ARG001
    """uvicorn raises the signal again once it has shut down; it is to end us, not to kill us."""
    raise SystemExit(0)
