"""Pieces that come and go."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from smallworld.ability import Ability, Amount, Count, Piece, Terrain
from smallworld.actions import Action
from smallworld.errors import Refusal
from smallworld.hookspecs import hookimpl
from smallworld.model.regions import indexes
from smallworld.rules.position import Position
from smallworld.rules.records import Conquest


class PieceOnConquest(Ability):
    """Every region that the race conquers gets a piece, while there are some.

    :param piece: the kind.
    :param terrain: only regions of this terrain; empty = all.
    :param restock: when the combo is picked, all pieces that had left the game are there again.
    """

    rule = "R-TROLL-1"
    piece: Piece
    terrain: Terrain = ""
    restock: bool = False

    @hookimpl
    def combo_taken(self, game: Position, race: int) -> None:
        if self.restock:
            game.restock(self.piece)

    @hookimpl
    def region_conquered(self, game: Position, race: int, conquest: Conquest) -> None:
        region = conquest.region
        printed = game.board.regions[region]
        if (not self.terrain or printed.terrain == self.terrain) and not game.pieces_at(self.piece, region):
            game.place(self.piece, region)


class _Placed(Ability):
    """Common to pieces that their owner places by ``place PIECE R``."""

    piece: Piece

    def _actions(self, game: Position, regions: int, most: int = 1) -> list[Action]:
        if not regions:
            return []
        text = f"place {self.piece} {{}}"
        found = game.actions_at(self, text, regions, number=1)
        for count in range(2, most + 1):
            found += game.actions_at(self, f"{text} {count}", regions, number=count)
        return found

    @hookimpl
    def perform(self, game: Position, race: int, action: Action) -> None:
        game.place(self.piece, action.region, action.number)


class MovablePiece(_Placed):
    """Pieces that are placed anew in every redeployment, all of them as far as possible.

    :param piece: the kind; every one of it belongs to the race.
    :param per_region: most in one region; 0 = any number.
    :param retreats: those of a lost region are placed with the withdrawn tokens; else they wait in hand.
    """

    rule = "R-BIV-1"
    offers_in = ("redeploy", "retreat")
    refuses = ("done",)
    refuses_in = ("redeploy",)
    piece: Piece
    per_region: Amount = 0
    retreats: bool = False

    @hookimpl
    def conquests_ended(self, game: Position, race: int) -> None:
        for region in list(indexes(game.where(self.piece) & game.regions[race])):
            game.take_away(self.piece, region)

    def _open(self, game: Position, race: int) -> int:
        """Regions of the race that may get one more."""
        return game.regions[race] & ~game.where(self.piece) if self.per_region == 1 else game.regions[race]

    @hookimpl
    def offer_actions(self, game: Position, race: int, phase: str) -> Iterable[Action]:
        left = game.free(self.piece)
        if not left or (phase == "retreat" and not self.retreats):
            return ()
        return self._actions(game, self._open(game, race), min(left, self.per_region or left))

    @hookimpl
    def veto(self, game: Position, race: int, what: str) -> Refusal | None:
        left = game.free(self.piece)
        if left and self._open(game, race):
            return Refusal("pieces_left", f"{left} × {self.piece} {'has' if left == 1 else 'have'} to be placed")
        return None


class BuiltPiece(_Placed):
    """Some new pieces a turn, each in a region that has none; they stay.

    :param piece: the kind.
    :param per_turn: most in one turn.
    """

    rule = "R-FORT-1"
    offers_in = ("redeploy",)
    piece: Piece
    per_turn: Count = 1

    @hookimpl
    def offer_actions(self, game: Position, race: int, phase: str) -> Iterable[Action]:
        if game.recall_turn(self, 0).bit_count() >= self.per_turn or not game.free(self.piece):
            return ()
        return self._actions(game, game.regions[race] & ~game.where(self.piece))

    @hookimpl
    def perform(self, game: Position, race: int, action: Action) -> None:
        game.place(self.piece, action.region)
        game.note(self, game.recall_turn(self, 0) | 1 << action.region)

    @hookimpl
    def region_left(self, game: Position, race: int, region: int, pieces: tuple[str, ...]) -> None:
        new = game.recall_turn(self, 0)
        if new >> region & 1 and game.phase == "redeploy" and self.piece in pieces:
            # They stand only in regions that are held to the end (R-REDEP-5): it was not built.
            game.note(self, new & ~(1 << region))
            game.bring_back(self.piece)

    @hookimpl
    def open_memory(self, game: Position) -> Mapping[str, object]:
        return {f"{self.piece}_placed": game.recall_turn(self, 0).bit_count()}


ABILITIES = (PieceOnConquest, MovablePiece, BuiltPiece)
