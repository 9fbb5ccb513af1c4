"""Frames of the WebSocket protocol (RFC 6455, 5.2), as far as nearly all messages need.

They are read and written here because every move needs it, and a library built for all there can
be takes its time.
"""

from __future__ import annotations

from struct import pack

try:
    from websockets.speedups import apply_mask
except ImportError:  # where it could not be compiled
    from websockets.utils import apply_mask

WHOLE_TEXT, MASKED = 0x81, 0x80
"""The first byte of a message in one frame; what the second of a client's frames is begun with."""
MEDIUM, LONG = 126, 127
"""Sizes in a second byte that stand for one written after it, in two bytes or eight."""
HEAD, MEDIUM_HEAD, LONG_HEAD = 6, 8, 14
"""Bytes of a client's frame before what it carries: two, the size if it is long, the mask."""
ENDLESS = 1 << 64


def text_frame(data: bytes) -> bytes:
    """A message as it goes over the wire, the same to everybody who hears it."""
    size = len(data)
    if size < MEDIUM:
        return pack("!BB", WHOLE_TEXT, size) + data
    if size < 1 << 16:
        return pack("!BBH", WHOLE_TEXT, MEDIUM, size) + data
    return pack("!BBQ", WHOLE_TEXT, LONG, size) + data


def frame_size(data: bytes) -> int:
    """Bytes of the frame with which these begin, or of its head as far as that is told already."""
    if len(data) < 2:
        return HEAD
    size = data[1] - MASKED
    if size < 0:
        return ENDLESS  # without a mask it is none that a client may send
    if size < MEDIUM:
        return HEAD + size
    head = MEDIUM_HEAD if size == MEDIUM else LONG_HEAD
    return head if len(data) < head else head + int.from_bytes(data[2 : head - 4])


def is_short_text(frame: bytes) -> bool:
    """Whether a client's frame is a whole message of text whose size is in its second byte."""
    return frame[0] == WHOLE_TEXT and frame[1] < MASKED + MEDIUM


def unmasked(frame: bytes) -> bytes:
    """What a client's frame carries whose size is in its second byte."""
    return apply_mask(frame[HEAD:], frame[2:HEAD])
