"""The analyses that run now. Each is one turn after the other, and never delays a bot."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

import msgspec

from tablee.analysis import Analysis, Effort, Piece, judge_piece
from tablee.core.errors import TableeError
from tablee.engine.processes import NotStarted
from tablee.server.analyses.judging import count, put_together
from tablee.server.analyses.wishes import AnalysisView
from tablee.server.messages import Refused, spoken
from tablee.server.rounds import Whose
from tablee.server.workers import PATIENCE, Workers

logger = logging.getLogger(__name__)

TURN_SECONDS = 0.5
"""Seconds to search for a better turn."""
ALL_SECONDS = 45.0
"""Seconds for all turns of a record. In a long one each has less."""
MOST_OF_CALLER = 4
MOST = 32
"""Analyses that may run or wait. Further ones are refused."""
KEPT = 64
"""Analyses of records, and failures, to keep in memory. Those of tables are in the database."""

Keep = Callable[[bytes], Awaitable[None]]


def record_id(record: str) -> str:
    """Returns the id of the analysis of a record: the same record has the same."""
    return hashlib.sha256(record.encode(errors="replace")).hexdigest()[:24]


@dataclass
class Job:
    whose: Whose
    task: asyncio.Task[None] | None = None
    of: int = 0
    pieces: list[Piece] = field(default_factory=list)


class Analyses:
    def __init__(self, workers: Workers, seconds: float = TURN_SECONDS) -> None:
        self.workers, self.seconds = workers, seconds
        self._jobs: dict[str, Job] = {}
        self._kept: OrderedDict[str, bytes | TableeError] = OrderedDict()

    def begin(self, key: str, record: str, whose: Whose, keep: Keep | None = None) -> None:
        """Starts an analysis, unless it runs already. Raises ``Refused``.

        ``keep`` saves it; without it the analysis stays in memory for a while.
        """
        if key in self._jobs:
            return
        mine = [job for job in self._jobs.values() if job.whose == whose]
        of_caller = [job for job in self._jobs.values() if job.whose.caller == whose.caller]
        if mine:
            raise Refused("analysis-running")
        if len(of_caller) >= MOST_OF_CALLER or len(self._jobs) >= MOST:
            raise Refused("analysis-busy")
        self._kept.pop(key, None)
        job = self._jobs[key] = Job(whose)
        job.task = asyncio.create_task(self._run(key, job, record, keep))

    def view(self, key: str, whose: Whose, stored: bytes | None = None) -> AnalysisView:
        """Returns how far an analysis is. ``stored`` is what the database has of it."""
        job = self._jobs.get(key)
        if job is not None:
            mine = job.whose == whose
            return AnalysisView("running", done=len(job.pieces), of=job.of, mine=mine)
        found = self._kept.get(key)
        if isinstance(found, TableeError):
            return AnalysisView("failed", why=spoken(found.message))
        body = stored or found
        if body is None:
            return AnalysisView("none")
        return AnalysisView("ready", analysis=msgspec.json.decode(body, type=Analysis))

    def kept(self, key: str) -> bytes | None:
        """Returns the analysis of a record as JSON, if it is still in memory."""
        found = self._kept.get(key)
        return found if isinstance(found, bytes) else None

    def cancel(self, key: str, whose: Whose) -> None:
        """Ends an analysis. Raises ``Refused`` if somebody else began it."""
        job = self._jobs.get(key)
        if job is None:
            return
        if job.whose != whose:
            raise Refused("not-your-analysis")
        del self._jobs[key]
        assert job.task is not None
        job.task.cancel()

    async def stop(self) -> None:
        """Ends all analyses."""
        tasks = [job.task for job in self._jobs.values() if job.task is not None]
        self._jobs.clear()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _run(self, key: str, job: Job, record: str, keep: Keep | None) -> None:
        found: bytes | TableeError | None = None
        try:
            found = await self._analysed(job, record)
            if keep is not None:
                await keep(found)
                found = None
        except TableeError as error:
            found = error
        except NotStarted:
            found = Refused("busy")
        except Exception:
            logger.exception("an analysis failed")
            found = Refused("analysis-failed")
        finally:
            if self._jobs.get(key) is job:
                del self._jobs[key]
                if found is not None:
                    self._keep(key, found)

    async def _analysed(self, job: Job, record: str) -> bytes:
        ask, whose = self.workers.ask, job.whose
        job.of = await ask(PATIENCE, count, record, whose=whose, behind=True)
        effort = Effort(min(self.seconds, ALL_SECONDS / max(1, job.of)))
        for number in range(job.of):
            job.pieces.append(
                await ask(PATIENCE, judge_piece, record, effort, number, whose=whose, behind=True)
            )
        return await ask(PATIENCE, put_together, record, job.pieces, whose=whose, behind=True)

    def _keep(self, key: str, found: bytes | TableeError) -> None:
        self._kept[key] = found
        self._kept.move_to_end(key)
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)
