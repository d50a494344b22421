"""Sentences about faults: for visitors without any place of the server, and whole for the log of the server."""

from __future__ import annotations

import re

from smallworld.errors import SmallWorldError, sentence_of
from smallworld.languages import _
from smallworld_web.database import StoreError

HIDDEN = "…"
"""Replaces a place."""
PLACES = re.compile(
    r"""[a-z][a-z0-9+.-]*://\S+            # an address
      | (?<![\w/.])(?:~|\.{1,2})?/[^\s'"”’,;:)]+   # a path
      | (?<!\w)(?:[A-Za-z]:\\|\\\\)[^\s'"”’,;)]+   # a path of Windows
      | (?<![\w.])[\w.-]+(?:/[\w.-]+)+\.\w+  # a path without a beginning
      | (?<![\w.])[\w-]+\.(?:py|pyc|so|yaml|yml|db|toml|json|jsonl|sqlite)\b  # a file
      | (?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?  # an IP address
      | \[[0-9a-fA-F:]*:[0-9a-fA-F:]*\](?::\d+)?
      | (?<![\w.])(?:[a-z0-9-]+\.)*[a-z][a-z0-9-]*:\d{2,5}(?!\d)  # a name with a port
      """,
    re.VERBOSE,
)
"""Paths of files, addresses, names of servers."""


def sentence(error: BaseException) -> str:
    """Write an error for visitors: one sentence that reveals nothing about the program and its machine."""
    if isinstance(error, StoreError):
        return _("the tables cannot be read or kept at the moment; nothing that you did before is lost")
    if isinstance(error, SmallWorldError):
        return without_places(str(error).splitlines()[0] if str(error) else _("this cannot be done"))
    name = type(error).__name__
    return _("the program has a fault ({name}); the table is as it was before", name=name)


def without_places(text: str) -> str:
    """Hide paths, addresses and names of servers in a sentence of an edition, a plugin or a bot."""
    return PLACES.sub(HIDDEN, text)


def detail(error: BaseException) -> str:
    """Write an error for the host of the server."""
    return (sentence_of(error).splitlines() or [type(error).__name__])[0]
