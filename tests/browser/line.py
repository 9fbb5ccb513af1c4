"""A line between a browser and its server that can be cut."""

from __future__ import annotations

import socket
import struct
import threading
from contextlib import suppress

RESET = struct.pack("ii", 1, 0)
"""SO_LINGER: closing resets the connection."""


class Line:
    """Passes bytes on until it is cut. Then it resets every connection and accepts none."""

    def __init__(self, port: int) -> None:
        self.target = ("127.0.0.1", port)
        self.whole = True
        self.ends: list[socket.socket] = []
        self.door = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self.door.getsockname()[1]}/"
        threading.Thread(target=self._welcome, daemon=True).start()

    def cut(self) -> None:
        self.whole = False
        for end in self.ends:
            with suppress(OSError):
                end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
                end.shutdown(socket.SHUT_RDWR)
            end.close()
        self.ends.clear()

    def mend(self) -> None:
        self.whole = True

    def close(self) -> None:
        self.cut()
        self.door.close()

    def _welcome(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self.door.accept()
                if not self.whole:
                    near.close()
                    continue
                try:
                    far = socket.create_connection(self.target)
                except OSError:
                    near.close()
                    continue
                self.ends += [near, far]
                for start, end in ((near, far), (far, near)):
                    threading.Thread(target=self._carry, args=(start, end), daemon=True).start()

    @staticmethod
    def _carry(start: socket.socket, end: socket.socket) -> None:
        with suppress(OSError):
            while data := start.recv(65536):
                end.sendall(data)
            end.shutdown(socket.SHUT_WR)
