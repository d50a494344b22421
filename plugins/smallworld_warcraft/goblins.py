"""Bombs that go off a turn later (W-GOBLIN)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

from smallworld import Ability, Action, Amount, Piece, Position, hookimpl
from smallworld.model.regions import indexes


class DelayedConquest(Ability):
    """Hidden pieces on neighbours; some of them conquer their region when the next own turn starts.

    Which ones are live is drawn when they are revealed, so nothing is hidden in the position.

    :param piece: the kind.
    :param live: how many of them are live.
    :param tolls: tolls of the owner are paid if he can, or the pieces are exempt.
    :param counts_as_conquest: an explosion earns what a conquest earns.
    """

    rule = "W-GOBLIN-1"
    offers_in = ("redeploy",)
    piece: Piece
    live: Amount
    tolls: Literal["pay_if_able", "exempt"] = "pay_if_able"
    counts_as_conquest: bool = True

    def _left(self, game: Position) -> tuple[int, int]:
        """Live pieces and all pieces that were not revealed yet."""
        every = game.table.rulebook.pieces[game.kind_index(self.piece)].supply
        left: tuple[int, int] = game.recall(self, (self.live, every))
        return left

    @hookimpl
    def combo_taken(self, game: Position, race: int) -> None:
        game.restock(self.piece)
        game.remember(self, None)

    @hookimpl
    def turn_started(self, game: Position, race: int) -> None:
        names = game.board.regions
        for region in sorted(indexes(game.where(self.piece)), key=lambda region: names[region].id):
            if game.owner(game.occupant[region]) not in (-1, game.owner(race)):
                self._reveal(game, race, region)

    def _reveal(self, game: Position, race: int, region: int) -> None:
        live, every = self._left(game)
        # Another ability may have brought pieces back that were revealed before: they are duds.
        found = game.draw(self.piece, ["live"] * live + ["dud"] * (every - live) or ["dud"])
        if not game.table.rulebook.pieces[game.kind_index(self.piece)].reusable:  # else it is mixed with the rest again
            game.remember(self, (live - (found == "live"), max(0, every - 1)))
        game.take_away(self.piece, region)
        if found == "live" and self._may_explode(game, race, region):
            game.explode(race, region, (self.piece,), counts=self.counts_as_conquest)

    def _may_explode(self, game: Position, race: int, region: int) -> bool:
        bit = 1 << region
        if (game.immune | game.barred(race, "explosion")) & bit:
            return False
        if self.tolls == "exempt":
            return True
        if game.unpayable(race, bit, "explosion"):
            return False
        game.charge(race, bit, "explosion")
        return True

    @hookimpl
    def offer_actions(self, game: Position, race: int, phase: str) -> Iterable[Action]:
        if not game.free(self.piece):
            return ()
        held, owner = 0, game.owner(race)
        for player in range(game.players):
            if player != owner:
                held |= game.regions[player]
        held &= game.adjacent[race]
        if held:
            held &= ~(game.where(self.piece) | game.immune | game.barred(race, "explosion"))
        return game.actions_at(self, f"place {self.piece} {{}}", held)

    @hookimpl
    def perform(self, game: Position, race: int, action: Action) -> None:
        game.place(self.piece, action.region)

    @hookimpl
    def race_declined(self, game: Position, race: int) -> None:
        for region in indexes(game.where(self.piece)):
            game.take_away(self.piece, region)

    @hookimpl
    def open_memory(self, game: Position) -> Mapping[str, object]:
        live, every = self._left(game)
        return {"live": live, "unseen": every}


ABILITIES = (DelayedConquest,)
