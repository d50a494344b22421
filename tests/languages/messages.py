"""The messages of the code and of the catalogues, read once for all tests."""

from __future__ import annotations

from functools import cache
from typing import Any

from babel.messages.pofile import read_po

from smallworld_native import catalogues as build

CATALOGUES = build.CATALOGUES


@cache
def messages_of_code() -> Any:
    """A catalogue with every message of the code; extracting them takes a second."""
    return build.template()


@cache
def catalogue_of(code: str) -> Any:
    """The translations into a language."""
    with (CATALOGUES / code / "LC_MESSAGES" / "smallworld.po").open("rb") as lines:
        return read_po(lines, locale=code)
