"""Share tasks among processes that exist as long as one search."""

from __future__ import annotations

import os
import signal
import threading
import time
import warnings
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

T = TypeVar("T")
END: Callable[[int], Any] = os._exit
"""The function of the system, which is replaced during games."""


def processor_time() -> float:
    """Return the seconds of processor time of this thread."""
    return time.thread_time()


def share_out(tasks: Sequence[Callable[[], T]], jobs: int) -> list[T]:
    """Return the results of all tasks, in their order; this process does the first share, forked ones the others.

    A result that does not come back, as of a process that was killed, is computed here. So is everything where
    processes cannot be forked: without ``os.fork``, or when this process has several threads.
    """
    jobs = min(jobs, len(tasks))
    if jobs <= 1 or not hasattr(os, "fork") or threading.active_count() > 1:
        return [task() for task in tasks]
    children = [_Child(tasks[share::jobs]) for share in range(1, jobs)]
    try:
        shares = [[task() for task in tasks[::jobs]]]
        for share, child in enumerate(children, 1):
            results = child.results()
            shares.append([task() for task in tasks[share::jobs]] if results is None else results)
    finally:
        for child in children:
            child.end()
    return [shares[place % jobs][place // jobs] for place in range(len(tasks))]


class _Child:
    """A forked process that does its tasks and sends the results. It ends when its parent has ended."""

    def __init__(self, tasks: Sequence[Callable[[], Any]]) -> None:
        self._reading, writing = os.pipe()
        parent = os.getpid()
        with warnings.catch_warnings():
            # Idle threads of numpy, if another package has imported it, count as threads of this process.
            warnings.simplefilter("ignore", DeprecationWarning)
            self._number = os.fork()
        if self._number == 0:
            _work(tasks, writing, parent)
        os.close(writing)

    def results(self) -> Any:
        """Wait for the results; None if the process has ended without them."""
        with os.fdopen(self._reading, "rb") as stream:
            self._reading = -1
            content = stream.read()
        import pickle  # not for one process

        try:
            return pickle.loads(content)
        except (EOFError, pickle.UnpicklingError):
            return None

    def end(self) -> None:
        """End the process, even in the middle of its work."""
        if self._reading >= 0:
            os.close(self._reading)
        os.kill(self._number, signal.SIGKILL)  # not reaped yet, so the number is still its own
        os.waitpid(self._number, 0)


def _work(tasks: Sequence[Callable[[], Any]], writing: int, parent: int) -> None:
    """Do the tasks of a forked process; it never returns."""
    try:
        import pickle  # not for one process

        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_DFL)
        threading.Thread(target=_end_with, args=(parent,), daemon=True).start()
        content = pickle.dumps([task() for task in tasks])
        with os.fdopen(writing, "wb") as stream:
            stream.write(content)
    finally:
        END(0)


def _end_with(parent: int) -> None:
    """End this process soon after its parent has ended: nobody else would ever stop it."""
    while os.getppid() == parent:
        time.sleep(0.1)
    END(1)
