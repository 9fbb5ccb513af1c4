"""A ledger keeps results on disk, one line each, so that an interrupted run can go on.

The ledger writes a line before its result counts. A process that is interrupted or killed loses
only the pieces it was working on. The ledger does not flush the disk, so a power failure may lose
the last lines.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Generic, TypeVar

from tablee.core.errors import Invalid
from tablee.engine.engine import say

R = TypeVar("R")


class Ledger(Generic[R]):
    """Results of work, by number.

    The first line describes the work. Raises ``Invalid`` if the file belongs to other work, and
    leaves the file as it is.
    """

    def __init__(
        self,
        path: Path,
        work: Mapping[str, Any],
        encode: Callable[[R], Any],
        decode: Callable[[Any], R],
    ) -> None:
        self.path = path
        self.encode, self.decode = encode, decode
        self.head = _line(work)
        self.known: dict[int, R] = {}
        try:
            self._open()
        except OSError as error:
            raise self._trouble(error) from None
        self._before = frozenset(self.known)

    def _open(self) -> None:
        """Reads the known results, or starts a new file. Removes a last line that was cut off."""
        try:
            whole, end, cut = self.path.read_bytes().rpartition(b"\n")
        except FileNotFoundError:
            whole, end, cut = b"", b"", b""
        if not end and self.head.startswith(cut):
            self.path.write_bytes(self.head)
            return
        try:
            head, *lines = (whole + end).splitlines(keepends=True)
            if head != self.head:
                raise Invalid(say("other-ledger", file=str(self.path)))
            for line in lines:
                entry = json.loads(line)
                self.known[int(entry["number"])] = self.decode(entry["result"])
        except (ValueError, KeyError, TypeError):
            raise Invalid(say("bad-ledger", file=str(self.path))) from None
        if cut:
            os.truncate(self.path, len(whole + end))

    def add(self, number: int, result: R) -> None:
        self.known[number] = result
        try:
            with self.path.open("ab") as file:
                file.write(self._entry(number))
        except OSError as error:
            raise self._trouble(error) from None

    def settle(self, count: int) -> None:
        """Keeps the first ``count`` results and those of earlier runs, and sorts the lines.

        The file is then the same for every engine.
        """
        kept = sorted(number for number in self.known if number < count or number in self._before)
        self.known = {number: self.known[number] for number in kept}
        beside = self.path.with_name(f"{self.path.name}.new")
        try:
            beside.write_bytes(self.head + b"".join(map(self._entry, self.known)))
            beside.replace(self.path)
        except OSError as error:
            raise self._trouble(error) from None

    def _entry(self, number: int) -> bytes:
        return _line({"number": number, "result": self.encode(self.known[number])})

    def _trouble(self, error: OSError) -> Invalid:
        problem = error.strerror or str(error)
        return Invalid(say("ledger-trouble", file=str(self.path), problem=problem))


def _line(value: Mapping[str, Any]) -> bytes:
    return (json.dumps(value, ensure_ascii=False) + "\n").encode()
