"""A network learns Shear Panic for two by playing against itself, and is measured against chance.

    pip install 'tablee[train]'
    python examples/research/learn_shear_panic.py --minutes 10

The network guesses from what a player sees how the game will end for that player. At first it knows
nothing. A player tries every action on a copy of the game and plays the one with the best guess.
When the games are over, the guesses about their moments move towards what happened. Tesauro's
TD-Gammon (1995) learned backgammon much like this. Chance waits to be asked (``rolls=False``), so
nobody sees dice before they are rolled. Minutes are of the processor, on one thread.
"""

from __future__ import annotations

import argparse
import random
import time
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor, nn

from tablee.core import CHANCE
from tablee.core.simulation_kernel import Simulation
from tablee.games.shear_panic import ShearPanic

GAME = ShearPanic(2).simulation(rolls=False)
TRIED, SIZE = GAME.copy(), GAME.layout.size
GAMES, CURIOSITY = 64, 0.05
"""Games played side by side, and how often a player tries another action than the best."""
REMEMBERED, PIECES, PIECE, RATE = 100_000, 26, 512, 1e-3
"""Moments to learn from; after each round of games, so many pieces of so many are learned."""


class Guess(nn.Module):
    """Guesses the results of games from observations."""

    def __init__(self) -> None:
        super().__init__()
        self.scale = torch.ones(SIZE)
        for part in GAME.layout.observation_parts:
            if part.name in {"scores", "counter"}:  # all others are small
                self.scale[part.first : part.last + 1] = 0.05
        self.layers = nn.Sequential(
            nn.Linear(SIZE, 64), nn.ReLU(), nn.Linear(64, 32), nn.ReLU(), nn.Linear(32, 1)
        )

    def forward(self, seen: Tensor) -> Tensor:
        guessed: Tensor = self.layers(seen.float() * self.scale).squeeze(1)
        return guessed


class Moment(NamedTuple):
    """What a player sees after an own action."""

    game: Simulation
    player: int
    seen: Any

    def result(self) -> float:
        """Returns how the game ended for the player: the win, and the lead in points."""
        points = self.game.scores()
        lead = points[self.player] - points[1 - self.player]
        return lead / 20 + (0.5 if self.player in self.game.winners() else -0.5)


def tries(game: Simulation) -> Any:
    """Returns what the player who acts would see after each action, a row for each."""
    legal = game.legal_actions()
    rows = np.empty((len(legal), SIZE), np.int8)
    for row, action in zip(rows, legal, strict=True):
        TRIED.take(game)
        TRIED.step(action)
        TRIED.observe_into(game.actor, row)
    return rows


def goes_on(game: Simulation, ours: tuple[int, ...], luck: random.Random) -> bool:
    """Plays for chance and for players who are not ours, until one of ours acts."""
    while (player := game.actor) is not None and player not in ours:
        if player == CHANCE:
            game.roll()
        else:
            game.step(luck.choice(game.legal_actions()))
    return player is not None


@torch.no_grad()
def play(
    guess: Guess, ours: list[tuple[int, ...]], luck: random.Random, curious: float
) -> tuple[list[Simulation], list[Moment]]:
    """Plays games side by side, with our players in each; returns the games and their moments."""
    games, moments = [GAME.copy() for _ in ours], []
    for game in games:
        game.reset(luck.getrandbits(60))
    going = list(zip(games, ours, strict=True))
    while going := [(game, mine) for game, mine in going if goes_on(game, mine, luck)]:
        rows = [tries(game) for game, _ in going]
        guesses = guess(torch.from_numpy(np.concatenate(rows))).split([len(row) for row in rows])
        for (game, _), tried, values in zip(going, rows, guesses, strict=True):
            strays = luck.random() < curious
            best = luck.randrange(len(tried)) if strays else int(values.argmax())
            moments.append(Moment(game, game.actor or 0, tried[best]))
            game.step(game.actions[best])
    return games, moments


def measure(guess: Guess, count: int) -> float:
    """Returns how often it beats random actions, in turn as the first and the second player."""
    games, _ = play(guess, [(seat % 2,) for seat in range(count)], random.Random(7), 0)
    return sum(seat % 2 in game.winners() for seat, game in enumerate(games)) / count


def main() -> None:
    parser = argparse.ArgumentParser(description="learns Shear Panic for two")
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--measured", type=int, default=400, help="games of each measurement")
    options = parser.parse_args()
    torch.manual_seed(1)
    torch.set_num_threads(1)
    luck, guess = random.Random(1), Guess()
    optimizer = torch.optim.Adam(guess.parameters(), RATE)
    seen, results = np.zeros((0, SIZE), np.int8), np.zeros(0, np.float32)
    spent, played, told = 0.0, 0, 0
    while True:
        if spent * 10 >= told * options.minutes:
            told += 1
            won = measure(guess, options.measured)
            print(f"{spent:.2f} minutes, {played} games: wins {won:.1%}", flush=True)
        if spent >= options.minutes:
            break
        began = time.process_time()
        _, moments = play(guess, [(0, 1)] * GAMES, luck, CURIOSITY)
        played += GAMES
        seen = np.concatenate([seen, [moment.seen for moment in moments]])[-REMEMBERED:]
        ended = np.array([moment.result() for moment in moments], np.float32)
        results = np.concatenate([results, ended])[-REMEMBERED:]
        for _ in range(PIECES):
            chosen = torch.randint(len(results), (PIECE,)).numpy()
            missed = guess(torch.from_numpy(seen[chosen])) - torch.from_numpy(results[chosen])
            optimizer.zero_grad()
            missed.square().mean().backward()
            optimizer.step()
        spent += (time.process_time() - began) / 60


if __name__ == "__main__":
    main()
