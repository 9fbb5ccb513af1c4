"""The contract every game meets. This package does no input or output."""

from tablee.core.chance import Outcome
from tablee.core.errors import Illegal, Invalid, Refusal, Stale, TableeError
from tablee.core.events import Event
from tablee.core.game import CHANCE, Actor, Game, Move, Result, State, Step
from tablee.core.messages import LANGUAGES, Message
from tablee.core.options import Option, OptionKind
from tablee.core.record import Record
from tablee.core.registry import game_names, game_type
from tablee.core.sitting import Barrier, Sitting

__all__ = [
    "CHANCE",
    "LANGUAGES",
    "Actor",
    "Barrier",
    "Event",
    "Game",
    "Illegal",
    "Invalid",
    "Message",
    "Move",
    "Option",
    "OptionKind",
    "Outcome",
    "Record",
    "Refusal",
    "Result",
    "Sitting",
    "Stale",
    "State",
    "Step",
    "TableeError",
    "game_names",
    "game_type",
]
