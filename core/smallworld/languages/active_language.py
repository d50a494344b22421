"""The language in which sentences are written now: one for each thread and each request."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

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
