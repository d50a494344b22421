"""Parts of editions that pages load: a picture of a board, the rules, the style sheet of boards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any
from zlib import crc32

from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from smallworld.languages import current_language
from smallworld.model.variant import Variant
from smallworld_draw.palette import page_style
from smallworld_web.edition_catalog import EditionCatalog
from smallworld_web.environment import render
from smallworld_web.request_checks import PICTURE_POLICY

Within = Callable[[Callable[[Request], Response]], Any]
"""Wraps an answer."""


def edition_routes(catalog: EditionCatalog, within: Within, middleware: Sequence[Middleware]) -> list[Route]:
    """Return the routes of the files.

    :param within: keeps an answer within the budget of the server.
    """

    def picture(request: Request) -> Response:
        drawing = catalog.cover(request.path_params["variant"], current_language())
        headers = {"cache-control": "max-age=86400", "content-security-policy": PICTURE_POLICY}
        return Response(drawing, 200 if drawing else 404, headers, media_type="image/svg+xml")

    def rules(request: Request) -> Response:
        name = request.path_params["variant"]
        return HTMLResponse(render("rules.html", name=name, variant=catalog.variant(name)))

    return [
        Route("/editions/{variant}/rules", within(rules), middleware=middleware),
        Route("/editions/{variant}.svg", within(picture), middleware=middleware),
    ]


def style_answer(variant: Variant) -> Response:
    """Hand out the style sheet of the boards of an edition."""
    sheet = page_style(variant.terrains.values())
    return Response(sheet, headers={"cache-control": "max-age=604800"}, media_type="text/css")


def style_path(table_path: str, variant: Variant) -> str:
    """Return the address of the style sheet of a table; another sheet has another address.

    The edition of a table is not always one that the server offers.
    """
    return f"{table_path}/style.css?{crc32(page_style(variant.terrains.values()).encode()):08x}"
