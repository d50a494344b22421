"""Alliance against Horde (rules H, M, P, W-HUMAN), and choices at the start of a phase (W-WORGEN, W-FORS)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Annotated, Any, ClassVar, Final, Literal

from smallworld import (
    N_,
    NATIVES,
    Ability,
    Action,
    Amount,
    Board,
    Coins,
    Columns,
    Conquest,
    CostChange,
    Count,
    GameState,
    Name,
    Player,
    Race,
    Refusal,
    Region,
    Regions,
    _,
    hookimpl,
    lazy,
    ngettext,
)

OPPONENTS: Final = {"alliance": ("horde",), "horde": ("alliance",)}
"""Faction → the opposite ones."""


def losers(
    state: GameState, race: Race, conquests: Iterable[Conquest], enemies: Collection[str], own_decline: bool
) -> list[Race]:
    """List the races of these factions that lost a region in these conquests.

    :param own_decline: declined races of the same owner count, too (W-FACTION-6).
    """
    defeated = []
    for conquest in conquests:
        loser = conquest.loser_race
        if loser >= 0 and conquest.race == race and state.race_specs()[loser].faction in enemies:
            defeated.append(conquest.loser)
    return defeated if own_decline else [loser for loser in defeated if state.owner(loser) != state.owner(race)]


class FactionBonus(Ability):
    """A coin for each race of the opposite faction from which a region was conquered this turn.

    :param coins: coins for each race instance.
    :param own_decline: the owner's own declined race counts, too.
    :param rivals: alliance and horde are opposite factions; or every race of any other faction pays.
    :param in_decline: conquests of a race that declined later in the same turn pay, too.
    """

    rule = "W-FACTION-1"
    label = N_("faction")
    needs_factions = tuple(OPPONENTS)
    needs_factions_with: ClassVar[Mapping[str, Any]] = {"rivals": "opposite"}
    coins: Amount = 1
    own_decline: bool = True
    rivals: Literal["opposite", "others"] = "opposite"

    @hookimpl
    def score(self, state: GameState, race: Race) -> Coins:
        if not state.conquests or (state.is_declined(race) and not self._has_just_declined(state, race)):
            return 0
        faction = state.faction_of(race, lent=False)
        enemies: Collection[str] = OPPONENTS.get(faction, ())
        if self.rivals == "others" and faction:
            enemies = {spec.faction for spec in state.race_specs()} - {"", faction}
        if not enemies:
            return 0
        return self.coins * len(set(losers(state, state.owner(race), state.conquests, enemies, self.own_decline)))

    def _has_just_declined(self, state: GameState, race: Race) -> bool:
        owner = state.owner(race)
        return state.turn == owner and not state.is_in_play(owner) and state.declined_of(owner)[-1] == race


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
    label = N_("faction")
    verbs: ClassVar[Mapping[str, str]] = {N_("side"): "WORD"}
    sentence: ClassVar[Mapping[str, str]] = {"side": N_("takes the side of {words}")}
    cap: Amount = 2
    scope: Literal["whole_turn", "from_choice"] = "whole_turn"
    side: Literal["full", "faction_bonus_only"] = "full"
    own_decline: bool = True

    def _noted(self, state: GameState) -> tuple[str, tuple[Conquest, ...]]:
        """Return the chosen side, and the conquests made while the place was held with a side."""
        noted: tuple[str, tuple[Conquest, ...]] = state.recall_turn(self, ("", ()))
        return noted

    def _chooses(self, state: GameState, race: Race) -> bool:
        neutral = state.faction_of(race, lent=False) not in OPPONENTS
        return neutral and not self._noted(state)[0]

    @hookimpl
    def region_conquered(self, state: GameState, race: Race, conquest: Conquest) -> None:
        if self.scope == "from_choice":
            side, counted = self._noted(state)
            state.remember_turn(self, (side, (*counted, conquest)))

    @hookimpl
    def veto(self, state: GameState, race: Race, matter: str) -> Refusal | None:
        if self._chooses(state, race):
            return Refusal("side", N_("a neutral race that holds this place has to choose a side first: side alliance"))
        return None

    @hookimpl
    def offer_actions(self, state: GameState, race: Race, phase: str) -> Iterable[Action]:
        return [state.action(self, f"side {side}") for side in OPPONENTS] if self._chooses(state, race) else ()

    @hookimpl
    def perform(self, state: GameState, race: Race, action: Action) -> None:
        if state.phase == "conquer":
            state.begin_acting(race)
        chosen = action.operands[0]
        state.remember_turn(self, (chosen, ()))
        if self.side == "full":
            state.lend_faction(race, chosen, self)

    @hookimpl
    def score(self, state: GameState, race: Race) -> Coins:
        chosen, counted = self._noted(state)
        faction = state.faction_of(race, lent=False)
        conquests = counted if self.scope == "from_choice" else state.conquests
        counts = Counter(losers(state, race, conquests, OPPONENTS.get(chosen or faction, ()), self.own_decline))
        paid_anyway = 0 if chosen else 1
        return sum(max(0, min(self.cap, count) - paid_anyway) for count in counts.values())

    @hookimpl
    def public_memory(self, state: GameState) -> Mapping[str, object]:
        return {N_("side"): self._noted(state)[0] or None}


class TeamPlay(Ability):
    """Unofficial: Alliance against Horde, with a column of combos for each side.

    :param sides: everybody plays alone, or the factions are teams.
    """

    rule = "W-TEAM-1"
    users = ("edition",)
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
        """List the side of each seat: Alliance (0), Horde (1), or neutral (2) for an odd player."""
        return tuple(2 if players % 2 and seat == players - 1 else seat % 2 for seat in range(players))

    @hookimpl
    def winners(self, state: GameState) -> Sequence[Player] | None:
        if self.sides == "none":
            return None
        teams: dict[int, list[int]] = {}
        for player, side in enumerate(self._seats(state.players)):
            teams.setdefault(side, []).append(player)
        leaders = self._leading_teams(state, list(teams.values()))
        if len(leaders) > 1 and state.ruling("tie_break") == "tokens_then_shared":
            leaders = _best(leaders, lambda team: sum(state.tokens_of(player) for player in team))
        return sorted(player for team in leaders for player in team)

    def _leading_teams(self, state: GameState, teams: list[list[Player]]) -> list[list[Player]]:
        """Return the teams with the highest score; of several teams of two those with the highest second score."""
        leaders = _best(teams, lambda team: max(state.coins[player] for player in team))
        pairs = [team for team in leaders if len(team) > 1]
        alone = [team for team in leaders if len(team) == 1]  # a lone player has no second score to compare
        return _best(pairs, lambda team: min(state.coins[player] for player in team)) + alone


def _best(teams: list[list[Player]], value: Callable[[list[Player]], int]) -> list[list[Player]]:
    """Return the teams of the highest value."""
    best = max(map(value, teams), default=0)
    return [team for team in teams if value(team) == best]


class BoardDraw(Ability):
    """The islands that are drawn; the boxes of two languages disagree on it.

    :param two_players: the sizes for two players.
    """

    rule = "W-SETUP-1"
    users = ("edition",)
    two_players: Literal["large_small", "large_medium"] = "large_small"

    @hookimpl
    def board_sizes(self, players: int) -> Sequence[str] | None:
        return self.two_players.split("_") if players == 2 else None


SharedPiece = Annotated[str, Name("piece", never=("token", "own", "holds"), placed=True)]
"""A kind of piece that its owner places in regions of others: it is not ``own``, and holds no region for them."""


class Bounty(Ability):
    """Pieces on regions of others; the conqueror of such a region earns coins, and so does the owner of the pieces.

    :param piece: the kind; all of them come back when redeployment starts.
    :param coins: coins for the conqueror, and for the owner of the pieces if it is another player.
    :param not_on: not on regions of races of this faction.
    :param not_for: a conqueror of this faction earns nothing, and the piece stays.
    :param placement: as many as the owner likes, or as many as have a region.
    """

    rule = "W-HUMAN-1"
    conquests_of = "all"
    offers_in = refuses_in = ("redeploy",)
    refuses = ("done",)
    # on empty regions, too
    piece: Annotated[str, Name("piece", never=("token", "own", "occupied", "holds"), placed=True)]
    coins: Amount = 2
    not_on: str = ""
    not_for: str = ""
    placement: Literal["optional", "all"] = "optional"

    @hookimpl
    def conquests_ended(self, state: GameState, race: Race) -> None:
        state.take_all_away(self.piece, state.board.all, unused=True)

    @hookimpl
    def race_declined(self, state: GameState, race: Race) -> None:
        state.take_all_away(self.piece, state.board.all)

    @hookimpl
    def offer_actions(self, state: GameState, race: Race, phase: str) -> Iterable[Action]:
        if not state.supply_of(self.piece):
            return ()
        return state.actions_at(self, f"place {self.piece} {{}}", self._places(state))

    def _places(self, state: GameState) -> Regions:
        """Return the regions that may get a piece: without one, and not held by a race of the closed faction."""
        closed = state.regions_with(self.piece)
        for other, regions in enumerate(state.regions):
            if regions and state.faction_of(other) == self.not_on:
                closed |= regions
        return state.board.all & ~closed

    @hookimpl
    def veto(self, state: GameState, race: Race, matter: str) -> Refusal | None:
        if self.placement == "all" and state.supply_of(self.piece) and self._places(state):
            return Refusal("pieces_left", lazy("every {piece} has to be placed", piece=self.piece))
        return None

    @hookimpl
    def perform(self, state: GameState, race: Race, action: Action) -> None:
        state.place(self.piece, action.region)

    @hookimpl
    def region_conquered(self, state: GameState, race: Race, conquest: Conquest) -> None:
        if not state.pieces_at(self.piece, conquest.region) or state.faction_of(conquest.race) == self.not_for:
            return
        state.take_away(self.piece, conquest.region)
        taker, owner = state.owner(conquest.race), state.owner(race)
        for player in (taker,) if taker == owner else (taker, owner):
            state.gain_coins(player, self.coins, self)


# --- choices: a form, recruits for coins


FORMS: Final = (N_("human"), N_("worgen"))


class TurnChoice(Ability):
    """Each turn begins with a choice: coins, or for a coin a discount on every conquest.

    :param coins: coins that the human form earns.
    :param price: coins that the worgen form costs.
    :param discount: tokens that this form saves on every region.
    :param on_decline_turn: the form is chosen before declining, too.
    """

    rule = "W-WORGEN-1"
    ledger_label = N_("the form of worgen")
    offers_in = refuses_in = ("conquer",)
    refuses = ("act", "decline")
    verbs: ClassVar[Mapping[str, str]] = {N_("form"): "WORD"}
    sentence: ClassVar[Mapping[str, str]] = {"form": N_("takes the form of {words}")}
    coins: Amount = 2
    price: Amount = 1
    discount: int = 1
    on_decline_turn: bool = False

    @hookimpl
    def veto(self, state: GameState, race: Race, matter: str) -> Refusal | None:
        refused = matter == "act" or (matter == "decline" and self.on_decline_turn)
        if refused and not state.recall_turn(self):
            return Refusal("form", N_("a form has to be chosen first: form human or form worgen"))
        return None

    @hookimpl
    def offer_actions(self, state: GameState, race: Race, phase: str) -> Iterable[Action]:
        if state.recall_turn(self):
            return ()
        able = state.coins[state.owner(race)] >= self.price
        return [state.action(self, f"form {form}") for form in (FORMS if able else FORMS[:1])]

    def why_unavailable(self, state: GameState, race: Race, region: Region) -> str:
        chosen = state.recall_turn(self)
        return _("the form of {form} was chosen this turn", form=_(chosen)) if chosen else ""

    @hookimpl
    def perform(self, state: GameState, race: Race, action: Action) -> None:
        if not self.on_decline_turn:
            state.begin_acting(race)
        form = action.operands[0]
        state.remember_turn(self, form)
        if form == "human":
            state.gain_coins(state.owner(race), self.coins, self)
        else:
            state.pay(state.owner(race), self.price, reason=self)

    @hookimpl
    def conquest_cost(self, state: GameState, race: Race, board: Board) -> CostChange:
        return ((-self.discount, board.all),) if state.recall_turn(self) == "worgen" else ()

    @hookimpl
    def public_memory(self, state: GameState) -> Mapping[str, object]:
        return {N_("form"): state.recall_turn(self)}


class RecruitTokens(Ability):
    """At the start of redeployment, new tokens for coins, one for each token destroyed this turn.

    :param price: coins for each token.
    :param natives: destroyed natives count.
    :param own_decline: tokens of the owner's own declined race count.
    """

    rule = "W-FORS-1"
    offers_in = ("redeploy",)
    verbs: ClassVar[Mapping[str, str]] = {N_("recruit"): "N"}
    sentence: ClassVar[Mapping[str, str]] = {"recruit": N_("recruits {tokens}")}
    price: Count = 1
    natives: bool = True
    own_decline: bool = False

    @hookimpl
    def tokens_destroyed(self, state: GameState, race: Race, loser: Race, count: int) -> None:
        counts = self.natives if loser == NATIVES else self.own_decline or state.owner(loser) != state.owner(race)
        if counts:
            state.remember_turn(self, state.recall_turn(self, 0) + count)

    @hookimpl
    def offer_actions(self, state: GameState, race: Race, phase: str) -> Iterable[Action]:
        if not state.fresh:
            return ()
        coins, tray = state.coins[state.owner(race)], state.tray_of(race)
        most = min(state.recall_turn(self, 0), coins // self.price, tray)
        return [state.action(self, f"recruit {count}", number=count) for count in range(1, most + 1)]

    def why_unavailable(self, state: GameState, race: Race, region: Region) -> str:
        if not state.fresh:
            return _("recruiting is the first thing in redeployment, or it is left out")
        if not state.recall_turn(self, 0):
            return _("nothing can be recruited: no token was destroyed this turn that counts")
        if state.coins[state.owner(race)] < self.price:
            coins = state.coins[state.owner(race)]
            return ngettext(
                "a token costs {price}, and you have {count} coin",
                "a token costs {price}, and you have {count} coins",
                coins,
                price=self.price,
            )
        return _("no token of the race is left on the tray")

    @hookimpl
    def perform(self, state: GameState, race: Race, action: Action) -> None:
        state.remember_turn(self, None)
        state.pay(state.owner(race), self.price * action.number, reason=self)
        state.gain_tokens(race, action.number)

    @hookimpl
    def public_memory(self, state: GameState) -> Mapping[str, object]:
        return {"may_recruit": state.recall_turn(self, 0)}


ABILITIES = (FactionBonus, LendFaction, TeamPlay, BoardDraw, Bounty, TurnChoice, RecruitTokens)
