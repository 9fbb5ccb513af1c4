"""Live tables over HTTP and WebSocket: one writer a table, every move on disk before its answer."""
