"""Games for learning and search: a game that changes, with small numbers as actions.

``Game.simulation`` makes one. A game derives a class from this one and fills in what is at its end;
everything there runs without the lock of Python. ``core.layout`` says what the numbers mean.
"""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:
    from tablee import cython_shim as cython

from array import array
from typing import Any

if not cython.compiled:  # the build cimports these
    from tablee.core.splitmix_kernel import MASK64, below, mixed, next_seed

COMPILED = cython.compiled

CHANCE = cython.declare(cython.int, -1)
OVER = cython.declare(cython.int, -2)
"""Who acts when nobody does."""
_ROOM = array("i", [0]) * 2048
_NO_LIMIT = 1_000_000


@cython.cclass
class Simulation:
    """A game being played, for programs that play many. Unlike a ``State`` it changes.

    Two are equal if they stand for the same moment of the same game, whatever their luck will be.
    Do not change one that is the key of a dictionary: ``copy`` it first.
    """

    match: object
    plan: object
    origin: object
    packed: object
    seats: cython.int
    rolls: cython.bint
    seed: cython.ulonglong
    found: cython.int
    moves: cython.int[2048]
    ids: cython.int[::1]
    view: object

    def __init__(self, game: Any, layout: Any, origin: Any, rolls: bool, packed: Any) -> None:
        """``origin`` is the state with which it begins, and ``packed`` the same for the kernel.

        ``rolls`` says if chance acts by itself. ``reset`` lists the actions for the first time.
        """
        if not cython.compiled:
            self.moves = [0] * 2048
        self.match = game
        self.plan = layout
        self.origin = origin
        self.packed = packed
        self.seats = game.players
        self.rolls = rolls
        self.seed = 0
        self.view = memoryview(_ROOM[:])
        self.ids = self.view
        self.found = 0

    # What it is

    @property
    def game(self) -> Any:
        """The game, as the law knows it."""
        return self.match

    @property
    def layout(self) -> Any:
        """What actions and observations mean."""
        return self.plan

    @property
    def actor(self) -> int | None:
        """The player who acts, ``CHANCE``, or None when the game is over."""
        who = self._actor()
        return None if who == OVER else who

    @property
    def actions(self) -> Any:
        """A buffer of 2048 C integers. The first ``count`` are the legal actions.

        It is always the same buffer, so that a loop can keep it.
        """
        return self.view

    @property
    def count(self) -> int:
        """How many actions are legal."""
        return self.found

    def legal_actions(self) -> list[int]:
        """Returns the legal actions, in a stable order."""
        return [self.ids[i] for i in range(self.found)]

    def scores(self) -> tuple[int, ...]:
        """Returns the points of each player."""
        return tuple([self._score(player) for player in range(self.seats)])

    def winners(self) -> tuple[int, ...]:
        """Returns the winners of a game that is over."""
        return tuple([player for player in range(self.seats) if self._won(player)])

    def chances(self) -> list[tuple[int, float]]:
        """Returns the actions of chance, each with its probability."""
        if self._actor() != CHANCE:
            return []
        weights = [self._weight(self.moves[i]) for i in range(self.found)]
        total = sum(weights)
        return [(self.ids[i], weights[i] / total) for i in range(self.found)]

    def symmetries(self) -> tuple[Any, ...]:
        """Returns the symmetries of this moment: those of the layout, and those of it alone."""
        layout: Any = self.plan
        found: tuple[Any, ...] = layout.symmetries
        return found

    # What changes it

    def reset(self, seed: Any = None) -> None:
        """Begins again. Without a new seed, the luck goes on where it is."""
        if seed is not None:
            self.seed = seed & MASK64
        with cython.nogil:
            self._begin()

    def step(self, action: cython.int) -> None:
        """Plays a legal action; then chance acts, unless it waits to be asked (``rolls``)."""
        with cython.nogil:
            done = self._step(action)
        if not done:
            raise ValueError(f"action {action} is not legal here")

    def roll(self) -> int:
        """Draws one action of chance by its probability, plays it, and returns it."""
        if self._actor() != CHANCE:
            raise ValueError("it is not chance that acts here")
        with cython.nogil:
            self.seed = next_seed(self.seed)
            move = self._drawn(mixed(self.seed))
            action = self._id(move)
            self._play(move)
        return action

    def play_out(self, seed: cython.ulonglong, most: cython.int = _NO_LIMIT) -> int:
        """Plays random actions to the end, or at most so many; returns how many."""
        with cython.nogil:
            played = self._play_out(seed, most)
        return played

    def take(self, other: Simulation) -> None:
        """Becomes equal to another simulation of the same game, with its luck."""
        if other.match is not self.match and other.match != self.match:
            raise ValueError("the other simulation is of another game")
        with cython.nogil:
            self._take(other)

    def copy(self) -> Simulation:
        """Returns another simulation of the same moment, with the same luck."""
        kind: Any = type(self)
        twin: Simulation = kind(self.match, self.plan, self.origin, self.rolls, self.packed)
        with cython.nogil:
            twin._take(self)
        return twin

    def __deepcopy__(self, memo: Any) -> Simulation:
        return self.copy()

    def __reduce__(self) -> tuple[Any, Any]:
        return _revived, (self.match, self.origin, self.rolls, self.seed, self._fields())

    def adopt(self, seed: cython.ulonglong, fields: dict[str, Any]) -> None:
        """Becomes the moment that a pickle describes."""
        self._load(fields)
        self.seed = seed
        with cython.nogil:
            self._name()

    # What it writes into buffers of the caller

    def mask_into(self, out: Any) -> None:
        """Writes 1 for each legal action and 0 for all others, a byte each."""
        mask: cython.uchar[::1] = _bytes(out, "B", self.layout.actions)
        with cython.nogil:
            self._mask(mask, 0, mask.shape[0])

    def observe_into(self, player: cython.int, out: Any) -> None:
        """Writes what a player sees, in the parts of the layout, a signed byte each."""
        seen: cython.schar[::1] = _bytes(out, "b", self.layout.size)
        if not 0 <= player < self.seats:
            raise ValueError(f"there is no player {player}")
        with cython.nogil:
            self._observe(player, seen, 0, seen.shape[0])

    # Values

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Simulation):
            return NotImplemented
        twin: Simulation = other
        return self.match == twin.match and self._frozen() == twin._frozen()

    def __hash__(self) -> int:
        return hash(self._frozen())

    @cython.cfunc
    def _frozen(self) -> object:
        """Returns the value of the moment."""
        words = cython.declare(cython.ulonglong[64])
        with cython.nogil:
            count = self._freeze(words)
        return tuple([words[i] for i in range(count)])

    # The loops of all games, for kernels

    def _begin(self) -> cython.void:
        self._fresh()
        self._look()

    def _step(self, action: cython.int) -> cython.bint:
        """Plays an action; False if it is not legal."""
        for i in range(self.found):
            if self.ids[i] == action:
                self._play(self.moves[i])
                return True
        return False

    def _is_legal(self, action: cython.int) -> cython.bint:
        for i in range(self.found):
            if self.ids[i] == action:
                return True
        return False

    def _play(self, move: cython.int) -> cython.void:
        self._apply(move)
        self._look()

    def _look(self) -> cython.void:
        """Lets chance act, and lists the legal actions."""
        if self.rolls:
            while self._actor() == CHANCE:
                self.seed = next_seed(self.seed)
                self._apply(self._drawn(mixed(self.seed)))
        self._name()

    def _name(self) -> cython.void:
        """Lists the legal moves and their actions."""
        self.found = self._list()
        for i in range(self.found):
            self.ids[i] = self._id(self.moves[i])

    def _play_out(self, seed: cython.ulonglong, most: cython.int) -> cython.int:
        played = 0
        while played < most and self._actor() != OVER:
            seed = next_seed(seed)
            word = mixed(seed)
            if self._actor() == CHANCE:
                self._apply(self._drawn(word))
            else:
                self._apply(self.moves[below(word, self._list())])
            played += 1
        self._look()
        return played

    def _mask(self, out: cython.uchar[::1], base: cython.longlong, size: cython.int) -> cython.void:
        for i in range(size):
            out[base + i] = 0
        for i in range(self.found):
            out[base + self.ids[i]] = 1

    def _observe(
        self,
        player: cython.int,
        out: cython.schar[::1],
        base: cython.longlong,
        size: cython.int,
    ) -> cython.void:
        for i in range(size):
            out[base + i] = 0
        self._look_from(player, out, base)

    # What each game fills in

    def text(self, action: cython.int) -> str:
        """Returns a legal action in the notation of the game."""
        raise NotImplementedError

    def action(self, text: str) -> int:
        """Returns the legal action that ``text`` would write like this."""
        for i in range(self.found):
            if self.text(self.ids[i]) == text:
                return self.ids[i]
        raise ValueError(f"“{text}” is not a legal action here")

    def _number(self, action: cython.int) -> int:
        """Returns the kernel's number of a legal action."""
        for i in range(self.found):
            if self.ids[i] == action:
                return self.moves[i]
        raise ValueError(f"action {action} is not legal here")

    def _fields(self) -> dict[str, Any]:
        """Returns the moment as plain values."""
        raise NotImplementedError

    def _load(self, fields: dict[str, Any]) -> None:
        """Makes the moment of these values the present one."""
        raise NotImplementedError

    def _fresh(self) -> cython.void:
        """Makes the first moment the present one."""

    def _take(self, other: Simulation) -> cython.void:
        """Adopts the moment, the luck and the list of another."""
        self.seed = other.seed
        self.found = other.found
        for i in range(other.found):
            self.ids[i] = other.ids[i]
            self.moves[i] = other.moves[i]

    def _list(self) -> cython.int:
        """Writes the legal moves into ``moves``; returns how many."""
        return 0

    def _id(self, move: cython.int) -> cython.int:
        """Returns the action of a move."""
        return move

    def _apply(self, move: cython.int) -> cython.void:
        """Plays a move of the kernel."""

    def _actor(self) -> cython.int:
        """Returns a player, ``CHANCE`` or ``OVER``."""
        return OVER

    def _drawn(self, word: cython.ulonglong) -> cython.int:
        """Returns a move of chance, drawn with a random word."""
        return 0

    def _weight(self, move: cython.int) -> cython.int:
        """Returns how likely a move of chance is, beside the others."""
        return 1

    def _score(self, player: cython.int) -> cython.int:
        return 0

    def _won(self, player: cython.int) -> cython.bint:
        return False

    def _look_from(
        self, player: cython.int, out: cython.schar[::1], base: cython.longlong
    ) -> cython.longlong:
        """Writes what is not 0 in what a player sees; returns where it ends."""
        return base

    def _freeze(self, words: cython.p_ulonglong) -> cython.int:
        """Writes all that makes the moment what it is, at most 64 words; returns how many."""
        return 0


def _revived(game: Any, origin: Any, rolls: bool, seed: int, fields: dict[str, Any]) -> Simulation:
    simulation: Simulation = game.simulation(origin, rolls=rolls)
    simulation.adopt(seed, fields)
    return simulation


def _bytes(out: Any, kind: str, size: int) -> Any:
    """Returns a buffer as single bytes. It must have so many, one after the other in memory."""
    view = memoryview(out).cast("B")
    if view.readonly or len(view) != size:
        raise ValueError(f"the buffer must have {size} bytes that can be written")
    return view if kind == "B" else view.cast("b")


if not cython.compiled:  # C inlines this in the kernels of games

    def clipped(number: cython.int) -> cython.int:
        """Returns a number as it fits into a signed byte."""
        return number if number < 127 else 127
