"""Tools for authors of plugins to test their work.

:func:`assert_plugin_conforms` checks every promise of a plugin. The pytest plugin of this package has fixtures and
collects ``*.scenario.yaml`` files; pytest finds it without configuration. :mod:`smallworld_testing.invariants` has the
laws that every position obeys.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from smallworld_testing.conformance import Finding, Report, assert_plugin_conforms, check_plugin

__all__ = ["Finding", "Report", "assert_plugin_conforms", "check_plugin"]


def __getattr__(name: str) -> Any:
    """Import the checks when they are asked for: the pytest plugin is imported in every run of pytest."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from smallworld_testing import conformance

    return getattr(conformance, name)
