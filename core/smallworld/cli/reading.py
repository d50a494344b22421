"""Where lines come from: prompt_toolkit if it is there, else the terminal as it is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from smallworld.cli.session import Session

if TYPE_CHECKING:
    from prompt_toolkit.completion import CompleteEvent, Completion
    from prompt_toolkit.document import Document

Read = Callable[[str], str]


def reader(session: Session, words: Callable[[], Sequence[str]]) -> Read:
    """Reads a line, with completion of what can be said now.

    :param words: everything that can be said now.
    """
    try:
        return _prompting(words)
    except ImportError:
        return _plain(words)


def endings(text: str, words: Iterable[str]) -> list[str]:
    """How the last part of a line may go on: what follows a comma is an action of its own."""
    part = text.rpartition(",")[2].rpartition(";")[2].lstrip()
    return [word for word in words if word.startswith(part) and word != part]


def _prompting(words: Callable[[], Sequence[str]]) -> Read:
    from prompt_toolkit import PromptSession
    from prompt_toolkit.completion import Completer, Completion

    class Legal(Completer):
        """Completes legal actions, and nothing else."""

        def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
            """What may follow the text before the cursor."""
            text = document.text_before_cursor
            part = text.rpartition(",")[2].rpartition(";")[2].lstrip()
            return [Completion(word, start_position=-len(part)) for word in endings(text, words())]

    prompt: PromptSession[str] = PromptSession(completer=Legal(), complete_while_typing=False)
    return prompt.prompt


def _plain(words: Callable[[], Sequence[str]]) -> Read:
    try:
        import readline
    except ImportError:
        return input

    def complete(_: str, number: int) -> str | None:
        found = endings(readline.get_line_buffer(), words())
        return found[number] if number < len(found) else None

    readline.set_completer_delims(",;")
    readline.set_completer(complete)
    readline.parse_and_bind("tab: complete")
    return input
