"""An edition in which all races and all powers are equal: nothing in it may be called strong or weak."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import smallworld


def write_equal_edition(folder: Path) -> Path:
    """Write the races and powers of base without abilities and with equal numbers; return the file."""
    base = smallworld.load_variant("base")
    entry = "name: {name}, supply: 20, text: x, source: x, abilities: []"
    kinds: Mapping[str, tuple[str, list[str]]] = {
        "races": ("banner: 6", list(base.races)), "powers": ("badge: 4", list(base.powers)),
    }  # fmt: skip
    lines = ["variant: equal", "name: Equal", "extends: base"]
    for kind, (number, names) in kinds.items():
        fields = entry if kind == "races" else entry.replace("supply: 20, ", "")
        lines += [f"{kind}:", *(f"  {name}: {{{number}, {fields.format(name=name.title())}}}" for name in names)]
    file = folder / "equal.yaml"
    file.write_text("\n".join(lines) + "\n", "utf-8")
    return file
