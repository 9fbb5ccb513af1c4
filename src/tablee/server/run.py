"""Running the server, with uvicorn."""

from __future__ import annotations

import signal
import threading
import time
import urllib.request
import webbrowser
from contextlib import suppress

import uvicorn

from tablee.server.app import create_app
from tablee.server.settings import Settings

SHUTDOWN_SECONDS = 10


def make_config(settings: Settings, log_level: str = "warning") -> uvicorn.Config:
    return uvicorn.Config(
        create_app(settings),
        host=settings.host,
        port=settings.port,
        log_level=log_level,
        access_log=False,  # addresses carry keys
        ws_max_size=settings.limits.message_bytes,
        ws_per_message_deflate=False,  # 300 kB a socket, for messages of two
        ws_ping_interval=20.0,
        ws_ping_timeout=20.0,
        server_header=False,
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
    )


def serve(settings: Settings, *, browser: bool = False) -> bool:
    """Serve until somebody interrupts; False if it did not come to that."""
    # uvicorn raises the signal again once it has shut down; it is to end us, not to kill us.
    signal.signal(signal.SIGTERM, _leave)
    if browser:
        address = f"http://{settings.host}:{settings.port}/"
        threading.Thread(target=_open_browser, args=(address,), daemon=True).start()
    server = uvicorn.Server(make_config(settings))
    server.run()
    return server.started


def _leave(number: int, frame: object) -> None:  # noqa: ARG001
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
