"""Running the server, with uvicorn."""

from __future__ import annotations

import logging
import os
import signal
import tempfile
import threading
import time
import urllib.request
import webbrowser
from contextlib import suppress
from functools import partial
from typing import Any

import uvicorn
from uvicorn.supervisors import Multiprocess

from tablee.server.app import create_app
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
        http=_door(settings),
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=list(settings.trusted_proxies),
        ws=SOCKETS,
        ws_max_size=settings.limits.message_bytes,
        ws_per_message_deflate=False,  # 300 kB a socket, for messages of two
        ws_ping_interval=20.0,
        ws_ping_timeout=20.0,
        server_header=False,
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
    )


def _door(settings: Settings) -> Any:
    """Return the class that serves HTTP: our own, where uvicorn has the one that it extends."""
    try:
        from tablee.server.door import Door
    except ImportError:
        return "h11"
    return partial(Door, Crowd(settings.limits, settings.trusted_proxies, raise_descriptors()))


def serve(
    settings: Settings, *, browser: bool = False, workers: int = 1, json_logs: bool = False
) -> bool:
    """Serve until somebody interrupts; False if it did not come to that."""
    if browser:
        address = f"http://{settings.host}:{settings.port}/"
        threading.Thread(target=_open_browser, args=(address,), daemon=True).start()
    if workers > 1:
        return _serve_by_several(settings, workers, json_logs)
    signal.signal(signal.SIGTERM, _leave)
    config = make_config(settings, json_logs=json_logs)
    tablee: Any = config.app
    server = uvicorn.Server(config)
    # A start that is refused ends with a sentence, not with a traceback.
    log = logging.getLogger("uvicorn.error")
    log.addFilter(is_accepted := lambda _: tablee.state.server.refusal is None)
    try:
        server.run()
    except SystemExit:
        if tablee.state.server.refusal is not None:
            raise tablee.state.server.refusal from None
        raise
    finally:
        log.removeFilter(is_accepted)
    return server.started


def _serve_by_several(settings: Settings, workers: int, json_logs: bool) -> bool:
    """Several processes at one address, each a node; one that dies is replaced."""
    if not settings.broker:
        raise Refused("workers-alone")
    with tempfile.TemporaryDirectory() as counts:
        # Whichever process is asked for the metrics adds up those of all.
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = counts
        config = make_config(settings, workers=workers, json_logs=json_logs)
        Multiprocess(config, sockets=[config.bind_socket()]).run()
    return True


def _leave(number: int, frame: object) -> None:  # noqa: ARG001
    """uvicorn raises the signal again once it has shut down; it is to end us, not to kill us."""
    raise SystemExit(0)


def _open_browser(address: str) -> None:
    """Once the server answers; where there is no browser nothing happens."""
    for _ in range(100):
        with suppress(OSError):
            urllib.request.urlopen(f"{address}health", timeout=1).close()
            break
        time.sleep(0.1)
    with suppress(webbrowser.Error):
        webbrowser.open(address)
