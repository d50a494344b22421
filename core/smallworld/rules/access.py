"""What others may do against an attacker: regions closed to him, tolls (rules F.4, F.6)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from smallworld.model.regions import indexes
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

    def closed(self, race: int, among: int, attempt: str = "conquest") -> int:
        """Those of some regions that other players' abilities close to this attacker, or make too dear for him.

        Every conquest asks this, so the guards are gone through once for :meth:`barred` and :meth:`unpayable`.
        """
        player, shut, due, most, tolls = race % self.players, 0, 0, 0, []
        for guard in self.guards:
            if guard % self.players != player:
                kit = self.kit[guard]
                for call in kit.protects:
                    bar = call(self, guard, race, attempt)
                    if bar is not None:
                        shut |= bar.regions
                for call, _ in kit.tolls:
                    toll = call(self, guard, race, attempt)
                    if toll is not None:
                        tolls.append((toll.coins, toll.regions))
                        most += toll.coins
                        due |= toll.regions
        if attempt == "conquest":
            self.tolled = (race, due)
        coins = self.coins[player]
        return shut | _beyond(coins, tolls, among & self.board.all) if most > coins else shut

    def dues(self, race: int, regions: int, attempt: str = "conquest") -> list[Due]:
        """The tolls that an attempt on some regions costs, each once (W-TOLL-1)."""
        player, found = race % self.players, []
        for guard in self.guards:
            if guard % self.players != player:
                for call, paid in self.kit[guard].tolls:
                    toll = call(self, guard, race, attempt)
                    if toll is not None and toll.regions & regions:
                        found.append((guard, paid, toll))
        return found

    def unpayable(self, race: int, among: int, attempt: str = "conquest", extra: tuple[int, int] = (0, 0)) -> int:
        """Those of some regions whose tolls are more than the attacker has (W-TOLL-2).

        :param extra: coins that come on top in some regions, as (coins, regions).
        """
        tolls = [extra, *((toll.coins, toll.regions) for _, _, toll in self.dues(race, among, attempt))]
        return _beyond(self.coins[race % self.players], tolls, among & self.board.all)

    def affords(self, race: int, regions: int, attempt: str) -> bool:
        """Whether the attacker can pay all tolls of one attempt on some regions together."""
        if not self.guards:
            return True
        coins = self.coins[race % self.players]
        for _, _, toll in self.dues(race, regions, attempt):
            coins -= toll.coins
        return coins >= 0

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
        closed = self.closed(race, self.board.all, attempt) if self.guards else 0
        return closed | self.immune & ~self.land_of(race % self.players) if self.immune else closed


def _beyond(coins: int, tolls: list[tuple[int, int]], among: int) -> int:
    """Those of some regions in which tolls, as (coins, regions), come to more than some coins."""
    found, payable = 0, []
    for toll in tolls:
        if toll[0] > coins:
            found |= toll[1]
        else:
            payable.append(toll)
    found &= among
    if sum([amount for amount, _ in payable]) > coins:  # only together are they too much
        for region in indexes(among & ~found):
            if sum([amount for amount, regions in payable if regions >> region & 1]) > coins:
                found |= 1 << region
    return found
