"""Read lines of a person, with completion at a terminal."""

from __future__ import annotations

import asyncio
import re
import signal
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document

ReadLine = Callable[[str], str]
"""Prints a prompt and returns the line that follows it."""


def line_reader(completions: Callable[[], Sequence[str]]) -> ReadLine:
    """Return a function that reads a line.

    :param completions: returns every line that has a meaning now.
    """
    if not sys.stdout.isatty():
        return input
    prompt: PromptSession[str] = PromptSession(
        completer=LineCompleter(completions), complete_while_typing=False, enable_suspend=hasattr(signal, "SIGTSTP")
    )

    def end_by_signal() -> None:
        """Leave as at the end of the input, so that the terminal is as it was before."""
        with suppress(NotImplementedError, RuntimeError, ValueError):  # signals of POSIX, in the main thread
            loop = asyncio.get_running_loop()
            loop.add_signal_handler(signal.SIGTERM, lambda: prompt.app.exit(exception=EOFError()))

    return lambda question: prompt.prompt(question, pre_run=end_by_signal)


def last_part(text: str) -> str:
    """Return the text after the last comma or semicolon, which is an action of its own."""
    return re.split(r"[,;]", text)[-1].lstrip()


def complete(text: str, completions: Iterable[str]) -> list[str]:
    """List how the last part of a line may go on, word by word: ``con`` → ``conquer``, ``conquer`` → its regions.

    A word with a single continuation is completed further at once.
    """
    part = last_part(text)
    matches = [line for line in completions if line.startswith(part) and line != part]
    start, endings = len(part), dict.fromkeys(_until_space(line, len(part)) for line in matches)
    while len(endings) == 1 and next(iter(endings)).endswith(" "):
        start = len(next(iter(endings)))
        endings = dict.fromkeys(_until_space(line, start) for line in matches)
    return [line for line in endings if line.rstrip() == line or line.rstrip() not in endings]


def _until_space(line: str, start: int) -> str:
    """Return a line up to and with the first space after a place, or the whole of it."""
    space = line.find(" ", start)
    return line if space < 0 else line[: space + 1]


class LineCompleter(Completer):
    """Completes lines that have a meaning now, and no others.

    :param completions: returns every line that has a meaning now.
    """

    def __init__(self, completions: Callable[[], Sequence[str]]) -> None:
        self._completions = completions

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        """Return the possible endings of the text before the cursor."""
        text = document.text_before_cursor
        return [Completion(line, -len(last_part(text))) for line in complete(text, self._completions())]
