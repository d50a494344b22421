"""The example of the package's README runs."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

README = Path(__file__).parents[2] / "core" / "adjacency_map" / "README.md"


def test_the_example_of_the_readme_draws() -> None:
    code = re.search(r"```python\n(.*?)```", README.read_text("utf-8"), re.DOTALL)
    assert code is not None
    names: dict[str, Any] = {}
    exec(code.group(1), names)
    cells = names["drawing"].cells
    assert set(cells) == {"north", "south", "pond"}
    assert all(one.touches(other) for one in cells.values() for other in cells.values() if one is not other)
