"""Fragile's notation, read and written.

An activation is ``DOCKER: action action …``; a turn joins its activations with `` / ``. The actions
are go ``B3`` · push ``C6>B6`` · stack ``C1+B1`` · unstack ``E3-D3`` · hand over ``E2~J1`` · flip
``C6!``. Setup is ``depot A1``, ``docker A1``. Draws are ``first 2`` and ``straws 2 1 3``. ``end``
ends a turn where the notation needs it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from tablee.core.errors import Illegal, Invalid
from tablee.core.game import Actor
from tablee.games.fragile import moves as mv
from tablee.games.fragile import setup
from tablee.games.fragile.board import Cell, is_cell
from tablee.games.fragile.messages import refuse, say
from tablee.games.fragile.moves import Action, CrateAction, FragileMove

if TYPE_CHECKING:
    from tablee.games.fragile.state import FragileState

_CELL = r"[A-J](?:10|[1-9])"
_PLACING = re.compile(rf"(depot|docker) ({_CELL})")
_FIRST = re.compile(r"first ([1-9])")
_STRAWS = re.compile(r"straws((?: [1-9])+)")
_FIRST_ACTION = re.compile(rf"({_CELL}): (\S+)")
_ACTION = re.compile(rf"({_CELL})(?:([>+~-])({_CELL})|(!))?")
_BETWEEN_CELLS: dict[str, type[CrateAction]] = {
    ">": mv.Push,
    "+": mv.Stack,
    "-": mv.Unstack,
    "~": mv.HandOver,
}
_SIGNS = {kind: sign for sign, kind in _BETWEEN_CELLS.items()}
END = "end"
UNFINISHED = "…"
"""The end of a record's line whose turn is not over."""


def read(state: FragileState, text: str) -> FragileMove:
    """Returns the move that a text means, legal or not. Raises ``Invalid``."""
    if state.active is None or ": " in text:
        return _read(text, None)
    return _read(text, state.position.dockers[state.active].cell)


@lru_cache(maxsize=20_000)
def _read(text: str, active: Cell | None) -> FragileMove:
    """Reads a move. Results are cached, because the same moves come again."""
    if active is not None and is_cell(text):
        return mv.Go(active, text)
    if text == END:
        return mv.EndTurn()
    if placing := _PLACING.fullmatch(text):
        return (mv.PlaceDepot if placing[1] == "depot" else mv.PlaceDocker)(placing[2])
    if first := _FIRST.fullmatch(text):
        return mv.DrawFirst(int(first[1]) - 1)
    if straws := _STRAWS.fullmatch(text):
        return mv.DrawStraws(tuple(int(number) - 1 for number in straws[1].split()))
    if action := _FIRST_ACTION.fullmatch(text):
        return read_action(action[1], action[2])
    if active is None and _ACTION.fullmatch(text):
        raise Invalid(say("name-the-docker", text=text))
    return read_action(active or "", text)


def read_action(docker: Cell, token: str) -> Action:
    """Returns the action that a token means for this docker. Raises ``Invalid``."""
    match = _ACTION.fullmatch(token)
    if match is None:
        raise Invalid(say("not-notation", text=token))
    cell, sign, target, flip = match.groups()
    if flip:
        return mv.Flip(docker, cell)
    if sign:
        return _BETWEEN_CELLS[sign](docker, cell, target)
    return mv.Go(docker, cell)


def write(state: FragileState, move: FragileMove) -> str:
    if not isinstance(move, Action):
        return token(move)
    if state.active is not None and state.position.dockers[state.active].cell == move.docker:
        return token(move)
    return f"{move.docker}: {token(move)}"


def token(move: FragileMove) -> str:
    """Returns the text of a move without the name of the docker."""
    match move:
        case mv.Go():
            return move.target
        case mv.Flip():
            return f"{move.crate}!"
        case mv.PlaceDepot(slot):
            return f"depot {slot}"
        case mv.PlaceDocker(depot):
            return f"docker {depot}"
        case mv.DrawFirst(player):
            return f"first {player + 1}"
        case mv.DrawStraws(order):
            return "straws " + " ".join(str(player + 1) for player in order)
        case mv.EndTurn():
            return END
    return f"{move.crate}{_SIGNS[type(move)]}{move.target}"


def parse_turn(state: FragileState, text: str) -> Iterator[FragileMove]:
    """Yields the actions of a turn. Checks each in the state after the one before.

    Raises ``Invalid`` on a bad text before it yields anything. Raises ``Illegal`` at the action
    that breaks a rule.
    """
    activations = []
    for part in text.split(" / "):
        docker, separator, tokens = part.partition(": ")
        if not separator or not re.fullmatch(_CELL, docker) or not tokens:
            raise Invalid(say("not-an-activation", text=part))
        for found in tokens.split(" "):
            read_action(docker, found)
        activations.append((docker, tokens.split(" ")))
    return _play_activations(state, activations)


def _play_activations(
    state: FragileState, activations: list[tuple[Cell, list[str]]]
) -> Iterator[FragileMove]:
    for number, (docker, tokens) in enumerate(activations):
        index = state.position.docker_at(docker)
        if number and index is not None and index == state.active and state.result is None:
            # F-3.1: naming the docker again would activate it a second time.
            rule = "F-7.2" if state.game.problem else "F-3.1"
            raise Illegal(refuse(rule, "had-its-turn", docker, cell=docker))
        for found in tokens:
            cell = docker if index is None else state.position.dockers[index].cell
            action = read_action(cell, found)
            refusal = state.check(action)
            if refusal is not None:
                raise Illegal(refusal)
            yield action
            state = state.play(action)


def parse_line(state: FragileState, line: str) -> tuple[FragileMove, ...]:
    """Returns the moves of a record's line: a placement, a draw or a turn.

    The end of the line ends the turn, unless the line ends with ``…`` or the game is over.
    """
    if ": " not in line:
        return (state.parse(line),)
    turn = line.removesuffix(f" {UNFINISHED}")
    unfinished = turn != line
    moves = list(parse_turn(state, turn))
    for move in moves:
        state = state.play(move)
    if not unfinished and state.result is None:
        moves.append(state.parse(END))
    return tuple(moves)


def parse_typed(state: FragileState, line: str) -> tuple[FragileMove, ...]:
    """Returns the moves a player types. Case and spaces do not matter.

    During setup (F-2) the cell alone is enough. The player need not name the active docker. The end
    of the line ends the turn only if the line has `` / `` in it.
    """
    line = tidy(line)
    if setup.is_setup(state) and re.fullmatch(_CELL, line):
        return (state.parse(f"{'depot' if setup.places_depots(state) else 'docker'} {line}"),)
    if _ACTION.fullmatch(line.partition(" ")[0]):
        if state.active is None:
            raise Invalid(say("name-the-docker", text=line))
        line = f"{state.position.dockers[state.active].cell}: {line}"
    if " / " in line or ": " not in line:
        return parse_line(state, line)
    return tuple(parse_turn(state, line.removesuffix(f" {UNFINISHED}")))


def tidy(line: str) -> str:
    """Writes cells in capitals, words in small letters, and spaces as the notation has them."""
    line = re.sub(r"\b[A-Ja-j](?:10|[1-9])\b", lambda cell: cell[0].upper(), line)
    line = re.sub(r"[A-Za-z]{2,}", lambda word: word[0].lower(), line)
    line = re.sub(r"\s*([>+~!-])\s*(?=[A-J])", r"\1", line)
    line = re.sub(r"\s*:\s*", ": ", line)
    line = re.sub(r"\s*/\s*", " / ", line)
    return " ".join(line.replace("...", UNFINISHED).split())


def record_lines(state: FragileState, moves: Sequence[FragileMove]) -> Iterator[tuple[Actor, str]]:
    """Yields the moves as lines of a record, one line for each turn."""
    turn: list[str] = []
    for move in moves:
        actor = state.actor
        text = write(state, move)
        if isinstance(move, mv.DrawFirst | mv.PlaceDepot | mv.PlaceDocker | mv.DrawStraws):
            yield actor, text
        elif isinstance(move, mv.EndTurn):
            yield actor, " ".join(turn)
            turn = []
        else:
            turn += ["/", text] if turn and ": " in text else [text]
        state = state.play(move)
        if turn and state.result is not None:
            yield actor, " ".join(turn)
            turn = []
    if turn:
        yield state.actor, " ".join([*turn, UNFINISHED])
