"""Relics: their owners, revealing and moving them (rules M)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from smallworld.events import BOX, UNSEEN, RelicMoved
from smallworld.model.aliases import Race, Region, Regions
from smallworld.model.regions import mask_of
from smallworld.rules.state.race_instances import set_hook_table

if TYPE_CHECKING:
    from smallworld.rules.game_state import GameState
    from smallworld.rules.prepared.rulebook import Rulebook
    from smallworld.rules.state.fields import Fields

RelicsOfRegion = tuple[tuple[int, bool], ...]
"""The relics of a region, each with whether it is face up."""


class RelicPlaces(dict[int, RelicsOfRegion]):
    """Region → relics in it, as (relic, face up), with queries of abilities; never changed, only replaced.

    :ivar up: number of a relic → region where it is face up.
    :ivar region_of: id of a relic → region where it is face up, or -1.
    :ivar of_kind: ``artefact`` or ``place`` → regions with a face-up relic of the kind.
    """

    __slots__ = ("_specs", "of_kind", "region_of", "up")

    up: dict[int, Region]
    of_kind: dict[str, Regions]
    region_of: dict[str, Region]

    def __init__(self, relics: Mapping[int, RelicsOfRegion], book: Rulebook, like: RelicPlaces | None = None) -> None:
        """Collect the relics that are face up.

        :param like: places with the same relics face up, to share its queries.
        """
        super().__init__(relics)
        self._specs = book.relics
        if like is not None:
            self.up, self.of_kind, self.region_of = like.up, like.of_kind, like.region_of
            return
        up: dict[int, Region] = {}
        of_kind, region_of = {"artefact": 0, "place": 0}, book.nowhere.copy()
        for region, of_region in relics.items():
            for number, face_up in of_region:
                if face_up:
                    relic = book.relics[number]
                    up[number] = region_of[relic.id] = region
                    of_kind[relic.kind] |= 1 << region
        self.up, self.of_kind, self.region_of = up, of_kind, region_of

    def in_region(self, region: Region, kind: str) -> list[str]:
        """Return the ids of the face-up relics of a kind in a region, in the order of the variant."""
        relics = [self._specs[relic] for relic, face_up in sorted(self.get(region, ())) if face_up]
        return [relic.id for relic in relics if relic.kind == kind]

    def count(self, regions: Regions) -> int:
        """Return how many relics are face up in these regions."""
        return sum(regions >> region & 1 for region in self.up.values())


def replace_relics(state: Fields, relics: Mapping[int, RelicsOfRegion]) -> None:
    """Replace the relics on the map."""
    state.relics = RelicPlaces(relics, state.table.rulebook)
    state.relic_regions = mask_of(relics)


def put_relics(state: GameState, region: Region, entries: RelicsOfRegion) -> None:
    """Replace the relics of a region."""
    relics = dict(state.relics)
    relics.pop(region, None)
    if entries:
        relics[region] = entries
    replace_relics(state, relics)


def move_relic(state: GameState, relic: str, region: Region) -> None:
    """Put a relic face up on a region, or with -1 into the box for good; owners lose and gain it at once."""
    number = state.table.rulebook.relic_indexes[relic]
    before = _lift_relic(state, number)
    if state.events is not None:
        source = before if before >= 0 else BOX if number in state.boxed else UNSEEN
        state.events.append(RelicMoved(number, source, region if region >= 0 else BOX))
    if region >= 0:
        put_relics(state, region, tuple(sorted((*state.relics.get(region, ()), (number, True)))))
    else:
        state.boxed = (*state.boxed, number)
    for changed in (before, region):
        if changed >= 0:
            refresh_relics(state, state.occupant[changed])


def boxed_relics(state: GameState) -> tuple[int, ...]:
    """Return the relics that were taken off the board for good; the other absent ones nobody has seen."""
    return state.boxed


def _lift_relic(state: GameState, number: int) -> Region:
    """Take a relic off the map; returns its region, -1 if it was not on the map."""
    for region, entries in state.relics.items():
        for other, _ in entries:
            if other == number:
                put_relics(state, region, tuple([entry for entry in entries if entry[0] != number]))
                return region
    return -1


def reveal_relics(state: GameState, region: Region) -> None:
    """Turn up the face-down relics of a region that a race has entered (W-RELIC-2)."""
    hidden = [relic for relic, face_up in state.relics.get(region, ()) if not face_up]
    if not hidden:
        return
    put_relics(state, region, tuple((relic, True) for relic, _ in state.relics[region]))
    if state.events is not None:
        state.events += [RelicMoved(relic, region, region) for relic in hidden]
    for relic in hidden:
        for call in state.table.rulebook.reveals[relic]:
            call(state, region)


def refresh_relics(state: GameState, race: Race) -> None:
    """Give an active race the abilities of exactly the relics that it holds (W-RELIC-1, W-RELIC-3)."""
    if not 0 <= race < state.players or state.hook_tables[race].race_index < 0:
        return
    hook_table = state.hook_tables[race]
    regions = state.regions[race]
    relics: tuple[int, ...] = ()
    if regions & state.relic_regions:
        for relic, region in state.relics.up.items():
            if regions >> region & 1:
                relics += (relic,)
    if relics == hook_table.relics:
        return
    if len(relics) > 1:
        relics = tuple(sorted(relics))
        if relics == hook_table.relics:
            return
    new = state.table.hook_table(hook_table.race_index, hook_table.power_index, False, relics)
    set_hook_table(state, race, new)
    if new.relic_gained_lines:
        for source, call in state.hook_tables[race].relic_gained_lines:
            number = state.table.rulebook.relic_indexes.get(source, -1)  # a race may have the hook, too
            if number in state.hook_tables[race].relics and number not in hook_table.relics:
                call(state, race)
