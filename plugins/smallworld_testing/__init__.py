"""Tools for authors of plugins to test their work: checks of every promise, fixtures and scenarios for pytest, laws."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from smallworld_testing.conformance import Finding, Report, assert_plugin_conforms, check_plugin
    from smallworld_testing.pytest_plugin import MakeGame, MakePosition, Play

__all__ = ["Finding", "MakeGame", "MakePosition", "Play", "Report", "assert_plugin_conforms", "check_plugin"]


def __getattr__(name: str) -> Any:
    """Import the checks when they are asked for: the pytest plugin is imported in every run of pytest."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = "pytest_plugin" if name in ("MakeGame", "MakePosition", "Play") else "conformance"  # types of fixtures
    return getattr(importlib.import_module(f"{__name__}.{module}"), name)
