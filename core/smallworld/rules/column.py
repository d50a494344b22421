"""The column of combos and the stacks behind it (rules D)."""

from __future__ import annotations

from smallworld.rules import chance
from smallworld.rules.reach import Reach


class Column(Reach):
    """Verbs for banners and badges."""

    __slots__ = ()

    def refill_column(self) -> None:
        """Show pairs at the bottom while banners remain (R-PICK-5)."""
        size = self.table.rulebook.variant.column
        while len(self.column) < size and self.banners:
            if not self.badges:
                self._reshuffle()
            if not self.badges:
                return
            self.column += ((self.banners[0], self.badges[0], 0),)
            self.banners = self.banners[1:]
            self.badges = self.badges[1:]

    def _reshuffle(self) -> None:
        """Make a new badge stack of the discarded badges (R-PICK-9)."""
        book = self.table.rulebook
        if self.discards:
            names = chance.shuffle(self, "badges", [book.powers[power].id for power in self.discards])
            self.badges = tuple(book.power_index[name] for name in names)
            self.discards = ()

    def return_banner(self, race: int, power: int) -> None:
        """Put a banner under the stack; a badge that lay with it is discarded (R-PICK-7, R-DECL-6)."""
        if power >= 0:
            self.discards += (power,)
        self.banners += (race,)
        self.refill_column()

    def buy_combo(self, player: int, place: int) -> tuple[int, int]:
        """Take the combo at a place (0 = top): a coin on each above, the coins on it to the player (R-PICK-1, 3)."""
        race, power, coins = self.column[place]
        above = tuple((r, p, c + 1) for r, p, c in self.column[:place])
        self.column = above + self.column[place + 1 :]
        self.coins[player] += coins - place
        self.refill_column()
        return race, power
