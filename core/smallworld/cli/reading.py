"""Where lines come from: prompt_toolkit at a terminal, else the lines as they come."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from prompt_toolkit.completion import CompleteEvent, Completion
    from prompt_toolkit.document import Document

Read = Callable[[str], str]


def reader(words: Callable[[], Sequence[str]]) -> Read:
    """Reads a line, with completion of what can be said now.

    :param words: everything that can be said now.
    """
    if not sys.stdout.isatty():
        return input
    try:
        return _prompting(words)
    except ImportError:
        return input


def last_part(text: str) -> str:
    """What follows the last comma or semicolon is an action of its own."""
    return re.split(r"[,;]", text)[-1].lstrip()


def endings(text: str, words: Iterable[str]) -> list[str]:
    """How the last part of a line may go on, word by word: ``con`` → ``conquer``, ``conquer`` → its regions.

    A word that can go on in one way only goes on at once.
    """
    part = last_part(text)
    fitting = [word for word in words if word.startswith(part) and word != part]
    start, found = len(part), dict.fromkeys(_until_space(word, len(part)) for word in fitting)
    while len(found) == 1 and next(iter(found)).endswith(" "):
        start = len(next(iter(found)))
        found = dict.fromkeys(_until_space(word, start) for word in fitting)
    return list(found)


def _until_space(word: str, start: int) -> str:
    """The word up to and with the first space after a place, or the whole of it."""
    space = word.find(" ", start)
    return word if space < 0 else word[: space + 1]


def _prompting(words: Callable[[], Sequence[str]]) -> Read:
    from prompt_toolkit import PromptSession
    from prompt_toolkit.completion import Completer, Completion

    class Legal(Completer):
        """Completes what can be said now, and nothing else."""

        def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
            """What may follow the text before the cursor."""
            text = document.text_before_cursor
            return [Completion(word, start_position=-len(last_part(text))) for word in endings(text, words())]

    prompt: PromptSession[str] = PromptSession(completer=Legal(), complete_while_typing=False)
    return prompt.prompt
