"""Special conquests, and regions that count as adjacent because of the position."""

from __future__ import annotations

from collections.abc import Iterable

from smallworld import (
    Ability,
    Board,
    Conquest,
    Count,
    GameState,
    OnceATurn,
    Piece,
    Race,
    Regions,
    SpecialConquest,
    Tokens,
    Word,
    hookimpl,
)


class Hirelings(Ability):
    """Any conquest may be made cheaper for coins to the bank.

    :param means: the word of the notation: ``conquer REGION by MEANS``.
    :param tokens: tokens saved.
    :param coins: coins for each such conquest.
    """

    rule = "WAR-1"
    means: Word = "hirelings"
    tokens: Count = 2
    coins: Count = 1

    @hookimpl
    def special_conquests(self) -> Iterable[SpecialConquest]:
        return [SpecialConquest(self.means, change=-self.tokens, toll=self.coins, to_bank=True)]


class Wager(OnceATurn):
    """Once a turn a free die lowers the cost of a conquest, and its owner earns the result in coins.

    :param means: the word of the notation.
    """

    rule = "WAR-2"
    means: Word = "wager"

    @hookimpl
    def special_conquests(self, state: GameState) -> Iterable[SpecialConquest]:
        return [] if self.spent(state) else [SpecialConquest(self.means, free_die=True)]

    @hookimpl
    def die_rolled(self, state: GameState, race: Race, result: Tokens, free: bool) -> None:
        if free:  # the final die of a turn pays nothing
            state.gain_coins(state.owner(race), result, self)


class Heirs(Ability):
    """Regions next to declined races of the same player are within reach, too."""

    rule = "WAR-3"

    @hookimpl
    def adjacency(self, state: GameState, race: Race) -> Regions:
        return state.board.around(state.regions_of(state.owner(race)))


class Burrows(Ability):
    """While the race is on the map, it reaches every region with a burrow.

    :param piece: the kind of piece that is a burrow.
    """

    rule = "WAR-4"
    piece: Piece

    @hookimpl
    def adjacency(self, state: GameState, regions: Regions) -> Regions:
        return state.regions_with(self.piece) if regions else 0


class Slings(Ability):
    """Regions one region away are within reach, and such a conquest pays coins.

    :param coins: coins for each.
    """

    rule = "WAR-9"
    coins: Count = 1

    @hookimpl
    def adjacency(self, board: Board, regions: Regions, effect: bool) -> Regions:
        return 0 if effect else board.around(board.around(regions))  # for conquests alone

    @hookimpl
    def region_conquered(self, state: GameState, race: Race, conquest: Conquest) -> None:
        older_regions = state.regions[race] & ~(1 << conquest.region)
        if older_regions and not state.board.around(older_regions) >> conquest.region & 1:
            state.gain_coins(state.owner(race), self.coins, self)


ABILITIES = (Hirelings, Wager, Heirs, Burrows, Slings)
