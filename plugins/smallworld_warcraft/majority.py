"""Who holds most regions around a place (W-DEFEND, W-WELL)."""

from __future__ import annotations

from collections.abc import Iterable

from smallworld import NATIVES, NOBODY, Ability, Action, Amount, Piece, Position, Refusal, Terrain, hookimpl
from smallworld.model.regions import indexes, mask_of


def holds_most(game: Position, race: int, around: int, natives: bool) -> bool:
    """Whether the race holds more of some regions than every other race instance (and the natives)."""
    there = [game.occupant[region] for region in indexes(around)]
    own = there.count(race)
    if not own:
        return False
    for other in set(there):
        if other not in (race, NOBODY) and (natives or other != NATIVES) and there.count(other) >= own:
            return False
    return True


class MajorityBonus(Ability):
    """Coins for a race, whoever's, that holds most regions around this relic, in decline too.

    :param coins: coins for the majority.
    :param natives: natives compete.
    """

    rule = "W-WELL-4"
    common = True
    users = ("relic",)
    in_decline: bool = True
    coins: Amount = 2
    natives: bool = True

    @hookimpl
    def score(self, game: Position, race: int) -> int:
        here = game.relic_region(self.source)
        if here < 0:
            return 0
        return self.coins if holds_most(game, race, game.board.neighbours[here], self.natives) else 0


class MajorityPiece(Ability):
    """Own regions of one terrain get a piece while the race holds most regions around them.

    The pieces are set at the end of the turn; if there are too few, the owner chooses.

    :param piece: the kind.
    :param terrain: the terrain that gets it.
    :param natives: natives compete.
    """

    rule = "W-DEFEND-1"
    offers_in = refuses_in = ("redeploy",)
    refuses = ("done",)
    piece: Piece
    terrain: Terrain
    natives: bool = True

    def _wanted(self, game: Position, race: int) -> int:
        own = game.regions[race] & game.board.terrain(self.terrain)
        around = game.board.neighbours
        return mask_of(region for region in indexes(own) if holds_most(game, race, around[region], self.natives))

    def _missing(self, game: Position, race: int) -> tuple[int, int]:
        """Regions that want a piece and have none, and how many pieces there are for them."""
        wanted, there = self._wanted(game, race), game.where(self.piece)
        return wanted & ~there, game.free(self.piece) + (there & ~wanted).bit_count()

    def _clear(self, game: Position, race: int) -> None:
        for region in indexes(game.where(self.piece) & ~self._wanted(game, race)):
            game.take_away(self.piece, region)

    def _choices(self, game: Position, race: int) -> int:
        own = game.regions[race] & game.board.terrain(self.terrain)
        if own.bit_count() <= game.free(self.piece):
            return 0  # whatever is held around them, there are enough
        missing, pieces = self._missing(game, race)
        return missing if pieces and missing.bit_count() > pieces else 0

    @hookimpl
    def offer_actions(self, game: Position, race: int, phase: str) -> Iterable[Action]:
        return game.actions_at(self, f"place {self.piece} {{}}", self._choices(game, race))

    @hookimpl
    def perform(self, game: Position, race: int, action: Action) -> None:
        self._clear(game, race)
        game.place(self.piece, action.region)

    @hookimpl
    def veto(self, game: Position, race: int, what: str) -> Refusal | None:
        if self._choices(game, race):
            return Refusal("pieces_left", f"there are too few of {self.piece}: choose where they go")
        return None

    @hookimpl
    def turn_ending(self, game: Position, race: int) -> None:
        self._clear(game, race)
        for region in indexes(self._missing(game, race)[0]):
            game.place(self.piece, region)


ABILITIES = (MajorityBonus, MajorityPiece)
