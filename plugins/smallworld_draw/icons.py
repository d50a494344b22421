"""Symbols in pictures: drawn ones by name, paths of an edition, or the first two letters of a name; a page with all.

An edition names a symbol with ``icon:``. Without it, an entry has the drawn symbol with its own id, and without
such a symbol two letters; land has dots.

>>> import smallworld
>>> icons = Icons(smallworld.load_variant("base"))
>>> 'href="#icon-races-elves"' in icons.use("races", "elves", 17), "leaf" in glyphs()
(True, True)
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, cached_property
from importlib.resources import files
from typing import TypeAlias

from smallworld.languages import _, current_language
from smallworld.model.variant import Icon, PieceSpec, PowerSpec, RaceSpec, RelicSpec, TerrainSpec, Variant
from smallworld_output.safe_text import safe_markup as escape
from smallworld_output.text_width import head

SIGNS = (
    "bell", "cards", "chat", "check", "close", "coin", "copy", "decline", "die", "entry", "fast", "flag", "hand",
    "immune", "log", "menu", "minus", "moon", "natives", "next", "pause", "people", "play", "plus", "prev", "question",
    "relic", "restart", "share", "skip", "star", "sun", "troop", "undo",
)  # fmt: skip
"""Symbols that belong to no entry of an edition."""
BOARD_SIGNS = ("die", "immune", "natives", "plus", "relic")
"""Signs on boards."""
OFF_BOARD = ("icon-signs-", "icon-powers-")
"""Beginnings of symbols that are not on boards."""
DRAWN_SIGNS: Mapping[str, str] = {"natives": "house", "moon": "crescent", "chat": "speech"}
"""Sign → the drawn symbol, where they differ."""
LAND = '<circle cx="6" cy="8" r="2"/><circle cx="17" cy="6" r="2"/><circle cx="12" cy="16" r="2"/>'
"""The symbol of a terrain that has none."""
SECTIONS = ("terrains", "pieces", "races", "powers", "relics")
"""Kinds of symbols that are sections of an edition."""
Entry: TypeAlias = TerrainSpec | PieceSpec | RaceSpec | PowerSpec | RelicSpec
_SYMBOL = re.compile(r'<symbol id="(\w+)"[^>]*>(.*?)</symbol>', re.DOTALL)
_REFERENCE = re.compile(r'href="#(icon-[^"]+)"')


@cache
def glyphs() -> Mapping[str, str]:
    """Return the drawn symbols: name → the content of an ``<svg>`` element on a grid of 24 units."""
    return dict(_SYMBOL.findall((files("smallworld_draw") / "glyphs.svg").read_text(encoding="utf-8")))


def sign_svg(name: str) -> str:
    """Return a sign as an element of a page.

    :param name: one of :data:`SIGNS`.
    """
    return _element(_content("signs", name, DRAWN_SIGNS.get(name, name), name), "sign")


class Icons:
    """The symbols of an edition, in the language of the reader.

    Kinds are ``terrains``, ``symbols``, ``pieces``, ``races``, ``powers``, ``relics`` and ``signs``.
    """

    def __init__(self, variant: Variant | None, terrains: Iterable[TerrainSpec] = ()) -> None:
        """:param terrains: those of a board that the edition need not have, such as one of a draft."""
        self.variant, self.terrains = variant, tuple(terrains)

    @cached_property
    def _contents(self) -> Mapping[str, str]:
        """Id of an element → what it shows."""
        return dict(self._entries())

    def _entries(self) -> Iterator[tuple[str, str]]:
        for terrain in self.terrains:
            yield _id("terrains", terrain.id), _content("terrains", terrain.id, terrain.icon, terrain.name)
        variant = self.variant
        if variant is None:
            return
        for kind in SECTIONS:
            for name, entry in _section(variant, kind).items():
                yield _id(kind, name), _content(kind, name, entry.icon, entry.name)
        for symbol in variant.symbols:
            yield (
                _id("symbols", symbol),
                _content("symbols", symbol, variant.symbol_icons.get(symbol, ""), variant.label("symbols", symbol)),
            )
        natives = variant.natives
        for sign in SIGNS:
            icon: Icon = natives.icon if sign == "natives" and natives and natives.icon else DRAWN_SIGNS.get(sign, sign)
            yield _id("signs", sign), _content("signs", sign, icon, sign)

    def use(self, kind: str, name: str, size: float, *, x: float = 0, y: float = 0, style: str = "") -> str:
        """Draw a symbol around a point of a picture that has this edition's symbols.

        :param style: class names.
        """
        place = f'x="{x - size / 2:.4g}" y="{y - size / 2:.4g}" width="{size:.4g}" height="{size:.4g}"'
        mark = f' class="{style}"' if style else ""
        return f'<use href="#{_id(kind, name)}" {place}{mark}/>'

    def svg(self, kind: str, name: str) -> str:
        """Return a symbol as an element of a page; its size and colour come from the style."""
        entry = _section(self.variant, kind).get(name) if self.variant is not None and kind in SECTIONS else None
        if entry is not None:  # alone: a page has a few symbols of a hundred
            return _element(_content(kind, name, entry.icon, entry.name), "glyph")
        key = _id(kind, name)
        return _element(self._contents.get(key) or _foreign(key), "glyph")

    def sheet(self) -> str:
        """Return every symbol that may be on a board in one element, which a page with boards has once."""
        on_boards = {_id("signs", sign) for sign in BOARD_SIGNS}
        symbols = "".join(
            _symbol(key, content)
            for key, content in self._contents.items()
            if key in on_boards or not key.startswith(OFF_BOARD)
        )
        return f'<svg class="glyph-sheet" width="0" height="0" aria-hidden="true">{symbols}</svg>'

    def symbols_in(self, markup: str) -> str:
        """Return the symbols to which a picture refers, as elements of it."""
        used = sorted(set(_REFERENCE.findall(markup)))
        return "".join(_symbol(key, self._contents.get(key) or _foreign(key)) for key in used)


def _section(variant: Variant, kind: str) -> Mapping[str, Entry]:
    """Return the entries of a kind of :data:`SECTIONS` by their ids."""
    entries: Mapping[str, Entry] = getattr(variant, kind)
    return entries


def _foreign(key: str) -> str:
    """Return what a symbol shows of an entry that the edition does not have: boards may be older than their edition."""
    _icon, kind, name = key.split("-", 2)
    return _content(kind, name, DRAWN_SIGNS.get(name, ""), name)


def _id(kind: str, name: str) -> str:
    return f"icon-{kind}-{escape(name)}"


def _element(content: str, style: str) -> str:
    return f'<svg class="{style}" viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">{content}</svg>'


def _symbol(key: str, content: str) -> str:
    return f'<symbol id="{key}" viewBox="0 0 24 24" fill="currentColor">{content}</symbol>'


def _content(kind: str, key: str, icon: Icon, name: str) -> str:
    """Return what a symbol shows: the edition's choice, the drawn symbol with the same id, or letters."""
    if isinstance(icon, Mapping):
        return f'<path fill-rule="evenodd" d="{escape(icon.get("path", ""))}"/>'
    for drawn in (icon, key):
        if drawn in glyphs():
            return glyphs()[drawn]
    if kind == "terrains":
        return LAND
    if kind == "relics":
        return glyphs()["relic"]
    letters = escape(head(name, 2))
    style = 'font-size="14" font-weight="700" text-anchor="middle" fill="currentColor"'
    return f'<text x="12" y="17" {style}>{letters}</text>'


# --- a page with every drawn symbol and its name, for authors of editions


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
    drawings = {name: f'<svg viewBox="0 0 24 24" aria-hidden="true">{glyph}</svg>' for name, glyph in glyphs().items()}
    entries = "".join(f"<li>{drawing * 2}<br>{escape(name)}</li>" for name, drawing in drawings.items())
    return (
        f'<!DOCTYPE html>\n<html lang="{language}"><head><meta charset="utf-8"><title>{title}</title>'
        f"<style>{STYLE}</style></head><body><h1>{title}</h1>"
        f"<ul>{entries}</ul></body></html>\n"
    )
