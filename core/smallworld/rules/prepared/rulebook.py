"""A variant ready to play: its rulings answered, one ability instance for each use."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from smallworld.abilities.base import Ability, Call, Wrap
from smallworld.actions import Action
from smallworld.errors import PluginError, UnknownName
from smallworld.hooks.decorators import Whom
from smallworld.hooks.hook_info import HookInfo, marked_names, rule_hooks
from smallworld.model.aliases import Race, RaceIndex
from smallworld.model.board import BoardFile
from smallworld.model.names import resolve_name, shared_names
from smallworld.model.rulings import resolve
from smallworld.model.values import NOBODY
from smallworld.model.variant import AbilityUse, PieceSpec, Scalar, Variant
from smallworld.rules.prepared.hook_implementation import (
    BY_PLACE,
    Implementation,
    ImplementationsByHook,
    order_implementations,
)
from smallworld.rules.prepared.hook_table import NO_RACE, NONE, AbilityBundle, BoardAnswers, HookTable, TableKey
from smallworld.rules.prepared.shared_abilities import (
    COMMON,
    DEFENCE,
    LENT,
    SharedAbility,
    as_attackers_cost,
    holder_of,
    shares,
)

if TYPE_CHECKING:
    from smallworld.rules.game_state import GameState

EDITION_ONLY: Final = frozenset(name for name, info in rule_hooks().items() if info.declaration.whom is Whom.EDITION)
"""Hooks about the table before the first turn, when nobody has a race."""
HOOK_TABLES_KEPT: Final = 16384
"""Most hook tables that a rulebook caches. With relics the number of combos has no practical limit."""
CACHED_MOST: Final = 32768
"""Most objects that all tables of a rulebook cache together: board profiles, arrival costs, offered actions."""


class Rulebook:
    """One variant with one set of options. Shared by all games that are played by it.

    :ivar rulings: ruling → answer.
    :ivar races, powers, relics, pieces: in the order of the variant file; engine numbers are indexes.
    :ivar lasting: powers with an ability that goes on in decline.
    :ivar nowhere: relic → -1, its region before it is found.
    :ivar tray: tokens of each race when a game begins; :ivar supply: pieces of each kind.
    :ivar hook_tables: those of the combos that were needed; :ivar profile_ids: their board answers, numbered.
    :ivar reveals: for each relic the calls when it is turned up.
    :ivar asks_in_pick: an ability may be asked while a player picks.
    :ivar foreign: some of its abilities do not come with the program, or each call is wrapped.
    :ivar tables: those with this rulebook; :ivar cached: objects cached since the caches were last cleared.
    """

    def __init__(
        self,
        variant: Variant,
        options: Mapping[str, Scalar],
        classes: Mapping[str, type[Ability]],
        renew_lent: Callable[[GameState, Race | None], None],
        wrap: Wrap | None = None,
    ) -> None:
        """Answer the rulings and make the abilities.

        :param renew_lent: asks a race, or all, which abilities are lent to it now; it changes the state.
        :param wrap: a wrapper of every implementation of a hook; None = no wrapper.
        """
        self.variant = variant
        self.renew_lent = renew_lent
        self.wrap = wrap
        self.options = dict(options)
        self.rulings = resolve(variant, options)
        self.classes = classes
        self._shared_names = shared_names(classes)
        self._index_content(variant)
        self._make_abilities(variant)
        self._compile_hooks()
        self._lent: dict[SharedAbility, tuple[Ability, ...]] = {}
        self.hook_tables: dict[TableKey, HookTable] = {}
        self._relic_bundles: dict[tuple[tuple[int, ...], bool], AbilityBundle] = {}
        self.profile_ids: dict[BoardAnswers, int] = {}
        self.shared: dict[Any, Any] = {}
        self.rows: dict[tuple[str, int], list[Any]] = {}
        self.pairs: dict[Any, dict[tuple[int, str], Any]] = {}
        self.tables: dict[tuple[Any, ...], Any] = {}
        self.cached = 0
        self.foreign = False

    def _index_content(self, variant: Variant) -> None:
        """Number races, powers, relics and pieces in the order of the variant file."""
        self.races = tuple(variant.races.values())
        self.powers = tuple(variant.powers.values())
        self.relics = tuple(variant.relics.values())
        pieces = [{name: self._value(value) for name, value in vars(kind).items()} for kind in variant.pieces.values()]
        self.pieces = tuple(PieceSpec(**values) for values in pieces)
        self.tray = tuple(race.supply for race in self.races)
        self.supply = tuple(piece.supply for piece in self.pieces)
        self.race_indexes = {race.id: i for i, race in enumerate(self.races)}
        self.power_indexes = {power.id: i for i, power in enumerate(self.powers)}
        self.relic_indexes = {relic.id: i for i, relic in enumerate(self.relics)}
        self.nowhere = dict.fromkeys(self.relic_indexes, -1)
        self.piece_indexes = {piece.id: i for i, piece in enumerate(self.pieces)}
        names = (("relic", self.relic_indexes), ("race", self.race_indexes), ("power", self.power_indexes))
        self.sources = {name: f"{kind}.{name}" for kind, indexes in names for name in indexes}  # powers go before races
        self.islands = self._islands()

    def _make_abilities(self, variant: Variant) -> None:
        """Make one instance for each use of an ability."""
        self.race_abilities = tuple(self._make("race", race.id, race.abilities) for race in self.races)
        self.power_abilities = tuple(self._make("power", power.id, power.abilities) for power in self.powers)
        self.lasting = frozenset(
            power for power, abilities in enumerate(self.power_abilities) if any(each.in_decline for each in abilities)
        )
        self.relic_abilities = tuple(self._make("relic", relic.id, relic.abilities) for relic in self.relics)
        self.common_abilities = tuple(
            (relic, [ability for ability in abilities if ability.common])
            for relic, abilities in enumerate(self.relic_abilities)
            if any(ability.common for ability in abilities)
        )
        self.edition = self._make("edition", variant.id, variant.abilities)
        self.by_key = {ability.key: ability for ability in self.abilities()}

    def _compile_hooks(self) -> None:
        """Collect the implementations of the hooks, by hook and by ability."""
        self.hooks = self._implementations_by_hook()
        self.shares = bool(shares(self.abilities()))
        self._by_ability = self._group_by_ability()
        self.verbs = self._verbs()
        self.performs = {item.ability.key: self._performing(item.call) for item in self.hooks["perform"]}
        calls = [(item.ability.source, item.call) for item in self.hooks["relic_revealed"]]
        self.reveals = tuple(tuple(call for source, call in calls if source == relic.id) for relic in self.relics)
        offers = any("pick" in ability.offers_in for ability in self.abilities())
        self.asks_in_pick = bool(offers or self.hooks["pick_price"] or self.hooks["combo_passed"] or self.hooks["lent"])

    def printed_faction(self, race: RaceIndex) -> str:
        """Return the faction of a race by its number in the variant; empty for none."""
        return self.races[race].faction if race >= 0 else ""

    def ruling(self, key: str) -> Scalar:
        """Return the answer to one ruling.

        :raises UnknownName: the variant has no such ruling.
        """
        if key not in self.rulings:
            raise UnknownName("ruling", key, self.rulings)
        return self.rulings[key]

    def hook_table(self, key: TableKey) -> HookTable:
        """Return the compiled abilities of a combo; those with relics are derived from those without."""
        table = self.hook_tables.get(key)
        if table is None:
            base = None
            if key[3]:
                base = self.hook_table((*key[:3], (), key[4]))
            elif key != NO_RACE:
                base = self.hook_table(NO_RACE)
            if len(self.hook_tables) >= HOOK_TABLES_KEPT:
                self.hook_tables.clear()
                self._relic_bundles.clear()
            table = self.hook_tables[key] = HookTable(self, key, base)
        return table

    def own_abilities(self, key: TableKey) -> tuple[Ability, ...]:
        """Return the abilities of banner, badge and relics, and those lent to the race, in the order of their calls."""
        race, power, declined, relics, received = key
        if race == NONE:
            return ()
        abilities = [*self.race_abilities[race]]
        if power != NONE:
            abilities += self.power_abilities[power]
        for relic in relics:
            abilities += self.relic_abilities[relic]
        for shared in received:
            if shared.relation == LENT:
                abilities += self.lent_abilities(shared)
        return _lasting(abilities) if declined else tuple(abilities)

    def own_sources(self, key: TableKey) -> set[str]:
        """Return ``KIND.ID`` of the banner, the badge and the relics of a combo."""
        race, power, _, relics, _ = key
        sources = {f"race.{self.races[race].id}"} if race != NONE else set()
        if power != NONE:
            sources.add(f"power.{self.powers[power].id}")
        return sources | {f"relic.{self.relics[relic].id}" for relic in relics}

    def abilities_of(self, key: TableKey) -> tuple[Ability, ...]:
        """Return the abilities of a combo, in the order of their calls: own ones, common ones, those of the edition."""
        race, _, declined, relics, received = key
        if race == NONE:
            return ()
        common = [ability for relic, abilities in self.common_abilities if relic not in relics for ability in abilities]
        common_rules = [*common, *self.edition]
        common_abilities = [self.by_key[shared.source] for shared in received if shared.relation == COMMON]
        return (*self.own_abilities(key), *common_abilities, *(_lasting(common_rules) if declined else common_rules))

    def lent_abilities(self, shared: SharedAbility) -> tuple[Ability, ...]:
        """Return copies of the abilities of a race, power or relic for the ability that borrows them."""
        abilities = self._lent.get(shared)
        if abilities is None:
            kind, _, name = shared.source.partition(".")
            originals = self._abilities_named(kind, name)
            abilities = self._lent[shared] = tuple([self._lend(original, shared.borrower) for original in originals])
        return abilities

    def _lend(self, original: Ability, borrower: str) -> Ability:
        """Copy an ability for a borrower; it has a memory of its own."""
        ability: Ability = object.__new__(type(original))
        for name, value in vars(original).items():
            object.__setattr__(ability, name, value)
        object.__setattr__(ability, "key", f"{original.key}@{borrower}")
        items = []
        for place, hook, item in self._by_ability.get(id(original), ()):
            new = self._implementation(ability, rule_hooks()[hook], item.parameters)
            items.append((place, hook, new))
            if hook == "perform":
                self.performs[ability.key] = self._performing(new.call)
        self._by_ability[id(ability)] = items
        self.by_key[ability.key] = ability
        return ability

    def _performing(self, call: Call) -> Call:
        """Renew the abilities lent to races after an action of an ability, where any are."""
        if not self.hooks["lent"]:
            return call

        def perform(state: GameState, race: int, action: Action) -> None:
            call(state, race, action)
            self.renew_lent(state, None)

        return perform

    def call_of(self, key: str, hook: str) -> Call | None:
        """Return the call of one ability for a hook; None if it does not implement it."""
        items = self._by_ability.get(id(self.by_key[key]), ())
        return next((item.call for _, name, item in items if name == hook), None)

    def source_named(self, name: str) -> str:
        """Return ``KIND.ID`` of the race, power or relic of this id.

        :raises UnknownName: the variant has none of this id.
        """
        if name not in self.sources:
            raise UnknownName("race, power or relic", name, self.sources)
        return self.sources[name]

    def _abilities_named(self, kind: str, name: str) -> tuple[Ability, ...]:
        if kind == "race":
            return self.race_abilities[self.race_indexes[name]]
        if kind == "power":
            return self.power_abilities[self.power_indexes[name]]
        return self.relic_abilities[self.relic_indexes[name]]

    def relic_bundle(self, relics: tuple[int, ...], declined: bool) -> AbilityBundle:
        """Return the contribution of relics to a combo; all combos share it."""
        bundle = self._relic_bundles.get((relics, declined))
        if bundle is None:
            abilities = [ability for relic in relics for ability in self.relic_abilities[relic] if not ability.common]
            lasting = _lasting(abilities) if declined else abilities
            bundle = AbilityBundle(lasting, self._implementations_of(lasting))
            self._relic_bundles[relics, declined] = bundle
        return bundle

    def combo_bundle(self, key: TableKey) -> AbilityBundle:
        """Make the contribution of all abilities of a combo, received ones included."""
        abilities = self.abilities_of(key)
        return AbilityBundle(abilities, self._implementations_in(key, abilities))

    def _implementations_in(self, key: TableKey, abilities: Iterable[Ability]) -> ImplementationsByHook:
        implementations = self._implementations_of(abilities)
        for shared in key[4]:
            if shared.relation == DEFENCE:
                find = partial(holder_of, key=shared.source)
                for place, hook, item in self._by_ability[id(self.by_key[shared.source])]:
                    if hook == "defence_change":
                        changes = implementations.setdefault("conquest_cost", [])
                        changes.append((place, as_attackers_cost(item, find)))
        return implementations

    def _implementations_of(self, abilities: Iterable[Ability]) -> ImplementationsByHook:
        """Collect the implementations of these abilities by hook, with their places in the order of all abilities."""
        implementations: ImplementationsByHook = {}
        for ability in abilities:
            for place, hook, item in self._by_ability.get(id(ability), ()):
                implementations.setdefault(hook, []).append((place, item))
        return implementations

    def implementations(self, key: TableKey, hook: str) -> list[Implementation]:
        """List the implementations of a hook by the abilities of a combo, in the order of their calls."""
        implementations = self._implementations_in(key, self.abilities_of(key))
        return [item for _, item in sorted(implementations.get(hook, ()), key=BY_PLACE)]

    def make_room(self) -> None:
        """Count one more cached object; clear the caches if there are too many (games under way keep theirs)."""
        if self.cached >= CACHED_MOST:
            for table in self.tables.values():
                table.clear_caches()
            self.pairs.clear()
            self.cached = 0
        self.cached += 1

    def forget_tables(self) -> None:
        """Drop all tables and the objects that they share; games in progress keep theirs."""
        for cache in (self.tables, self.shared, self.rows, self.pairs):
            cache.clear()
        self.cached = 0

    def abilities(self) -> Iterable[Ability]:
        """Yield every ability instance: races, powers, relics, edition."""
        for group in (*self.race_abilities, *self.power_abilities, *self.relic_abilities, self.edition):
            yield from group

    def _value(self, value: Any) -> Any:
        if isinstance(value, Mapping) and set(value) == {"ruling"}:
            return self.ruling(str(value["ruling"]))
        return value

    def _make(self, kind: str, source: str, uses: Iterable[AbilityUse]) -> tuple[Ability, ...]:
        abilities = []
        for number, use in enumerate(uses):
            name = resolve_name(use.ability, self._shared_names, self.variant.plugins)
            if name not in self.classes:
                raise UnknownName(f"ability of {kind} {source!r}:", use.ability, self.classes)
            parameters = {name: self._value(value) for name, value in use.parameters.items()}
            cls = self.classes[name]
            if kind not in cls.users:
                raise PluginError(
                    f"ability {cls.name!r} cannot be of {kind} {source!r}; it is for: {', '.join(cls.users)}"
                )
            _require_holder(cls, kind, source)
            abilities.append(cls.build(parameters, source=source, key=f"{kind}.{source}.{number}.{use.ability}"))
        return tuple(abilities)

    def _islands(self) -> dict[str, list[BoardFile]]:
        """Group the islands that may be drawn by size, in the order of their ids."""
        islands: dict[str, list[BoardFile]] = {}
        for face in sorted(self.variant.board_files.values(), key=lambda face: face.id):
            islands.setdefault(face.size, []).append(face)
        return islands

    def _implementations_by_hook(self) -> dict[str, list[Implementation]]:
        """List the implementations by hook, in the order of their calls."""
        ordered = order_implementations(list(self.abilities()))
        return {
            hook: [self._implementation(ability, info, parameters) for ability, parameters in ordered[hook]]
            for hook, info in rule_hooks().items()
        }

    def _implementation(self, ability: Ability, info: HookInfo, parameters: tuple[str, ...]) -> Implementation:
        """Make the method of an ability callable by position."""

        def find_holder(state: GameState, race: int) -> int:
            holder = NOBODY if ability in self.edition else holder_of(state, ability.key)
            return race if holder == NOBODY else holder  # it ends in this event, is lent, or belongs to everybody

        item = Implementation(ability, info, parameters, find_holder)
        if self.wrap is not None:
            item.call = self.wrap(ability, info.name, item.call)
        return item

    def _group_by_ability(self) -> dict[int, list[tuple[int, str, Implementation]]]:
        """Group (place in the order of all abilities, hook, implementation) by the ``id`` of the ability."""
        groups: dict[int, list[tuple[int, str, Implementation]]] = {}
        for hook, items in self.hooks.items():
            for place, item in enumerate(items):
                groups.setdefault(id(item.ability), []).append((place, hook, item))
        return groups

    def _verbs(self) -> dict[str, str]:
        verbs: dict[str, str] = {}
        for ability in self.abilities():
            for verb, pattern in ability.verbs.items():
                if verbs.setdefault(verb, pattern) != pattern:
                    raise PluginError(f"two abilities use the verb {verb!r} with different operands; rename one")
        return verbs


def _require_holder(cls: Any, kind: str, source: str) -> None:
    """Refuse hooks that the holder of an ability never hears: a race in play defends, an edition lays the table.

    :param cls: the class of an ability; no checker takes a class of another annotation for hashable.
    :raises PluginError: the ability has such a hook.
    """
    marked = marked_names(cls)
    if kind == "edition" and "defence_change" in marked:
        raise PluginError(
            f"ability {cls.name!r} of {source!r} has defence_change, which needs a race that defends; "
            "in an edition implement conquest_cost"
        )
    if kind == "relic" and "is_regrouping" in marked:
        raise PluginError(
            f"ability {cls.name!r} of relic {source!r} has is_regrouping, but a relic can be lost while everything "
            "is in hand; give the ability to a race, a power or the edition"
        )
    early = sorted(marked & EDITION_ONLY)
    if kind != "edition" and early:
        raise PluginError(
            f"ability {cls.name!r} of {kind} {source!r} has {early[0]}, which comes before anybody has a race; "
            "list the ability under 'abilities' of the variant"
        )


def _lasting(abilities: Iterable[Ability]) -> tuple[Ability, ...]:
    """Return the abilities that go on when their race has declined."""
    return tuple([ability for ability in abilities if ability.in_decline])
