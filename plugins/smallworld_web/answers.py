"""Bodies of requests, and answers: JSON, files, pages of templates; faults in a sentence without any place."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs
from weakref import finalize

from jinja2 import ChoiceLoader, Environment, PackageLoader, Template
from markupsafe import Markup
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from smallworld import SmallWorldError, Variant, _, ngettext
from smallworld.errors import sentence_of
from smallworld.languages import current_language
from smallworld.languages.messages import decimal, format_count
from smallworld.model.names import phase_name
from smallworld_draw.icons import Icons, sign_svg
from smallworld_draw.marks import seat_svg
from smallworld_draw.replay_page import script_messages
from smallworld_play.explanations import without_rules
from smallworld_play.seats import default_name, numbered_name
from smallworld_web.database import StoreError
from smallworld_web.page_updates import MOST_SHARED
from smallworld_web.request_checks import wants_page

OURS = "smallworld_web"
"""The package with the templates and scripts that every page may use."""
OTHER_SCRIPTS = frozenset({"start_page.js", "shared_stream.js"})
"""Scripts that the page of a table does not import."""
UNKEPT = {"cache-control": "no-store"}
"""The headers of an answer that no browser keeps."""
PACKED = [Middleware(GZipMiddleware, minimum_size=1000, compresslevel=7)]
"""Compresses the answers of a route."""
HIDDEN = "…"
"""Replaces a place."""
PLACES = re.compile(
    r"""[a-z][a-z0-9+.-]*://\S+            # an address
      | (?<![\w/.])(?:~|\.{1,2})?/[^\s'"”’,;:)]+   # a path
      | (?<!\w)(?:[A-Za-z]:\\|\\\\)[^\s'"”’,;)]+   # a path of Windows
      | (?<![\w.])[\w.-]+(?:/[\w.-]+)+\.\w+  # a path without a beginning
      | (?<![\w.])[\w-]+\.(?:py|pyc|so|yaml|yml|db|toml|json|jsonl|sqlite)\b  # a file
      | (?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?  # an IP address
      | \[[0-9a-fA-F:]*:[0-9a-fA-F:]*\](?::\d+)?
      | (?<![\w.])(?:[a-z0-9-]+\.)*[a-z][a-z0-9-]*:\d{2,5}(?!\d)  # a name with a port
      """,
    re.VERBOSE,
)
"""Paths of files, addresses, names of servers."""


def sentence(error: BaseException) -> str:
    """Write an error for visitors: one sentence that reveals nothing about the program and its machine."""
    if isinstance(error, StoreError):
        return _("the tables cannot be read or kept at the moment; nothing that you did before is lost")
    if isinstance(error, SmallWorldError):
        return without_places(str(error).splitlines()[0] if str(error) else _("this cannot be done"))
    name = type(error).__name__
    return _("the program has a fault ({name}); the table is as it was before", name=name)


def without_places(text: str) -> str:
    """Hide paths, addresses and names of servers in a sentence of an edition, a plugin or a bot."""
    return PLACES.sub(HIDDEN, text)


def detail(error: BaseException) -> str:
    """Write an error for the host of the server."""
    return (sentence_of(error).splitlines() or [type(error).__name__])[0]


async def _body_of(request: Request) -> bytes:
    try:
        return bytes(await request.body())
    except ClientDisconnect:
        raise SmallWorldError(_("the request was cut off")) from None


async def form_of(request: Request) -> dict[str, str]:
    """Read the fields of a form."""
    try:
        fields = parse_qs((await _body_of(request)).decode(), max_num_fields=200)
    except ValueError:
        raise SmallWorldError(_("the form cannot be read")) from None
    return {key: values[-1] for key, values in fields.items()}


async def json_of(request: Request) -> Mapping[str, Any]:
    """Read a JSON object."""
    try:
        value = json.loads(await _body_of(request))
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        raise SmallWorldError(_("the request is not a JSON object"))
    return value


def number_of(value: object) -> int:
    """Read the number of an event; -1 for anything else."""
    text = str(value)
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 8 else -1


def places_of(request: Request, length: int, refusal: str) -> list[list[str]]:
    """Read the tables in a query: ``?at=TABLE/SECRET&at=…``.

    :param length: the parts of each. :param refusal: the sentence about a query without a table, or with too many.
    """
    places = [text.split("/") for text in request.query_params.getlist("at")]
    if not 0 < len(places) <= MOST_SHARED or any(len(place) != length for place in places):
        raise SmallWorldError(refusal)
    return places


def json_answer(text: str, headers: Mapping[str, str] | None = None, status: int = 200) -> Response:
    """Answer with JSON that was written already."""
    return Response(text, status, headers, media_type="application/json")


def download(name: str, kind: str, content: str | bytes) -> Response:
    """Answer with a file."""
    headers = {**UNKEPT, "content-disposition": f'attachment; filename="{name}"'}
    return Response(content, headers=headers, media_type=kind)


def refusal_answer(status: int, sentence: str) -> Response:
    """Refuse a request of a script in one sentence."""
    return JSONResponse({"error": sentence}, status, UNKEPT)


def page(template: str, status: int = 200, **values: Any) -> Response:
    """Answer with a page that no browser keeps."""
    return HTMLResponse(render(template, **values), status, UNKEPT)


def message_page(sentence: str) -> str:
    """Write a page of one sentence."""
    return render("message.html", title="smallworld", sentence=sentence)


def problem_page(request: Request, status: int, sentence: str) -> Response:
    """Answer with one sentence: a page for people, plain data for the script of a page."""
    if wants_page(request.scope):
        return HTMLResponse(message_page(sentence), status)
    return refusal_answer(status, sentence)


# --- pages of templates, in which every value is escaped, and the marks in them: players, symbols, signs


_kept: dict[int, dict[tuple[str, str, str], Markup]] = {}
"""Edition, by its identity → kind, key and language of a symbol → the symbol."""


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


def static_of(package: str) -> Path:
    """Return the folder of scripts and styles of a package."""
    return Path(str(files(package) / "static"))


@cache
def _environment(package: str) -> Environment:
    loader = ChoiceLoader([PackageLoader(package), PackageLoader(OURS)])
    templates = Environment(loader=loader, autoescape=True, trim_blocks=True, lstrip_blocks=True, auto_reload=False)
    templates.filters |= {"count_of": format_count, "phase_name": phase_name, "without_rules": without_rules}
    templates.filters["one_decimal"] = lambda value: decimal(value, 1)
    scripts = sorted(static_of(package).glob("*.js"))
    texts = [path.read_text(encoding="utf-8") for path in scripts]
    templates.globals |= {
        "_": _, "ngettext": ngettext, "numbered_name": numbered_name, "default_name": default_name, "glyph": glyph,
        "seat_mark": seat_mark, "sign": lambda name: Markup(sign_svg(name)),
        "modules": [path.name for path in scripts if path.name not in OTHER_SCRIPTS],
        "script_messages": lambda: script_messages(*texts),
    }  # fmt: skip
    return templates


@cache
def _template(name: str, package: str) -> Template:
    template = _environment(package).get_template(name)
    template.globals = dict(template.globals)  # as a chain of mappings they cost as much as the rest of a small panel
    return template


def render(template: str, package: str = OURS, **values: Any) -> str:
    """Fill in a template of a package, or of this one."""
    return str(_template(template, package).render(language=current_language(), **values))
