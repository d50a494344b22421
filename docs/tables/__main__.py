"""Print a page of the documentation with its tables: ``python -m docs.tables hooks``."""

from __future__ import annotations

import sys
from pathlib import Path

from . import MARKS, with_tables

DOCS = Path(__file__).parent.parent


def main() -> int:
    """Print the page; without a name, the names of the pages that have tables."""
    pages = {path.stem: path for path in sorted(DOCS.glob("*.md")) if MARKS.search(path.read_text("utf-8"))}
    if len(sys.argv) != 2 or sys.argv[1] not in pages:
        print(f"usage: python -m docs.tables PAGE, one of {', '.join(pages)}", file=sys.stderr)
        return 2
    print(with_tables(pages[sys.argv[1]].read_text("utf-8")), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
