"""Questions for workers, which import them by name."""

import os
import time
from pathlib import Path
from typing import Any


def crash_once(marker: str) -> str:
    """Ends its process the first time."""
    path = Path(marker)
    if not path.exists():
        path.touch()
        os._exit(1)
    return "answered"


def sleep_once(marker: str) -> str:
    path = Path(marker)
    if not path.exists():
        path.touch()
        time.sleep(600)
    return "answered"


def sleep_with_mark(marker: str, *_: Any) -> None:
    Path(marker).touch()
    time.sleep(600)


def sleep_with_named_mark(*_: Any) -> None:
    sleep_with_mark(os.environ["MARK"])


def crash(*_: Any) -> None:
    os._exit(1)


def fail(*_: Any) -> None:
    raise ZeroDivisionError("a bot with a bug")


def take_memory(size: int) -> int:
    return len(bytearray(size))


def wait_for(path: str) -> str:
    while not Path(path).exists():
        time.sleep(0.01)
    return "answered"


def same(value: Any) -> Any:
    return value
