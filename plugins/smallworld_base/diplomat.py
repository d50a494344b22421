"""Peace with one opponent (Diplomat)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar, Literal

from smallworld import Ability, Action, Bar, Position, hookimpl


class Peace(Ability):
    """At the end of a turn, peace with one opponent whose active race was not attacked.

    :param covers: the race with this power, or all regions of its owner.
    :param without_active_race: an opponent without active race may be named.
    :param counts_declined_attacks: attacks by the owner's declined race count, too.
    :param two_player: whether peace is possible when two play.
    """

    rule = "R-DIPLOMAT-1"
    offers_in = ("finish",)
    verbs: ClassVar[Mapping[str, str]] = {"ally": "PLAYER"}
    covers: Literal["active_only", "all_regions"] = "active_only"
    without_active_race: bool = True
    counts_declined_attacks: bool = False
    two_player: Literal["allowed", "banned"] = "allowed"

    def _eligible(self, game: Position, race: int) -> list[int]:
        if self.two_player == "banned" and game.players == 2:
            return []
        attacked = game.attacked
        if self.counts_declined_attacks:
            attacked |= attacked >> game.players
        return [
            player
            for player in range(game.players)
            if player != game.owner(race)
            and not attacked >> player & 1
            and (self.without_active_race or game.exists(player))
        ]

    @hookimpl
    def offer_actions(self, game: Position, race: int, phase: str) -> Iterable[Action]:
        names = game.names
        return [game.action(self, f"ally {names[player]}", number=player) for player in self._eligible(game, race)]

    @hookimpl
    def perform(self, game: Position, race: int, action: Action) -> None:
        game.remember(self, action.number)
        game.end_phase()

    @hookimpl
    def turn_started(self, game: Position, race: int) -> None:
        game.remember(self, None)

    @hookimpl
    def protects(self, game: Position, race: int, attacker: int) -> Bar | None:
        if attacker != game.recall(self, -1):
            return None
        regions = game.land_of(game.owner(race)) if self.covers == "all_regions" else game.regions[race]
        return Bar(regions, "peace", "there is peace with its owner until his next turn")

    @hookimpl
    def open_memory(self, game: Position) -> Mapping[str, object]:
        ally = game.recall(self, -1)
        return {"ally": game.names[ally] if ally >= 0 else None}
