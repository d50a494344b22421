"""Files of editions that pages load: a picture of a board, and the style sheet of boards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any
from zlib import crc32

from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from smallworld.languages import current_language
from smallworld.model.variant import Variant
from smallworld_draw.palette import page_style
from smallworld_web.edition_catalog import EditionCatalog, cover
from smallworld_web.middleware.security import PICTURE_POLICY

Within = Callable[[Callable[[Request], Response]], Any]
"""Wraps an answer."""


def edition_routes(catalog: EditionCatalog, within: Within, middleware: Sequence[Middleware]) -> list[Route]:
    """Return the routes of the files.

    :param within: keeps an answer within the budget of the server.
    """

    def picture(request: Request) -> Response:
        drawing = cover(request.path_params["variant"], catalog, current_language())
        headers = {"cache-control": "max-age=86400", "content-security-policy": PICTURE_POLICY}
        return Response(drawing, 200 if drawing else 404, headers, media_type="image/svg+xml")

    def style(request: Request) -> Response:
        sheet = page_style(catalog.variant(request.path_params["variant"]).terrains.values())
        return Response(sheet, headers={"cache-control": "max-age=604800"}, media_type="text/css")

    return [
        Route("/editions/{variant}.svg", within(picture), middleware=middleware),
        Route("/editions/{variant}.css", within(style), middleware=middleware),
    ]


def style_path(variant: Variant) -> str:
    """Return the address of the style sheet of boards of an edition; another sheet has another address."""
    return f"/editions/{variant.id}.css?{crc32(page_style(variant.terrains.values()).encode()):08x}"
