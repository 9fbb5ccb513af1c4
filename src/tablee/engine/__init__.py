"""Engines run long work: on the processes of this machine, or on a Ray cluster.

Composing, the arena and tuning are many pieces of work that do not depend on each other. Each piece
is a number. The work draws its chance from its seed and that number alone. So a piece gives the
same result wherever, and however often, an engine runs it.
"""

from tablee.engine.engine import Engine
from tablee.engine.ledger import Ledger
from tablee.engine.local import LocalEngine
from tablee.engine.order import in_order

__all__ = ["Engine", "Ledger", "LocalEngine", "in_order"]
