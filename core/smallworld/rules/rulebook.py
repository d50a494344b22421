"""A variant brought to life: rulings answered, one ability instance for each use."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Mapping
from types import MethodType
from typing import Any

import pluggy

from smallworld.ability import Ability
from smallworld.errors import PluginError, UnknownName
from smallworld.hookspecs import PROJECT, RuleHooks
from smallworld.model.board import BoardFile
from smallworld.model.content import AbilityUse, PieceKind, Scalar, Variant
from smallworld.rules.addition import Addition
from smallworld.rules.answers import Call, Wrap
from smallworld.rules.ground import Local
from smallworld.rules.implementation import BY_PLACE, Asked, Implementation
from smallworld.rules.kit import NONE, Kit, KitKey
from smallworld.rules.rulings import resolve

KITS_KEPT = 16384
"""Most kits that a rulebook keeps. With relics there are more combos than a million games should pile up."""
MADE_KEPT = 32768
"""Most things that all tables of a rulebook keep together of what they make when it is needed: what kits see of
their boards, offers."""


class _Kinds(dict[str, int]):
    """Piece → its number: abilities ask by name at every decision, so the refusal of a wrong one costs them nothing."""

    def __missing__(self, piece: str) -> int:
        raise UnknownName("piece", piece, self)


class Rulebook:
    """One variant with one set of options. Shared by all games that are played by it.

    :ivar rulings: ruling → answer.
    :ivar races, powers, relics, pieces: in the order of the variant file; engine numbers are indexes.
    :ivar lasting: powers that have a say in decline, too.
    :ivar nowhere: relic → -1, where it lies before it is found.
    :ivar tray: tokens of each race when a game begins; :ivar supply: pieces of each kind.
    :ivar kits: those of all combos that were needed; :ivar outlooks: their views of boards, numbered.
    :ivar tables: those with this rulebook; :ivar made: things that they have made since they last let go of all.
    """

    def __init__(
        self,
        variant: Variant,
        options: Mapping[str, Scalar],
        classes: Mapping[str, type[Ability]],
        wrap: Wrap | None = None,
    ) -> None:
        """Answer the rulings and make the abilities.

        :param wrap: put around every implementation of a hook; None = nothing.
        """
        self.variant = variant
        self.wrap = wrap
        self.options = dict(options)
        self.rulings = resolve(variant, options)
        self.classes = classes
        self.races = tuple(variant.races.values())
        self.powers = tuple(variant.powers.values())
        self.relics = tuple(variant.relics.values())
        self.pieces = tuple(self._piece(kind) for kind in variant.pieces.values())
        self.tray = tuple(race.supply for race in self.races)
        self.supply = tuple(piece.supply for piece in self.pieces)
        self.race_index = {race.id: i for i, race in enumerate(self.races)}
        self.power_index = {power.id: i for i, power in enumerate(self.powers)}
        self.relic_index = {relic.id: i for i, relic in enumerate(self.relics)}
        self.nowhere = dict.fromkeys(self.relic_index, -1)
        self.piece_index = _Kinds((piece.id, i) for i, piece in enumerate(self.pieces))
        self.race_abilities = tuple(self._make("race", race.id, race.abilities) for race in self.races)
        self.power_abilities = tuple(self._make("power", power.id, power.abilities) for power in self.powers)
        self.lasting = frozenset(
            power for power, made in enumerate(self.power_abilities) if any(ability.in_decline for ability in made)
        )
        self.relic_abilities = tuple(self._make("relic", relic.id, relic.abilities) for relic in self.relics)
        self.common_abilities = tuple(
            (relic, [ability for ability in abilities if ability.common])
            for relic, abilities in enumerate(self.relic_abilities)
            if any(ability.common for ability in abilities)
        )
        self.edition = self._make("edition", variant.id, variant.abilities)
        self.islands = self._islands()
        self.hooks = self._register()
        self.answers = self._answers()
        self.verbs = self._verbs()
        self.performs = {item.ability.key: item.call for item in self.hooks["perform"]}
        self.kits: dict[KitKey, Kit] = {}
        self._added: dict[tuple[tuple[int, ...], bool], Addition] = {}
        self.outlooks: dict[Local, int] = {}
        self.shared: dict[Any, Any] = {}
        self.rows: dict[tuple[str, int], list[Any]] = {}
        self.pairs: dict[Any, dict[tuple[int, str], Any]] = {}
        self.tables: dict[tuple[tuple[str, ...], int], Any] = {}
        self.made = 0

    def ruling(self, key: str) -> Scalar:
        """The answer to one ruling.

        :raises UnknownName: the variant has no such ruling.
        """
        if key not in self.rulings:
            raise UnknownName("ruling", key, self.rulings)
        return self.rulings[key]

    def kit(self, key: KitKey) -> Kit:
        """The compiled abilities of a combo; those with relics are made from those without."""
        found = self.kits.get(key)
        if found is None:
            base = self.kit((*key[:3], ())) if key[3] else None
            if len(self.kits) >= KITS_KEPT:
                self.kits.clear()
                self._added.clear()
            found = self.kits[key] = Kit(self, key, base)
        return found

    def abilities_of(self, key: KitKey) -> tuple[Ability, ...]:
        """What a combo can do, in the order in which it is asked."""
        race, power, declined, relics = key
        if race == NONE:
            return ()
        found = [*self.race_abilities[race]]
        if power != NONE:
            found += self.power_abilities[power]
        for relic in relics:
            found += self.relic_abilities[relic]
        for relic, abilities in self.common_abilities:
            if relic not in relics:
                found += abilities
        found += self.edition
        return tuple([ability for ability in found if ability.in_decline] if declined else found)

    def added(self, relics: tuple[int, ...], declined: bool) -> Addition:
        """What some relics add to a combo; all combos share it."""
        found = self._added.get((relics, declined))
        if found is None:
            own = [ability for relic in relics for ability in self.relic_abilities[relic] if not ability.common]
            abilities = [ability for ability in own if ability.in_decline] if declined else own
            found = self._added[relics, declined] = self.addition(abilities)
        return found

    def addition(self, abilities: Iterable[Ability]) -> Addition:
        """What some abilities bring to a kit."""
        return Addition(abilities, self._asked(abilities))

    def _asked(self, abilities: Iterable[Ability]) -> Asked:
        """What some abilities implement, with the places in the order of all."""
        found: Asked = {}
        for ability in abilities:
            for place, hook, item in self.answers.get(id(ability), ()):
                found.setdefault(hook, []).append((place, item))
        return found

    def implementations(self, key: KitKey, hook: str) -> list[Implementation]:
        """What the abilities of a combo answer to a hook, in the order in which they are asked."""
        return [item for _, item in sorted(self._asked(self.abilities_of(key)).get(hook, ()), key=BY_PLACE)]

    def make_room(self) -> None:
        """Count one more thing that a table keeps; with too many, all begin anew, games under way keep theirs."""
        if self.made >= MADE_KEPT:
            for table in self.tables.values():
                table.forget()
            self.pairs.clear()
            self.made = 0
        self.made += 1

    def forget_tables(self) -> None:
        """Let go of all tables and of what they share; games under way keep theirs."""
        for made in (self.tables, self.shared, self.rows, self.pairs):
            made.clear()
        self.made = 0

    def abilities(self) -> Iterable[Ability]:
        """Every ability instance: races, powers, relics, edition."""
        for group in (*self.race_abilities, *self.power_abilities, *self.relic_abilities, self.edition):
            yield from group

    def _value(self, value: Any) -> Any:
        if isinstance(value, Mapping) and set(value) == {"ruling"}:
            return self.ruling(str(value["ruling"]))
        return value

    def _piece(self, kind: PieceKind) -> PieceKind:
        """The kind with its rulings answered."""
        values = {name: getattr(kind, name) for name in PieceKind.__slots__}
        return PieceKind(**{name: self._value(value) for name, value in values.items()})

    def _make(self, kind: str, source: str, uses: Iterable[AbilityUse]) -> tuple[Ability, ...]:
        made = []
        for number, use in enumerate(uses):
            if use.ability not in self.classes:
                raise UnknownName(f"ability of {kind} {source!r}:", use.ability, self.classes)
            parameters = {name: self._value(value) for name, value in use.parameters.items()}
            cls = self.classes[use.ability]
            if kind not in cls.users:
                raise PluginError(
                    f"ability {cls.name!r} cannot be of {kind} {source!r}; it is for: {', '.join(cls.users)}"
                )
            made.append(cls.build(parameters, source=source, key=f"{kind}.{source}.{number}.{use.ability}"))
        return tuple(made)

    def _islands(self) -> dict[str, list[BoardFile]]:
        """Size → the islands of this size that may be drawn, by id."""
        found: dict[str, list[BoardFile]] = {}
        for face in sorted(self.variant.board_files.values(), key=lambda face: face.id):
            found.setdefault(face.size, []).append(face)
        return found

    def _register(self) -> dict[str, list[Implementation]]:
        """Let pluggy check and order the implementations; keep what is really there for each hook."""
        manager = pluggy.PluginManager(PROJECT)
        manager.add_hookspecs(RuleHooks)
        users: dict[int, Ability] = {}
        for ability in reversed(list(self.abilities())):
            blank = _blank(ability)
            users[id(blank)] = ability
            try:
                manager.register(blank, name=ability.key)
            except pluggy.PluginValidationError as error:
                raise PluginError(f"ability {ability.name!r}: {error}") from None
        try:
            manager.check_pending()
        except pluggy.PluginValidationError as error:
            raise PluginError(f"an ability implements a hook that does not exist: {error}") from None
        found: dict[str, list[Implementation]] = {}
        for hook, order in hook_arguments().items():
            caller = getattr(manager.hook, hook)
            found[hook] = [
                Implementation(ability, hook, _method_of(ability, impl), tuple(impl.argnames), order)
                for impl in reversed(caller.get_hookimpls())
                for ability in [users[id(impl.plugin)]]
            ]
            if self.wrap is not None:
                for item in found[hook]:
                    item.call = self.wrap(item.ability, hook, item.call)
        return found

    def _answers(self) -> dict[int, list[tuple[int, str, Implementation]]]:
        """By ability (its ``id``) what it implements: place in the order of all, hook, implementation."""
        found: dict[int, list[tuple[int, str, Implementation]]] = {}
        for hook, items in self.hooks.items():
            for place, item in enumerate(items):
                found.setdefault(id(item.ability), []).append((place, hook, item))
        return found

    def _verbs(self) -> dict[str, str]:
        verbs: dict[str, str] = {}
        for ability in self.abilities():
            for verb, pattern in ability.verbs.items():
                if verbs.setdefault(verb, pattern) != pattern:
                    raise PluginError(f"two abilities use the verb {verb!r} with different operands; rename one")
        return verbs


def _blank(ability: Ability) -> Ability:
    """An ability without parameters, to be registered in the place of one.

    pluggy looks into the dict of what is registered. CPython makes one then, and from there on finds parameters and
    methods by a longer way, in random Warcraft games 3 % of the time.
    """
    found = object.__new__(type(ability))
    object.__setattr__(found, "source", ability.source)
    return found


def _method_of(ability: Ability, found: pluggy.HookImpl) -> Call:
    """The method that was found in a blank, of the ability itself."""
    method = found.function
    if isinstance(method, MethodType) and method.__self__ is found.plugin:
        return MethodType(method.__func__, ability)
    return method


def hook_arguments() -> dict[str, tuple[str, ...]]:
    """Rule hook → its arguments in the order of the specification."""
    return {
        name: tuple(inspect.signature(function).parameters)[1:]
        for name, function in vars(RuleHooks).items()
        if not name.startswith("_")
    }
