"""Facts about an existing variant for the template of a variant that extends it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from smallworld.model.board import BoardFile, RegionSpec
from smallworld.model.variant import Variant

SCENARIOS = "\n#   smallworld scenario run FOLDER    the small tests in rules.scenario.yaml"
FACTION = "\n    # faction: {name:<20} # or {others}; without it the race is neutral"


@dataclass(frozen=True, slots=True)
class Trial:
    """Regions of a board on which the race of the template can be tried.

    :ivar paid: the only one of two with the terrain that pays; :ivar other: the second.
    :ivar start, cheaper: neighbours; the second is empty and has the terrain that costs less.
    """

    board: BoardFile
    paid: RegionSpec
    other: RegionSpec
    start: RegionSpec
    cheaper: RegionSpec


@dataclass(frozen=True, slots=True)
class ExtendedVariant:
    """A variant that a new one extends.

    :ivar called: what the new file calls it: its id, or a path.
    :ivar tiny: the board for tests.
    """

    variant: Variant
    called: str
    tiny: BoardFile

    def trial(self) -> Trial | None:
        """Return where two players can try the race of the template; None = nowhere, so there can be no scenario."""
        if 2 not in self.variant.rounds:
            return None
        return next((trial for board in self._boards() for trial in self._trials(board)), None)

    def _boards(self) -> Iterator[BoardFile]:
        """Yield the board for tests if the variant has its terrains, then the variant's own."""
        if {region.terrain for region in self.tiny.regions} <= set(self.variant.terrains):
            yield self.tiny
        yield from self.variant.board_files.values()

    def _trials(self, board: BoardFile) -> Iterator[Trial]:
        land = [region for region in board.regions if not self.variant.terrains[region.terrain].water]
        for start in land:
            for cheaper in land:
                if cheaper.id not in start.adjacent or cheaper.natives or self._price(cheaper) < 1:
                    continue
                for paid in land:
                    strange = [region for region in land if region.terrain != paid.terrain and region is not paid]
                    if paid.terrain != cheaper.terrain and strange:
                        yield Trial(board, paid, strange[0], start, cheaper)

    def _price(self, region: RegionSpec) -> int:
        """Return the tokens for an empty region at a discount of one."""
        return self.variant.base_cost + self.variant.terrains[region.terrain].defence - 1

    def values(self, trial: Trial | None) -> dict[str, str]:
        """Return the value of each name in the template."""
        variant = self.variant
        factions = sorted({race.faction for race in variant.races.values()} - {"", "neutral"})
        players = min(variant.rounds)
        land = [terrain.id for terrain in variant.terrains.values() if not terrain.water]
        return {
            "extends": self.called,
            "faction": FACTION.format(name=factions[0], others=" or ".join(factions[1:])) if factions[1:] else "",
            "some_race": list(variant.races)[-1],
            "some_power": list(variant.powers)[-1],
            "coins": str(variant.coins + 2),
            "players": str(players),
            "rounds": str(max(1, variant.rounds[players] - 2)),
            "paying": trial.paid.terrain if trial else land[0],
            "cheap": trial.cheaper.terrain if trial else land[-1],
            **({"scenarios": SCENARIOS, **self._trial_values(trial)} if trial else {"scenarios": ""}),
        }

    def _trial_values(self, trial: Trial) -> dict[str, str]:
        price = self._price(trial.cheaper)
        return {
            "board": trial.board.id,
            "paid": trial.paid.id,
            "other": trial.other.id,
            "start": trial.start.id,
            "cheaper": trial.cheaper.id,
            "price": str(price),
            "enough": str(price + 1),
        }
