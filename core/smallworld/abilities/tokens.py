"""Tokens that are gained, saved or held back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

from smallworld.ability import Ability, Amount, Count
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
    offers_in = refuses_in = ("redeploy",)
    refuses = ("done",)
    tokens: Amount
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
        return game.actions_at(self, "abandon {}", game.regions[race]) if self._short(game, race) else ()

    @hookimpl
    def perform(self, game: Position, race: int, action: Action) -> None:
        game.leave(race, action.region)

    @hookimpl
    def veto(self, game: Position, race: int, what: str) -> Refusal | None:
        if self._short(game, race):
            return Refusal("reserve", f"{self.tokens} tokens have to leave the map; abandon a region")
        return None


class KeepLostTokens(Ability):
    """No token is lost with a region; all are withdrawn.

    :param limit: so many lost tokens are withdrawn instead in each turn of an opponent; 0 = every one.
    """

    rule = "R-ELF-1"
    limit: Amount = 0

    @hookimpl
    def losses(self) -> int:
        return 1 if self.limit else 0

    @hookimpl
    def saves_tokens(self, game: Position, race: int, lost: int) -> int:
        if not self.limit or game.turn == game.owner(race):
            return 0
        used: int = game.recall_turn(self, 0)
        return min(lost, self.limit - used)

    @hookimpl
    def tokens_saved(self, game: Position, race: int, count: int) -> None:
        game.note(self, game.recall_turn(self, 0) + count)

    @hookimpl
    def open_memory(self, game: Position) -> Mapping[str, object]:
        return {"saved": game.recall_turn(self, 0)} if self.limit else {}


class GainTokens(Ability):
    """New tokens when redeployment starts.

    :param every: conquests, or turns, for each token.
    :param of: which conquests count; or the turn alone.
    """

    rule = "R-SKEL-1"
    every: Count = 2
    of: Literal["non_empty", "all", "turn"] = "non_empty"

    @hookimpl
    def redeploy_gain(self, game: Position, race: int) -> int:
        if self.of == "turn":
            return 1 // self.every
        counted = [made for made in game.conquests if made.race == race and (made.non_empty or self.of == "all")]
        return len(counted) // self.every


class MinTokens(Ability):
    """No region and no conquest with fewer tokens.

    :param tokens: the least number.
    """

    rule = "W-TAUREN-1"
    tokens: Count

    @hookimpl
    def garrison(self) -> int:
        return self.tokens


ABILITIES = (ReserveTokens, KeepLostTokens, GainTokens, MinTokens)
