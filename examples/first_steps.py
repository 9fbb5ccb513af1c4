"""A problem of Fragile, solved move by move, with one refusal on the way."""

from tablee.core import Illegal
from tablee.games.fragile import Fragile, Problem

# Two turns; the crate on C6 belongs in depot C3; D6 and B9 are ours, C2 only helps.
problem = Problem.parse("2;C6gC3;D6,B9;C2")
state = Fragile.of_problem(problem).initial()
print(state)

try:
    state.parse("D6: C6>E6")
except Illegal as error:
    print(f"\n{error.refusal.rule}: {error}\n")

for turn in ("D6: C6>B6 B3", "B9: B7 B6>B4 B4~C3"):
    for move in state.parse_line(turn):
        step = state.step(move)
        state = step.state
        for event in step.events:
            print(event.text())

assert state.result is not None
print(f"\n{state.result.reason.text()}")
