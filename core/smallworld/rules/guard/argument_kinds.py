"""The kinds of arguments of verbs: each returns the fault of a value as the end of a sentence; empty without one."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING, Any

from smallworld.abilities.base import Ability
from smallworld.errors import UnknownName
from smallworld.hooks.answer_limits import MOST_COINS
from smallworld.model.values import NATIVES, NOBODY

if TYPE_CHECKING:
    from smallworld.rules.game_state import GameState

Kind = Callable[["GameState", Any], str]
"""(state, value) → the fault of the value."""


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _number(least: int, most: int, rule: str) -> Callable[[Any], str]:
    return lambda value: "" if _is_whole(value) and least <= value <= most else rule


# --- players and races


def player(state: GameState, value: Any) -> str:
    """Accept the number of a player."""
    return _number(0, state.players - 1, f"the players are the numbers 0 to {state.players - 1}")(value)


def player_or_bank(state: GameState, value: Any) -> str:
    """Accept the number of a player, or -1 for the bank."""
    fault = player(state, value)
    return f"{fault}, the bank is -1" if fault and value != NOBODY else ""


def race(state: GameState, value: Any) -> str:
    """Accept the number of a race in play."""
    if not _is_whole(value):
        return "a race is a whole number"
    if 0 <= value < len(state.hook_tables) and state.hook_tables[value].race_index >= 0:
        return ""
    races = ", ".join(str(number) for number, each in enumerate(state.hook_tables) if each.race_index >= 0)
    return f"the races in play are {races}" if races else "no race is in play"


def active_race(state: GameState, value: Any) -> str:
    """Accept the number of an active race."""
    return race(state, value) or ("" if value < state.players else "this race is in decline")


def declined_race(state: GameState, value: Any) -> str:
    """Accept the number of a declined race."""
    return race(state, value) or ("" if value >= state.players else "this race is not in decline")


def any_race(state: GameState, value: Any) -> str:
    """Accept the number of a race, in play or not; -1 for none."""
    most = len(state.hook_tables) - 1
    return "" if _is_whole(value) and NOBODY <= value <= most else f"a race is a number from 0 to {most}, none is -1"


# --- places


def region(state: GameState, value: Any) -> str:
    """Accept the index of a region."""
    most = len(state.board.regions) - 1
    return _number(0, most, f"the regions of this board are the numbers 0 to {most}")(value)


def region_or_none(state: GameState, value: Any) -> str:
    """Accept the index of a region, or -1."""
    fault = region(state, value)
    return f"{fault}, none is -1" if fault and value != NOBODY else ""


def regions(state: GameState, value: Any) -> str:
    """Accept a set of regions."""
    return "" if _is_whole(value) else "a set of regions is a whole number, bit i for region i"


def combo(state: GameState, value: Any) -> str:
    """Accept a place in the column, from 0."""
    most = len(state.column) - 1
    return _number(0, most, f"the combos of the column are 0 to {most}" if state.column else "the column is empty")(
        value
    )


# --- amounts


def count(state: GameState, value: Any) -> str:
    """Accept a number of tokens or pieces, from 0."""
    return _number(0, MOST_COINS, "a count is a whole number from 0")(value)


def at_least_one(state: GameState, value: Any) -> str:
    """Accept a number from 1."""
    return _number(1, MOST_COINS, "it is a whole number from 1")(value)


def count_or_all(state: GameState, value: Any) -> str:
    """Accept a number of pieces, or None for all."""
    return "" if value is None else count(state, value)


def change(state: GameState, value: Any) -> str:
    """Accept a change, more or less."""
    return _number(-MOST_COINS, MOST_COINS, "a change is a whole number")(value)


def coins(state: GameState, value: Any) -> str:
    """Accept an amount of coins."""
    return _number(0, MOST_COINS, f"coins are a whole number from 0 to {MOST_COINS:,}")(value)


def number(state: GameState, value: Any) -> str:
    """Accept any whole number."""
    return "" if _is_whole(value) else "it is a whole number"


def flag(state: GameState, value: Any) -> str:
    """Accept True or False."""
    return "" if isinstance(value, bool) else "it is True or False"


# --- names and texts


def text(state: GameState, value: Any) -> str:
    """Accept a text."""
    return "" if isinstance(value, str) and value else "it is a text"


def texts(state: GameState, value: Any) -> str:
    """Accept a list of texts."""
    is_list = (
        isinstance(value, Collection) and not isinstance(value, str) and all(isinstance(each, str) for each in value)
    )
    return "" if is_list else "it is a list of texts"


def choices(state: GameState, value: Any) -> str:
    """Accept a list of at least one text."""
    is_list = isinstance(value, Sequence) and len(value) > 0
    return texts(state, value) or ("" if is_list else "it is a list of at least one text")


def symbols(state: GameState, value: Any) -> str:
    """Accept a list of symbols, or None."""
    return "" if value is None else texts(state, value)


def players_in_order(state: GameState, value: Any) -> str:
    """Accept a list of players."""
    is_list = isinstance(value, Sequence) and not isinstance(value, str | bytes)
    return next(filter(None, (player(state, each) for each in value)), "") if is_list else "it is a list of players"


def piece(state: GameState, value: Any) -> str:
    """Accept the id of a kind of piece."""
    if not isinstance(value, str):
        return "a piece is the text of its id"
    return "" if value in state.table.kinds else str(state.table.unknown_piece(value))


def token_piece(state: GameState, value: Any) -> str:
    """Accept the id of a kind of piece that counts as a token."""
    fault = piece(state, value)
    if fault or state.table.kinds[value] in state.table.token_kinds:
        return fault
    return "pieces of this kind are not tokens; give it token: true"


def relic(state: GameState, value: Any) -> str:
    """Accept the id of a relic."""
    if not isinstance(value, str):
        return "a relic is the text of its id"
    indexes = state.table.rulebook.relic_indexes
    return "" if value in indexes else str(UnknownName("relic", value, indexes))


def faction(state: GameState, value: Any) -> str:
    """Accept a faction of a race of the variant."""
    factions = sorted({each.faction for each in state.table.rulebook.races if each.faction})
    if value in factions:
        return ""
    return f"the factions are {', '.join(factions)}" if factions else "the races of the variant have no faction"


# --- values


def ability(state: GameState, value: Any) -> str:
    """Accept an ability, as ``self`` is."""
    return "" if isinstance(value, Ability) else "it is an ability; write self"


def reason(state: GameState, value: Any) -> str:
    """Accept the ability, or the source, for which coins are paid."""
    return "" if isinstance(value, str | Ability) else "a reason is an ability; write self"


def plain(state: GameState, value: Any) -> str:
    """Accept a value that nobody can change in place."""
    if isinstance(value, list | dict | set | bytearray):
        return f"a {type(value).__name__} can change in place; remember a tuple"
    if isinstance(value, tuple | frozenset):
        return next(filter(None, (plain(state, part) for part in value)), "")
    return ""


def occupied(state: GameState, value: Any) -> str:
    """Accept a region with a race or natives."""
    return region(state, value) or ("" if state.occupant[value] != NOBODY else "nobody is there")


def land(state: GameState, value: Any) -> str:
    """Accept a region that natives may hold: no water, no race."""
    fault = region(state, value)
    if fault:
        return fault
    if state.board.waters >> value & 1:
        return "it is water"
    return "" if state.occupant[value] in (NATIVES, NOBODY) else "a race is there"
