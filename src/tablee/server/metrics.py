"""The metrics for an operator. ``deploy/grafana.json`` draws them."""

from __future__ import annotations

from prometheus_client import Counter, Gauge, Histogram

QUICK = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
"""Buckets in seconds, up to delays about which people complain."""

SOCKETS = Gauge("tablee_sockets", "Live sockets at tables", multiprocess_mode="livesum")
OPEN_TABLES = Gauge("tablee_open_tables", "Tables held in memory", multiprocess_mode="livesum")
NODES = Gauge("tablee_nodes", "Nodes that give signs of life", multiprocess_mode="livemax")
BOT_QUEUE = Gauge(
    "tablee_bot_queue", "Turns of bots that wait or are being played", multiprocess_mode="livemax"
)
DATABASE_BYTES = Gauge(
    "tablee_database_bytes", "Bytes of the database on disk", multiprocess_mode="livemax"
)
DISK_FREE = Gauge(
    "tablee_disk_free_bytes", "Bytes free on its disk (SQLite)", multiprocess_mode="livemax"
)
ROWS = Gauge("tablee_rows", "Tables by phase, and log entries", ["of"], multiprocess_mode="livemax")
EXPIRED = Counter("tablee_expired_tables", "Tables deleted because they expired")
MOVES = Counter("tablee_moves", "Moves saved", ["game", "by"])
REFUSALS = Counter("tablee_refusals", "Requests over a socket that were refused", ["code"])
OUTRUN = Counter("tablee_outrun", "Writes for which another node was faster")
BOT_SECONDS = Counter("tablee_bot_seconds", "Seconds bots took to think", ["game"])
DEED_SECONDS = Histogram(
    "tablee_deed_seconds", "From a request over a socket until it is saved", buckets=QUICK
)
COMMIT_SECONDS = Histogram(
    "tablee_commit_seconds", "One commit, which many tables may share", buckets=QUICK
)
