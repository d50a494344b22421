"""The door of packages to the rules: questions about prices, odds, the order of turns, chance and hooks.

Packages of the program import the other modules of the engine directly, but never ``smallworld.rules`` (an import
contract checks it). A question that several of them ask belongs on this page. Each function has its meaning, units
and rule in its own docstring.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from smallworld.abilities.base import Call, Wrap, name_ability
from smallworld.model.rulings import resolve, rulings_of
from smallworld.rules.argument_checks import NAME, check_names
from smallworld.rules.chance import KINDS, STEP, WORD, Source, below, recorded_chances
from smallworld.rules.operations.capture import conquer
from smallworld.rules.operations.combo_column import choices_of, pick_price
from smallworld.rules.operations.conquest_targets import conquest_cost, split_by_hand, tolls_due
from smallworld.rules.operations.turn_order import place_in_round, rounds_of
from smallworld.rules.phases.conquest import DONE, coins_due, is_sure
from smallworld.rules.phases.questions import sealed_answers
from smallworld.rules.phases.redeployment import to_place
from smallworld.rules.phases.scoring import outnumbered, value_of_regions, winners
from smallworld.rules.prepared.game_table import GameTable
from smallworld.rules.prepared.hook_table import HookTable
from smallworld.rules.setup import boards_of, rulebook_for
from smallworld.rules.state.pieces import count_carried, tokens_off_map
from smallworld.rules.state.player_secrets import Reveal, public_memory, reveal_of
from smallworld.rules.state.race_instances import abilities_of, acting_race, conquering_race
from smallworld.rules.state.relics import RelicPlaces

if TYPE_CHECKING:
    from smallworld.rules.explain.request import Request, ToPlace
    from smallworld.rules.guard.ability_state import QUERIES, RULES, VERBS
    from smallworld.rules.guard.hook_answer_checks import RETURN_TYPES, wrap_with_checks
    from smallworld.rules.position_text import position_text, read_position

__all__ = [
    "choices_of", "pick_price",  # the column
    "Request", "ToPlace",  # the decision that is asked for
    "Reveal", "reveal_of",  # hidden facts that an action has shown
    "conquer", "conquering_race", "conquest_cost", "coins_due", "is_sure", "tolls_due", "DONE",  # conquests
    "count_carried", "split_by_hand", "to_place", "tokens_off_map",  # tokens, pieces and relics
    "abilities_of", "acting_race", "public_memory",  # races and their abilities
    # the order of turns, and the end
    "place_in_round", "rounds_of", "outnumbered", "value_of_regions", "winners", "sealed_answers",
    "boards_of", "resolve", "rulebook_for", "rulings_of",  # an edition: its boards and rulings
    "position_text", "read_position",  # a position as one line of text
    "NAME", "check_names",  # players and seats
    "KINDS", "STEP", "Source", "WORD", "below", "recorded_chances",  # chance
    # calls of hooks, and the tables that hold them
    "Call", "GameTable", "HookTable", "Wrap", "name_ability", "wrap_with_checks",
    # the reference of hooks and of the state
    "RETURN_TYPES", "QUERIES", "RULES", "RelicPlaces", "VERBS",
]  # fmt: skip
_RARE = {
    "explain.request": ("Request", "ToPlace"),
    "guard.ability_state": ("QUERIES", "RULES", "VERBS"),
    "guard.hook_answer_checks": ("RETURN_TYPES", "wrap_with_checks"),
    "position_text": ("position_text", "read_position"),
}
"""Module → names that no usual game needs, imported when they are first asked for."""


def __getattr__(name: str) -> Any:
    for module, names in _RARE.items():
        if name in names:
            return getattr(import_module(f"smallworld.rules.{module}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
