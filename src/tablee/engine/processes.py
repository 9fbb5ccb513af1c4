"""Processes of this machine that answer questions, each one question at a time."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import traceback
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from typing import Any

Heard = tuple[Any, Exception | None] | None
"""What a process says: None when it begins with a question, then the answer and the error."""

START_SECONDS = 120.0
"""Seconds for a process to start and read its question. A crowded machine is slow at it."""
POLITE = 10
"""How much lower the priority of a polite process is."""

_context = multiprocessing.get_context("spawn")


class Lost(Exception):
    """The process ended before it answered."""


class Late(Lost):
    """The process did not answer in time, so it was killed."""


class NotStarted(Lost):
    """The machine cannot start a process now: it lacks descriptors, memory or processes."""


class Process:
    """A process that answers questions. Whoever loses one starts another. Raises ``NotStarted``.

    ``memory`` is the number of bytes it may use, where the system can limit that. A ``polite``
    process lets others have the processor first.
    """

    def __init__(self, memory: int | None = None, *, polite: bool = False) -> None:
        try:
            self.connection, theirs = _context.Pipe()
        except OSError as error:
            raise NotStarted(str(error)) from None
        try:
            started = _context.Process(target=_serve, args=(theirs, memory, polite), daemon=True)
            started.start()
        except OSError as error:
            self.connection.close()
            raise NotStarted(str(error)) from None
        finally:
            theirs.close()
        self._process = started

    @property
    def is_alive(self) -> bool:
        return self._process.is_alive()

    def give(self, question: Callable[..., Any], *arguments: object) -> None:
        """Sends a question. Several may wait; they are answered in order. Raises ``Lost``."""
        try:
            self.connection.send((question, arguments))
        except OSError:
            raise Lost from None

    def answer(self, seconds: float) -> Any:
        """Waits for the next answer and returns it, or raises its error. Raises ``Lost``.

        The seconds count from the moment at which the process begins with the question.
        """
        self.hear(START_SECONDS)
        return result_of(self.hear(seconds))

    def hear(self, seconds: float | None = None) -> Heard:
        """Returns the next message: None when it begins with a question, then the answer."""
        try:
            if self.connection.poll(seconds):
                heard: Heard = self.connection.recv()
                return heard
        except (EOFError, OSError):
            raise Lost from None
        self.kill()
        raise Late

    def kill(self) -> None:
        """Ends the process. Whoever waits for its answer hears of it. Any thread may call this."""
        with suppress(OSError):
            self._process.kill()

    def close(self) -> None:
        """Kills the process and waits for its end."""
        self.kill()
        self._process.join()
        self._process.close()
        self.connection.close()


def result_of(heard: Heard) -> Any:
    """Returns the answer, or raises the error."""
    assert heard is not None
    answer, error = heard
    if error is not None:
        raise error
    return answer


def _serve(connection: Connection, memory: int | None, polite: bool) -> None:
    """Answers questions until the asker hangs up. Runs in the process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent
    threading.Thread(target=_end_with_parent, daemon=True).start()
    if memory is not None:
        _limit(memory)
    if polite and hasattr(os, "nice"):
        os.nice(POLITE)
    while True:
        try:
            question, arguments = connection.recv()
        except (EOFError, OSError):
            return
        except Exception as error:  # noqa: BLE001  # the asker gets it
            connection.send(None)
            _tell(connection, None, error)
            continue
        connection.send(None)  # it begins
        try:
            answer = question(*arguments)
        except Exception as error:  # noqa: BLE001  # the asker gets it
            error.add_note("".join(traceback.format_exception(error)))
            _tell(connection, None, error)
        else:
            _tell(connection, answer, None)


def _tell(connection: Connection, answer: object, error: Exception | None) -> None:
    try:
        connection.send((answer, error))
    except OSError:
        os._exit(1)
    except Exception as problem:  # noqa: BLE001  # the answer cannot be sent
        connection.send((None, RuntimeError(f"{error or answer!r}: {problem}")))


def _limit(memory: int) -> None:
    try:
        import resource
    except ImportError:  # Windows
        return
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(0)
