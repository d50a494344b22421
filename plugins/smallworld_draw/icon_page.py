"""A page with every drawn symbol and its name, for authors of editions."""

from __future__ import annotations

from smallworld.languages import _, current_language
from smallworld_draw.icons import glyph_markup, glyph_names
from smallworld_output.safe_text import safe_markup as escape

STYLE = (
    ":root{color-scheme:light dark}body{margin:16px;font:14px system-ui,sans-serif}h1{font-size:20px}"
    "ul{display:flex;flex-wrap:wrap;gap:8px;padding:0;list-style:none}"
    "li{width:7.5rem;padding:8px 4px;border:1px solid #8886;border-radius:8px;text-align:center}"
    "svg{fill:currentColor;width:40px;height:40px}svg+svg{width:16px;height:16px;margin-left:10px}"
)


def icon_page() -> str:
    """Write the page."""
    title = escape(_("Symbols for icon: in the file of an edition"))
    language = current_language().replace("_", "-")
    return (
        f'<!DOCTYPE html>\n<html lang="{language}"><head><meta charset="utf-8"><title>{title}</title>'
        f"<style>{STYLE}</style></head><body><h1>{title}</h1>"
        f"<ul>{''.join(map(_entry, glyph_names()))}</ul></body></html>\n"
    )


def _entry(name: str) -> str:
    drawing = f'<svg viewBox="0 0 24 24" aria-hidden="true">{glyph_markup(name)}</svg>'
    return f"<li>{drawing * 2}<br>{escape(name)}</li>"
