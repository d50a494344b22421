"""Alliance against Horde: the faction bonus, the Battleground, teams (rules H, M, P)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar, Literal

from smallworld import Ability, Action, Amount, Columns, Conquest, Position, Refusal, hookimpl

OPPOSITE = {"alliance": "horde", "horde": "alliance"}


def losers(game: Position, race: int, conquests: Iterable[Conquest], faction: str, own_decline: bool) -> list[int]:
    """Whom of the faction opposite to ``faction`` a race has beaten in some conquests, one race instance for each.

    :param own_decline: its owner's own declined races count, too (W-FACTION-6).
    """
    enemy = OPPOSITE.get(faction)
    if enemy is None:
        return []
    found = []
    for made in conquests:
        if made.loser_race >= 0 and made.race == race and game.faction_of(made.loser_race) == enemy:
            found.append(made.loser)
    return found if own_decline else [loser for loser in found if game.owner(loser) != game.owner(race)]


class FactionBonus(Ability):
    """A coin for each race of the opposite faction from which a region was conquered this turn.

    :param coins: coins for each race instance.
    :param own_decline: the owner's own declined race counts, too.
    :param in_decline: conquests of a race that then declined pay in that turn, too.
    """

    rule = "W-FACTION-1"
    label = "faction"
    coins: Amount = 1
    own_decline: bool = True

    @hookimpl
    def score(self, game: Position, race: int) -> int:
        if not game.conquests or (game.is_declined(race) and not self._has_just_declined(game, race)):
            return 0
        own = game.kit[race].faction
        return self.coins * len(set(losers(game, game.owner(race), game.conquests, own, self.own_decline)))

    def _has_just_declined(self, game: Position, race: int) -> bool:
        owner = game.owner(race)
        return game.turn == owner and not game.exists(owner) and game.declined_of(owner)[-1] == race


class LendFaction(Ability):
    """The faction bonus is paid several times for each race; a neutral race chooses a side for the turn.

    :param cap: most coins for each race instance.
    :param scope: all conquests of the turn count, or those made since the place was held and the side chosen.
    :param side: the chosen side counts in every rule, or for the faction bonus only.
    :param own_decline: conquests from the owner's own declined race count, too.
    """

    rule = "W-BG-1"
    offers_in = ("conquer", "redeploy")
    refuses = ("act",)
    label = "faction"
    verbs: ClassVar[Mapping[str, str]] = {"side": "WORD"}
    cap: Amount = 2
    scope: Literal["whole_turn", "from_choice"] = "whole_turn"
    side: Literal["full", "faction_bonus_only"] = "full"
    own_decline: bool = True

    def _noted(self, game: Position) -> tuple[str, tuple[Conquest, ...]]:
        """The side that was chosen, and the conquests that were made while the place was held with a side."""
        noted: tuple[str, tuple[Conquest, ...]] = game.recall_turn(self, ("", ()))
        return noted

    def _chooses(self, game: Position, race: int) -> bool:
        neutral = game.kit[race].faction not in OPPOSITE
        return neutral and not self._noted(game)[0]

    @hookimpl
    def region_conquered(self, game: Position, race: int, conquest: Conquest) -> None:
        if self.scope == "from_choice" and not self._chooses(game, race):
            side, counted = self._noted(game)
            game.note(self, (side, (*counted, conquest)))

    @hookimpl
    def veto(self, game: Position, race: int, what: str) -> Refusal | None:
        if self._chooses(game, race):
            return Refusal("side", "a neutral race that holds this place has to choose a side first: side alliance")
        return None

    @hookimpl
    def offer_actions(self, game: Position, race: int, phase: str) -> Iterable[Action]:
        return [game.action(self, f"side {side}") for side in OPPOSITE] if self._chooses(game, race) else ()

    @hookimpl
    def perform(self, game: Position, race: int, action: Action) -> None:
        if game.phase == "conquer":
            game.act(race)
        chosen = action.operands[0]
        game.note(self, (chosen, self._noted(game)[1]))
        if self.side == "full":
            game.lend_faction(race, chosen, self)

    @hookimpl
    def score(self, game: Position, race: int) -> int:
        chosen, counted = self._noted(game)
        own = game.kit[race].faction
        made = counted if self.scope == "from_choice" else game.conquests
        taken = Counter(losers(game, race, made, chosen or own, self.own_decline))
        paid_anyway = 0 if chosen else 1
        return sum(max(0, min(self.cap, count) - paid_anyway) for count in taken.values())

    @hookimpl
    def open_memory(self, game: Position) -> Mapping[str, object]:
        return {"side": self._noted(game)[0] or None}


class TeamPlay(Ability):
    """Unofficial: Alliance against Horde, with a column of combos for each side.

    :param sides: everybody alone, or by factions.
    """

    rule = "W-TEAM-1"
    sides: Literal["none", "factions"] = "none"

    @hookimpl
    def columns(self, factions: Sequence[str], players: int) -> Columns | None:
        if self.sides == "none":
            return None
        of_player = self._seats(players)
        numbers = {"alliance": 0, "horde": 1}
        neutral = 2 if 2 in of_player else -1
        of_race = tuple(numbers.get(faction, neutral) for faction in factions)
        return Columns(of_race, of_player, 3, ("Alliance", "Horde", "Neutral"))

    def _seats(self, players: int) -> tuple[int, ...]:
        """The side of each seat: Alliance, Horde, and for an odd player nobody's (2)."""
        return tuple(2 if players % 2 and seat == players - 1 else seat % 2 for seat in range(players))

    @hookimpl
    def winners(self, game: Position) -> Sequence[int] | None:
        if self.sides == "none":
            return None
        teams: dict[int, list[int]] = {}
        for player, side in enumerate(self._seats(game.players)):
            teams.setdefault(side, []).append(player)
        scores = {side: sorted((game.coins[player] for player in team), reverse=True) for side, team in teams.items()}
        best = max(marks[0] for marks in scores.values())
        leading = [side for side in teams if scores[side][0] == best]
        if len(leading) > 1:
            second = max(scores[side][1:] for side in leading)
            leading = [side for side in leading if scores[side][1:] == second]
        if len(leading) > 1 and game.ruling("tie_break") == "tokens_then_shared":
            tokens = {side: sum(game.tokens_of(player) for player in teams[side]) for side in leading}
            leading = [side for side in leading if tokens[side] == max(tokens.values())]
        return [player for side in leading for player in teams[side]]


class BoardDraw(Ability):
    """Which islands are drawn where the boxes of two languages disagree.

    :param two_players: the sizes for two players.
    """

    rule = "W-SETUP-1"
    two_players: Literal["large_small", "large_medium"] = "large_small"

    @hookimpl
    def board_sizes(self, players: int) -> Sequence[str] | None:
        return self.two_players.split("_") if players == 2 else None


ABILITIES = (FactionBonus, LendFaction, TeamPlay, BoardDraw)
