"""The facts of a kit, each computed by the law. Making and checking a kit share them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

from tablee.core.errors import Illegal, Invalid
from tablee.core.game import CHANCE, State
from tablee.core.record import Record

Json = dict[str, Any]


def trace(name: str, record: Record) -> Json:
    """Returns a game move by move: who acts, what, what happened, and how many moves follow."""
    steps: list[Json] = []
    state: State[Any] = record.game.initial()
    for move in record.moves:
        step = state.step(move)
        told = {
            "actor": actor_text(state),
            "move": state.notation(move),
            "events": [event.to_json() for event in step.events],
            "scores": list(step.state.scores),
            "next": actor_text(step.state),
            "legal": len(step.state.legal_moves()),
        }
        steps.append(told)
        state = step.state
    result = state.result
    return plain(
        {
            "name": name,
            "record": record.text(),
            "steps": steps,
            "state": state.to_json(),
            "result": result and {"winners": result.winners, "rule": result.rule},
        }
    )


def perft(start: State[Any], deepest: int) -> Json:
    """Returns the legal moves of a state, and the counts of positions after 1, 2, … moves."""
    return {
        "moves": sorted(start.notation(move) for move in start.legal_moves()),
        "state": plain(start.to_json()),
        "depths": [
            {"paths": sum(layer.values()), "positions": len(layer)}
            for _, layer in zip(range(deepest), layers(start), strict=False)
        ],
    }


def layers(start: State[Any]) -> Iterator[Counter[State[Any]]]:
    """Yields the distinct states after 1, 2, … moves, each with the number of ways to it."""
    layer = Counter({start: 1})
    while layer:
        following: Counter[State[Any]] = Counter()
        for state, ways in layer.items():
            for move in state.legal_moves():
                following[state.play(move)] += ways
        yield following
        layer = following


def refusal(state: State[Any], text: str) -> Json | None:
    """Returns why a text is refused here, or None if it is a legal move."""
    try:
        state.parse(text)
    except Illegal as error:
        return {"error": "illegal", "rule": error.refusal.rule, "cells": list(error.refusal.cells)}
    except Invalid:
        return {"error": "invalid"}
    return None


def after(record: Record, moves: int) -> State[Any]:
    """Returns the state after so many moves of a record. Chance counts as a move."""
    return Record(record.game, record.moves[:moves]).final()


def actor_text(state: State[Any]) -> str:
    """``P1`` … for a player, ``--`` for chance, "" when the game is over."""
    if state.actor is None:
        return ""
    return "--" if state.actor == CHANCE else f"P{state.actor + 1}"


def plain(data: Json) -> Json:
    """Returns data as JSON gives it back: lists for tuples, keys that are text."""
    found: Json = json.loads(json.dumps(data))
    return found
