"""From the law to the kernels: a state is packed, a move becomes a number and a number a move.

No packed state is turned back: who needs the law's state plays the same moves by the law.
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import permutations
from typing import TYPE_CHECKING

from tablee.games.fragile import codes, setup
from tablee.games.fragile import moves as mv
from tablee.games.fragile import reach as law
from tablee.games.fragile.actions import cost
from tablee.games.fragile.activation_kernel import Activation
from tablee.games.fragile.board import CELLS, DIRECTIONS, Board, Cell
from tablee.games.fragile.edition import SLOTS
from tablee.games.fragile.game_kernel import PackedGame
from tablee.games.fragile.moves import Action, CrateAction, FragileMove
from tablee.games.fragile.position import (
    FRAGILE,
    JUST_FLIPPED,
    PLAIN,
    Crate,
    Crates,
    Docker,
    Position,
)
from tablee.games.fragile.quay_kernel import PackedState
from tablee.games.fragile.rules import POINTS

if TYPE_CHECKING:
    from tablee.games.fragile.game import Fragile
    from tablee.games.fragile.state import FragileState

NUMBER = {cell: number for number, cell in enumerate(CELLS)}
_CRATES = {PLAIN: codes.PLAIN, FRAGILE: codes.FRAGILE, JUST_FLIPPED: codes.JUST_FLIPPED}
_BETWEEN_CELLS: dict[int, type[CrateAction]] = {
    codes.PUSH: mv.Push,
    codes.STACK: mv.Stack,
    codes.UNSTACK: mv.Unstack,
    codes.HAND_OVER: mv.HandOver,
}
_KINDS: dict[type[Action], int] = {
    mv.Go: codes.GO,
    mv.Flip: codes.FLIP,
    **{kind: code for code, kind in _BETWEEN_CELLS.items()},
}
_MANY_TURNS = 2**30
_REASONS = {
    "end-full": codes.END_FULL,
    "end-no-crate": codes.END_NO_CRATE,
    "end-idle": codes.END_IDLE,
    "end-stuck": codes.END_STUCK,
    "end-solved": codes.END_SOLVED,
    "end-out-of-turns": codes.END_OUT_OF_TURNS,
}


@lru_cache(maxsize=256)  # people have editions of their own
def _slots(board: Board) -> tuple[Cell, ...]:
    return tuple(cell for cell in CELLS if board.is_slot(cell))


def goals(game: Fragile) -> tuple[Cell, ...]:
    """Returns the goal depots of a problem, in the order of the kernel's goal crates."""
    if game.problem is None:
        return ()
    return tuple(sorted(game.problem.goals, key=NUMBER.__getitem__))


def _crate(crate: Crate, goal_depots: tuple[Cell, ...]) -> int:
    if crate.goal is not None:
        return codes.GOAL + goal_depots.index(crate.goal)
    return _CRATES[crate]


@lru_cache(maxsize=1024)
def crate_byte(crates: Crates, goal_depots: tuple[Cell, ...]) -> int:
    """Returns the crates of one cell as the kernel stores them."""
    lower, upper = (*(_crate(crate, goal_depots) for crate in crates), 0, 0)[:2]
    return lower | upper << 4


def board_numbers(board: Board) -> tuple[list[int], list[int]]:
    """Returns the neighbours of each cell (north, east, south, west, or -1), and the depot slots.

    The kernel has twelve slots. On a board with fewer, the last slot fills the rest.
    """
    neighbours = [
        NUMBER[other] if (other := board.step(cell, direction)) else -1
        for cell in CELLS
        for direction in DIRECTIONS
    ]
    slots = [NUMBER[slot] for slot in _slots(board)]
    return neighbours, slots + slots[-1:] * (SLOTS - len(slots))


def packed_game(game: Fragile, dockers: tuple[Docker, ...] = (), first: int = 0) -> PackedGame:
    """Returns the fixed part.

    Dockers not yet placed belong to the players in turn (F-2.4), the first player first.
    """
    players = [docker.player for docker in dockers]
    missing = game.equipment.dockers * game.players - len(dockers)
    players += [(first + len(dockers) + i) % game.players for i in range(missing)]
    numbers = (
        game.players,
        game.equipment.dockers,
        game.equipment.depots,
        int(game.straws),
        game.idle_limit or 0,
        game.problem.turns if game.problem else 0,
    )
    return _packed_game(game.edition.board, goals(game), tuple(players), numbers)


@lru_cache(maxsize=256)
def _packed_game(
    board: Board,
    goal_depots: tuple[Cell, ...],
    players: tuple[int, ...],
    numbers: tuple[int, int, int, int, int, int],
) -> PackedGame:
    """Returns the fixed part. All states of a game share it, and nobody changes it."""
    neighbours, slot_cells = board_numbers(board)
    slots = _slots(board)
    goal_slots = [slots.index(depot) for depot in goal_depots]
    return PackedGame(neighbours, slot_cells, goal_slots, list(players), numbers)


def fits(state: FragileState) -> bool:
    """True if packed memory has room for the state.

    It has room for the pieces in the box and a few more dockers. A state from outside may have
    numbers that no game reaches. The draw of the first player (F-3.1) is left to the law.
    """
    position, origin = state.position, state.origin
    return (
        len(position.dockers) <= codes.MOST_DOCKERS
        and len(position.crates) <= codes.MOST_CRATES
        and (origin is None or len(origin.crates) <= codes.MOST_CRATES)
        and state.points <= POINTS
        and state.activations <= state.game.activations_per_turn
        and state.flips <= codes.MOST_CRATES
        and state.turn < _MANY_TURNS
        and state.idle_turns < _MANY_TURNS
        and not setup.draws_first(state)
    )


def pack(state: FragileState) -> PackedState:
    game, position = state.game, state.position
    if not fits(state):
        raise ValueError("a packed state has no room for this")
    goal_depots = goals(game)
    first = setup.first_player(state) if state.to_play else 0
    packed = PackedState(packed_game(game, position.dockers, first))
    cells = [0] * len(CELLS)
    for number, crates in _numbered(position, goal_depots):
        cells[number] = crates
    origin: list[tuple[int, int]] = []
    origin_docker = 0
    if state.origin is not None and state.active is not None:
        origin_docker = NUMBER[state.origin.dockers[state.active].cell]
        origin = sorted(_numbered(state.origin, goal_depots))
    packed.load(
        cells,
        [NUMBER[docker.cell] for docker in position.dockers],
        [_owner(state, slot) for slot in _slots(game.edition.board)],
        list(state.to_play),
        (
            state.turn,
            state.activations,
            _or_nobody(state.active),
            state.points,
            _or_nobody(state.barred),
            game.flips_allowed - state.flips,
            _or_nobody(state.marker),
            int(state.stored_this_turn),
            state.idle_turns,
            _or_nobody(state.full_player),
            int(state.last_turns),
            codes.GOING_ON if state.ended is None else _REASONS[state.ended.reason.key],
        ),
        origin,
        origin_docker,
    )
    return packed


def _numbered(position: Position, goal_depots: tuple[Cell, ...]) -> list[tuple[int, int]]:
    return [
        (NUMBER[cell], crate_byte(crates, goal_depots)) for cell, crates in position.crates.items()
    ]


def _owner(state: FragileState, slot: Cell) -> int:
    owner = state.depots.get(slot, codes.UNPLACED)
    return codes.NEUTRAL if owner is None else owner


def _or_nobody(number: int | None) -> int:
    return codes.NOBODY if number is None else number


def pack_move(state: FragileState, move: FragileMove, after: FragileState | None = None) -> int:
    """Returns the number of a move. ``after``, if known, saves computing the cost."""
    if isinstance(move, Action):
        return _pack_action(state, move, after)
    match move:
        case mv.PlaceDepot(cell):
            return codes.encode(codes.PLACE_DEPOT, 0, 0, NUMBER[cell], 0)
        case mv.PlaceDocker(cell):
            return codes.encode(codes.PLACE_DOCKER, 0, 0, NUMBER[cell], 0)
        case mv.DrawFirst():
            raise ValueError("a packed game begins after this draw")
        case mv.DrawStraws():
            drawn = _orders(state.game.players).index(move.order)
            return codes.encode(codes.DRAW, 0, 0, drawn, 0)
        case mv.EndTurn():
            return codes.encode(codes.END_TURN, 0, 0, 0, 0)


def _pack_action(state: FragileState, action: Action, after: FragileState | None) -> int:
    source = action.docker if isinstance(action, mv.Go) else action.crate
    target = action.crate if isinstance(action, mv.Flip) else action.target
    if after is None:
        docker = state.position.docker_at(action.docker)
        needed = cost(state.position, action)
    else:
        docker = after.active
        had = state.points if docker == state.active else state.game.points(state.turn)
        needed = had - after.points
    assert docker is not None
    return codes.encode(_KINDS[type(action)], docker, NUMBER[source], NUMBER[target], needed)


def unpack_move(state: FragileState, number: int) -> FragileMove:
    """Returns the move that a number of the kernel means in this state."""
    kind, docker, source, target, _ = codes.decode(number)
    if kind == codes.DRAW:
        return straws(state.game.players, target)
    cell = state.position.dockers[docker].cell if kind <= codes.HAND_OVER else ""
    return move_of(kind, cell, CELLS[source], CELLS[target])


def straws(players: int, number: int) -> mv.DrawStraws:
    """F-6.1: returns the draw of this number."""
    return mv.DrawStraws(_orders(players)[number])


@cache
def _orders(players: int) -> list[tuple[int, ...]]:
    """Returns the possible orders (F-6.1), in the order of law and kernel."""
    return list(permutations(range(players)))


def move_of(kind: int, docker: Cell, source: Cell, target: Cell) -> FragileMove:
    """Returns a move made from its parts. It ignores those that its kind does not have."""
    match kind:
        case codes.GO:
            return mv.Go(docker, target)
        case codes.FLIP:
            return mv.Flip(docker, source)
        case codes.END_TURN:
            return mv.EndTurn()
        case codes.PLACE_DEPOT:
            return mv.PlaceDepot(target)
        case codes.PLACE_DOCKER:
            return mv.PlaceDocker(target)
    return _BETWEEN_CELLS[kind](docker, source, target)


def reach(position: Position, docker: int, game: Fragile, points: int = 5) -> list[int]:
    """Returns how many positions a docker can reach in one activation with 1, 2, … points.

    The first position does not count. If the kernel has no room for all dockers, the law counts.
    """
    if len(position.dockers) > codes.MOST_DOCKERS:
        return law.reach(position, docker, points)
    from tablee.games.fragile.state import FragileState

    state = FragileState(game, position, dict.fromkeys(game.edition.board.entrances))
    activation = Activation()
    activation.explore(pack(state), docker, points)
    return activation.counts()
