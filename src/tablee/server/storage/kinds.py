"""Chooses the journal for the address of a database."""

from __future__ import annotations

from tablee.server.messages import Refused
from tablee.server.storage.database import is_postgresql
from tablee.server.storage.journal import Journal
from tablee.server.storage.sqlite import SqliteJournal


def journal_at(address: str) -> Journal:
    """Returns the journal. The driver of PostgreSQL is imported only when it is needed."""
    if not is_postgresql(address):
        return SqliteJournal(address)
    try:
        from tablee.server.storage.postgresql import PostgresJournal
    except ImportError as error:
        raise Refused("no-nodes", package=error.name or "") from None
    return PostgresJournal(address)
