"""Bombs that go off a turn later (W-GOBLIN)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, Literal

from smallworld import N_, Ability, Action, Amount, GameState, Race, Region, hookimpl, indexes
from smallworld_warcraft.forts_and_objectives import SharedPiece

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


ABILITIES = (DelayedConquest,)
