"""The contract every game meets. No input or output happens here."""

from tablee.core.chance import Outcome
from tablee.core.errors import Illegal, Invalid, Refusal, Stale, TableeError
from tablee.core.events import Event
from tablee.core.game import CHANCE, Actor, Game, Move, Result, State, Step
from tablee.core.messages import LANGUAGES, Message
from tablee.core.options import Option, OptionKind
from tablee.core.record import Record
from tablee.core.registry import game_names, game_type

__all__ = [
    "CHANCE",
    "LANGUAGES",
    "Actor",
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
    "Stale",
    "State",
    "Step",
    "TableeError",
    "game_names",
    "game_type",
]
