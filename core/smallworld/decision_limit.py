"""The time limit of code of plugins and bots, which may not end the program either.

>>> with DecisionLimit(60.0, lambda: 0), exits_refused():
...     pass
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from types import FrameType, TracebackType
from typing import Any, ClassVar, Self

from smallworld.languages import _, lazy

DECISION_SECONDS = 60.0
"""Seconds for one decision, unless the user allows more."""
LOOKS = 4
"""Number of checks within the limit whether a decision was made."""
STUBBORN = 5
"""Number of exceptions that the code may swallow before the process is ended."""


class OutOfTime(BaseException):
    """A decision took too long. Not an ``Exception``, so that code which catches every error does not swallow it."""


def interrupt_thread(thread: threading.Thread, seconds: float) -> None:
    """Raise :class:`OutOfTime` in a thread, as soon as it runs Python code again.

    :param seconds: the time that its decision had.
    """

    import ctypes  # not for quick plugins and bots

    class Late(OutOfTime):
        def __init__(self) -> None:
            super().__init__(late_sentence(seconds))

    Late.__name__ = OutOfTime.__name__
    if thread.ident is not None:
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread.ident), ctypes.py_object(Late))


def late_sentence(seconds: float) -> str:
    """Write that a decision took too long, with the remedy."""
    return lazy("no decision within {seconds} seconds; --decision-limit allows more", seconds=f"{seconds:g}")


class EndRefused(BaseException):
    """Code of others tried to end the process."""


class DecisionLimit:
    """Raise :class:`OutOfTime` in running code that makes no decision for some seconds.

    A timer looks at a counter now and then, so that a decision costs nothing. It needs POSIX and the main thread;
    elsewhere the time has no limit. The code of a C function is interrupted only when it returns. Limits may be nested;
    the inner one counts.

    :param seconds: for one decision; it can take a quarter more until the limit is noticed.
    :param decisions: the number of decisions so far.
    :param sentence: writes the text of the error for a number of seconds.
    """

    innermost: ClassVar[DecisionLimit | None] = None
    """The limit in force."""
    has_alarm: ClassVar[bool] = False
    """Whether :func:`alarm_kept` has put the handler in place."""

    def __init__(
        self, seconds: float, decisions: Callable[[], int], sentence: Callable[[float], str] = late_sentence
    ) -> None:
        self.seconds, self.decisions, self.sentence = seconds, decisions, sentence
        self._last, self._idle = -1, 0
        self._timer: tuple[float, float] | None = None
        self._outer: DecisionLimit | None = None
        self._handler: Any = None
        self._began = 0.0

    def __enter__(self) -> Self:
        if _can_ring():
            self._began = time.monotonic()
            self._outer, DecisionLimit.innermost = DecisionLimit.innermost, self
            if not DecisionLimit.has_alarm:
                self._handler = signal.signal(signal.SIGALRM, _ring)
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
        DecisionLimit.innermost = self._outer
        if self._handler is not None:
            signal.signal(signal.SIGALRM, self._handler)
        signal.setitimer(signal.ITIMER_REAL, remaining, interval)

    def look(self, frame: FrameType | None) -> None:
        """Raise the error if no decision was made for too long."""
        if _is_ending(frame):
            return  # an exception here would leave the timer running
        decisions = self.decisions()
        if decisions != self._last:
            self._last, self._idle = decisions, 0
            return
        self._idle += 1
        if self._idle >= LOOKS + STUBBORN:
            text = _(
                "error: code that ignores every exception has run for more than {seconds} seconds ({place}); "
                "the program ends",
                seconds=f"{self.seconds:g}",
                place=_line_of(frame),
            )
            os.write(2, f"{text}\n".encode())
            _END(2)
        if self._idle >= LOOKS:
            raise OutOfTime(self.sentence(self.seconds))


def _can_ring() -> bool:
    return hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()


def _ring(number: int, frame: FrameType | None) -> None:
    if DecisionLimit.innermost is not None:
        DecisionLimit.innermost.look(frame)


@contextmanager
def alarm_kept() -> Iterator[None]:
    """Keep the handler of alarms for many limits in a row: to put it in place takes two per cent of a short game."""
    if DecisionLimit.has_alarm or not _can_ring():
        yield
        return
    before = signal.signal(signal.SIGALRM, _ring)
    DecisionLimit.has_alarm = True
    try:
        yield
    finally:
        DecisionLimit.has_alarm = False
        signal.signal(signal.SIGALRM, before)


def _is_ending(frame: FrameType | None) -> bool:
    """Return whether the code of others has ended, and the timer is being stopped."""
    while frame is not None and frame.f_code is not DecisionLimit.__exit__.__code__:
        frame = frame.f_back
    return frame is not None


def _line_of(frame: FrameType | None) -> str:
    if frame is None:
        return _("an unknown place")
    return _("{file!r}, line {line}", file=frame.f_code.co_filename, line=frame.f_lineno)


_END = os._exit
_ENDING_MODULES = [os, *(sys.modules[name] for name in ("posix", "nt") if name in sys.modules)]
"""The module ``os`` and the one that it takes these functions from."""


def patience_for(bots: Iterable[object], limit: float | None = None) -> float:
    """Return the seconds for one decision: the limit, or the usual one and what the bots need by their parameters."""
    longest = max((float(getattr(bot, "seconds", 0.0)) for bot in bots), default=0.0)
    return DECISION_SECONDS + 4 * longest if limit is None else limit


@contextmanager
def exits_refused() -> Iterator[None]:
    """Turn ``os._exit`` and ``os.abort``, by any of their names, into :class:`EndRefused` while code of others runs."""

    def refuse(*status: object) -> None:
        raise EndRefused(lazy("it tried to end the program"))

    before = [(module, name, getattr(module, name)) for module in _ENDING_MODULES for name in ("_exit", "abort")]
    for module, name, _function in before:
        setattr(module, name, refuse)
    try:
        yield
    finally:
        for module, name, function in before:
            setattr(module, name, function)
