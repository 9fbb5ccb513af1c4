"""The conformance kit: facts about the games, by which a program in any language can be checked.

``docs/conformance.md`` describes the files. There is one for each game and rules version, as JSON
in gzip. They are data of this package, and ``tablee kit`` writes, checks and makes them.
"""

from __future__ import annotations

import gzip
import json
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from tablee.core.registry import game_names, game_type
from tablee.testing.kit.checking import complaints
from tablee.testing.kit.making import make

__all__ = ["complaints", "load", "make", "names", "packed", "packed_size"]

Kit = dict[str, Any]


def names() -> tuple[str, ...]:
    """Returns the names of the kits in this package: ``fragile-2`` and so on."""
    known = (f"{game}-{n}" for game in game_names() for n in game_type(game).rules_versions)
    return tuple(name for name in known if _file(name).is_file())


def load(name: str) -> Kit:
    """Returns the kit of a game and rules version."""
    found: Kit = json.loads(gzip.decompress(_file(name).read_bytes()))
    return found


def packed_size(name: str) -> int:
    """Returns the bytes of a kit in this package."""
    return len(_file(name).read_bytes())


def packed(kit: Kit) -> bytes:
    """Returns the kit as a file. Equal kits give equal bytes."""
    text = json.dumps(kit, ensure_ascii=False, separators=(",", ":"))
    return gzip.compress(text.encode(), 9, mtime=0)


def _file(name: str) -> Traversable:
    return files("tablee.testing.kit").joinpath(f"{name}.json.gz")
