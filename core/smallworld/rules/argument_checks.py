"""Check the arguments of public functions; an error names the value and the expected one."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from smallworld.errors import ArgumentError, SmallWorldError
from smallworld.languages import N_, lazy, lazy_n
from smallworld.model.board import BoardFile
from smallworld.model.variant import Variant
from smallworld.notation import player_word
from smallworld.plugins.manager import Plugins

EDITION = "an edition from load_variant(...)"
T = TypeVar("T")
NAME = re.compile(r"(?=.{1,40}\Z)(?=.*\w)[\w.'’-]+( [\w.'’-]+)*\Z")
"""Names of players: words of letters and digits of any script, with one space between two words: ``St. John``."""
MOST_BITS = 1024
"""The largest number of bits of a seed."""


def given_as(value: object) -> str:
    """Return a value and its type as a short text."""
    try:
        text = repr(value)
    except Exception:
        text = "something that cannot be shown"
    return f"{text if len(text) <= 60 else text[:57] + '...'} ({type(value).__name__})"


def expect(value: object, kind: type | tuple[type, ...], name: str, expected: str) -> None:
    """Refuse a value of another type; true and false do not count as numbers.

    :raises ArgumentError: it is not of this type.
    """
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is int):
        raise ArgumentError(f"{name} must be {expected}, not {given_as(value)}")


def expect_action(value: object) -> None:
    """Refuse an action that is not a text."""
    expect(value, str, "an action", "text such as 'conquer r07'")


def expect_names(value: object) -> None:
    """Refuse players that are not a list of names; a text is a sequence, too."""
    if not isinstance(value, Sequence) or isinstance(value, str | bytes | bytearray):
        raise ArgumentError(f"players must be a list of names such as ['ann', 'bob'], not {given_as(value)}")


def expect_seed(value: Any) -> None:
    """Refuse a seed that is not a whole number or has too many bits."""
    expect(value, int, "seed", "a whole number")
    if value.bit_length() > MOST_BITS:
        raise ArgumentError(f"seed must have at most {MOST_BITS} bits, not {value.bit_length()}")


def expect_options(value: Any) -> None:
    """Refuse options that are not a mapping from rulings to answers."""
    expect(value, Mapping, "options", "a mapping such as {'coins': 'open'}")
    for key, answer in value.items():
        expect(key, str, "the key of an option", "the name of a ruling")
        expect(answer, (str, int), f"option {key!r}", "true, false, a number or a word")


def expect_boards(value: object) -> None:
    """Refuse a value that is neither a board nor a list of boards."""
    every = value if isinstance(value, Sequence) and not isinstance(value, str | bytes) else [value]
    if not every:
        raise ArgumentError("board must name at least one board; leave it out for the edition's own")
    for one in every:
        expect(one, (str, BoardFile), "board", "the id of a board, a board from a file, or a list of them")


def script_of(value: Any) -> dict[str, tuple[Any, ...]]:
    """Return a script of chance with tuples instead of lists.

    :raises ArgumentError: it is not a mapping from kinds of chance to lists of results.
    """
    expect(value, Mapping, "script", "a mapping such as {'die': [0, 3]}")
    results: dict[str, tuple[Any, ...]] = {}
    for kind, queue in value.items():
        expect(kind, str, "a kind of chance in script", "text such as 'die'")
        expect(queue, (list, tuple), f"script[{kind!r}]", "a list of results")
        results[kind] = tuple(tuple(result) if isinstance(result, list) else result for result in queue)
    return results


def check_names(players: Sequence[str], fewest: int = 2) -> None:
    """Refuse too few players, and names that the notation cannot hold.

    :param fewest: the fewest players; 1 for an edition with a board for one.
    """
    expect_names(players)
    if len(players) < fewest:
        raise SmallWorldError(
            lazy_n(
                "a game needs at least {count} player, not {number}",
                "a game needs at least {count} players, not {number}",
                fewest,
                number=len(players),
            )
        )
    for name in players:
        if not (isinstance(name, str) and NAME.match(name)):
            sentence = N_("player name {name!r} must be words of letters, digits, ' . _ or -, at most 40 characters")
            raise SmallWorldError(lazy(sentence, name=name))
    if len(set(players)) < len(players):
        twice = min(name for name in players if list(players).count(name) > 1)
        raise SmallWorldError(lazy("two players are called {twice!r}; give each a name of its own", twice=twice))
    _refuse_like_names(players)


def _refuse_like_names(players: Sequence[str]) -> None:
    """Refuse two names that are one word to a reader: ``Jan Novak`` and ``Jan_Novak``, ``Ann`` and ``ann``.

    Letters are compared by Unicode's NFKC and case folding, so that no one can sit down under the name of another.
    Both apostrophes are one.

    :raises SmallWorldError: two names are the same word.
    """
    names: dict[str, str] = {}
    for name in players:
        word = unicodedata.normalize("NFKC", player_word(name).replace("’", "'")).casefold()
        word = unicodedata.normalize("NFKC", word)
        other = names.setdefault(word, name)
        if other != name:
            sentence = N_("{other!r} and {name!r} are the same name in an action; change one of them")
            raise SmallWorldError(lazy(sentence, other=other, name=name))


def check_new_game(
    variant: Variant, players: Sequence[str], seed: object, board: object, options: object, plugins: object,
    wrap: object,
) -> None:  # fmt: skip
    """Refuse arguments that :func:`smallworld.new_game` cannot use.

    :raises ArgumentError: the sentence names the argument and the expected type.
    """
    expect(variant, Variant, "variant", EDITION)
    expect_seed(seed)
    if board is not None:
        expect_boards(board)
    if options is not None:
        expect_options(options)
    expect_plugins(plugins)
    if wrap is not None and not callable(wrap):
        raise ArgumentError(f"wrap must be a function that wraps hooks, not {given_as(wrap)}")
    check_names(players, min(2, *variant.boards, 2))


def expect_plugins(plugins: object) -> None:
    """Refuse what is neither a set of plugins nor None."""
    if plugins is not None:
        expect(plugins, Plugins, "plugins", "a smallworld.Plugins")
