"""Relics: conquests by artefacts, guards, taxes, what relics are worth (rules M)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar, Literal

from smallworld import Ability, Action, Amount, Bar, Conquest, Means, Position, Toll, Word, hookimpl
from smallworld.abilities.means import OnceATurn
from smallworld.model.regions import indexes


class RelicConquest(OnceATurn):
    """Once a turn a conquest by this relic, which then lies in the conquered region.

    :param means: the word of the notation.
    :param reach: the ordinary reach, or any region of any island without travel cost.
    :param tokens: exact price in tokens; without it the cost of the region, less the discount.
    :param discount: tokens saved.
    :param toll: coins to whoever holds the region, else to the bank.
    :param joins: it may be joined with other means on one region.
    :param limit: with an exact price: any region, or only one that a single token defends.
    """

    rule = "W-MEANS-1"
    users = ("relic",)
    reach: Literal["normal", "anywhere"] = "normal"
    tokens: int | None = None
    discount: int = 0
    toll: Amount = 0
    joins: bool = True
    limit: Literal["one_token", "weak_regions"] = "one_token"

    @hookimpl
    def conquest_means(self, game: Position, race: int) -> Iterable[Means]:
        if self.spent(game):
            return ()
        far = self.reach == "anywhere"
        only = game.board.all
        if self.limit == "weak_regions":
            only = game.with_tokens(only, 1)
        return (
            Means(
                self.means,
                game.board.all if far else None,
                self.tokens,
                -self.discount,
                far=far,
                joins=self.joins and self.tokens is None,
                toll=self.toll,
                only=only,
            ),
        )

    @hookimpl
    def region_conquered(self, game: Position, race: int, conquest: Conquest) -> None:
        if self.means in conquest.means:
            game.move_relic(self.source, conquest.region)

    @hookimpl
    def open_memory(self, game: Position) -> Mapping[str, object]:
        return {"used": bool(game.recall_turn(self))}


class MoveRelic(OnceATurn):
    """Once a turn an adjacent artefact is stolen, or an adjacent place is taken for fewer tokens.

    :param means: the word of the notation for taking a place.
    :param discount: tokens saved by it.
    :param joins: it may be joined with other means on one region.
    """

    rule = "W-ETHER-1"
    offers_in = ("conquer",)
    verbs: ClassVar[Mapping[str, str]] = {"steal": "REGION REGION"}
    means: Word = "relic"
    discount: int = 2
    joins: bool = True

    @hookimpl
    def conquest_means(self, game: Position, race: int) -> Iterable[Means]:
        places = game.relic_regions_of("place")
        if self.spent(game) or not places:
            return ()
        return (Means(self.means, game.near(race), change=-self.discount, joins=self.joins, only=places),)

    @hookimpl
    def offer_actions(self, game: Position, race: int, phase: str) -> Iterable[Action]:
        if self.spent(game):
            return ()
        own = game.regions[race]
        there = game.relic_regions_of("artefact") & game.adjacent[race] & ~own
        if there:
            there &= ~game.untouchable(race, "steal")
        around = game.board.neighbours
        return [
            action
            for region in indexes(there)
            for action in game.actions_at(self, "steal {} {}", around[region] & own, first=region)
        ]

    @hookimpl
    def perform(self, game: Position, race: int, action: Action) -> None:
        game.begin_conquests(race)
        game.charge(race, 1 << action.region, "steal")
        game.note(self, True)
        game.move_relic(game.relics_at(action.region, "artefact")[0], action.number)

    @hookimpl
    def open_memory(self, game: Position) -> Mapping[str, object]:
        return {"used": bool(game.recall_turn(self))}


class _Placed(Ability):
    """Common to artefacts that their owner may move once in redeployment: ``place WORD R``."""

    offers_in = ("redeploy",)
    users = ("relic",)
    verb: Word

    @property
    def places(self) -> tuple[str, ...]:
        """Words that ``place`` may name."""
        return (self.verb,)

    @hookimpl
    def offer_actions(self, game: Position, race: int, phase: str) -> Iterable[Action]:
        if "placed" in game.recall_turn(self, ()):
            return ()
        here = 1 << game.relic_region(self.source)
        return game.actions_at(self, f"place {self.verb} {{}}", game.regions[race] & ~here)

    @hookimpl
    def perform(self, game: Position, race: int, action: Action) -> None:
        game.note(self, (*game.recall_turn(self, ()), "placed"))
        game.move_relic(self.source, action.region)

    @hookimpl
    def open_memory(self, game: Position) -> Mapping[str, object]:
        noted = game.recall_turn(self, ())
        return {"placed": "placed" in noted, "paid": [game.names[who] for who in noted if who != "placed"]}


class ImmuneRelic(_Placed):
    """Its region is closed to opponents who do not pay; it can be moved in redeployment.

    :param verb: how ``place`` calls it.
    :param coins: coins to its owner.
    :param per: one payment opens the region for the turn of the payer, or for one action.
    """

    rule = "W-AEGIS-1"
    coins: Amount = 2
    per: Literal["per_turn", "per_action"] = "per_turn"

    @hookimpl
    def protects(self, game: Position, race: int, attempt: str) -> Bar | None:
        if attempt != "explosion":
            return None
        return Bar(1 << game.relic_region(self.source), "relic", "a relic protects this region")

    @hookimpl
    def toll(self, game: Position, race: int, attacker: int, attempt: str) -> Toll | None:
        paid = self.per == "per_turn" and game.owner(attacker) in game.recall_turn(self, ())
        if paid or attempt == "explosion":
            return None
        here = 1 << game.relic_region(self.source)
        return Toll(self.coins, game.owner(race), f"{self.coins} for the relic there", here)

    @hookimpl
    def toll_paid(self, game: Position, race: int, attacker: int) -> None:
        game.note(self, (*game.recall_turn(self, ()), game.owner(attacker)))


class NeighbourTax(_Placed):
    """Every opponent with an active race next to it pays its owner; it can be moved in redeployment.

    :param verb: how ``place`` calls it.
    :param coins: coins from each opponent, as far as he has them.
    """

    rule = "W-HEART-1"
    coins: Amount = 1

    @hookimpl
    def taxes(self, game: Position, race: int) -> Iterable[tuple[int, int]]:
        around = game.board.neighbours[game.relic_region(self.source)]
        return [
            (player, self.coins)
            for player in range(game.players)
            if player != game.owner(race) and game.regions[player] & around
        ]


class RelicBonus(Ability):
    """Coins for every face-up relic in a region of the race.

    :param coins: coins for each relic.
    :param on_water: who is paid for a place that lies on water: a race that holds it, or nobody.
    """

    rule = "W-ARCH-1"
    coins: Amount = 1
    on_water: Literal["water_holder", "nobody"] = "water_holder"

    @hookimpl
    def score(self, game: Position, race: int) -> int:
        regions = game.regions[race]
        count = game.count_relics(regions)
        if self.on_water == "nobody":
            wet = indexes(regions & game.board.waters & game.relic_regions)
            count -= sum(len(game.relics_at(region, "place")) for region in wet)
        return self.coins * count


class SameTerrainBonus(Ability):
    """Coins for every other region of the race with the terrain of this relic's region.

    :param coins: coins for each region.
    """

    rule = "W-KARA-1"
    users = ("relic",)
    coins: Amount = 1

    @hookimpl
    def score(self, game: Position, race: int) -> int:
        here = game.relic_region(self.source)
        alike = game.regions[race] & game.board.terrain(game.board.regions[here].terrain)
        return self.coins * (alike & ~(1 << here)).bit_count()


class RelicToWater(Ability):
    """Once found it moves to the water of its island; without water one of the unused places takes its place."""

    rule = "W-WELL-1"
    users = ("relic",)

    @hookimpl
    def relic_revealed(self, game: Position, region: int) -> None:
        island = next(island for island in game.board.islands if island >> region & 1)
        waters = indexes(island & game.board.waters)
        if waters:
            game.move_relic(self.source, waters[0])
            return
        game.remove_relic(self.source)
        unused = game.unused_relics("place", but=self.source)
        if unused:
            game.move_relic(game.draw("relic", unused), region)


ABILITIES = (RelicConquest, MoveRelic, ImmuneRelic, NeighbourTax, RelicBonus, SameTerrainBonus, RelicToWater)
