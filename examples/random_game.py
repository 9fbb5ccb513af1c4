"""A random game of Fragile for three, kept as a record and read back."""

import random

from tablee.core import CHANCE, Record
from tablee.core.chance import draw
from tablee.games.fragile import Fragile

rng = random.Random(7)
game = Fragile(players=3, straws=True)
state = game.initial()
moves = []
while state.result is None:
    by_chance = state.actor == CHANCE
    move = draw(state.outcomes(), rng) if by_chance else rng.choice(state.legal_moves())
    moves.append(move)
    state = state.play(move)

record = Record(game, tuple(moves), seed=7)
text = record.text()
print("\n".join(text.splitlines()[:12]))
print("…")
print(f"{len(moves)} moves; {state.result.reason.text()}")
assert Record.parse(text) == record
