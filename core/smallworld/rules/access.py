"""What others may do against an attacker: regions closed to him, tolls (rules F.4, F.6)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from smallworld.rules.records import Toll
from smallworld.rules.relics import Relics

Due = tuple[int, Callable[..., Any] | None, Toll]
"""Race instance that asks, whom to tell when it is paid, the toll."""


class Access(Relics):
    """Verbs and questions about closed regions and tolls."""

    __slots__ = ()

    def barred(self, race: int, attempt: str = "conquest") -> int:
        """Regions that other players' abilities close to this attacker."""
        closed = 0
        player = race % self.players
        for guard in self.guards:
            if guard % self.players != player:
                for call in self.kit[guard].protects:
                    bar = call(self, guard, race, attempt)
                    if bar is not None:
                        closed |= bar.regions
        return closed

    def _tolls(self, race: int, attempt: str) -> Iterator[Due]:
        player = race % self.players
        for guard in self.guards:
            if guard % self.players != player:
                for call, paid in self.kit[guard].tolls:
                    toll = call(self, guard, race, attempt)
                    if toll is not None:
                        yield guard, paid, toll

    def dues(self, race: int, regions: int, attempt: str = "conquest") -> list[Due]:
        """The tolls that an attempt on some regions costs, each once (W-TOLL-1)."""
        return [due for due in self._tolls(race, attempt) if due[2].regions & regions]

    def unpayable(self, race: int, among: int, attempt: str = "conquest", extra: tuple[int, int] = (0, 0)) -> int:
        """Those of some regions whose tolls are more than the attacker has (W-TOLL-2).

        :param extra: coins that come on top in some regions, as (coins, regions).
        """
        asked = [(toll.coins, toll.regions) for _, _, toll in self._tolls(race, attempt)]
        asked.append(extra)
        coins = self.coins[race % self.players]
        if sum(amount for amount, _ in asked) <= coins:
            return 0
        found = 0
        for region in range(len(self.tokens)):
            bit = 1 << region
            if among & bit and sum(amount for amount, regions in asked if regions & bit) > coins:
                found |= bit
        return found

    def affords(self, race: int, regions: int, attempt: str) -> bool:
        """Whether the attacker can pay all tolls of one attempt on some regions together."""
        due = sum(toll.coins for _, _, toll in self.dues(race, regions, attempt)) if self.guards else 0
        return due <= self.coins[race % self.players]

    def charge(self, race: int, regions: int, attempt: str = "conquest") -> None:
        """Let the attacker pay all tolls of an attempt (W-TOLL-1)."""
        for guard, paid, toll in self.dues(race, regions, attempt):
            self.pay(race % self.players, toll.coins, toll.to)
            if paid is not None:
                paid(self, guard, race)

    def pay(self, player: int, coins: int, to: int = -1) -> None:
        """Move coins from a player to another, or to the bank."""
        self.coins[player] -= coins
        if to >= 0:
            self.coins[to] += coins
        else:
            self.paid -= coins

    def untouchable(self, race: int, attempt: str) -> int:
        """Regions that a power of this race may do nothing to now (W-IMM-1, W-IMM-2, W-IMM-4)."""
        closed = self.immune & ~self.land_of(race % self.players)
        if self.guards:
            closed |= self.barred(race, attempt) | self.unpayable(race, self.table.board.all, attempt)
        return closed
