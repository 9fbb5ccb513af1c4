"""A server for strangers: the solver is shared fairly, within limits, by those who still wait."""

import asyncio
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest

from attacks_bots import solver_hang_ups
from house import Start
from tablee.server.problems import desk as desks
from tablee.server.problems import solving
from tablee.server.problems.desk import Desk
from tablee.server.problems.solving import Counted, Examined, Settled
from tablee.server.problems.wishes import CheckView
from tablee.server.workers import Workers

pytestmark = pytest.mark.anyio

FIRST = "2;C6gC3;D6,B9;C2"


@pytest.fixture
def slow_advice(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Questions for advice go on for ever. Returns the folder with a mark for each begun."""
    monkeypatch.setattr(solving, "advise", sleep_in_folder)
    return tmp_path


def sleep_in_folder(problem: str, moves: tuple[str, ...], seconds: float) -> None:
    Path(moves[0]).touch()
    time.sleep(600)


class Client:
    """Asks and hangs up."""

    def __init__(self, address: str) -> None:
        self.http = httpx.AsyncClient(base_url=address, timeout=60)

    async def post(self, what: str, **wish: Any) -> httpx.Response:
        if "csrftoken" not in self.http.cookies:
            await self.http.get("/health")
        token = {"x-csrftoken": self.http.cookies["csrftoken"]}
        return await self.http.post(f"/api/problems/{what}", json=wish, headers=token)


async def test_the_solver_drops_a_question_whose_asker_has_hung_up(
    start_server: Start, slow_advice: Path
) -> None:
    client = Client(start_server(solve_seconds=600.0).address)
    async with client.http:
        for number in range(2):
            mark = slow_advice / f"{number}"
            asked = asyncio.create_task(
                client.post("hint", problem=FIRST, step=1, moves=[str(mark)])
            )
            while not mark.exists():
                await asyncio.sleep(0.01)
                assert not asked.done() or asked.result().status_code == 200, asked.result().text
            asked.cancel()
            with suppress(asyncio.CancelledError):
                await asked
        assert (await client.post("check", problem=FIRST)).json()["minimum"] == 2


async def test_a_solver_that_does_not_stop_is_killed_at_its_limit(
    start_server: Start, slow_advice: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(desks, "MARGIN", 0.2)
    client = Client(start_server(solve_seconds=0.1).address)
    async with client.http:
        mark = str(slow_advice / "mark")
        found = await client.post("hint", problem=FIRST, step=1, moves=[mark])
        assert (found.status_code, found.json()["code"]) == (503, "solver-limits")


async def test_one_visitor_may_have_few_questions_waiting(
    start_server: Start, slow_advice: Path
) -> None:
    client = Client(start_server(solve_seconds=600.0).address)
    async with client.http:
        await client.post("attempt", problem=FIRST)
        marks = [str(slow_advice / f"{number}") for number in range(6)]
        asked = [
            asyncio.create_task(client.post("hint", problem=FIRST, step=1, moves=[mark]))
            for mark in marks
        ]
        refused, waiting = await asyncio.wait(asked, return_when=asyncio.FIRST_COMPLETED)
        while len(waiting) > 1 + desks.MOST_OF_GUEST:
            done, waiting = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
            refused |= done
        assert {task.result().json()["code"] for task in refused} == {"solver-busy"}
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)


async def test_the_solver_answers_others_while_askers_hang_up(start_server: Start) -> None:
    running = start_server(solve_seconds=20.0)
    await solver_hang_ups(running.address)
    client = Client(running.address)
    async with client.http:
        assert (await client.post("check", problem=FIRST)).json()["minimum"] == 2


async def test_three_questions_about_a_problem_share_the_solvers_time() -> None:
    view = CheckView(FIRST, 2, 2, 1, True, True, None, None, [], None, [], False, False, 15.0)
    answers = [Settled(view, ()), Counted(1, 2.0, (), 3.0, False), Examined([], [], 1.0, False)]
    given: list[float] = []

    class Asked(Desk):
        async def _ask(self, whose: Any, seconds: float, *_: Any) -> Any:
            given.append(seconds)
            return answers.pop(0)

    workers = Workers(1)
    found = await Asked(workers, workers, 20.0).check(FIRST)
    assert given == [20.0, 5.0, 2.0]
    assert (found.solutions, found.spare, found.seconds) == (1, [], 19.0)
    workers.close()
