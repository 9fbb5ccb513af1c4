"""A yardstick: plain UCT over single actions, with random play-outs.

This is UCB applied to trees as Kocsis and Szepesvári described it (2006), without additions. Each
play-out adds one node. A win gives a reward of 1, which several winners share. Each player
maximises its own reward.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tablee.bots.bot import Bot, Budget, BudgetClock, Choice, bot_message
from tablee.bots.sandbox import Sandbox
from tablee.core.game import CHANCE
from tablee.core.messages import Message
from tablee.core.sitting import Sitting

EXPLORATION = math.sqrt(2)
PLAYOUTS = 2000
"""Play-outs for an action if the budget sets no limit."""
SHARE = 0.3
"""The share of the remaining budget for the next action. A turn has several."""


@dataclass(slots=True)
class TreeNode:
    """A state met in the search: who acts there, what was tried and how it went for them."""

    actor: int | None
    untried: list[int]
    children: dict[int, TreeNode] = field(default_factory=dict)
    visits: int = 0
    reward: float = 0.0
    """The reward of the player who moved here."""

    def best_child(self) -> tuple[int, TreeNode]:
        log = math.log(self.visits)
        return max(
            self.children.items(),
            key=lambda item: (
                item[1].reward / item[1].visits + EXPLORATION * math.sqrt(log / item[1].visits)
            ),
        )


class Uct(Bot):
    """Plays the most visited action, then searches for the next one of its turn."""

    name = "uct"
    nickname = "Ulrich"

    @property
    def title(self) -> Message:
        return bot_message("bot-uct")

    @property
    def line(self) -> Message:
        return bot_message("bot-uct-line")

    def __init__(self, sandbox_of: Callable[[Any], Sandbox]) -> None:
        self._sandbox_of = sandbox_of

    def choose(self, sitting: Sitting[Any], budget: Budget, seed: int) -> Choice:
        clock, rng = budget.start(), random.Random(seed)
        sandbox = self._sandbox_of(sitting.state)
        player, moves = sandbox.actor(), list[str]()
        root, until = _node(sandbox), 0.0
        playouts = 0
        while sandbox.actor() == player:
            until += SHARE * (1.0 - until)
            playouts += _search(root, sandbox, clock, until, rng)
            number, root = max(root.children.items(), key=lambda item: item[1].visits)
            sitting = sitting.play(sandbox.move(number, sitting.state))
            moves.append(sitting.text)
            sandbox.apply(number)
        return Choice(tuple(moves), bot_message("reason-uct", playouts=playouts))


def _node(sandbox: Sandbox) -> TreeNode:
    actor = sandbox.actor()
    return TreeNode(actor, [] if actor is None or actor == CHANCE else sandbox.legal())


def _search(
    root: TreeNode, sandbox: Sandbox, clock: BudgetClock, until: float, rng: random.Random
) -> int:
    """Grows the tree until this share of the budget is used. Returns the number of play-outs."""
    done = 0
    if len(root.untried) + len(root.children) == 1 and root.children:
        return done
    while not done or (clock.used < until if clock.limited else done < PLAYOUTS):
        _play_once(root, sandbox.copy(), rng)
        done += 1
        clock.nodes += 1
        if clock.budget.cancelled():
            break
    return done


def _play_once(root: TreeNode, sandbox: Sandbox, rng: random.Random) -> None:
    """Down the tree, one node further, at random to the end, and back."""
    node, path = root, list[tuple[int | None, TreeNode]]()
    while sandbox.actor() is not None:
        mover = node.actor
        if mover == CHANCE:
            move = sandbox.draw(rng.getrandbits(63))
        elif node.untried:
            move = node.untried.pop(rng.randrange(len(node.untried)))
        else:
            move, _ = node.best_child()
        sandbox.apply(move)
        known = node.children.get(move)
        if known is None:
            known = node.children[move] = _node(sandbox)
            path.append((mover, known))
            break
        path.append((mover, known))
        node = known
    if sandbox.actor() is not None:
        sandbox.play_out(rng.getrandbits(63))
    winners = sandbox.winners()
    root.visits += 1
    for mover, visited in path:
        visited.visits += 1
        if mover in winners:
            visited.reward += 1 / len(winners)
