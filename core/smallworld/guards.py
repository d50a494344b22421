"""Guards around code of others, abilities and bots: it must answer in time and may not end the program.

>>> with DecisionLimit(60.0, lambda: 0), exits_refused():
...     pass
"""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType, TracebackType
from typing import Any, Self

DECISION_SECONDS = 60.0
"""Seconds for one decision, unless the user allows more."""
LOOKS = 4
"""So often within the limit it is checked whether a decision was made."""
STUBBORN = 5
"""So many exceptions the code may swallow before the process is ended."""


class OutOfTime(BaseException):
    """A decision took too long. Not an ``Exception``, so that code which catches every error does not swallow it."""


class EndRefused(BaseException):
    """Code of others tried to end the process."""


class DecisionLimit:
    """Raise :class:`OutOfTime` in running code that makes no decision for some seconds.

    A timer looks at a counter now and then, so that a decision costs nothing. It needs POSIX and the main thread;
    elsewhere there is no limit. The code of a C function is interrupted only when it returns.

    :param seconds: for one decision; it can take a quarter more until the limit is noticed.
    :param decisions: the number of decisions so far.
    """

    def __init__(self, seconds: float, decisions: Callable[[], int]) -> None:
        self.seconds, self.decisions = seconds, decisions
        self._last, self._idle = -1, 0
        self._timer: tuple[float, float] | None = None
        self._handler: Any = None
        self._began = 0.0

    def __enter__(self) -> Self:
        if hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread():
            self._began = time.monotonic()
            self._handler = signal.signal(signal.SIGALRM, self._look)
            self._timer = signal.setitimer(signal.ITIMER_REAL, self.seconds / LOOKS, self.seconds / LOOKS)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._timer is None:
            return
        delay, interval = self._timer
        remaining = max(0.001, delay - (time.monotonic() - self._began)) if delay else 0.0
        signal.setitimer(signal.ITIMER_REAL, 0.0)
        signal.signal(signal.SIGALRM, self._handler)
        signal.setitimer(signal.ITIMER_REAL, remaining, interval)

    def _look(self, number: int, frame: FrameType | None) -> None:
        decisions = self.decisions()
        if decisions != self._last:
            self._last, self._idle = decisions, 0
            return
        self._idle += 1
        if self._idle >= LOOKS + STUBBORN:
            text = f"error: code that ignores every exception has run for more than {self.seconds:g} seconds"
            os.write(2, f"{text} ({_line_of(frame)}); the program ends\n".encode())
            _END(2)
        if self._idle >= LOOKS:
            raise OutOfTime(f"no decision within {self.seconds:g} seconds")


def _line_of(frame: FrameType | None) -> str:
    return f"{frame.f_code.co_filename!r}, line {frame.f_lineno}" if frame is not None else "unknown"


_END = os._exit


@contextmanager
def exits_refused() -> Iterator[None]:
    """Turn ``os._exit`` and ``os.abort`` into :class:`EndRefused` while code of others runs."""

    def refuse(*status: object) -> None:
        raise EndRefused("it tried to end the program")

    before = os._exit, os.abort
    os._exit = os.abort = refuse  # type: ignore[assignment]
    try:
        yield
    finally:
        os._exit, os.abort = before
