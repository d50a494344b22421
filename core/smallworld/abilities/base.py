"""The base class of abilities; the types of their parameters are in ``parameters``."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, field, fields
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, dataclass_transform

from smallworld.abilities.parameters import hints, least_numbers, parameter_texts, piece_parameters, type_schema
from smallworld.errors import PluginError, with_suggestion
from smallworld.hooks.decorators import MATTERS, REGIONAL_MATTERS, TURN_PHASES
from smallworld.languages import lazy
from smallworld.model.aliases import Race, Region

if TYPE_CHECKING:
    from smallworld.rules.game_state import GameState


A = TypeVar("A", bound="Ability")

USERS = ("race", "power", "relic", "edition")
"""The kinds of content that can have abilities."""


@dataclass_transform(kw_only_default=True, frozen_default=True, eq_default=False)
class _Fields:
    """Turns every subclass into a frozen dataclass with keyword-only parameters."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        docstring = cls.__dict__.get("__doc__")
        if "__init__" in cls.__dict__:
            raise PluginError(
                f"class {cls.__name__} in {cls.__module__} has a method __init__, but abilities keep no data of "
                f"their own; annotate parameters in the class, and let the hooks compute the rest"
            )
        dataclass(frozen=True, eq=False, kw_only=True, repr=False)(cls)
        cls.__doc__ = docstring  # not the signature that a dataclass takes for a docstring


class Ability(_Fields):
    """Base class of all abilities.

    An ability is a class with parameters. A variant file names it; one instance exists for each race, power or relic
    that uses it. Instances hold no game data: what must be remembered is in the game under ``key``, see
    ``state.recall``. Its docstring explains it and its parameters::

        class PeatCutters(Ability):
            rule = "PEAT-1"
            coins: int = 1

            @hookimpl
            def score(self, state, race):
                board = state.board
                return self.coins * (state.regions[race] & board.terrain("swamp") & board.coast).bit_count()

    :param in_decline: the ability goes on when its race has declined.
    :cvar name: how variant files call it; by default the class name in snake_case.
    :cvar rule: id of the rule, or page of the rulebook, that it implements.
    :cvar verbs: words that it adds to the notation → pattern of their operands,
        e.g. ``{"ally": "PLAYER"}`` (``REGION``, ``PIECE``, ``PLAYER``, ``N``, ``WORD``; ``?`` = optional;
        ``PAIR`` = two regions in any order).
    :cvar sentence: verb → the sentence of the log about such an action: ``{"bid": N_("bids {number} coins")}``.
        Its fields are ``{region}``, ``{number}``, ``{tokens}`` (so many tokens) and ``{words}``, all operands.
        Without one the log has the notation.
    :cvar chance: kind of chance → the sentence of the log about a result: ``{"tale": N_("the tale is of {result}")}``.
    :cvar prompt: the sentence for the player whom it asks for an answer, or who decides after scoring:
        ``N_("Choose the player who keeps peace with you")``. Without one the name of the source is shown.
    :cvar label: name of its line in a score; by default the source.
    :cvar ledger_label: its effect as a line of a ledger, parameters in braces: ``N_("next to an own {terrain}")``;
        by default the first line of the docstring.
    :cvar offers_in: the phases in which it may offer actions, by default all but ``pick``.
    :cvar refuses: what its ``veto`` may refuse, by default everything but ``abandon`` and ``deploy``; about other
        matters it is not asked.
    :cvar refuses_in: the phases in which it may, by default ``conquer``, ``redeploy`` and ``retreat``.
    :cvar conquests_of: the conquests that ``region_conquered`` reports: ``own``, those of its race, or ``all``.
    :cvar bars_for: the attempts that ``bars`` is about: those of ``others``, or the ``own`` ones of its race.
    :cvar common: it holds for every race: of a race or power while its holder is at the table (also for declined
        races, with any ``in_decline``), of a relic always. Its hooks may take ``holder``, the race that has it.
    :cvar users: what may have it, by default all: ``race``, ``power``, ``relic``, ``edition``. An ability that needs
        the position of its relic is for relics only.
    :cvar needs_factions: factions that must have races, or it has no effect, which ``validate`` reports.
    :cvar needs_factions_with: the parameters with which it needs them, by default any.
    :ivar source: id of the race, power, relic or variant that uses it.
    :ivar key: unique name of this instance at the table.
    """

    name: ClassVar[str] = ""
    rule: ClassVar[str] = ""
    verbs: ClassVar[Mapping[str, str]] = {}
    sentence: ClassVar[Mapping[str, str]] = {}
    chance: ClassVar[Mapping[str, str]] = {}
    prompt: ClassVar[str] = ""
    label: ClassVar[str] = ""
    ledger_label: ClassVar[str] = ""
    offers_in: ClassVar[tuple[str, ...]] = TURN_PHASES
    refuses: ClassVar[tuple[str, ...]] = tuple(matter for matter in MATTERS if matter not in REGIONAL_MATTERS)
    refuses_in: ClassVar[tuple[str, ...]] = ("conquer", "redeploy", "retreat")
    conquests_of: ClassVar[str] = "own"
    bars_for: ClassVar[str] = "others"
    common: ClassVar[bool] = False
    users: ClassVar[tuple[str, ...]] = USERS
    needs_factions: ClassVar[tuple[str, ...]] = ()
    needs_factions_with: ClassVar[Mapping[str, Any]] = {}

    in_decline: bool = False
    source: str = field(init=False, default="")
    key: str = field(init=False, default="")
    #: Kinds of piece that it works with: its parameters that are a :data:`Piece`.
    pieces: tuple[str, ...] = field(init=False, default=())

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if "name" not in cls.__dict__:
            cls.name = re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower()

    def __repr__(self) -> str:
        return f"<{self.name} of {self.source or 'nobody'}>"

    @property
    def place_words(self) -> tuple[str, ...]:
        """Words other than kinds of pieces that ``place WORD REGION`` may name for this ability."""
        return ()

    @property
    def special_conquest_word(self) -> str:
        """The word of its special conquest in the notation, its parameter ``means``; empty without one.

        The engine reads it to explain why a special conquest is unavailable.
        """
        return str(getattr(self, "means", ""))

    @property
    def discards_pieces(self) -> bool:
        """Whether its pieces may leave the game until the combo is picked again; tests of a plugin allow for it."""
        return False

    @classmethod
    def summary(cls) -> str:
        """Return one line for people: the first line of the docstring."""
        return (cls.__doc__ or "").strip().split("\n")[0]

    def ledger_text(self) -> str:
        """Describe its effect as a line of a ledger, with its parameters filled in."""
        chosen = {item.name: getattr(self, item.name) for item in fields(self)}
        return lazy(self.ledger_label, **chosen) if self.ledger_label else self.summary().rstrip(".")

    def why_unavailable(self, state: GameState, race: Race, region: Region) -> str:
        """Explain why its special conquest or verb is unavailable now; empty without a reason of its own.

        The engine asks only after a refusal. :param region: the region that the action names; -1 without one.
        """
        return ""

    @classmethod
    def schema(cls) -> dict[str, Any]:
        """JSON schema of the parameters, from annotations, defaults and docstring; its parts are shared."""
        typed: Any = cls  # no checker takes a class of such a variable for hashable
        return dict(_schema(typed))

    @classmethod
    def build(cls: type[A], parameters: Mapping[str, Any], *, source: str, key: str) -> A:
        """An instance bound to its user; lists become tuples.

        :raises PluginError: a parameter is unknown, missing or too small.
        """
        names = {item.name for item in fields(cls) if item.init}
        for name in parameters:
            if name not in names:
                fault = f"ability {cls.name!r} of {source!r} has no parameter {name!r}"
                raise PluginError(with_suggestion(fault, name, names))
        values: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value for name, value in parameters.items()
        }
        bounded: Any = cls  # no checker takes a class of such a variable for hashable
        for name, least in least_numbers(bounded).items():
            value = values.get(name, least)
            if type(value) is int and value < least:
                raise PluginError(f"ability {cls.name!r} of {source!r}: {name!r} must be at least {least}, not {value}")
        try:
            ability: A = bounded(**values)  # the parameters are those of the subclass
        except (TypeError, ValueError, AttributeError) as error:  # a __post_init__ of the author's may refuse values
            raise PluginError(f"ability {cls.name!r} of {source!r}: {error}") from None
        object.__setattr__(ability, "source", source)
        object.__setattr__(ability, "key", key)
        pieces = [getattr(ability, name) for name in piece_parameters(bounded)]
        object.__setattr__(ability, "pieces", tuple(filter(None, pieces)))
        return ability


@cache
def _schema(cls: Any) -> dict[str, Any]:
    """Make the schema of an ability class; each set of plugins asks for it, so it is kept."""
    annotations = hints(cls)
    texts = {**parameter_texts(Ability), **parameter_texts(cls)}
    properties: dict[str, Any] = {}
    required = []
    for item in fields(cls):
        if not item.init:
            continue
        entry = type_schema(annotations[item.name])
        if item.name in texts:
            entry["description"] = texts[item.name]
        if item.default is not MISSING:
            entry["default"] = list(item.default) if isinstance(item.default, tuple) else item.default
        else:
            required.append(item.name)
        properties[item.name] = entry
    schema: dict[str, Any] = {"type": "object", "description": cls.summary(), "properties": properties}
    if required:
        schema["required"] = required
    if cls.users != USERS:
        schema["x-users"] = list(cls.users)
    if cls.needs_factions:
        schema["x-factions"] = {"needed": list(cls.needs_factions), "with": dict(cls.needs_factions_with)}
    return {**schema, "additionalProperties": False}


Call = Callable[..., Any]
Wrap = Callable[[Ability, str, Call], Call]
"""Puts something around the implementation of a hook: (ability, hook, call) → call."""


def name_ability(ability: Ability) -> str:
    """Name an ability in a sentence: its name, its user and its module."""
    return f"ability {ability.name!r} of {ability.source!r} ({type(ability).__module__})"
