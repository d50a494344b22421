"""Sentences about things of several kinds: one whole sentence for each kind, because nouns change the grammar."""

from __future__ import annotations

from smallworld.languages import N_, LazyText, lazy
from smallworld.languages.messages import format_count

_MISSING = {
    "island": N_("the variant has no island {name}"),
    "piece": N_("the variant has no piece {name}"),
    "power": N_("the variant has no power {name}"),
    "race": N_("the variant has no race {name}"),
    "relic": N_("the variant has no relic {name}"),
    "symbol": N_("the variant has no symbol {name}"),
    "terrain": N_("the variant has no terrain {name}"),
}
"""Kind of thing → the sentence about a name that the variant does not have."""


def no_such(kind: str, name: str) -> str:
    """Write that the variant has no thing of a kind with this name.

    :param name: in quotes.
    """
    return lazy(_MISSING[kind], name=name)


def lazy_count(count: int, noun: str) -> str:
    """Write a count with its noun, ``2 players``, when it is shown."""
    return LazyText(format_count, count, noun)
