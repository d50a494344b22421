"""Deadlocks: positions without a legal action, and the abilities that cause them."""

from __future__ import annotations

from collections.abc import Iterator

from smallworld.abilities.base import Ability
from smallworld.errors import PluginError
from smallworld.hooks.decorators import MATTERS, may_refuse
from smallworld.languages import lazy, lazy_join
from smallworld.rules.game_state import GameState
from smallworld.rules.guard.hook_answer_checks import name_ability


def deadlock_error(state: GameState) -> PluginError:
    """Return the error for a player who has to decide, but has no legal action because of abilities."""
    vetoes: dict[str, dict[str, None]] = {}
    for ability, matter in _refusing(state):
        vetoes.setdefault(name_ability(ability), {})[matter] = None
    causes: list[str] = [
        lazy("{ability} refuses {matters}", ability=name, matters=", ".join(matters))
        for name, matters in vetoes.items()
    ]
    nobody = lazy("no ability refuses an action, so an ability has removed something that the game needs")
    return PluginError(
        lazy(
            "{player} has no legal action in the phase {phase}: {causes}; "
            "an ability that refuses things has to leave or offer something",
            player=state.names[state.to_move],
            phase=state.phase,
            causes=lazy_join("; ", causes or [nobody]),
        )
    )


def _refusing(state: GameState) -> Iterator[tuple[Ability, str]]:
    """Yield the abilities of the player to move that refuse something now, with the matter."""
    for race in state.seats[state.to_move]:
        for item in state.table.rulebook.implementations(state.hook_tables[race].key, "veto"):
            ability = item.ability
            for matter in MATTERS:
                if may_refuse(ability, matter, state.phase) and item.call(state, race, matter) is not None:
                    yield ability, matter
