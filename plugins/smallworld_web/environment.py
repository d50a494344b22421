"""The templates of the pages, in which every value is escaped, and the marks in them: players, symbols, signs."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any
from weakref import finalize

from jinja2 import Environment, PackageLoader, Template
from markupsafe import Markup

from smallworld.languages import _, current_language, ngettext
from smallworld.languages.messages import decimal, format_count
from smallworld.model.names import phase_name
from smallworld.model.variant import Variant
from smallworld_draw.icons import Icons, sign_svg
from smallworld_draw.marks import seat_svg
from smallworld_draw.script_messages import script_messages
from smallworld_play.explanations import without_rules
from smallworld_play.seats import default_name, numbered_name

_kept: dict[int, dict[tuple[str, str, str], Markup]] = {}
"""Edition, by its identity → kind, key and language of a symbol → the symbol."""
STATIC = Path(str(files("smallworld_web") / "static"))
"""The folder of scripts and styles."""
OTHER_SCRIPTS = frozenset({"start_page.js", "shared_stream.js"})
"""Scripts that the page of a table does not import."""


def seat_mark(seat: int, race: str = "", variant: Variant | None = None) -> Markup:
    """Draw the shape of a player in their colour, with the symbol of a race in it."""
    return Markup(seat_svg(seat, str(glyph(variant, "races", race)) if variant and race else ""))


def glyph(variant: Variant, kind: str, key: str) -> Markup:
    """Draw the symbol of an entry; it is kept as long as its edition is."""
    kept = _kept.get(id(variant))
    if kept is None:
        kept = _kept[id(variant)] = {}
        finalize(variant, _kept.pop, id(variant), None)
    symbol = kind, key, current_language()
    if symbol not in kept:
        kept[symbol] = Markup(Icons(variant).svg(kind, key))
    return kept[symbol]


def sign(name: str) -> Markup:
    """Draw a sign of the page."""
    return Markup(sign_svg(name))


@cache
def environment() -> Environment:
    """Return the templates."""
    loader = PackageLoader("smallworld_web")
    templates = Environment(loader=loader, autoescape=True, trim_blocks=True, lstrip_blocks=True, auto_reload=False)
    templates.filters["count_of"] = format_count
    templates.filters["one_decimal"] = lambda value: decimal(value, 1)
    templates.filters["phase_name"] = phase_name
    templates.filters["without_rules"] = without_rules
    templates.globals["modules"] = sorted({path.name for path in STATIC.glob("*.js")} - OTHER_SCRIPTS)
    templates.globals |= {"_": _, "ngettext": ngettext, "numbered_name": numbered_name, "default_name": default_name}
    templates.globals |= {"glyph": glyph, "seat_mark": seat_mark, "sign": sign}
    templates.globals["script_messages"] = lambda: script_messages(*_scripts())
    return templates


@cache
def _scripts() -> tuple[str, ...]:
    return tuple(path.read_text(encoding="utf-8") for path in sorted(STATIC.glob("*.js")))


def render(template: str, **values: Any) -> str:
    """Fill in a template."""
    return str(_template(template).render(language=current_language(), **values))


@cache
def _template(name: str) -> Template:
    template = environment().get_template(name)
    template.globals = dict(template.globals)  # as a chain of mappings they cost as much as the rest of a small panel
    return template
