"""Collect the refusal codes in the sources of the rules and of loaded plugins."""

from __future__ import annotations

import re
import sys
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from smallworld.plugins.manager import Plugins

CODE = re.compile(r'(?:Refusal\(|Bar\([^"()]*(?:\([^"()]*\)[^"()]*)*)\s*"([a-z_]+)"')
"""A refusal, or a bar, with its code in the source."""


def refusal_codes(plugins: Plugins) -> set[str]:
    """Return every code in the source of the rules or of an ability."""
    packages = {cls.__module__.rpartition(".")[0] or cls.__module__ for cls in plugins.abilities.values()}
    modules = [module for name, module in sys.modules.items() if {name, name.rpartition(".")[0]} & packages]
    sources = [getattr(module, "__file__", None) for module in modules]
    return {code for path in sources if path for code in _codes_in(Path(path))} | _codes_of_rules()


@cache
def _codes_of_rules() -> frozenset[str]:
    """Return the codes in the rules; their sources do not change while the program runs."""
    paths = Path(str(files("smallworld.rules"))).rglob("*.py")
    return frozenset(code for path in paths for code in _codes_in(path))


def _codes_in(path: Path) -> frozenset[str]:
    """Return the codes in a source; a missing one has none."""
    try:
        return _codes_of_version(path, path.stat().st_mtime_ns)
    except OSError:
        return frozenset()


@cache
def _codes_of_version(path: Path, _modified: int) -> frozenset[str]:
    """Read a source once; programs and tests make many checkers."""
    return frozenset(CODE.findall(path.read_text("utf-8", "replace")))
