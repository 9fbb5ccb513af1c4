"""tablee as its next version might be: with other rules of Fragile."""

import sys

from tablee.cli import main
from tablee.games.fragile.game import Fragile

if __name__ == "__main__":
    Fragile.rules_versions = (max(Fragile.rules_versions) + 1,)
    sys.exit(main())
