"""What the variant that a new one extends brings into its template: names, and a table for its scenarios."""

from __future__ import annotations

from dataclasses import dataclass

from smallworld.model.board import BoardFile
from smallworld.model.content import Variant

TABLES = {
    "tiny": {
        "board": "tiny",
        "about_board": "`board: tiny` has eight regions: sea beach wood peak / marsh mead tarn knoll.",
        "paid": "marsh", "other": "beach", "start": "peak", "cheaper": "knoll",
    },
    "islands": {
        "board": "[l1a, s1a]",
        "about_board": "A large island and a small one; `smallworld board show l1a` draws the first.",
        "paid": "l1a-12", "other": "l1a-11", "start": "l1a-06", "cheaper": "l1a-03",
    },
}  # fmt: skip
"""Boards on which the template's race can be tried, with the regions that its scenarios name."""
SCENARIOS = "\n#   smallworld scenario run FOLDER    the small tests in rules.scenario.yaml"
FACTION = "\n    # faction: {name:<20} # or {others}; without it the race is neutral"


@dataclass(frozen=True, slots=True)
class Parent:
    """A variant that a new one extends.

    :ivar called: what the new file calls it: its id, or a path.
    :ivar tiny: the board for tests.
    """

    variant: Variant
    called: str
    tiny: BoardFile

    @property
    def table(self) -> str | None:
        """Which of the tables fits the variant; None = none of them, so there can be no scenario."""
        if {region.terrain for region in self.tiny.regions} <= set(self.variant.terrains):
            return "tiny"
        return "islands" if {"l1a", "s1a"} <= set(self.variant.board_files) else None

    def values(self) -> dict[str, str]:
        """What stands in the template in the place of each name."""
        factions = sorted({race.faction for race in self.variant.races.values()} - {"", "neutral"})
        players = min(self.variant.rounds)
        return {
            **TABLES[self.table or "tiny"],
            "extends": self.called,
            "scenarios": SCENARIOS if self.table else "",
            "faction": FACTION.format(name=factions[0], others=" or ".join(factions[1:])) if factions[1:] else "",
            "some_race": list(self.variant.races)[-1],
            "some_power": list(self.variant.powers)[-1],
            "coins": str(self.variant.coins + 2),
            "players": str(players),
            "rounds": str(max(1, self.variant.rounds[players] - 2)),
        }
