"""Tokens that are gained, saved or held back."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from smallworld.ability import Ability
from smallworld.actions import Action
from smallworld.errors import Refusal
from smallworld.hookspecs import hookimpl
from smallworld.rules.position import Position


class ReserveTokens(Ability):
    """Tokens beyond banner and badge that serve for conquests only.

    :param tokens: how many; they are in hand again after every redeployment.
    :param shortfall: with too few tokens regions are given up, or every region keeps one.
    """

    rule = "R-AMAZON-3"
    tokens: int
    shortfall: Literal["abandon_regions", "keep_one_each"] = "abandon_regions"

    @hookimpl
    def combo_tokens(self) -> int:
        return self.tokens

    @hookimpl
    def reserve(self) -> int:
        return self.tokens

    def _short(self, game: Position, race: int) -> bool:
        missing = game.hand[race] < self.tokens and bool(game.regions[race])
        return missing and self.shortfall == "abandon_regions"

    @hookimpl
    def offer_actions(self, game: Position, race: int, phase: str) -> Iterable[Action]:
        if phase != "redeploy" or not self._short(game, race):
            return ()
        return game.actions_at(self, "abandon {}", game.regions[race])

    @hookimpl
    def perform(self, game: Position, race: int, action: Action) -> None:
        game.leave(race, action.region)

    @hookimpl
    def veto(self, game: Position, race: int, what: str) -> Refusal | None:
        if what == "done" and game.phase == "redeploy" and self._short(game, race):
            return Refusal("reserve", f"{self.tokens} tokens have to leave the map; abandon a region")
        return None


class KeepLostTokens(Ability):
    """No token is lost with a region; all are withdrawn.

    :param limit: tokens saved in each turn; 0 = every one.
    """

    rule = "R-ELF-1"
    limit: int = 0

    @hookimpl
    def losses(self, game: Position, race: int, region: int) -> int:
        return 0 if not self.limit or game.recall_turn(self, 0) < self.limit else 1

    @hookimpl
    def region_left(self, game: Position, race: int, region: int, attacker: int) -> None:
        if self.limit and attacker >= 0:
            game.note(self, game.recall_turn(self, 0) + 1)


class GainTokens(Ability):
    """New tokens for conquests, when redeployment starts.

    :param every: conquests for each token.
    :param of: which conquests count.
    """

    rule = "R-SKEL-1"
    every: int = 2
    of: Literal["non_empty", "all"] = "non_empty"

    @hookimpl
    def redeploy_gain(self, game: Position, race: int) -> int:
        counted = [made for made in game.conquests if made.race == race and (made.non_empty or self.of == "all")]
        return len(counted) // self.every


class MinTokens(Ability):
    """No region and no conquest with fewer tokens.

    :param tokens: the least number.
    """

    rule = "W-TAUREN-1"
    tokens: int

    @hookimpl
    def garrison(self) -> int:
        return self.tokens


ABILITIES = (ReserveTokens, KeepLostTokens, GainTokens, MinTokens)
