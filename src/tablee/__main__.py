"""The command `tablee`, which is also `python -m tablee`."""

import sys


def main() -> int:
    try:
        # It takes a while to import, and Ctrl-C may come then.
        from tablee.cli import main as run

        return run()
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
