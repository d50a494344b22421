"""The terrains of a draft, as far as they can be read."""

from __future__ import annotations

from smallworld.model.variant import TerrainSpec
from smallworld_draw.scene import PLAIN
from smallworld_editions.variants.merging import section
from smallworld_studio.jobs.draft_folder import DraftFolder


def terrain_specs(folder: DraftFolder) -> dict[str, TerrainSpec]:
    """Return the terrains of a draft, as far as they can be read."""
    merged = folder.bundle.merged if folder.bundle is not None else None
    terrains = {}
    for key, entry in section(merged.data if merged is not None else {}, "terrains").items():
        color, glyph = str(entry.get("color") or PLAIN), str(entry.get("glyph") or "")
        icon, colors = entry.get("icon"), entry.get("colors")
        terrains[key] = TerrainSpec(
            key, str(entry.get("name") or key), entry.get("water") is True, color=color, glyph=glyph[:2],
            icon=icon if isinstance(icon, str) else "", colors=colors if isinstance(colors, dict) else {},
        )  # fmt: skip
    return terrains
