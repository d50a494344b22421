"""Lines of a person: read with completion at a terminal, else as they come."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from prompt_toolkit.completion import CompleteEvent, Completion
    from prompt_toolkit.document import Document

ReadLine = Callable[[str], str]
"""Prints a prompt and returns the line that follows it."""


def line_reader(completions: Callable[[], Sequence[str]]) -> ReadLine:
    """Return a function that reads a line.

    :param completions: returns every line that has a meaning now.
    """
    return _completing_reader(completions) if sys.stdout.isatty() else input


def last_part(text: str) -> str:
    """Return the text after the last comma or semicolon, which is an action of its own."""
    return re.split(r"[,;]", text)[-1].lstrip()


def complete(text: str, completions: Iterable[str]) -> list[str]:
    """List how the last part of a line may go on, word by word: ``con`` → ``conquer``, ``conquer`` → its regions.

    A word that can go on in one way only goes on at once.
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


def _completing_reader(completions: Callable[[], Sequence[str]]) -> ReadLine:
    from prompt_toolkit import PromptSession
    from prompt_toolkit.completion import Completer, Completion

    class LineCompleter(Completer):
        """Completes lines that have a meaning now, and no others."""

        def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
            """Return the possible endings of the text before the cursor."""
            text = document.text_before_cursor
            start = -len(last_part(text))
            return [Completion(line, start_position=start) for line in complete(text, completions())]

    prompt: PromptSession[str] = PromptSession(completer=LineCompleter(), complete_while_typing=False)
    return prompt.prompt
