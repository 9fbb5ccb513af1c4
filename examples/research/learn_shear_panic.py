"""A network learns Shear Panic for two by playing against itself, and is measured against chance.

    pip install 'tablee[train]'
    python examples/research/learn_shear_panic.py --minutes 10

The network guesses how much a player will gain on the other from a moment on: points, and the win.
A player tries every action on a copy of the game, and plays the one after which the lead and the
guess are best. When the game is over, the guesses are moved towards what really came. Tesauro's
TD-Gammon (1995) learned backgammon much like this. Chance waits to be asked (``rolls=False``), so
nobody looks at dice that are not rolled yet. Minutes are of the processor, on one thread.
"""

from __future__ import annotations

import argparse
import random
import time
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from tablee.core import CHANCE
from tablee.core.simulation_kernel import Simulation
from tablee.games.shear_panic import ShearPanic

GAME = ShearPanic(2).simulation(rolls=False)
SIZE = GAME.layout.size
TRIED, ROOM = GAME.copy(), np.zeros((512, SIZE), np.int8)
POINT, WIN, CURIOSITY = 0.1, 1.0, 0.1
REMEMBERED, PIECES, PIECE, RATE = 50_000, 8, 256, 1e-3
MEASURED = 200


def numbers(observations: Any) -> Tensor:
    """Returns observations as the network takes them: large numbers count less."""
    return torch.from_numpy(observations).float().clamp(min=0).log1p()


def lead(game: Simulation, player: int) -> float:
    """Returns what a player has gained on the other so far: points, and at the end the win."""
    scores = game.scores()
    found = POINT * (scores[player] - scores[1 - player])
    if game.actor is None:
        found += WIN if player in game.winners() else -WIN
    return found


@torch.no_grad()
def best_action(guess: nn.Module, game: Simulation) -> int:
    """Tries all actions of the player who acts; returns the one with the best lead and guess."""
    player, legal = game.actor or 0, game.legal_actions()
    leads = torch.zeros(len(legal))
    going_on = torch.zeros(len(legal))
    for row, action in enumerate(legal):
        TRIED.take(game)
        TRIED.step(action)
        TRIED.observe_into(player, ROOM[row])
        leads[row] = lead(TRIED, player)
        going_on[row] = TRIED.actor is not None
    values = leads + going_on * guess(numbers(ROOM[: len(legal)])).squeeze(1)
    return legal[int(values.argmax())]


def play(guess: nn.Module, luck: random.Random) -> list[tuple[Any, float]]:
    """Plays against itself; returns what players saw after moves, and what they gained after it."""
    game = GAME.copy()
    game.reset(luck.getrandbits(60))
    seen: list[tuple[Any, int, float]] = []
    while (player := game.actor) is not None:
        if player == CHANCE:
            game.roll()
            continue
        curious = luck.random() < CURIOSITY
        game.step(luck.choice(game.legal_actions()) if curious else best_action(guess, game))
        if game.actor is not None:
            for looks in (0, 1):
                shown = np.zeros(SIZE, np.int8)
                game.observe_into(looks, shown)
                seen.append((shown, looks, lead(game, looks)))
    return [(shown, lead(game, looks) - before) for shown, looks, before in seen]


def wins(guess: nn.Module, luck: random.Random, ours: int) -> bool:
    """Plays a game against random actions; tells whether it wins."""
    game = GAME.copy()
    game.reset(luck.getrandbits(60))
    while (player := game.actor) is not None:
        if player == CHANCE:
            game.roll()
        elif player == ours:
            game.step(best_action(guess, game))
        else:
            game.step(luck.choice(game.legal_actions()))
    return ours in game.winners()


def measure(guess: nn.Module, minutes: float, games: int) -> None:
    """Prints how often it wins, as the first and as the second player."""
    luck = random.Random(7)
    rate = sum(wins(guess, luck, game % 2) for game in range(MEASURED)) / MEASURED
    print(f"{minutes:.2f} minutes, {games} games: wins {rate:.1%}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description="learns Shear Panic for two")
    parser.add_argument("--minutes", type=float, default=10)
    options = parser.parse_args()
    torch.manual_seed(1)
    torch.set_num_threads(1)
    luck = random.Random(1)
    guess = nn.Sequential(
        nn.Linear(SIZE, 64), nn.ReLU(), nn.Linear(64, 32), nn.ReLU(), nn.Linear(32, 1)
    )
    optimizer = torch.optim.Adam(guess.parameters(), RATE)
    memory: list[tuple[Any, float]] = []
    spent, told, games = 0.0, 0, 0
    measure(guess, spent, games)
    while spent < options.minutes:
        began = time.process_time()
        memory = memory[-REMEMBERED:] + play(guess, luck)
        games += 1
        for _ in range(PIECES):
            shown, gained = zip(*luck.choices(memory, k=PIECE), strict=True)
            missed = guess(numbers(np.stack(shown))).squeeze(1) - torch.tensor(gained)
            optimizer.zero_grad()
            missed.square().mean().backward()
            optimizer.step()
        spent += (time.process_time() - began) / 60
        if spent * 10 >= (told + 1) * options.minutes:
            told += 1
            measure(guess, spent, games)


if __name__ == "__main__":
    main()
