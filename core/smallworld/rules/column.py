"""The column of combos and the stacks behind it (rules D)."""

from __future__ import annotations

from collections.abc import Sequence

from smallworld.rules import chance
from smallworld.rules.reach import Reach
from smallworld.rules.records import Columns


class Column(Reach):
    """Verbs for banners and badges."""

    __slots__ = ()

    def refill_column(self) -> None:
        """Show pairs at the bottom while banners remain (R-PICK-5)."""
        columns = self.table.columns
        if self.table.several_columns:
            self._refill_columns(columns)
            return
        while (missing := columns.size - len(self.column)) > 0 and self.banners and self._has_badge():
            shown = list(zip(self.banners[:missing], self.badges, strict=False))
            self.column += tuple([(banner, badge, 0) for banner, badge in shown])
            self.banners = self.banners[len(shown) :]
            self.badges = self.badges[len(shown) :]

    def _refill_columns(self, columns: Columns) -> None:
        """The same for several columns (W-TEAM-2)."""
        for number in sorted(set(columns.of_player)):
            while len(self._places(number)) < columns.size:
                waiting = [race for race in self.banners if columns.of_race[race] == number]
                if not (waiting and self._has_badge()):
                    break
                self.column += ((waiting[0], self.badges[0], 0),)
                self.banners = tuple(race for race in self.banners if race != waiting[0])
                self.badges = self.badges[1:]
        self.column = tuple(sorted(self.column, key=lambda combo: columns.of_race[combo[0]]))

    def _places(self, number: int) -> list[int]:
        """Places in the column that belong to one of several columns (W-TEAM-2)."""
        of_race = self.table.columns.of_race
        return [place for place, combo in enumerate(self.column) if of_race[combo[0]] == number]

    def choices_of(self, player: int) -> Sequence[int]:
        """Places in the column that a player may pick from, from the top (W-TEAM-3)."""
        columns = self.table.columns
        if self.table.several_columns:
            return self._places(columns.of_player[player])
        return range(len(self.column))

    def _has_badge(self) -> bool:
        if not self.badges:
            self._reshuffle()
        return bool(self.badges)

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
        choices = self.choices_of(player)
        chosen, above = choices[place], choices[:place]
        race, power, coins = self.column[chosen]
        left = list(self.column)
        for at in above:
            passed, badge, lying = left[at]
            left[at] = (passed, badge, lying + 1)
        del left[chosen]
        self.column = tuple(left)
        self.coins[player] += coins - place
        self.refill_column()
        return race, power
