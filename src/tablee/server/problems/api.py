"""The HTTP side of problems."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Annotated, Any

from litestar import Controller, MediaType, Request, get, post
from litestar.params import JSONBody, PathParameter, QueryParameter
from litestar.status_codes import HTTP_200_OK

from tablee.core.problem_book import book_text
from tablee.games.fragile import Fragile
from tablee.games.fragile.problems.book import Book, problem_facts
from tablee.games.shear_panic import ShearPanic
from tablee.games.shear_panic.problems import book as flock_book
from tablee.games.shear_panic.problems.problem import PLAYERS
from tablee.server.askers import asker_of, while_asked
from tablee.server.problems import flocks
from tablee.server.problems.attempts import game_of
from tablee.server.problems.desk import Desk
from tablee.server.problems.keeping import (
    ComposeView,
    ComposeWish,
    ProgressView,
    ProgressWish,
    ProposedView,
    ProposeWish,
    ResultView,
    ResultWish,
)
from tablee.server.problems.proposing import propose
from tablee.server.problems.shelf import read_books, today
from tablee.server.problems.solving import Advice
from tablee.server.problems.wishes import (
    AttemptView,
    AttemptWish,
    BookView,
    CheckView,
    DailyView,
    GameName,
    HintView,
    HintWish,
    LineWish,
    ListedProblem,
    OutlookView,
    PrintedSolution,
    ProblemWish,
    SolutionView,
    SolutionWish,
)

if TYPE_CHECKING:
    from tablee.server.app import Server

Anyone = Request[Any, Any, Any]
Game = Annotated[GameName, QueryParameter(name="game")]


def server_of(request: Anyone) -> Server:
    server: Server = request.app.state.server
    return server


def desk_of(request: Anyone) -> Desk:
    return server_of(request).desk


async def _read_books(_: Anyone) -> None:
    """Has a thread read the books, so that nobody waits for the first who asks."""
    await asyncio.to_thread(read_books)


class ProblemsApi(Controller):
    path = "/api/problems"
    tags = ("problems",)
    before_request = staticmethod(_read_books)

    @get(summary="The books of problems, with difficulty and without solutions")
    async def books(self, request: Anyone) -> list[BookView]:
        return await desk_of(request).shelf.books()

    @get("/daily", summary="The problem of the day of a game, the same for everybody")
    async def daily(self, game: Game = "fragile") -> DailyView:
        return today(game)

    @get("/board", summary="The board of all problems of a game, for drawing it")
    async def board(self, game: Game = "fragile") -> dict[str, Any]:
        if game == "shear-panic":
            return ShearPanic(PLAYERS).scenery()
        return Fragile.of_problem(Book.published().entry(1).problem).scenery()

    @get("/toml", media_type=MediaType.TEXT, summary="A problem as a book of one, in TOML")
    async def toml(
        self, problem: Annotated[str, QueryParameter(name="problem", max_length=1000)]
    ) -> str:
        if flocks.is_flock(problem):
            return book_text([flock_book.problem_facts(1, flocks.problem_of(problem))])
        found = game_of(problem).problem
        assert found is not None
        return book_text([problem_facts(1, found)])

    @get("/{book:str}/solutions", summary="The solutions of a book, to print them")
    async def solutions(
        self, request: Anyone, book: Annotated[str, PathParameter(max_length=40)]
    ) -> list[PrintedSolution]:
        return await desk_of(request).shelf.solutions(book)

    @get("/{book:str}/{number:int}", summary="One problem of a book")
    async def look(
        self,
        request: Anyone,
        book: Annotated[str, PathParameter(max_length=40)],
        number: Annotated[int, PathParameter(ge=0, le=2**31)],
    ) -> ListedProblem:
        return await desk_of(request).shelf.listed(book, number)

    @post("/attempt", status_code=HTTP_200_OK, summary="A line of play and what can follow")
    async def attempt(self, request: Anyone, data: JSONBody[AttemptWish]) -> AttemptView:
        return await while_asked(request, desk_of(request).attempt(data, asker_of(request)))

    @post("/result", status_code=HTTP_200_OK, summary="Count a first attempt for the ratings")
    async def result(self, request: Anyone, data: JSONBody[ResultWish]) -> ResultView:
        asked = server_of(request).scores.result(data, asker_of(request))
        return await while_asked(request, asked)

    @post("/progress", status_code=HTTP_200_OK, summary="Put progress together with what is kept")
    async def progress(self, request: Anyone, data: JSONBody[ProgressWish]) -> ProgressView:
        asked = server_of(request).scores.sync(data, asker_of(request))
        return await while_asked(request, asked)


class SolverApi(Controller):
    """The questions for the solver."""

    path = "/api/problems"
    tags = ("problems",)
    before_request = staticmethod(_read_books)

    @post("/outlook", status_code=HTTP_200_OK, summary="Whether it can still be solved")
    async def outlook(self, request: Anyone, data: JSONBody[LineWish]) -> OutlookView:
        return (await _advice(request, data)).outlook

    @post("/hint", status_code=HTTP_200_OK, summary="A hint: step 1 tells least, step 5 most")
    async def hint(self, request: Anyone, data: JSONBody[HintWish]) -> HintView:
        advice = await _advice(request, data)
        text = advice.hints[data.step - 1] if advice.hints else {}
        return HintView(advice.outlook, data.step, text)

    @post("/solution", status_code=HTTP_200_OK, summary="Solutions, after solving it or giving up")
    async def solution(self, request: Anyone, data: JSONBody[SolutionWish]) -> SolutionView:
        return await while_asked(request, desk_of(request).solution(data, asker_of(request)))

    @post("/check", status_code=HTTP_200_OK, summary="What the solver finds out about a problem")
    async def check(self, request: Anyone, data: JSONBody[ProblemWish]) -> CheckView:
        asked = desk_of(request).check(data.problem, asker_of(request))
        return await while_asked(request, asked)

    @post("/compose", status_code=HTTP_200_OK, summary="Finish a sketch")
    async def compose(self, request: Anyone, data: JSONBody[ComposeWish]) -> ComposeView:
        asked = desk_of(request).compose(data, asker_of(request))
        return await while_asked(request, asked)

    @post("/propose", status_code=HTTP_200_OK, summary="Propose a problem for the server's book")
    async def propose(self, request: Anyone, data: JSONBody[ProposeWish]) -> ProposedView:
        server = server_of(request)
        desk, store, limits = server.desk, server.problems, server.settings.limits
        asked = propose(data, asker_of(request), desk, desk.shelf, store, limits)
        return await while_asked(request, asked)


async def _advice(request: Anyone, wish: LineWish) -> Advice:
    return await while_asked(request, desk_of(request).advice(wish, asker_of(request)))
