"""Conquests for fewer tokens."""

from __future__ import annotations

from smallworld.ability import Ability, Symbol, Terrain
from smallworld.hookspecs import hookimpl
from smallworld.model.board import Board
from smallworld.rules.position import Position
from smallworld.rules.records import CostChange


class FlatDiscount(Ability):
    """Every region costs less.

    :param tokens: tokens saved.
    """

    rule = "R-COM-1"
    words = "every conquest"
    tokens: int = 1

    @hookimpl
    def conquest_cost(self, board: Board) -> CostChange:
        return ((-self.tokens, board.all),)


class TerrainDiscount(Ability):
    """Regions of one terrain cost less.

    :param terrain: the terrain that is cheaper.
    :param tokens: tokens saved.
    """

    rule = "R-MOUNT-1"
    words = "{terrain}"
    terrain: Terrain
    tokens: int = 1

    @hookimpl
    def conquest_cost(self, board: Board) -> CostChange:
        return ((-self.tokens, board.terrain(self.terrain)),)


class SymbolDiscount(Ability):
    """Regions with one symbol cost less.

    :param symbol: the symbol that makes them cheaper.
    :param tokens: tokens saved.
    """

    rule = "R-UND-1"
    words = "{symbol}"
    symbol: Symbol
    tokens: int = 1

    @hookimpl
    def conquest_cost(self, board: Board) -> CostChange:
        return ((-self.tokens, board.symbol(self.symbol)),)


class CoastDiscount(Ability):
    """Land next to water costs less.

    :param tokens: tokens saved.
    """

    rule = "R-TRITON-1"
    words = "land next to water"
    tokens: int = 1

    @hookimpl
    def conquest_cost(self, board: Board) -> CostChange:
        return ((-self.tokens, board.coast),)


class NextToOwnDiscount(Ability):
    """Regions next to an own region of one terrain cost less.

    :param terrain: the terrain that the race must hold.
    :param tokens: tokens saved, however many such regions it holds.
    """

    rule = "R-GIANT-1"
    words = "next to an own {terrain}"
    terrain: Terrain
    tokens: int = 1

    @hookimpl
    def conquest_cost(self, game: Position, race: int, board: Board) -> CostChange:
        held = game.regions[race] & board.terrain(self.terrain)
        return ((-self.tokens, game.beside(race, held)),) if held else ()


class NonEmptyDiscount(Ability):
    """Regions with a native or a race token cost less.

    :param tokens: tokens saved.
    """

    rule = "W-TROLL-1"
    words = "not empty"
    tokens: int = 1

    @hookimpl
    def conquest_cost(self, game: Position, race: int, board: Board) -> CostChange:
        found = game.occupied()
        if not game.table.own_counts_non_empty:
            found &= ~game.land_of(game.owner(race))
        return ((-self.tokens, found),)


ABILITIES = (FlatDiscount, TerrainDiscount, SymbolDiscount, CoastDiscount, NextToOwnDiscount, NonEmptyDiscount)
