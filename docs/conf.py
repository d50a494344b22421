"""Settings of the documentation site: ``tox -e docs`` builds it into ``.tox/docs/site``."""

from __future__ import annotations

from pygments.lexers.special import TextLexer
from sphinx.application import Sphinx

from smallworld.versions import __version__

project = "smallworld"
author = "The smallworld contributors"
version = release = __version__
extensions = ["myst_parser", "sphinx.ext.autodoc"]
html_theme = "furo"
html_title = "smallworld"
html_copy_source = False
myst_enable_extensions = ["deflist"]
myst_heading_anchors = 4
autodoc_member_order = "bysource"
autodoc_typehints = "description"


def setup(app: Sphinx) -> None:
    """Show recorded games as plain text."""
    app.add_lexer("transcript", TextLexer)
