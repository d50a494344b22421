"""QR codes of links, which a phone reads from the screen of the host."""

from __future__ import annotations

import segno
from markupsafe import Markup


def qr_code(link: str) -> Markup:
    """Draw the QR code of a link, black on white."""
    drawing = segno.make(link, micro=False).svg_inline(
        scale=4, border=2, dark="#000", light="#fff", svgclass="qr", lineclass=None, omitsize=True
    )
    return Markup(drawing)
