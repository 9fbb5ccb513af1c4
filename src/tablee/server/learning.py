"""What a newcomer reads and tries: the rules of each game with their figures, and its lesson.

Nothing is kept of a learner: the page sends the moves played so far, and gets what they lead to.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from litestar import Request, Response, get
from litestar.params import PathParameter, QueryParameter

from tablee.core.game import Game
from tablee.core.lesson import Progress, follow
from tablee.core.registry import game_names, game_type
from tablee.core.rulebook import Rulebook, Text
from tablee.server import protocol
from tablee.server.entries import EventData, described
from tablee.server.messages import Language, Refused
from tablee.server.protocol import LONGEST_MOVE, Preview, Previews, StateView
from tablee.server.thinking import PATIENCE, SentPosition, preview
from tablee.server.views import line_view

if TYPE_CHECKING:
    from tablee.server.app import Server

MOST_MOVES = 40
Move = Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_MOVE)]
GameName = Annotated[str, PathParameter(max_length=40)]
KEPT = {"cache-control": "public, max-age=3600"}
"""Rules change with the server; an hour's old ones do no harm."""


def _game(name: str) -> str:
    if name not in game_names():
        raise Refused("no-game", name=name, known=", ".join(game_names()))
    return name


@get("/api/games/{game:str}/rules", tags=["games"], summary="The rules for players, by their ids")
async def rules(game: GameName) -> Response[Rulebook]:
    return Response(game_type(_game(game)).rulebook(), headers=KEPT)


@cache
def _drawn(game: str, figure: str) -> str:
    return game_type(game).figures()[figure]()


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


@cache
def _picture(game: str) -> str:
    return game_type(game).picture()


@get(
    "/api/games/{game:str}/picture",
    tags=["games"],
    summary="A picture of the game",
    media_type="image/svg+xml",
)
async def picture(game: GameName) -> Response[str]:
    return Response(_picture(_game(game)), headers=KEPT)


class LessonView(msgspec.Struct, frozen=True):
    """What does not change in a lesson."""

    options: dict[str, str]
    scenery: dict[str, Any]
    titles: list[Text]


class LessonStepView(msgspec.Struct, frozen=True):
    """A step after a learner's moves."""

    text: Text
    state: StateView
    events: list[EventData]
    """What the last move led to."""
    previews: list[Preview]
    done: bool
    solution: list[str]


@get("/api/games/{game:str}/lesson", tags=["games"], summary="The game taught by doing")
async def lesson(game: GameName) -> Response[LessonView]:
    kind = game_type(_game(game))
    found = kind.lesson()
    board = kind.from_options(found.options, None)
    titles = [step.title for step in found.steps]
    return Response(LessonView(board.options(), board.scenery(), titles), headers=KEPT)


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
    kind = game_type(_game(game))
    found = kind.lesson()
    if step >= len(found.steps):
        raise Refused("no-move", number=step, moves=len(found.steps))
    wanted, moves = found.steps[step], move or []
    progress = follow(found, kind, wanted, moves)
    server: Server = request.app.state.server
    return LessonStepView(
        text=wanted.text,
        state=line_view(progress.sitting, len(moves)),
        events=described(progress.events),
        previews=await _previews(
            server, kind.from_options(found.options, None), progress, language
        ),
        done=progress.done,
        solution=list(wanted.solution),
    )


async def _previews(
    server: Server, game: Game[Any], progress: Progress, language: Language | None
) -> list[Preview]:
    here = SentPosition.of(game, progress.sitting.state)
    told = protocol.answers.decode(await server.previews.ask(PATIENCE, preview, here, 0, language))
    assert isinstance(told, Previews)
    return told.moves
