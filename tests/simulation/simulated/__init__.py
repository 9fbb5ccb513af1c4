"""A simulated world for the server: loop, clocks, disk, network, workers and people from a seed.

The server's own code runs in it: tables, drafts, matches, attendants, the journal's commits, live
connections, the watch of a node. ``python -m simulated`` runs many seeds, and replays one.
"""

from simulated.plan import Plan
from simulated.truth import Broken
from simulated.world import Report, World, run

__all__ = ["Broken", "Plan", "Report", "World", "run"]
