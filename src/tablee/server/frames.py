"""The frames of a WebSocket, as far as ``wire.py`` reads and writes them itself.

It counts frames by their heads, before anybody parses them. A frame costs a client two bytes and
four of a mask. Parsing it costs the server as much as a message, whether it says anything or not.

It writes texts itself, because it writes every move to everybody at the table.
"""

from __future__ import annotations

MASKED, LENGTH = 0x80, 0x7F
"""The bits of the second byte of a frame."""
LONGER = {126: 2, 127: 8}
"""Bytes of the length, where it does not fit into the second byte."""
WHOLE_TEXT = 0x81
"""The first byte of a text in one frame."""


def text_frame(text: bytes) -> bytes:
    """Returns a text as a server sends it: in one frame, without a mask."""
    size = len(text)
    if size < 126:
        return bytes((WHOLE_TEXT, size)) + text
    if size < 2**16:
        return bytes((WHOLE_TEXT, 126)) + size.to_bytes(2) + text
    return bytes((WHOLE_TEXT, 127)) + size.to_bytes(8) + text


class FrameCounter:
    """Reads the heads of frames in a stream, which may be cut anywhere, and skips the rest."""

    def __init__(self) -> None:
        self._skip = 0
        """Bytes until the next head."""
        self._head = b""
        """The beginning of a head that is not complete yet."""

    def count(self, data: bytes) -> int:
        """Returns how many heads end in these bytes."""
        if self._head:
            data = self._head + data
            self._head = b""
        at, size, frames = self._skip, len(data), 0
        while at + 2 <= size:
            second = data[at + 1]
            length = second & LENGTH
            after = at + (6 if second & MASKED else 2)
            if more := LONGER.get(length):
                if at + 2 + more > size:
                    break
                length = int.from_bytes(data[at + 2 : at + 2 + more])
                after += more
            at = after + length
            frames += 1
        if at < size:
            self._head = data[at:]
            at = size
        self._skip = at - size
        return frames
