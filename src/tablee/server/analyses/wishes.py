"""Requests and answers about analyses over HTTP."""

from __future__ import annotations

from typing import Literal

import msgspec

from tablee.analysis import Analysis
from tablee.server.messages import Spoken
from tablee.server.whatif.wishes import RecordText
from tablee.server.wishes import Wish


class RecordWish(Wish, frozen=True):
    record: RecordText


class AnalysisView(msgspec.Struct, frozen=True, omit_defaults=True):
    """An analysis, or how far it is."""

    state: Literal["none", "running", "ready", "failed"]
    id: str = ""
    """Under which the analysis of a record is found for a while."""
    done: int = 0
    of: int = 0
    """Turns that are judged, and all turns. 0 of 0 while the analysis waits."""
    mine: bool = False
    """Whether you may cancel it."""
    why: Spoken = {}
    """Why it failed."""
    analysis: Analysis | None = None
