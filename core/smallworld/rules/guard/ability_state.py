"""The state as abilities of foreign plugins get it: verbs check their arguments, and nothing can be written.

Abilities of the program get the state itself, so games without plugins pay nothing for the checks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from inspect import Parameter, Signature
from typing import TYPE_CHECKING, Any, NoReturn

from smallworld.errors import PluginError, UnknownName, with_suggestion
from smallworld.model.values import NOBODY
from smallworld.rules.guard import argument_kinds as kinds
from smallworld.rules.guard.argument_kinds import Kind

if TYPE_CHECKING:
    from smallworld.rules.game_state import GameState


Rule = Callable[..., str]
"""(state, arguments by name) → the fault of arguments that are right by themselves, as a clause; empty without one."""

VERBS: Mapping[str, Mapping[str, Kind]] = {
    # tokens and coins
    "gain_tokens": {"race": kinds.race, "count": kinds.count},
    "discard_tokens": {"race": kinds.race, "count": kinds.count},
    "gain_coins": {"player": kinds.player, "coins": kinds.coins, "reason": kinds.reason},
    "pay": {"player": kinds.player, "coins": kinds.coins, "to": kinds.player_or_bank, "reason": kinds.reason},
    # tokens on the map
    "leave": {"race": kinds.race, "region": kinds.region},
    "explode": {"race": kinds.race, "region": kinds.occupied, "means": kinds.texts, "counts": kinds.flag},
    "remember_attack": {"race": kinds.race, "region": kinds.region},
    "rejoin": {"race": kinds.race},
    "move_token": {
        "region": kinds.occupied, "to": kinds.region_or_none, "attacker": kinds.race, "attempt": kinds.text,
    },
    "deploy_tokens": {"race": kinds.race, "region": kinds.region, "count": kinds.count},
    "withdraw": {"region": kinds.region, "count": kinds.count, "to_tray": kinds.flag},
    "exchange": {"first": kinds.region, "second": kinds.region},
    "close_border": {"first": kinds.region, "second": kinds.region},
    "open_border": {"first": kinds.region, "second": kinds.region},
    "change_terrain": {"region": kinds.region, "terrain": kinds.text, "symbols": kinds.symbols},
    "wake": {"race": kinds.declined_race},
    "hand_over": {"race": kinds.race, "player": kinds.player, "awake": kinds.flag},
    "remove_race": {"race": kinds.race},
    "race_spec": {"race": kinds.race},
    "power_spec": {"race": kinds.race},
    "tray_of": {"race": kinds.race},
    "charge_tolls": {"race": kinds.race, "regions": kinds.regions, "attempt": kinds.text},
    # pieces, natives and relics
    "place": {"piece": kinds.piece, "region": kinds.region, "count": kinds.count},
    "take_away": {
        "piece": kinds.piece, "region": kinds.region, "count": kinds.count_or_all, "unused": kinds.flag,
    },
    "take_all_away": {"piece": kinds.piece, "regions": kinds.regions, "unused": kinds.flag},
    "move_piece": {"piece": kinds.piece, "region": kinds.region},
    "change_supply": {"piece": kinds.piece, "change": kinds.change},
    "restock": {"piece": kinds.piece},
    "enlist": {"race": kinds.race, "piece": kinds.token_piece, "count": kinds.count},
    "lift_piece_tokens": {"race": kinds.race, "piece": kinds.token_piece},
    "place_natives": {"region": kinds.land, "count": kinds.change},
    "move_relic": {"relic": kinds.relic, "region": kinds.region_or_none},
    # memory and secrets
    "recall": {"ability": kinds.ability},
    "remember": {"ability": kinds.ability, "value": kinds.plain},
    "recall_turn": {"ability": kinds.ability},
    "remember_turn": {"ability": kinds.ability, "value": kinds.plain},
    "lend_faction": {"race": kinds.race, "faction": kinds.faction, "ability": kinds.ability},
    "deal_secrets": {"ability": kinds.ability, "cards": kinds.choices, "count": kinds.at_least_one},
    "secrets_of": {"ability": kinds.ability, "player": kinds.player},
    "play_secret": {"ability": kinds.ability, "player": kinds.player, "card": kinds.text},
    "draw_secret": {"ability": kinds.ability, "player": kinds.player},
    # chance
    "draw": {"kind": kinds.text, "options": kinds.choices, "region": kinds.region_or_none},
    # the course of the game
    "ask": {
        "ability": kinds.ability, "race": kinds.any_race, "player": kinds.player, "topic": kinds.plain,
        "sealed": kinds.flag,
    },
    "begin_acting": {"race": kinds.race, "conquers": kinds.flag},
    "decline": {"player": kinds.player},
    "give_combo": {"player": kinds.player, "place": kinds.combo},
    "put_coins": {
        "place": kinds.combo, "coins": kinds.change, "player": kinds.player_or_bank, "reason": kinds.reason,
    },
    "discard_combo": {"place": kinds.combo},
    "swap_badges": {"place": kinds.combo, "other": kinds.combo},
    "change_badge": {"race": kinds.active_race, "place": kinds.combo},
    "choose_turn_order": {"players": kinds.players_in_order},
    "change_rounds": {"rounds": kinds.at_least_one},
    "grant_turn": {},
    "roll": {"region": kinds.region_or_none},
    "end_phase": {},
    "end_game": {},
    "spend_final_die": {},
    # actions on offer
    "action": {"ability": kinds.ability, "text": kinds.text, "region": kinds.region_or_none, "number": kinds.number},
    "actions_at": {
        "ability": kinds.ability, "text": kinds.text, "regions": kinds.regions, "number": kinds.number,
        "first": kinds.region_or_none,
    },
}  # fmt: skip
"""Verb → argument → its kind; arguments that are not here may be anything."""

QUERIES = frozenset({
    "race_spec", "power_spec", "tray_of", "recall", "recall_turn", "secrets_of", "action", "actions_at",
})  # fmt: skip
"""Those that change nothing; their arguments are checked as well."""

OPTIONAL: Mapping[str, Mapping[str, Any]] = {
    "hand_over": {"awake": False},
    "gain_coins": {"reason": ""},
    "pay": {"to": NOBODY, "reason": ""},
    "withdraw": {"count": 1, "to_tray": False},
    "change_terrain": {"symbols": None},
    "charge_tolls": {"attempt": "conquest"},
    "place": {"count": 1},
    "take_away": {"count": None, "unused": False},
    "take_all_away": {"unused": False},
    "place_natives": {"count": 1},
    "recall": {"default": None},
    "recall_turn": {"default": None},
    "deal_secrets": {"count": 1},
    "ask": {"topic": None, "sealed": False},
    "begin_acting": {"conquers": False},
    "roll": {"region": NOBODY},
    "draw": {"region": NOBODY},
    "put_coins": {"player": NOBODY, "reason": ""},
    "action": {"region": NOBODY, "number": 0},
    "actions_at": {"number": 0, "first": NOBODY},
}
"""Verb → argument that may be left out → its value then."""


@cache
def signature_of(verb: str) -> Signature:
    """Return the signature of a verb; methods of a compiled build have none."""
    optional = OPTIONAL.get(verb, {})
    names = dict.fromkeys((*VERBS[verb], *optional))
    kind = Parameter.POSITIONAL_OR_KEYWORD
    return Signature([Parameter(name, kind, default=optional.get(name, Parameter.empty)) for name in names])


def _in_hand(state: GameState, race: int, count: int) -> str:
    """Accept as many plain tokens as are in the hand of the race."""
    plain = state.hand[race] - sum(number for (_, carrier), number in state.carried.items() if carrier == race)
    return f"the race has {plain} tokens in hand" if count > plain else ""


def _own_region(state: GameState, race: int, region: int) -> str:
    """Accept a region of the race."""
    return "" if state.occupant[region] == race else "the region is not of this race"


def _own_region_and_hand(state: GameState, race: int, region: int, count: int) -> str:
    """Accept a region of the race, and as many plain tokens as are in its hand."""
    return _own_region(state, race, region) or _in_hand(state, race, count)


def _movable(state: GameState, region: int, to: int, **rest: Any) -> str:
    """Accept a region with a token, and another region of its race, or none."""
    if not state.tokens[region]:
        return "the region has no token"
    if to != NOBODY and (to == region or state.occupant[to] != state.occupant[region]):
        return "a token moves to another region of its race"
    return ""


def _two(state: GameState, first: int, second: int) -> str:
    """Accept two different regions."""
    return "the two are the same region" if first == second else ""


def _supplied(state: GameState, piece: str, change: int) -> str:
    """Accept as many pieces as the supply has, or the box."""
    supply, kind = state.supply_of(piece), state.table.kinds[piece]
    in_play = sum(number for places in (state.pieces, state.carried) for (k, _), number in places.items() if k == kind)
    box = state.piece_spec(piece).supply - supply - in_play
    if change > box:
        return f"the box has {box}"
    return f"the supply has {supply}" if supply + change < 0 else ""


def _occupant_rule(state: GameState, piece: str, region: int, **rest: Any) -> str:
    """Accept a region with a race, or with anybody, for pieces that stay only with them."""
    spec, occupant = state.piece_spec(piece), state.occupant[region]
    if spec.own and occupant < 0:
        return "no race is there, and the pieces of this kind belong to one; give it own: false"
    if spec.occupied and occupant == NOBODY:
        return "nobody is there, and pieces of this kind are with somebody; give it occupied: false"
    return ""


def _dealt(state: GameState, ability: Any, **rest: Any) -> str:
    """Accept an ability that has dealt secrets."""
    return "" if f"secrets.{ability.key}" in state.memory else "no cards were dealt; call state.deal_secrets first"


RULES: Mapping[str, Rule] = {
    "discard_tokens": _in_hand,
    "leave": _own_region,
    "deploy_tokens": _own_region_and_hand,
    "move_token": _movable,
    "exchange": _two,
    "close_border": _two,
    "open_border": _two,
    "place": _occupant_rule,
    "move_piece": _occupant_rule,
    "change_supply": _supplied,
    "play_secret": _dealt,
    "draw_secret": _dealt,
}
"""Verb → a rule about its arguments together."""


def argument_fault(verb: str, state: GameState, args: Any, kwargs: Any) -> str:
    """Return the fault of the arguments of a verb as the end of a sentence; empty without one."""
    signature = signature_of(verb)
    try:
        bound = signature.bind(*args, **kwargs)
    except TypeError as error:
        return f"state.{verb}{signature}: {error}"
    for name, kind in VERBS[verb].items():
        if name in bound.arguments:
            fault = kind(state, bound.arguments[name])
            if fault:
                return f"state.{verb} with {name} {short(bound.arguments[name])}; {fault}"
    if verb in RULES:
        bound.apply_defaults()
        fault = RULES[verb](state, **bound.arguments)
        if fault:
            listed = ", ".join(f"{name} {short(value)}" for name, value in bound.arguments.items())
            return f"state.{verb} with {listed}; {fault}"
    return ""


MOST_LETTERS = 200
"""Most letters of a wrong value that an error quotes."""


def short(value: object) -> str:
    """Return a value as text that fits into a sentence."""
    try:
        text = repr(value)
    except Exception as error:  # of an author's class
        return f"something of which __repr__ raises {type(error).__name__}"
    return text if len(text) <= MOST_LETTERS else f"{text[:MOST_LETTERS]}…"


# --- the state as abilities of foreign plugins get it: verbs check their arguments, and nothing can be written


class AbilityState:
    """A state that an ability reads, and changes by verbs alone."""

    __slots__ = ("_caller", "_state")

    _caller: str
    _state: GameState

    def __getattr__(self, name: str) -> Any:
        if name in VERBS:
            return _checked(self._state, name, self._caller)
        try:
            return getattr(self._state, name)
        except AttributeError:
            if hasattr(type(self._state), name):
                raise  # a property has failed
            raise AttributeError(_unknown_attribute(self._state, name)) from None

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise PluginError(
            f"{self._caller} writes state.{name} = {short(value)}; abilities change a game by verbs of state"
        )

    def __delattr__(self, name: str) -> NoReturn:
        raise PluginError(f"{self._caller} deletes state.{name}; abilities change a game by verbs of state")

    @property  # type: ignore[misc]
    def __class__(self) -> type:  # what isinstance asks for
        return type(self._state)


_set_state = vars(AbilityState)["_state"].__set__
_set_caller = vars(AbilityState)["_caller"].__set__


def view_of(state: GameState, caller: str) -> AbilityState:
    """Return the state for a call of an ability.

    :param caller: the ability and its hook, as the beginning of a sentence.
    """
    view: AbilityState = object.__new__(AbilityState)
    _set_state(view, state)
    _set_caller(view, caller)
    return view


def _checked(state: GameState, verb: str, caller: str) -> Callable[..., Any]:
    method = getattr(state, verb)

    def call(*args: Any, **kwargs: Any) -> Any:
        fault = argument_fault(verb, state, args, kwargs)
        if fault:
            raise PluginError(f"{caller} calls {fault}")
        try:
            return method(*args, **kwargs)
        except (PluginError, UnknownName) as error:
            if " (" in str(error).partition(": ")[0]:  # it names an ability with its module already
                raise
            raise PluginError(f"{caller} calls state.{verb}: {error}") from None

    return call


def _unknown_attribute(state: GameState, name: str) -> str:
    names = [each for each in dir(type(state)) if not each.startswith("_")]
    return with_suggestion(f"state has no attribute {name!r}", name, names)
