"""Numbers and lists, as the language of the reader writes them."""

from __future__ import annotations

from collections.abc import Iterable

from smallworld.languages.lazy_text import for_reader
from smallworld.languages.messages import pgettext


def and_list(items: Iterable[object]) -> str:
    """Write a list of things that all belong to it.

    >>> and_list(["r01", "r02", "r03"])
    'r01, r02 and r03'
    """
    # Translators: the end of a list of two or more things.
    return _join(items, pgettext("end of a list", "{items} and {last}"))


def or_list(items: Iterable[object]) -> str:
    """Write a list of things of which one is chosen."""
    return _join(items, pgettext("end of a list", "{items} or {last}"))


def _join(items: Iterable[object], end: str) -> str:
    texts = [str(for_reader(item)) for item in items]
    if len(texts) < 2:
        return "".join(texts)
    return end.format(items=", ".join(texts[:-1]), last=texts[-1])


def decimal(value: float, places: int, *, signed: bool = False) -> str:
    """Write a number with a fixed number of decimal places, and with its sign.

    >>> decimal(2.5, 2)
    '2.50'
    """
    return f"{value:{'+' if signed else ''}.{places}f}".replace(".", pgettext("decimal mark", "."))


def grouped(value: float, places: int = 0) -> str:
    """Write a large number with its digits in groups of three.

    >>> grouped(12500), grouped(1234.5, 1)
    ('12,500', '1,234.5')
    """
    whole, _point, fraction = f"{value:,.{places}f}".partition(".")
    # Translators: between groups of three digits, as in 12,500.
    whole = whole.replace(",", pgettext("mark between groups of digits", ","))
    return f"{whole}{pgettext('decimal mark', '.')}{fraction}" if fraction else whole
