"""What decline does and does not end."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from smallworld.ability import Ability, Amount
from smallworld.actions import Action
from smallworld.hookspecs import hookimpl
from smallworld.rules.declining import DECLINE
from smallworld.rules.position import Position
from smallworld.rules.records import Conquest


class KeepTokensInDecline(Ability):
    """More than one token stays in each region on decline.

    :param tokens: how many stay; 0 = all.
    """

    rule = "R-GHOUL-1"
    tokens: Amount = 0

    @hookimpl
    def decline_keeps(self, game: Position, race: int) -> int:
        return self.tokens or game.table.rulebook.races[game.kit[race].race].supply


class ActsInDecline(Ability):
    """In decline the race conquers and redeploys like an active one, before its owner's active race.

    :param die: a final die of its own, or one for both races.
    :param loses: one token is lost with a region, or all.
    :param own_attack: when tokens of the owner's active race that it drives out may act again.
    """

    rule = "R-GHOUL-2"
    in_decline: bool = True
    die: Literal["per_race", "one_per_turn"] = "per_race"
    loses: Literal["normal", "all"] = "normal"
    own_attack: Literal["end_of_turn", "usable_now"] = "end_of_turn"

    @hookimpl
    def acts_in_decline(self) -> bool:
        return True

    @hookimpl
    def losses(self, game: Position, race: int, region: int) -> int:
        return game.tokens[region] if self.loses == "all" and game.is_declined(race) else 1

    @hookimpl
    def die_rolled(self, game: Position, race: int, region: int, result: int) -> None:
        if self.die == "one_per_turn" and game.is_declined(race):
            game.spend_final_die()

    @hookimpl
    def region_conquered(self, game: Position, race: int, conquest: Conquest) -> None:
        loser = conquest.loser
        if self.own_attack == "usable_now" and game.is_declined(race) and game.owner(loser) == game.owner(race):
            game.rejoin(loser)


class ExtraDeclineSlot(Ability):
    """In decline the race stays beside another declined race and is never replaced.

    :param badge: the badge stays with it, so nobody else can have it.
    """

    rule = "R-SPIRIT-1"
    in_decline: bool = True
    badge: bool = True

    @hookimpl
    def outlasts_decline(self) -> bool:
        return True

    @hookimpl
    def keeps_badge(self) -> bool:
        return self.badge


class KeepBadge(Ability):
    """The badge stays with the declined banner.

    :param kept: whether it does, or is discarded although its power goes on.
    """

    rule = "W-DECL-2"
    in_decline: bool = True
    kept: Literal["retained", "discarded"] = "retained"

    @hookimpl
    def keeps_badge(self) -> bool:
        return self.kept == "retained"


class DeclinedLosesAll(Ability):
    """A declined race loses all its tokens with a region."""

    rule = "W-LOSS-1"
    in_decline: bool = True

    @hookimpl
    def losses(self, game: Position, race: int, region: int) -> int:
        return game.tokens[region] if game.is_declined(race) else 1


class DeclineAfterScoring(Ability):
    """The race may decline at the end of a turn, after the coins are counted."""

    rule = "R-STOUT-1"
    offers_in = ("finish",)

    @hookimpl
    def offer_actions(self, game: Position, race: int, phase: str) -> Iterable[Action]:
        return (DECLINE,)


ABILITIES = (KeepTokensInDecline, ActsInDecline, ExtraDeclineSlot, KeepBadge, DeclinedLosesAll, DeclineAfterScoring)
