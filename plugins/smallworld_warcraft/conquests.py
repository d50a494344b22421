"""Conquests with a free roll or a delayed bomb, and tolls after peace (W-GNOME, W-GOBLIN, W-PANDA)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Final, Literal

from smallworld import (
    N_,
    Ability,
    Action,
    Amount,
    Bar,
    Coins,
    GameState,
    OnceATurn,
    Race,
    Region,
    SpecialConquest,
    Word,
    hookimpl,
    indexes,
    lazy,
)
from smallworld_warcraft.objectives import SharedPiece


class Airstrike(OnceATurn):
    """Once a turn any region of any island is conquered, cheaper by a free roll of the die.

    :param means: the word of the notation.
    :param first_conquest: it may be a First Conquest, on any region.
    :param miss: after a roll that is too low, conquests go on, or only the final die on that region remains.
    :param joins: it may be joined with other means on one region.
    """

    rule = "W-GNOME-1"
    means: Word = "airstrike"
    first_conquest: bool = True
    miss: Literal["called_off", "ends_conquests"] = "called_off"
    joins: bool = True

    @hookimpl
    def special_conquests(self, state: GameState, race: Race) -> Iterable[SpecialConquest]:
        if self.spent(state):
            return ()
        free = self.first_conquest or state.regions[race]
        targets = state.board.all if free else state.board.entry
        return (SpecialConquest(self.means, targets, far=True, joins=self.joins, free_die=True, miss=self.miss),)

    @hookimpl
    def public_memory(self, state: GameState) -> Mapping[str, object]:
        return {"used": bool(state.recall_turn(self))}


LIVE: Final = N_("live")


DUD: Final = N_("dud")


class DelayedConquest(Ability):
    """Hidden pieces on neighbouring regions; some conquer their region when the owner's next turn starts.

    The live ones are drawn when they are revealed, so the position contains nothing hidden.

    :param piece: the kind.
    :param live: how many of them are live.
    :param tolls: the owner pays tolls if they can, or the pieces are exempt.
    :param counts_as_conquest: an explosion earns what a conquest earns.
    """

    rule = "W-GOBLIN-1"
    offers_in = ("redeploy",)
    piece: SharedPiece
    live: Amount
    tolls: Literal["pay_if_able", "exempt"] = "pay_if_able"
    counts_as_conquest: bool = True

    def _remaining(self, state: GameState) -> tuple[int, int]:
        """Count the live pieces and all pieces that were not revealed yet."""
        every = state.piece_spec(self.piece).supply
        counts: tuple[int, int] = state.recall(self, (self.live, every))
        return counts

    @hookimpl
    def combo_taken(self, state: GameState, race: Race) -> None:
        state.restock(self.piece)
        state.remember(self, None)

    @hookimpl
    def turn_started(self, state: GameState, race: Race) -> None:
        names = state.board.regions
        for region in sorted(indexes(state.regions_with(self.piece)), key=lambda region: names[region].id):
            if state.owner(state.occupant[region]) not in (-1, state.owner(race)):
                self._reveal(state, race, region)

    def _reveal(self, state: GameState, race: Race, region: Region) -> None:
        live, every = self._remaining(state)
        # Another ability may have brought pieces back that were revealed before: they are duds.
        bomb = state.draw(self.piece, [LIVE] * live + [DUD] * (every - live) or [DUD], region)
        if not state.piece_spec(self.piece).reusable:  # else the rest mixes it
            state.remember(self, (live - (bomb == LIVE), max(0, every - 1)))
        state.take_away(self.piece, region)
        if bomb == LIVE and self._may_explode(state, race, region):
            state.explode(race, region, (self.piece,), counts=self.counts_as_conquest)

    def _may_explode(self, state: GameState, race: Race, region: Region) -> bool:
        pays = self.tolls == "pay_if_able"
        if state.untouchable_regions(race, "explosion", tolls=pays) >> region & 1:
            return False
        if pays:
            state.charge_tolls(race, 1 << region, "explosion")
        return True

    @hookimpl
    def offer_actions(self, state: GameState, race: Race, phase: str) -> Iterable[Action]:
        if not state.supply_of(self.piece):
            return ()
        targets, owner = 0, state.owner(race)
        for player in range(state.players):
            if player != owner:
                targets |= state.regions[player]
        targets &= state.adjacent[race]
        if targets:
            targets &= ~(state.regions_with(self.piece) | state.untouchable_regions(race, "explosion", tolls=False))
        return state.actions_at(self, f"place {self.piece} {{}}", targets)

    @hookimpl
    def perform(self, state: GameState, race: Race, action: Action) -> None:
        state.place(self.piece, action.region)

    @hookimpl
    def race_declined(self, state: GameState, race: Race) -> None:
        state.take_all_away(self.piece, state.board.all)

    @hookimpl
    def public_memory(self, state: GameState) -> Mapping[str, object]:
        live, every = self._remaining(state)
        return {"live": live, "unseen": every}


ATTACKS: Final = ("conquest", "explosion", "intimidate")
"""Attempts that break the harmony under every ruling."""


@cache
def _reason(coins: Coins) -> str:
    return lazy("{coins} for breaking the harmony", coins=coins)


class HarmonyToll(Ability):
    """Opponents whom the race did not attack must pay before their first attack of a turn.

    :param coins: coins to the owner.
    :param swap_is_attack: exchanging its region with another is an attack.
    """

    rule = "W-PANDA-1"
    coins: Amount = 2
    swap_is_attack: bool = True

    @hookimpl
    def turn_started(self, state: GameState, race: Race) -> None:
        state.remember(self, None)

    @hookimpl
    def redeployment_ended(self, state: GameState, race: Race) -> None:
        opponents = [player for player in range(state.players) if player != state.owner(race)]
        state.remember(self, tuple(player for player in opponents if not state.attacked >> player & 1))

    @hookimpl
    def bars(self, state: GameState, race: Race, attacker: Race, attempt: str) -> Bar | None:
        player = state.owner(attacker)
        if player not in state.recall(self, ()) or player in state.recall_turn(self, ()):
            return None
        if attempt not in ATTACKS and not (attempt == "swap" and self.swap_is_attack):
            return None
        return Bar(state.regions[race], "toll", _reason(self.coins), self.coins, state.owner(race))

    @hookimpl
    def toll_paid(self, state: GameState, race: Race, attacker: Race) -> None:
        state.remember_turn(self, (*state.recall_turn(self, ()), state.owner(attacker)))

    @hookimpl
    def public_memory(self, state: GameState) -> Mapping[str, object]:
        owing, paid = state.recall(self, ()), state.recall_turn(self, ())
        return {
            N_("harmony"): [state.names[player] for player in owing],
            N_("paid"): [state.names[player] for player in paid],
        }


ABILITIES = (Airstrike, DelayedConquest, HarmonyToll)
