"""The pages of the studio, from templates in which every value is escaped."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from jinja2 import ChoiceLoader, Environment, PackageLoader

from smallworld.languages import _, current_language, ngettext
from smallworld_draw.script_messages import script_messages

STATIC = Path(str(files("smallworld_studio") / "static"))
"""The folder of scripts and styles."""


@cache
def _environment() -> Environment:
    loader = ChoiceLoader([PackageLoader("smallworld_studio"), PackageLoader("smallworld_web")])
    templates = Environment(loader=loader, autoescape=True, trim_blocks=True, lstrip_blocks=True, auto_reload=False)
    templates.globals |= {"_": _, "ngettext": ngettext, "script_messages": lambda: script_messages(*_scripts())}
    return templates


@cache
def _scripts() -> tuple[str, ...]:
    return tuple(path.read_text(encoding="utf-8") for path in sorted(STATIC.glob("*.js")))


def render(template: str, **values: Any) -> str:
    """Fill in a template."""
    return str(_environment().get_template(template).render(language=current_language(), **values))
