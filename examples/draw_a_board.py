"""A board in mid-game as SVG: the picture in the README.

python examples/draw_a_board.py > board.svg
"""

from tablee.games.fragile import Fragile
from tablee.games.fragile.drawing import svg
from tablee.games.fragile.serial import parse_position

game = Fragile(players=4)
depots = {
    **dict.fromkeys(("A1", "H3", "H7"), 0),
    **dict.fromkeys(("C3", "J1", "D8"), 1),
    **dict.fromkeys(("C4", "J10", "C8"), 2),
    **dict.fromkeys(("G3", "H8", "A10"), 3),
}
position = parse_position(
    game.edition.board,
    "A1f,J1c,E4c,F4c,D5c,G5f,D6cf,J6c,E7c,F7c,H8c 1B2,2I2,3C5,4B9,1G6,2E5,3G10,4J8",
)
state = game.state_at(position, depots, player=0, turn=16, marker=0, flips=3)
move = state.parse("G6: G5>G4")
print(svg(state.play(move), last=move), end="")
