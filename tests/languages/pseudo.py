"""Find sentences that nobody marked for translation: what is plain in the output of the pseudo-language."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from smallworld.game import new_game
from smallworld.languages import in_language
from smallworld.languages.catalogue import PSEUDO
from smallworld.notation import CORE_VERBS
from smallworld_editions.editions import load_variant
from smallworld_output.text_width import CLOSING, OPENING

ENVIRONMENT = {"SMALLWORLD_LANGUAGE": PSEUDO}
"""Variables with which a program writes in the pseudo-language."""
PLAIN = re.compile(r"[A-Za-z]{2,}")


@contextmanager
def pseudo_language() -> Iterator[None]:
    """Write in the pseudo-language inside of the block."""
    with in_language(PSEUDO):
        yield


def words_outside(text: str, allowed: Iterable[str] = ()) -> list[str]:
    """List the words outside of all brackets: those that no message has.

    :param allowed: regular expressions of ids, notation and names of people, which are never translated.
    """
    outside, depth = [], 0
    for letter in text:
        depth += (letter == OPENING) - (letter == CLOSING)
        outside.append(letter if depth <= 0 and letter != CLOSING else "\n" if letter == "\n" else " ")
    return plain_words("".join(outside), allowed)


def plain_words(text: str, allowed: Iterable[str] = ()) -> list[str]:
    """List the words without accents, also inside of brackets: values of messages, and what was never marked.

    On a screen, where brackets of panes next to each other mix, this finds what :func:`words_outside` cannot.
    """
    for pattern in allowed:
        text = re.sub(pattern, " ", text)
    return PLAIN.findall(text)


def cut_messages(text: str, mark: str = "…") -> list[str]:
    """List the lines with messages that lost their end without a mark."""
    depth, faults = 0, []
    for line in text.splitlines():
        depth += line.count(OPENING) - line.count(CLOSING)
        if depth < 0 or (mark not in line and depth > 0 and line.rstrip().endswith(CLOSING)):
            faults.append(line)
        depth = max(0, depth)
    return faults if depth == 0 or mark in text else [*faults, text[-80:]]


def notation(edition: str) -> str:
    """A regular expression for the words of actions: verbs, means and pieces."""
    variant = load_variant(edition)
    game = new_game(variant, ["ann", "bob"], seed=1)
    names = {*variant.pieces, *variant.races, *variant.powers, *variant.relics, *game.state.table.rulebook.verbs}
    names |= {*CORE_VERBS, "die", "rest", "even", "by"}
    return rf"\b({'|'.join(sorted(names, key=len, reverse=True))})\b"
