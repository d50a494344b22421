"""A floor for branches alone: ``python tests/branch_coverage.py FILE`` reads what ``coverage json`` has written."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

FLOOR = 95.0
"""Per cent of the branches that the quick tests take."""
LISTED = 20
"""Files that are listed when the share is below the floor."""


def share(measured: dict[str, Any]) -> float:
    """Return the per cent of branches that were taken, without the lines that ``coverage report`` counts too."""
    return 100 * float(measured["totals"]["covered_branches"]) / int(measured["totals"]["num_branches"])


def worst_files(measured: dict[str, Any]) -> list[str]:
    """Name the files with the most branches that were not taken."""
    missing = {file: data["summary"]["missing_branches"] for file, data in measured["files"].items()}
    return [f"{missing[file]:4} {file}" for file in sorted(missing, key=missing.__getitem__, reverse=True)[:LISTED]]


if __name__ == "__main__":
    content = json.loads(Path(sys.argv[1]).read_text("utf-8"))
    print(f"branches: {share(content):.1f} %, floor {FLOOR} %")
    if share(content) < FLOOR:
        sys.exit("\n".join(["too few branches; most are missing in", *worst_files(content)]))
