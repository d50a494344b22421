"""The table of ``docs/languages.md``: ``python tests/languages/shares.py`` writes it from the catalogues."""

from __future__ import annotations

import re
from pathlib import Path

from smallworld_authors.commands.language import completeness
from smallworld_editions.editions import load_variant
from smallworld_native.catalogues import shares

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "languages.md"
TABLE = re.compile(r"(<!-- shares -->\n)(.*?)(\n<!-- end of shares -->)", re.DOTALL)
"""The place of the table in the page."""


def table() -> str:
    """The share of the program and of each edition that each language has, in whole percent."""
    editions = [load_variant(path.parent) for path in sorted(ROOT.glob("variants/*/variant.yaml"))]
    lines = [f"| language | program | of it unreviewed | {' | '.join(edition.name for edition in editions)} |"]
    lines.append("| --- |" + " --- |" * (len(editions) + 2))
    for code, (share, unread) in shares().items():
        percents = [share, unread, *(completeness(edition, code).percent for edition in editions)]
        lines.append(f"| `{code}` | {' | '.join(f'{int(percent)} %' for percent in percents)} |")
    return "\n".join(lines)


if __name__ == "__main__":
    PAGE.write_text(TABLE.sub(lambda match: f"{match[1]}{table()}{match[3]}", PAGE.read_text("utf-8")), "utf-8")
