"""A typed client of a tablee server, for tests and for bots that play from outside."""

from tablee.client.guest import Guest, ServerRefused
from tablee.client.live import LiveTable

__all__ = ["Guest", "LiveTable", "ServerRefused"]
