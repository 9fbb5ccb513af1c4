"""What a newcomer reads: the rules of each game, with their figures."""

from __future__ import annotations

from functools import cache
from typing import Annotated

from litestar import Response, get
from litestar.params import PathParameter

from tablee.core.registry import game_names, game_type
from tablee.core.rulebook import Rulebook
from tablee.server.messages import Refused

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
