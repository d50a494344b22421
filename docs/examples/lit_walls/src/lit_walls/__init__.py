"""Lit Walls: an edition made of two others, without an ability of its own."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from smallworld import hookimpl

__version__ = "1.0.0"
SMALLWORLD_API = 1


@hookimpl
def smallworld_variants() -> Sequence[Path]:
    """The edition."""
    return [Path(__file__).parent / "variants"]
