"""A fixture that makes an extension of the base game from a few lines."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from extension_kit import Extend, make

from event_law import law_of_events

__all__ = ["extend", "law_of_events"]


@pytest.fixture
def extend(tmp_path: Path) -> Extend:
    """Make an extension of code and of YAML for the keys of a variant of the base game."""
    return partial(make, tmp_path)
