"""Where long work runs: on the processes of this machine, or on a Ray cluster.

Composing, the arena and tuning are many pieces of work that do not depend on each other. A piece
is a number: the work says what to do with it, and draws its chance from its seed and that number
alone. So it does not matter where a piece is done, nor how often.
"""

from tablee.engine.engine import Engine
from tablee.engine.ledger import Ledger
from tablee.engine.local import LocalEngine
from tablee.engine.order import in_order

__all__ = ["Engine", "Ledger", "LocalEngine", "in_order"]
