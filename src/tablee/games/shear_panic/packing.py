"""Between the law's states and the kernels': packing, unpacking, and moves as numbers."""

from __future__ import annotations

from functools import lru_cache
from math import lcm

from tablee.core.game import Result
from tablee.games.shear_panic import codes, rules
from tablee.games.shear_panic import moves as mv
from tablee.games.shear_panic.edition import NUMBERS, PANIC_FACES, REGROUP_FACES, Die
from tablee.games.shear_panic.flock import (
    BLACK,
    COLOURS,
    DIRECTIONS,
    FACINGS,
    Cell,
    Flock,
    Spot,
    cell_name,
    spot_named,
)
from tablee.games.shear_panic.flock_kernel import PackedState
from tablee.games.shear_panic.game import ShearPanic
from tablee.games.shear_panic.game_kernel import PackedGame
from tablee.games.shear_panic.messages import say
from tablee.games.shear_panic.moves import KINDS, SIDES, TURNS, Kind, ShearPanicMove
from tablee.games.shear_panic.state import ShearPanicState
from tablee.games.shear_panic.tasks import Stage, Task

NO_SPOT: Spot = (-1, -1)
_PLACES = (*(colour for colour in COLOURS for _ in range(2)), BLACK)
"""The colour of each place for a sheep in the kernels."""
_ENDS = {
    codes.END_PEN: ("S-8.1", "end-pen"),
    codes.END_COMMANDS: ("S-8.3", "end-commands"),
}
_TASKS, _STAGES = tuple(Task), tuple(Stage)
_WAYS = {Kind.LINE_UP: SIDES, Kind.EWE_TURN: TURNS}


# States


@lru_cache(maxsize=256)  # people have editions of their own
def packed_game(game: ShearPanic) -> PackedGame:
    """Returns the fixed part."""
    edition, track = game.edition, game.track
    team, rogers, black, shearers = track.fields
    return PackedGame(
        [COLOURS.index(colour) for colour in game.colours],
        [(KINDS.index(entry.kind), entry.number) for entry in edition.menu],
        (team.last, rogers.last, black.last, shearers.last, rogers.gate or 0, shearers.gate or 0),
        sorted(track.panic),
        _sides(edition.panic_die, PANIC_FACES),
        _sides(edition.regroup_die, REGROUP_FACES),
        edition.extra_cost,
    )


def _sides(die: Die, faces: tuple[str, ...]) -> list[int]:
    """Returns the number of sides of a die for each face."""
    total = lcm(*(share.denominator for share in die.values()))
    return [int(die.get(face, 0) * total) for face in faces]


def pack(state: ShearPanicState) -> PackedState:
    """Returns the state on packed memory, which has room for a flock of ten by ten."""
    ended = state.ended
    packed = PackedState(packed_game(state.game))
    packed.load(
        flock_key(state.flock),
        None if state.before is None else flock_key(state.before),
        spot_named(state.group) if state.group else NO_SPOT,
        list(state.points),
        list(state.used),
        list(state.order),
        [_extras_code(left) for left in state.extras],
        (
            state.player,
            _TASKS.index(state.task),
            _STAGES.index(state.stage),
            state.counter,
            int(state.rolled),
            KINDS.index(state.last_command) if state.last_command else codes.NONE,
            TURNS.index(state.last_turn) if state.last_turn else codes.NONE,
            state.number,
            PANIC_FACES.index(state.face) if state.face else codes.NONE,
            REGROUP_FACES.index(state.die) if state.die else codes.NONE,
            state.jumps,
            codes.GOING_ON if ended is None else _end_code(ended),
            codes.NOBODY if ended is None else ended.winners[0],
        ),
    )
    return packed


def unpack(game: ShearPanic, packed: PackedState) -> ShearPanicState:
    fields = packed.fields()
    before, group = fields["before"], fields["group"]
    player, task, stage, counter, rolled, *rest = fields["numbers"]
    last_kind, last_turn, number, face, die, jumps, ended, winner = rest
    rule, reason = _ENDS.get(ended, ("", ""))
    return ShearPanicState(
        game,
        key_flock(fields["flock"]),
        points=tuple(fields["points"]),
        used=tuple(fields["used"]),
        order=tuple(fields["order"]),
        extras=tuple(map(_coded_extras, fields["extras"])),
        player=player,
        task=_TASKS[task],
        stage=_STAGES[stage],
        counter=counter,
        before=None if before is None else key_flock(before),
        rolled=bool(rolled),
        last_command="" if last_kind < 0 else KINDS[last_kind],
        last_turn="" if last_turn < 0 else TURNS[last_turn],
        number=number,
        face="" if face < 0 else PANIC_FACES[face],
        group="" if group == NO_SPOT else cell_name(group),
        die="" if die < 0 else REGROUP_FACES[die],
        jumps=jumps,
        ended=Result((winner,), rule, say(reason)) if ended else None,
    )


def _extras_code(left: tuple[int, ...]) -> int:
    """S-9.2: returns the numbers of 1s, 2s and 3s, four bits each."""
    return sum(left.count(number) << 4 * (number - 1) for number in NUMBERS)


def _coded_extras(code: int) -> tuple[int, ...]:
    return tuple(number for number in NUMBERS for _ in range(code >> 4 * (number - 1) & 15))


def _end_code(ended: Result) -> int:
    return next(code for code, (rule, _) in _ENDS.items() if rule == ended.rule)


def _placed(flock: Flock) -> list[tuple[int, int, int]]:
    """Returns sheep as (place, column, row). The first of a pair has the first place."""
    return [
        (2 * ("".join(COLOURS) + BLACK).index(colour) + index, *spot)
        for colour in (*COLOURS, BLACK)
        for index, spot in enumerate(flock.spots(colour))
    ]


def flock_key(flock: Flock) -> tuple[int, int]:
    """Returns the two words that stand for a flock in the kernels."""
    if max((len(flock.rows), *map(len, flock.rows))) > codes.WIDEST:
        raise ValueError("the flock is too wide for the grid")
    places = [codes.GONE] * len(_PLACES)
    for place, column, row in _placed(flock):
        places[place] = codes.KEY_ROW * row + column
    word = sum(place << 8 * index for index, place in enumerate(places[:-1]))
    return word, places[-1] | FACINGS.index(flock.facing) << 8


def key_flock(key: tuple[int, int]) -> Flock:
    word, last = key
    places = [*(word >> 8 * index & 255 for index in range(8)), last & 255]
    sheep = {
        (place % codes.KEY_ROW, place // codes.KEY_ROW): colour
        for place, colour in zip(places, _PLACES, strict=True)
        if place != codes.GONE
    }
    return Flock.of(sheep, FACINGS[last >> 8])


# Moves


def legal_by_law(state: ShearPanicState) -> list[int]:
    """Returns the legal moves as numbers, found by the law, which knows every rules version."""
    return [pack_move(move) for move in rules.legal_moves(state)]


def pack_move(move: ShearPanicMove) -> int:
    match move:
        case mv.Command(kind, number, way, sheep):
            ways = _WAYS.get(kind, DIRECTIONS)
            column, row = spot_named(sheep) if sheep else (0, 0)
            return codes.encode(
                codes.COMMAND,
                kind=KINDS.index(kind),
                number=number,
                column=column,
                row=row,
                way=ways.index(way),
            )
        case mv.PanicPush(sheep, way):
            column, row = spot_named(sheep)
            return codes.encode(codes.PUSH, column=column, row=row, way=DIRECTIONS.index(way))
        case mv.PanicTurn(way):
            return codes.encode(codes.TURN, way=TURNS.index(way))
        case mv.ChooseGroup(sheep):
            column, row = spot_named(sheep)
            return codes.encode(codes.GROUP, column=column, row=row)
        case mv.Regroup((across, down)):
            return codes.encode(codes.LINE, column=across + codes.MIDDLE, row=down + codes.MIDDLE)
        case mv.PanicRoll(face):
            return codes.encode(codes.PANIC_ROLL, way=PANIC_FACES.index(face))
        case mv.RegroupRoll(face):
            return codes.encode(codes.REGROUP_ROLL, way=REGROUP_FACES.index(face))
        case mv.ExtraSteps(number):
            return codes.encode(codes.EXTRA, way=number)
        case mv.DrawFirst(player):
            return codes.encode(codes.DRAW, way=player)


def unpack_move(code: int) -> ShearPanicMove:
    move, kind, number, column, row, way = codes.decode(code)
    cell: Cell = cell_name((column, row))
    match move:
        case codes.COMMAND:
            name = KINDS[kind]
            ways = _WAYS.get(name, DIRECTIONS)
            return mv.Command(name, number, ways[way], "" if name in _WAYS else cell)
        case codes.PUSH:
            return mv.PanicPush(cell, DIRECTIONS[way])
        case codes.TURN:
            return mv.PanicTurn(TURNS[way])
        case codes.GROUP:
            return mv.ChooseGroup(cell)
        case codes.LINE:
            return mv.Regroup((column - codes.MIDDLE, row - codes.MIDDLE))
        case codes.PANIC_ROLL:
            return mv.PanicRoll(PANIC_FACES[way])
        case codes.REGROUP_ROLL:
            return mv.RegroupRoll(REGROUP_FACES[way])
        case codes.EXTRA:
            return mv.ExtraSteps(way)
    return mv.DrawFirst(way)
