"""For newcomers: the rules of each game with their figures, and its lesson.

The server keeps nothing of a learner. The page sends all moves so far.
"""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any

import msgspec
from litestar import Request, Response, get
from litestar.params import PathParameter, QueryParameter

from tablee.core.lesson import MOST_MOVES, LessonPart, follow
from tablee.core.registry import game_names, game_type
from tablee.core.rulebook import Rulebook, Text
from tablee.server.askers import beside
from tablee.server.entries import EventData, described
from tablee.server.messages import Language, Refused
from tablee.server.protocol import LONGEST_MOVE, Preview, StateView
from tablee.server.thinking import previews_of
from tablee.server.views import line_view

Move = Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_MOVE)]
GameName = Annotated[str, PathParameter(max_length=40)]
KEPT = {"cache-control": "public, max-age=3600"}
"""Rules change only with the version of the server, so browsers may keep them for an hour."""


def _game(name: str) -> str:
    if name not in game_names():
        raise Refused("no-game", name=name, known=", ".join(game_names()))
    return name


@get("/api/games/{game:str}/rules", tags=["games"], summary="The rules for players, by their ids")
async def rules(game: GameName) -> Response[Rulebook]:
    return Response(game_type(_game(game)).rulebook(), headers=KEPT)


@cache
def _drawn(game: str, figure: str = "") -> str:
    """Draws a figure of the rules, or else the picture of the game."""
    kind = game_type(game)
    return kind.figures()[figure]() if figure else kind.picture()


@get(
    "/api/games/{game:str}/figures/{figure:str}",
    tags=["games"],
    summary="A figure of the rules",
    media_type="image/svg+xml",
)
async def figure(
    game: GameName, figure: Annotated[str, PathParameter(max_length=40)]
) -> Response[str]:
    if figure not in game_type(_game(game)).figures():
        raise Refused("no-figure", name=figure)
    return Response(_drawn(game, figure), headers=KEPT)


@get(
    "/api/games/{game:str}/picture",
    tags=["games"],
    summary="A picture of the game",
    media_type="image/svg+xml",
)
async def picture(game: GameName) -> Response[str]:
    return Response(_drawn(_game(game)), headers=KEPT)


class LessonView(msgspec.Struct, frozen=True):
    """The fixed part of a lesson."""

    options: dict[str, str]
    scenery: dict[str, Any]
    titles: list[Text]
    parts: list[LessonPart]


class LessonStepView(msgspec.Struct, frozen=True):
    """A step of the lesson after a learner's moves."""

    text: Text
    state: StateView
    events: list[EventData]
    """The events of the last move."""
    previews: list[Preview]
    done: bool
    solution: list[str]


@get("/api/games/{game:str}/lesson", tags=["games"], summary="The game taught by doing")
async def lesson(game: GameName) -> Response[LessonView]:
    kind = game_type(_game(game))
    found = kind.lesson()
    board = kind.from_options(found.options, None)
    titles = [step.title for step in found.steps]
    view = LessonView(board.options(), board.scenery(), titles, list(found.parts))
    return Response(view, headers=KEPT)


@get(
    "/api/games/{game:str}/lesson/{step:int}",
    tags=["games"],
    summary="A step of the lesson, after the moves played so far",
)
async def lesson_step(
    request: Request[Any, Any, Any],
    game: GameName,
    step: Annotated[int, PathParameter(ge=0, le=99)],
    move: Annotated[list[Move] | None, QueryParameter(max_items=MOST_MOVES)] = None,
    language: Annotated[Language | None, QueryParameter()] = None,
) -> LessonStepView:
    return await beside(request, _after, _game(game), step, move or [], language)


def _after(game: str, number: int, moves: list[str], language: Language | None) -> LessonStepView:
    """Plays a learner's moves. Runs in a worker. Raises ``TableeError``."""
    kind = game_type(game)
    lesson = kind.lesson()
    if number >= len(lesson.steps):
        raise Refused("no-move", number=number, moves=len(lesson.steps))
    step = lesson.steps[number]
    progress = follow(lesson, kind, step, moves)
    return LessonStepView(
        text=step.text,
        state=line_view(progress.sitting, len(moves)),
        events=described(progress.events, causes=progress.causes),
        previews=previews_of(progress.sitting, language),
        done=progress.done,
        solution=list(step.solution),
    )
