"""Files of editions that pages load: a picture of a board, and the style sheet of boards."""

from __future__ import annotations

from zlib import crc32

from starlette.responses import Response

from smallworld.languages import current_language
from smallworld.model.variant import Variant
from smallworld_draw.palette import page_style
from smallworld_web.edition_catalog import EditionCatalog, cover
from smallworld_web.middleware.security import PICTURE_POLICY


def cover_file(catalog: EditionCatalog, name: str) -> Response:
    """Draw a board of an edition.

    :raises UnknownName: no edition has this id.
    """
    picture = cover(name, catalog, current_language())
    headers = {"cache-control": "max-age=86400", "content-security-policy": PICTURE_POLICY}
    return Response(picture, 200 if picture else 404, headers, media_type="image/svg+xml")


def style_file(catalog: EditionCatalog, name: str) -> Response:
    """Return the style sheet of boards of an edition.

    :raises UnknownName: no edition has this id.
    """
    style = page_style(catalog.variant(name).terrains.values())
    return Response(style, headers={"cache-control": "max-age=604800"}, media_type="text/css")


def style_path(variant: Variant) -> str:
    """Return the address of the style sheet of boards of an edition; another sheet has another address."""
    return f"/editions/{variant.id}.css?{crc32(page_style(variant.terrains.values()).encode()):08x}"
