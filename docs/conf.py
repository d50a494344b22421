"""Settings of the documentation site: ``tox -e docs`` builds it into ``.tox/docs/site``."""

from __future__ import annotations

import sys
from pathlib import Path

from pygments.lexers.special import TextLexer
from sphinx.application import Sphinx

from smallworld.versions import __version__

sys.path.insert(0, str(Path(__file__).parent))
from tables import with_tables

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


def insert_tables(app: Sphinx, page: str, source: list[str]) -> None:
    """Generate the tables of a page; in the repository a line with a command is in their place."""
    source[0] = with_tables(source[0])


def setup(app: Sphinx) -> None:
    """Generate tables, and show recorded games as plain text."""
    app.connect("source-read", insert_tables)
    app.add_lexer("transcript", TextLexer)
