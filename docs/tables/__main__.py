"""Write the tables of the documentation into its pages: ``python -m docs.tables``; ``--check`` writes nothing."""

from __future__ import annotations

import sys
from pathlib import Path

from . import MARKS, with_tables

DOCS = Path(__file__).parent.parent


def pages() -> list[Path]:
    """Return the pages that have tables."""
    return [path for path in sorted(DOCS.glob("*.md")) if MARKS.search(path.read_text("utf-8"))]


def main() -> int:
    """Write each page with tables that have changed, and print its name; status 1 if ``--check`` finds one."""
    if sys.argv[1:] not in ([], ["--check"]):
        print("usage: python -m docs.tables [--check]", file=sys.stderr)
        return 2
    changed = {
        path: text for path in pages() if (text := with_tables(path.read_text("utf-8"))) != path.read_text("utf-8")
    }
    for path, text in changed.items():
        print(f"docs/{path.name}")
        if len(sys.argv) == 1:
            path.write_text(text, "utf-8")
    return 1 if changed and len(sys.argv) > 1 else 0


if __name__ == "__main__":
    sys.exit(main())
