"""Results on disk as they come, a line each: what was broken off goes on where it was.

A line is written before its result counts, so that a process that is interrupted or killed loses
only what it was working on. (A line is with the operating system then; a machine that loses its
power may lose the last ones.)
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
    """The results of one piece of work after the other, by number.

    The first line says what the work is. Raises ``Invalid``, and leaves the file alone, if it is
    not the ledger of this work.
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
        """Reads what is known, or begins. A last line that was cut off is taken away."""
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
        """What counted are the first so many; those that came besides are dropped, and the lines
        put in order. The file is then the same for every engine."""
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
