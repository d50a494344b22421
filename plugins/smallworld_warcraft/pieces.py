"""Forts everywhere, Objectives with a bounty."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from smallworld import Ability, Action, Amount, Conquest, Piece, Position, Refusal, hookimpl
from smallworld.model.regions import indexes


class PieceEverywhere(Ability):
    """Every region of the race gets a piece at the end of the turn; if there are too few, the owner chooses.

    :param piece: the kind.
    :param placement: by itself, or as the owner places them.
    """

    rule = "W-GARR-1"
    offers_in = refuses_in = ("redeploy",)
    refuses = ("done",)
    piece: Piece
    placement: Literal["automatic", "optional"] = "automatic"

    def _missing(self, game: Position, race: int) -> int:
        return game.regions[race] & ~game.where(self.piece)

    def _short(self, game: Position, race: int) -> bool:
        free = game.free(self.piece)
        return 0 < free < self._missing(game, race).bit_count()

    @hookimpl
    def offer_actions(self, game: Position, race: int, phase: str) -> Iterable[Action]:
        if not game.free(self.piece):
            return ()
        chooses = self.placement == "optional" or self._short(game, race)
        return game.actions_at(self, f"place {self.piece} {{}}", self._missing(game, race)) if chooses else ()

    @hookimpl
    def perform(self, game: Position, race: int, action: Action) -> None:
        game.place(self.piece, action.region)

    @hookimpl
    def veto(self, game: Position, race: int, what: str) -> Refusal | None:
        if self.placement == "automatic" and self._short(game, race):
            return Refusal("pieces_left", f"there are too few of {self.piece}: choose where they go")
        return None

    @hookimpl
    def turn_ending(self, game: Position, race: int) -> None:
        if self.placement == "automatic":
            for region in indexes(self._missing(game, race)):
                game.place(self.piece, region)


class Bounty(Ability):
    """Pieces on regions of others; who takes such a region earns coins, and so does their owner.

    :param piece: the kind; all of them come back when redeployment starts.
    :param coins: coins for the conqueror, and for the owner of the pieces if that is somebody else.
    :param not_on: not on regions of races of this faction.
    :param not_for: a conqueror of this faction earns nothing, and the piece stays.
    """

    rule = "W-HUMAN-1"
    offers_in = ("redeploy",)
    piece: Piece
    coins: Amount = 2
    not_on: str = ""
    not_for: str = ""

    def _collect(self, game: Position) -> None:
        for region in indexes(game.where(self.piece)):
            game.take_away(self.piece, region)

    @hookimpl
    def conquests_ended(self, game: Position, race: int) -> None:
        self._collect(game)

    @hookimpl
    def race_declined(self, game: Position, race: int) -> None:
        self._collect(game)

    @hookimpl
    def offer_actions(self, game: Position, race: int, phase: str) -> Iterable[Action]:
        if not game.free(self.piece):
            return ()
        closed = game.where(self.piece)
        for other, held in enumerate(game.regions):
            if held and game.faction(other) == self.not_on:
                closed |= held
        return game.actions_at(self, f"place {self.piece} {{}}", game.board.all & ~closed)

    @hookimpl
    def perform(self, game: Position, race: int, action: Action) -> None:
        game.place(self.piece, action.region)

    @hookimpl
    def conquest_seen(self, game: Position, race: int, conquest: Conquest) -> None:
        if not game.pieces_at(self.piece, conquest.region) or game.faction(conquest.race) == self.not_for:
            return
        game.take_away(self.piece, conquest.region)
        taker, owner = game.owner(conquest.race), game.owner(race)
        for player in (taker,) if taker == owner else (taker, owner):
            game.gain_coins(player, self.coins)


ABILITIES = (PieceEverywhere, Bounty)
