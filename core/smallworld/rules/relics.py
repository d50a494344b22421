"""Relics: who owns them, turning them up, moving them (rules M)."""

from __future__ import annotations

from collections.abc import Mapping

from smallworld.model.regions import indexes
from smallworld.rules.pieces import Pieces
from smallworld.rules.rulebook import Rulebook

Lying = tuple[tuple[int, bool], ...]
"""The relics of a region, each with whether it is face up."""


BOXED = "relics.boxed"
"""Memory of the engine: relics that everybody has seen go back to the box."""


class Laid(dict[int, Lying]):
    """Region → relics there, with the answers to what abilities ask all the time.

    :ivar up: number of a relic → region where it lies face up; :ivar where: id of any relic → the same, or -1.
    :ivar of_kind: kind → regions with a face-up relic of it.
    """

    __slots__ = ("of_kind", "up", "where")

    def __init__(self, lying: Mapping[int, Lying], book: Rulebook) -> None:
        super().__init__(lying)
        self.up: dict[int, int] = {}
        self.of_kind: dict[str, int] = {}
        self.where = book.nowhere.copy()
        for region, there in lying.items():
            for number, face_up in there:
                if face_up:
                    relic = book.relics[number]
                    self.up[number] = self.where[relic.id] = region
                    self.of_kind[relic.kind] = self.of_kind.get(relic.kind, 0) | 1 << region


class Relics(Pieces):
    """Verbs and questions about relics."""

    __slots__ = ()

    def _laid(self) -> Laid:
        """The relics with what follows from where they lie; worked out again after they have changed."""
        laid = self.relics
        if not isinstance(laid, Laid):
            laid = self.relics = Laid(laid, self.table.rulebook)
        return laid

    def relic_region(self, relic: str) -> int:
        """Where a relic lies face up; -1 if it does not."""
        laid = self.relics
        return (laid if type(laid) is Laid else self._laid()).where[relic]

    def relic_regions_of(self, kind: str) -> int:
        """Regions with a face-up relic of a kind, ``artefact`` or ``place``."""
        laid = self.relics
        return (laid if type(laid) is Laid else self._laid()).of_kind.get(kind, 0)

    def relics_at(self, region: int, kind: str) -> list[str]:
        """The face-up relics of a kind in a region, in the order of the variant."""
        kinds = self.table.rulebook.relics
        lying = sorted(relic for relic, face_up in self.relics.get(region, ()) if face_up)
        return [kinds[relic].id for relic in lying if kinds[relic].kind == kind]

    def unused_relics(self, kind: str, *, but: str) -> list[str]:
        """The relics of a kind that lie nowhere on the board and were never in play, without one of them."""
        lying = {relic for there in self.relics.values() for relic, _ in there}.union(self.boxed_relics())
        book = self.table.rulebook
        return [r.id for i, r in enumerate(book.relics) if r.kind == kind and r.id != but and i not in lying]

    def count_relics(self, regions: int) -> int:
        """How many relics lie face up in some regions."""
        return sum(
            sum(face_up for _, face_up in self.relics[region]) for region in indexes(regions & self.relic_regions)
        )

    def relics_up(self) -> dict[int, int]:
        """Every relic that lies face up, with its region."""
        return dict(self._laid().up)

    def put_relics(self, region: int, lying: Lying) -> None:
        """Let exactly these relics lie in a region."""
        relics = dict(self.relics)
        relics.pop(region, None)
        if lying:
            relics[region] = lying
            self.relic_regions |= 1 << region
        else:
            self.relic_regions &= ~(1 << region)
        self.relics = relics

    def move_relic(self, relic: str, region: int) -> None:
        """Put a relic face up on a region, wherever it was before; owners use or miss it at once."""
        number = self.table.rulebook.relic_index[relic]
        before = self._lift_relic(number)
        self.put_relics(region, tuple(sorted((*self.relics.get(region, ()), (number, True)))))
        if before >= 0:
            self.refit(self.occupant[before])
        self.refit(self.occupant[region])

    def boxed_relics(self) -> tuple[int, ...]:
        """Relics that were taken off the board for good; the other absent ones nobody has seen."""
        boxed: tuple[int, ...] = self.memory.get(BOXED, ())
        return boxed

    def remove_relic(self, relic: str) -> None:
        """Take a relic off the board, into the box, for good."""
        number = self.table.rulebook.relic_index[relic]
        before = self._lift_relic(number)
        if before >= 0:
            self.refit(self.occupant[before])
        self.memory = {**self.memory, BOXED: (*self.boxed_relics(), number)}

    def _lift_relic(self, number: int) -> int:
        """Take a relic up, wherever it lies; returns the region, -1 if it lay nowhere."""
        for region, lying in self.relics.items():
            for other, _ in lying:
                if other == number:
                    self.put_relics(region, tuple([entry for entry in lying if entry[0] != number]))
                    return region
        return -1

    def turn_up(self, region: int) -> None:
        """Turn up what lies face down in a region into which a race has come (W-RELIC-2)."""
        hidden = [relic for relic, face_up in self.relics.get(region, ()) if not face_up]
        if not hidden:
            return
        self.put_relics(region, tuple((relic, True) for relic, _ in self.relics[region]))
        for relic in hidden:
            for call in self.table.reveals[relic]:
                call(self, region)

    def refit(self, race: int) -> None:
        """Give an active race the abilities of exactly the relics that it holds (W-RELIC-1, W-RELIC-3)."""
        if not 0 <= race < self.players or self.kit[race].race < 0:
            return
        kit = self.kit[race]
        own = self.regions[race]
        held: tuple[int, ...] = ()
        if own & self.relic_regions:
            for relic, region in self._laid().up.items():
                if own >> region & 1:
                    held += (relic,)
        if held == kit.relics:
            return
        if len(held) > 1:
            held = tuple(sorted(held))
            if held == kit.relics:
                return
        new = self.table.kit(kit.race, kit.power, False, held)
        self.set_kit(race, new)
        if new.finders:
            self._find(race, [relic for relic in held if relic not in kit.relics])

    def _find(self, race: int, gained: list[int]) -> None:
        """Tell the abilities of relics that a race has them now."""
        names = {self.table.rulebook.relics[relic].id for relic in gained}
        for source, call in self.kit[race].finders:
            if source in names:
                call(self, race)
