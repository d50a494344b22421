"""Relics: conquests by artefacts, guards, taxes, coins (rules M); majorities and forts (W-WELL, W-DEFEND, W-GARR)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import ClassVar, Literal

from smallworld import (
    N_,
    NATIVES,
    NOBODY,
    Ability,
    Action,
    Amount,
    Bar,
    Coins,
    Conquest,
    Count,
    GameState,
    OnceATurn,
    PlacedPiece,
    Player,
    Race,
    Refusal,
    Region,
    Regions,
    SpecialConquest,
    Terrain,
    Word,
    hookimpl,
    indexes,
    lazy,
    mask_of,
)


@cache
def _reason(coins: Coins) -> str:
    return lazy("{coins} for the relic there", coins=coins)


class RelicConquest(OnceATurn):
    """Once a turn, a conquest by this relic, which then moves to the conquered region.

    :param means: the word of the notation.
    :param reach: the ordinary reach, or any region of any island without travel cost.
    :param tokens: exact price in tokens; without it the cost of the region, less the discount.
    :param discount: tokens saved.
    :param toll: coins to the holder of the region, otherwise to the bank.
    :param joins: it may be joined with other means on one region.
    :param limit: with an exact price: any region, or only one that a single token defends.
    """

    rule = "W-MEANS-1"
    users = ("relic",)
    reach: Literal["normal", "anywhere"] = "normal"
    tokens: Count | None = None
    discount: int = 0
    toll: Amount = 0
    joins: bool = True
    limit: Literal["one_token", "weak_regions"] = "one_token"

    @hookimpl
    def special_conquests(self, state: GameState, race: Race) -> Iterable[SpecialConquest]:
        if self.spent(state):
            return ()
        far = self.reach == "anywhere"
        everywhere = state.board.all
        only = state.with_tokens(everywhere, 1) if self.limit == "weak_regions" else everywhere
        return (
            SpecialConquest(
                self.means, everywhere if far else None, self.tokens, -self.discount, far=far,
                joins=self.joins, toll=self.toll, only=only,
            ),
        )  # fmt: skip

    @hookimpl
    def region_conquered(self, state: GameState, race: Race, conquest: Conquest) -> None:
        if self.means in conquest.means:
            state.move_relic(self.source, conquest.region)

    @hookimpl
    def public_memory(self, state: GameState) -> Mapping[str, object]:
        return {"used": bool(state.recall_turn(self))}


class MoveRelic(OnceATurn):
    """Once a turn an adjacent artefact is stolen, or an adjacent place is taken for fewer tokens.

    :param means: the word of the notation for taking a place.
    :param discount: tokens saved by it.
    :param joins: it may be joined with other means on one region.
    """

    rule = "W-ETHER-1"
    offers_in = ("conquer",)
    verbs: ClassVar[Mapping[str, str]] = {N_("steal"): "REGION REGION"}
    sentence: ClassVar[Mapping[str, str]] = {"steal": N_("takes a relic: {words}")}
    means: Word = "relic"
    discount: int = 2
    joins: bool = True

    @hookimpl
    def special_conquests(self, state: GameState, race: Race) -> Iterable[SpecialConquest]:
        places = state.relics.of_kind["place"]
        if self.spent(state) or not places:
            return ()
        targets = state.adjacent_regions(race)
        return (SpecialConquest(self.means, targets, change=-self.discount, joins=self.joins, only=places),)

    @hookimpl
    def offer_actions(self, state: GameState, race: Race, phase: str) -> Iterable[Action]:
        if self.spent(state):
            return ()
        regions = state.regions[race]
        artefacts = state.relics.of_kind["artefact"] & state.adjacent[race] & ~regions
        if artefacts:
            artefacts &= ~state.untouchable_regions(race, "steal")
        around = state.board.neighbours
        return [
            action
            for region in indexes(artefacts)
            for action in state.actions_at(self, "steal {} {}", around[region] & regions, first=region)
        ]

    @hookimpl
    def perform(self, state: GameState, race: Race, action: Action) -> None:
        state.begin_acting(race, conquers=True)
        state.charge_tolls(race, 1 << action.region, "steal")
        state.remember_turn(self, True)
        state.move_relic(state.relics.in_region(action.region, "artefact")[0], action.number)

    @hookimpl
    def public_memory(self, state: GameState) -> Mapping[str, object]:
        return {"used": bool(state.recall_turn(self))}


class _Placed(Ability):
    """Base of artefacts that their owner may move once in redeployment: ``place WORD R``."""

    offers_in = ("redeploy",)
    users = ("relic",)
    verb: Word

    @property
    def place_words(self) -> tuple[str, ...]:
        return (self.verb,)

    @hookimpl
    def offer_actions(self, state: GameState, race: Race, phase: str) -> Iterable[Action]:
        if "placed" in state.recall_turn(self, ()):
            return ()
        position = 1 << state.relics.region_of[self.source]
        return state.actions_at(self, f"place {self.verb} {{}}", state.regions[race] & ~position)

    @hookimpl
    def perform(self, state: GameState, race: Race, action: Action) -> None:
        state.remember_turn(self, (*state.recall_turn(self, ()), "placed"))
        state.move_relic(self.source, action.region)

    @hookimpl
    def public_memory(self, state: GameState) -> Mapping[str, object]:
        noted = state.recall_turn(self, ())
        return {"placed": "placed" in noted, N_("paid"): [state.names[who] for who in noted if who != "placed"]}


class ImmuneRelic(_Placed):
    """Its region is closed to opponents who do not pay; it can be moved in redeployment.

    :param verb: its word after ``place``.
    :param coins: coins to its owner.
    :param per: one payment opens the region for the turn of the payer, or for one action.
    """

    rule = "W-AEGIS-1"
    coins: Amount = 2
    per: Literal["per_turn", "per_action"] = "per_turn"

    @hookimpl
    def bars(self, state: GameState, race: Race, attacker: Race, attempt: str) -> Bar | None:
        position = 1 << state.relics.region_of[self.source]
        if attempt == "explosion":
            return Bar(position, "relic", N_("a relic protects this region"))
        if self.per == "per_turn" and state.owner(attacker) in state.recall_turn(self, ()):
            return None  # they have paid
        return Bar(position, "toll", _reason(self.coins), self.coins, state.owner(race))

    @hookimpl
    def toll_paid(self, state: GameState, race: Race, attacker: Race) -> None:
        state.remember_turn(self, (*state.recall_turn(self, ()), state.owner(attacker)))


class NeighbourTax(_Placed):
    """Every opponent with an active race next to it pays its owner; it can be moved in redeployment.

    :param verb: its word after ``place``.
    :param coins: coins from each opponent, as far as they have them.
    """

    rule = "W-HEART-1"
    coins: Amount = 1

    @hookimpl
    def taxes(self, state: GameState, race: Race) -> Iterable[tuple[Player, Coins]]:
        around = state.board.neighbours[state.relics.region_of[self.source]]
        return [
            (player, self.coins)
            for player in range(state.players)
            if player != state.owner(race) and state.regions[player] & around
        ]


class RelicBonus(Ability):
    """Coins for every face-up relic in a region of the race.

    :param coins: coins for each relic.
    :param on_water: a place on water pays the race that holds it, or nobody.
    """

    rule = "W-ARCH-1"
    coins: Amount = 1
    on_water: Literal["water_holder", "nobody"] = "water_holder"

    @hookimpl
    def score(self, state: GameState, race: Race) -> Coins:
        regions = state.regions[race]
        count = state.relics.count(regions)
        if self.on_water == "nobody":
            wet = indexes(regions & state.board.waters & state.relic_regions)
            count -= sum(len(state.relics.in_region(region, "place")) for region in wet)
        return self.coins * count


class SameTerrainBonus(Ability):
    """Coins for every other region of the race with the terrain of this relic's region.

    :param coins: coins for each region.
    """

    rule = "W-KARA-1"
    users = ("relic",)
    coins: Amount = 1

    @hookimpl
    def score(self, state: GameState, race: Race) -> Coins:
        position = state.relics.region_of[self.source]
        alike = state.regions[race] & state.board.terrain(state.board.regions[position].terrain)
        return self.coins * (alike & ~(1 << position)).bit_count()


class RelicToWater(Ability):
    """Once revealed it moves to the water of its island; without water an unused place replaces it."""

    rule = "W-WELL-1"
    users = ("relic",)

    @hookimpl
    def relic_revealed(self, state: GameState, region: Region) -> None:
        island = next(island for island in state.board.islands if island >> region & 1)
        waters = indexes(island & state.board.waters)
        if waters:
            state.move_relic(self.source, waters[0])
            return
        state.move_relic(self.source, NOBODY)  # into the box
        unused = state.unused_relics("place")
        if unused:
            state.move_relic(state.draw("relic", unused, region), region)


# --- majorities around a place, and forts everywhere


def holds_most(state: GameState, race: Race, around: Regions, natives: bool) -> bool:
    """Return whether the race holds more of the regions than every other race instance (and the natives)."""
    occupants = [state.occupant[region] for region in indexes(around)]
    rivals = {*occupants} - {race, NOBODY, race if natives else NATIVES}
    return occupants.count(race) > max(map(occupants.count, rivals), default=0)


class MajorityBonus(Ability):
    """Coins for the race, of any player, that holds most regions around this relic, in decline too.

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
    def score(self, state: GameState, race: Race) -> Coins:
        region = state.relics.region_of[self.source]
        holds = region >= 0 and holds_most(state, race, state.board.neighbours[region], self.natives)
        return self.coins if holds else 0


class MajorityPiece(Ability):
    """Regions of one terrain get a piece while the race holds most regions around them.

    The pieces are set at the end of the turn; if there are too few, the owner chooses.

    :param piece: the kind.
    :param terrain: the terrain that gets it.
    :param natives: natives compete.
    """

    rule = "W-DEFEND-1"
    offers_in = refuses_in = ("redeploy",)
    refuses = ("done",)
    piece: PlacedPiece
    terrain: Terrain
    natives: bool = True

    def _due(self, state: GameState, race: Race) -> Regions:
        around = state.board.neighbours
        candidates = indexes(state.regions[race] & state.board.terrain(self.terrain))
        return mask_of(region for region in candidates if holds_most(state, race, around[region], self.natives))

    def _missing(self, state: GameState, race: Race) -> tuple[Regions, int]:
        """Return the regions that lack a piece, and the number of pieces in the supply."""
        due, present = self._due(state, race), state.regions_with(self.piece)
        return due & ~present, state.supply_of(self.piece) + (present & ~due).bit_count()

    def _clear(self, state: GameState, race: Race) -> None:
        state.take_all_away(self.piece, state.board.all & ~self._due(state, race), unused=True)

    def _choices(self, state: GameState, race: Race) -> Regions:
        candidates = state.regions[race] & state.board.terrain(self.terrain)
        if candidates.bit_count() <= state.supply_of(self.piece):
            return 0  # there are enough for all candidates
        missing, pieces = self._missing(state, race)
        return missing if pieces and missing.bit_count() > pieces else 0

    @hookimpl
    def offer_actions(self, state: GameState, race: Race, phase: str) -> Iterable[Action]:
        return state.actions_at(self, f"place {self.piece} {{}}", self._choices(state, race))

    @hookimpl
    def perform(self, state: GameState, race: Race, action: Action) -> None:
        self._clear(state, race)
        state.place(self.piece, action.region)

    @hookimpl
    def veto(self, state: GameState, race: Race, matter: str) -> Refusal | None:
        if self._choices(state, race):
            return Refusal("pieces_left", lazy("there are too few of {piece}: choose where they go", piece=self.piece))
        return None

    @hookimpl
    def redeployment_ended(self, state: GameState, race: Race) -> None:
        self._clear(state, race)
        for region in indexes(self._missing(state, race)[0]):
            state.place(self.piece, region)


class PieceEverywhere(Ability):
    """Every region of the race gets a piece at the end of the turn; if there are too few, the owner chooses.

    :param piece: the kind.
    :param placement: automatic, or the owner places them.
    """

    rule = "W-GARR-1"
    offers_in = refuses_in = ("redeploy",)
    refuses = ("done",)
    piece: PlacedPiece
    placement: Literal["automatic", "optional"] = "automatic"

    def _missing(self, state: GameState, race: Race) -> int:
        return state.regions[race] & ~state.regions_with(self.piece)

    def _short(self, state: GameState, race: Race) -> bool:
        free = state.supply_of(self.piece)
        return 0 < free < self._missing(state, race).bit_count()

    @hookimpl
    def offer_actions(self, state: GameState, race: Race, phase: str) -> Iterable[Action]:
        if not state.supply_of(self.piece):
            return ()
        chooses = self.placement == "optional" or self._short(state, race)
        return state.actions_at(self, f"place {self.piece} {{}}", self._missing(state, race)) if chooses else ()

    @hookimpl
    def perform(self, state: GameState, race: Race, action: Action) -> None:
        state.place(self.piece, action.region)

    @hookimpl
    def veto(self, state: GameState, race: Race, matter: str) -> Refusal | None:
        if self.placement == "automatic" and self._short(state, race):
            return Refusal("pieces_left", lazy("there are too few of {piece}: choose where they go", piece=self.piece))
        return None

    @hookimpl
    def redeployment_ended(self, state: GameState, race: Race) -> None:
        if self.placement == "automatic":
            for region in indexes(self._missing(state, race)):
                state.place(self.piece, region)


ABILITIES = (
    RelicConquest, MoveRelic, ImmuneRelic, NeighbourTax, RelicBonus, SameTerrainBonus, RelicToWater, MajorityBonus,
    MajorityPiece, PieceEverywhere,
)  # fmt: skip
