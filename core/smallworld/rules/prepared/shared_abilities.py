"""Shared abilities: abilities from another source that also apply to a race in play.

Common abilities of a race or power hold for every race while their holder is at the table, a defender's influence on
the cost of a conquest holds for its opponents, and a race may have abilities lent to it. All three are compiled into
the tables of the races that they concern, so a game without such abilities asks for none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from smallworld.abilities.base import Call
from smallworld.hooks.hook_info import marked_names
from smallworld.model.aliases import Player, Race
from smallworld.model.values import NOBODY, CostChange
from smallworld.rules.prepared.hook_implementation import Implementation

if TYPE_CHECKING:
    from smallworld.abilities.base import Ability
    from smallworld.model.game_board import Board
    from smallworld.rules.game_state import GameState

COMMON: Final = "common"
DEFENCE: Final = "defence"
LENT: Final = "lent"


class SharedAbility(NamedTuple):
    """One reason why abilities of another source hold for a race.

    :ivar relation: ``common``, ``defence`` or ``lent``.
    :ivar source: key of the ability; of lent abilities ``KIND.ID`` of the race, power or relic.
    :ivar borrower: key of the ability that borrows; empty for the others.
    """

    relation: str
    source: str
    borrower: str = ""


SharedAbilities = tuple[SharedAbility, ...]


def shares(abilities: Iterable[Ability]) -> SharedAbilities:
    """Return the abilities of a race that also concern others, for their tables."""
    shared = []
    for ability in abilities:
        cls: Any = type(ability)  # no checker takes a class of such a variable for hashable
        if ability.common and not ability.key.startswith("relic."):
            shared.append(SharedAbility(COMMON, ability.key))
        if "defence_change" in marked_names(cls):
            shared.append(SharedAbility(DEFENCE, ability.key))
    return tuple(shared)


def as_attackers_cost(item: Implementation, holder_of: Callable[[GameState], Race]) -> Implementation:
    """Turn a defender's change of the cost into one that is asked of its opponents."""
    change_defence = item.call

    def change_cost(state: GameState, race: Race, board: Board) -> CostChange:
        holder = holder_of(state)
        if holder < 0 or state.owner(holder) == state.owner(race):
            return ()
        regions_held = state.regions[holder]
        return [(change, regions & regions_held) for change, regions in change_defence(state, holder, race, board)]

    return item.derived(change_cost, ("conquest_cost",))


def holder_of(state: GameState, key: str) -> Race:
    """Return the race in play that has an ability itself; ``NOBODY`` if none has."""
    for race, hook_table in enumerate(state.hook_tables):
        if key in hook_table.own_keys:
            return race
    return NOBODY


def listeners(state: GameState, hook: str) -> list[tuple[Call, Race]]:
    """List the calls of a hook about the whole table, each with the race that has the ability.

    The edition and common relics hear of it without a race, ``NOBODY``. Any other ability does while a race has it.
    """
    book, calls = state.table.rulebook, []
    for item in book.hooks[hook]:
        key, ability = item.ability.key, item.ability
        if ability in book.edition or (ability.common and key.startswith("relic.")):
            calls.append((item.call, NOBODY))
            continue
        for race, hook_table in enumerate(state.hook_tables):
            for own_key in sorted(hook_table.own_keys):
                if own_key.partition("@")[0] == key:  # a lent copy has the name of its borrower after it
                    call = book.call_of(own_key, hook)
                    assert call is not None
                    calls.append((call, race))
    return calls


def report_turn(state: GameState, player: Player) -> None:
    """Report that a turn begins."""
    for call, race in listeners(state, "turn_opened"):
        call(state, race, player)


def _renew_lent(state: GameState, race: Race, *details: Any) -> None:
    state.table.rulebook.renew_lent(state, race)


def renew_lent_of_all(state: GameState, player: Player) -> None:
    """Renew what is lent to every race when a turn begins: the last one may have changed the column and the map."""
    state.table.rulebook.renew_lent(state, None)


RENEWING: Final = dict.fromkeys(("combo_taken", "turn_started", "conquest_watchers", "region_left"), _renew_lent)
"""Attribute of the table of a race that borrows abilities → an additional call, which renews its lent abilities."""
