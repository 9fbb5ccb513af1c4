"""A possible next version of tablee, with other rules of Fragile."""

import sys

from tablee.cli import main
from tablee.games.fragile.game import Fragile

# Also for the processes in which bots think, which import this file.
Fragile.rules_versions = (max(Fragile.rules_versions) + 1,)

if __name__ == "__main__":
    sys.exit(main())
