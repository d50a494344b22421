"""Settings of the documentation site: ``tox -e docs`` builds it into ``.tox/docs/site``."""

from __future__ import annotations

import re
from pkgutil import resolve_name

from docutils.nodes import Element
from pygments.lexers.special import TextLexer
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

from smallworld.versions import __version__

project = "smallworld"
author = "The smallworld contributors"
copyright = f"2026, {author}"
version = release = __version__
extensions = ["myst_parser", "sphinx.ext.autodoc"]
html_theme = "furo"
html_title = "smallworld"
html_copy_source = False
myst_enable_extensions = ["deflist"]
myst_heading_anchors = 4
autodoc_member_order = "bysource"
autodoc_typehints = "description"
nitpicky = True
# Annotations that are imported for a checker of types only.
nitpick_ignore = [
    ("py:class", "pa.Table"),
    ("py:class", "PathLike"),
    ("py:class", "Scalar"),
    ("py:class", "Event"),
    ("py:class", "Problem"),
    ("py:class", "Random"),
    ("py:class", "BoardFile"),
    ("py:class", "Request"),
    ("py:class", "Wrap"),
]
linkcheck_ignore = [r"https?://(127\.0\.0\.1|localhost|[\w.]*example\.\w+)"]
linkcheck_timeout = 20
linkcheck_retries = 3

FIELD = re.compile(r" +(:(?:param|ivar|cvar|raises) [\w, ]+:)(?= )")
"""A field that follows other words in its line."""


def separate_fields(app: Sphinx, kind: str, name: str, value: object, options: object, lines: list[str]) -> None:
    """Put every field of a docstring in a line of its own; several may share a line in the source."""
    lines[:] = FIELD.sub(r"\n\1", "\n".join(lines)).split("\n")


def exists(name: str) -> bool:
    """Whether a dotted name is a module, a value of one, or an attribute of that."""
    try:
        resolve_name(name)
    except (ValueError, ImportError, AttributeError):
        return False
    return True


def keep_name(app: Sphinx, env: BuildEnvironment, node: pending_xref, content: Element) -> Element | None:
    """Leave a name without a link if no page documents it; a name that does not exist stays a mistake."""
    target = node["reftarget"]
    places = (target, f"{node.get('py:module')}.{target}", f"smallworld.{target}")
    return content if node["refdomain"] == "py" and any(map(exists, places)) else None


def setup(app: Sphinx) -> None:
    """Read docstrings, and show recorded games as plain text."""
    app.connect("autodoc-process-docstring", separate_fields)
    app.connect("missing-reference", keep_name)
    app.add_lexer("transcript", TextLexer)
