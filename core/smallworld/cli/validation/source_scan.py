"""Collect the refusal codes in the sources of the rules and of loaded plugins."""

from __future__ import annotations

import re
import sys
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from smallworld.plugins.manager import Plugins

CODE = re.compile(r'(?:Refusal\(|Bar\([^"()]*(?:\([^"()]*\)[^"()]*)*)\s*"([a-z_]+)"')
"""A refusal, or a bar, with its code in the source."""


def refusal_codes(plugins: Plugins) -> set[str]:
    """Return every code in the source of the rules or of an ability."""
    rules = Path(str(files("smallworld.rules"))).rglob("*.py")
    packages = {cls.__module__.rpartition(".")[0] or cls.__module__ for cls in plugins.abilities.values()}
    modules = [module for name, module in sys.modules.items() if {name, name.rpartition(".")[0]} & packages]
    sources = [getattr(module, "__file__", None) for module in modules]
    return {code for path in (*rules, *sources) if path for code in CODE.findall(_text(Path(path)))}


def _text(path: Path) -> str:
    """Read a source; a missing one is empty."""
    try:
        return path.read_text("utf-8", "replace")
    except OSError:
        return ""
