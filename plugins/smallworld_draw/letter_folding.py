"""Comparison of names in any script: without case and without accents."""

from __future__ import annotations

import unicodedata

STROKES = str.maketrans({"ł": "l", "đ": "d", "ø": "o", "Ł": "L", "Đ": "D", "Ø": "O"})
"""Letters that Unicode does not split into a letter and an accent."""


def fold_letters(text: str) -> str:
    """Return a text in lower case and without accents.

    >>> fold_letters("Trollové"), fold_letters("Źdźbło")
    ('trollove', 'zdzblo')
    """
    parts = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in parts if not unicodedata.combining(letter)).translate(STROKES)
