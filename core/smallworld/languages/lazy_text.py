"""The language in which sentences are written now, and sentences that are written when they are shown.

A problem of a file or an error keeps such a sentence, because its reader is not known when it is found: JSON and logs
write the text itself, which is English; code that prints it for a person asks :func:`for_reader`. The parts of a
sentence that are sentences too are values, and are translated with it. A sentence can be pickled.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeVar

ENGLISH = "en"
"""The language of the code and of variant files."""
PSEUDO = "en_XA"
"""The accented English of the tests, by the code that Unicode reserves for it; no list shows it."""

_language: ContextVar[str] = ContextVar("smallworld_language", default=ENGLISH)


def current_language() -> str:
    """Return the code of the language in which sentences are written now."""
    return _language.get()


def set_language(code: str) -> None:
    """Write sentences in this language from now on, in this context."""
    _language.set(code)


@contextmanager
def in_language(code: str) -> Iterator[None]:
    """Write sentences in this language inside of the block."""
    token = _language.set(code)
    try:
        yield
    finally:
        _language.reset(token)


# --- sentences that are English text for programs, and can be written in the language of the reader when they are sho


Value = TypeVar("Value")


class LazyText(str):
    """An English text with the message and the values that write it in other languages.

    :ivar write: writes the text in the current language. :ivar arguments, values: its arguments.
    """

    __slots__ = ("arguments", "values", "write")

    write: Callable[..., str]
    arguments: tuple[object, ...]
    values: dict[str, object]

    def __new__(cls, write: Callable[..., str], *arguments: object, **values: object) -> LazyText:
        """Write the English text now.

        :param write: a function of a module, so that it can be pickled.
        """
        if current_language() == ENGLISH:
            text = write(*arguments, **values)
        else:
            with in_language(ENGLISH):
                text = write(*arguments, **values)
        lazy = super().__new__(cls, text)
        lazy.write, lazy.arguments, lazy.values = write, arguments, values
        return lazy

    def __reduce__(self) -> tuple[Callable[..., LazyText], tuple[object, ...]]:
        return _restore, (self.write, self.arguments, self.values)

    def __copy__(self) -> LazyText:
        return self

    def __deepcopy__(self, memo: object) -> LazyText:
        return self


def _restore(write: Callable[..., str], arguments: tuple[object, ...], values: dict[str, object]) -> LazyText:
    return LazyText(write, *arguments, **values)


def for_reader(value: Value) -> Value:
    """Write a text in the language of the reader; plain texts and other values stay as they are."""
    if current_language() == ENGLISH:
        return value
    if isinstance(value, LazyText):
        arguments = [for_reader(argument) for argument in value.arguments]
        return value.write(*arguments, **{key: for_reader(inner) for key, inner in value.values.items()})  # type: ignore[return-value]
    if isinstance(value, tuple):
        return tuple(for_reader(inner) for inner in value)  # type: ignore[return-value]
    return value
