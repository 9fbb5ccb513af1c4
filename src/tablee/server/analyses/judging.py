"""The questions of an analysis for a worker: how long it is, each turn, and the whole."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from tablee.analysis import Analysis, Piece, assembled, pieces
from tablee.analysis.comments import commented
from tablee.core.record import Record
from tablee.server.messages import Language, Refused

MOST_TURNS = 400
"""Turns of a record. A long game has a hundred."""


def count(record: str) -> int:
    """Returns how many turns there are to judge. Raises ``TableeError``."""
    found = pieces(Record.parse(record))
    if found > MOST_TURNS:
        raise Refused("analysis-length", most=MOST_TURNS)
    return found


def commented_record(record: str, body: bytes, language: Language) -> str:
    """Returns the record with the analysis in its comments."""
    analysis = Analysis.from_json(msgspec.json.decode(body))
    return commented(Record.parse(record), analysis, language)


def put_together(record: str, judged: Sequence[Piece]) -> bytes:
    """Returns the analysis as JSON."""
    return msgspec.json.encode(assembled(Record.parse(record), judged).to_json())
