"""Pieces on the map: placing, taking away, and what that does to cost and immunity."""

from __future__ import annotations

from smallworld.model.regions import indexes
from smallworld.rules.questions import Questions
from smallworld.rules.records import NOBODY


class Pieces(Questions):
    """Verbs and questions about pieces."""

    __slots__ = ()

    def kind_index(self, piece: str) -> int:
        """The number of a kind of piece.

        :raises UnknownName: the variant has no such piece.
        """
        return self.table.kinds[piece]

    def where(self, piece: str) -> int:
        """All regions with such a piece."""
        return self.piece_regions[self.table.kinds[piece]]

    def pieces_at(self, piece: str, region: int) -> int:
        """How many of a kind lie in a region."""
        return self.pieces.get((self.table.kinds[piece], region), 0)

    def count_pieces(self, piece: str, regions: int) -> int:
        """How many of a kind lie in some regions."""
        kind = self.table.kinds[piece]
        return sum(count for (other, region), count in self.pieces.items() if other == kind and regions >> region & 1)

    def free(self, piece: str) -> int:
        """How many of a kind can still be placed (R-SUP-2)."""
        return self.supply[self.table.kinds[piece]]

    def place(self, piece: str, region: int, count: int = 1) -> int:
        """Put pieces from the supply on a region, as many as there are; returns how many."""
        kind = self.table.kinds[piece]
        left = self.supply[kind]
        if count > left:
            count = left
        if count <= 0:
            return 0
        self._change_supply(kind, -count)
        self.put_pieces(kind, region, count)
        return count

    def put_pieces(self, kind: int, region: int, count: int) -> None:
        """Add pieces to a region without touching the supply."""
        key = (kind, region)
        self.pieces = {**self.pieces, key: self.pieces.get(key, 0) + count}
        bit = 1 << region
        self.piece_regions[kind] |= bit
        self.marked |= bit
        what = self.table.rulebook.pieces[kind]
        if what.immune:
            self.immune |= bit
        if what.defence:
            self.defence[region] += what.defence * count

    def take_away(self, piece: str, region: int, count: int | None = None, unused: bool = False) -> int:
        """Take pieces (all, if no count is given) off a region; returns how many.

        They go back to the supply, or to the box if the kind is not reusable.

        :param unused: they go back to the supply in any case.
        """
        kind = self.table.kinds[piece]
        taken = self.lift_pieces(kind, region, count)
        if unused or self.table.rulebook.pieces[kind].reusable:
            self._change_supply(kind, taken)
        return taken

    def discard_piece(self, piece: str) -> None:
        """Put a piece from the supply into the box, for good."""
        self._change_supply(self.table.kinds[piece], -1)

    def bring_back(self, piece: str) -> None:
        """Put a piece that has just left the map into the supply, also one that would go to the box."""
        kind = self.table.kinds[piece]
        if not self.table.rulebook.pieces[kind].reusable:
            self._change_supply(kind, 1)

    def lift_pieces(self, kind: int, region: int, count: int | None = None) -> int:
        """Remove pieces from a region without touching the supply; returns how many."""
        key = (kind, region)
        there = self.pieces.get(key, 0)
        count = there if count is None else min(count, there)
        if not count:
            return 0
        pieces = dict(self.pieces)
        self.pieces = pieces
        if count < there:
            pieces[key] = there - count
        else:
            del pieces[key]
            self.piece_regions[kind] &= ~(1 << region)
            self._mark()
        defence = self.table.rulebook.pieces[kind].defence
        if defence:
            self.defence[region] -= defence * count
        return count

    def move_piece(self, piece: str, region: int) -> None:
        """Put the only piece of a kind on a region, wherever it was before."""
        kind = self.table.kinds[piece]
        for old in indexes(self.piece_regions[kind]):
            self.take_away(piece, old)
        self.place(piece, region)

    def restock(self, piece: str) -> None:
        """Bring every piece of a kind that is not on the map back into the supply."""
        kind = self.table.kinds[piece]
        on_map = sum(count for (other, _), count in self.pieces.items() if other == kind)
        self._change_supply(kind, self.table.rulebook.pieces[kind].supply - on_map - self.supply[kind])

    def clear_own_pieces(self, region: int, declining: bool = False) -> tuple[str, ...]:
        """Remove the pieces that belong to the race there (R-TERM-8); on decline only those that leave.

        Returns the kinds that were removed.
        """
        removed: tuple[str, ...] = ()
        for kind, what in self.table.own_kinds:
            if self.piece_regions[kind] >> region & 1 and not (declining and what.in_decline == "stays"):
                self.take_away(what.id, region)
                removed += (what.id,)
        return removed

    def emptied(self, region: int) -> None:
        """Nobody is left in a region: pieces that lie only where somebody is go back (W-GOBLIN-7)."""
        for kind in self.table.fleeting_kinds:
            if self.piece_regions[kind] >> region & 1:
                self.take_away(self.table.rulebook.pieces[kind].id, region, unused=True)

    # --- pieces that are tokens (W-BEAST-3)

    def pick_up(self, race: int, region: int) -> int:
        """Take the pieces among the tokens of a region to hand with them; returns how many."""
        taken = 0
        for kind in self.table.token_kinds:
            count = self.lift_pieces(kind, region)
            self._carry(race, kind, count)
            taken += count
        return taken

    def put_down(self, race: int, piece: str, region: int, count: int) -> None:
        """Put carried pieces on a region; its tokens are the caller's business."""
        kind = self.table.kinds[piece]
        self._carry(race, kind, -count)
        self.put_pieces(kind, region, count)

    def enlist(self, race: int, piece: str, count: int) -> int:
        """Take pieces from the supply to hand as tokens, as many as there are; returns how many."""
        kind = self.table.kinds[piece]
        count = max(0, min(count, self.supply[kind]))
        self._change_supply(kind, -count)
        self._carry(race, kind, count)
        self.hand[race] += count
        return count

    def drop_carried(self, race: int, count: int) -> int:
        """Put up to ``count`` carried pieces back into the supply; returns how many."""
        dropped = 0
        for kind in self.table.token_kinds:
            some = min(count - dropped, self.carried.get((kind, race), 0))
            self._carry(race, kind, -some)
            self._change_supply(kind, some)
            dropped += some
        return dropped

    def _carry(self, race: int, kind: int, count: int) -> None:
        if count:
            carried = {**self.carried, (kind, race): self.carried.get((kind, race), 0) + count}
            self.carried = {key: number for key, number in carried.items() if number}

    def _mark(self) -> None:
        """Note anew where any piece lies, and where one that makes immune."""
        marked = immune = 0
        for regions in self.piece_regions:
            marked |= regions
        for kind in self.table.immune_kinds:
            immune |= self.piece_regions[kind]
        self.marked, self.immune = marked, immune

    def _change_supply(self, kind: int, change: int) -> None:
        supply = list(self.supply)
        supply[kind] += change
        self.supply = tuple(supply)

    def is_free(self, region: int) -> bool:
        """Whether neither a race nor natives are there."""
        return self.occupant[region] == NOBODY
