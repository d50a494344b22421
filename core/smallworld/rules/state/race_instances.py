"""Race instances of each player, their compiled abilities, and abilities from other sources."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING

from smallworld.events import RaceChanged
from smallworld.model.aliases import Player, Race
from smallworld.model.regions import indexes
from smallworld.model.values import NOBODY
from smallworld.rules.prepared.shared_abilities import COMMON, DEFENCE, LENT, SharedAbilities, SharedAbility

if TYPE_CHECKING:
    from smallworld.abilities.base import Ability
    from smallworld.rules.game_state import GameState
    from smallworld.rules.prepared.hook_table import HookTable


def replace_hook_table(state: GameState, race: Race, hook_table: HookTable) -> None:
    """Give a race instance its compiled abilities and note who guards against attacks or looks on."""
    before = state.hook_tables[race]
    hook_tables = [*state.hook_tables]
    hook_tables[race] = hook_table
    state.hook_tables = tuple(hook_tables)
    if state.events is not None:
        banner, badge = hook_table.race_index, hook_table.power_index
        if (before.race_index, before.power_index) != (banner, badge):
            state.events.append(RaceChanged(race, banner, badge))
    if hook_table.profile_id != before.profile_id:
        profiles = [*state.board_profiles]
        profiles[race] = state.table.board_profile(hook_table)
        state.board_profiles = tuple(profiles)
    if race >= state.players and (before.race_index < 0) != (hook_table.race_index < 0):
        _update_seat(state, race % state.players)
    if before.watched or hook_table.watched:
        watched, players = [(r, k) for r, k in enumerate(state.hook_tables) if k.watched], state.players
        state.guards = tuple([r for r, k in watched if k.bar_pairs])
        state.watchers = tuple([r for r, k in watched if k.conquest_watchers])
        state.actors = tuple([r for r, k in watched if k.acts and r >= players and k.race_index >= 0])


def abilities_of(state: GameState, race: Race) -> tuple[Ability, ...]:
    """Return the abilities of a race instance, in the order of their calls."""
    return state.table.rulebook.abilities_of(state.hook_tables[race].key)


def acting_race(state: GameState, player: Player) -> Race:
    """Return the player's declined race that acts like an active one and has tokens; ``NOBODY`` if none (R-GHOUL-3)."""
    for race in reversed(state.actors):
        if race % state.players == player and (state.regions[race] or state.hand[race] or state.withdrawn[race]):
            return race
    return NOBODY


def conquering_race(state: GameState, as_decline: bool) -> Race:
    """Return the race of the player to move that an action means: the declined one that acts, or the active one."""
    return acting_race(state, state.to_move) if as_decline else state.to_move


def add_races(state: GameState) -> None:
    """Make room for one more declined race of every player."""
    for values in (state.regions, state.adjacent, state.hand, state.withdrawn):
        values.extend([0] * state.players)
    state.hook_tables += (state.table.no_hooks,) * state.players
    state.board_profiles += (state.table.board_profile(state.table.no_hooks),) * state.players


def _update_seat(state: GameState, player: Player) -> None:
    """Note which race instances of a player are in the game."""
    declined = range(player + state.players, len(state.hook_tables), state.players)
    races = (player, *[race for race in declined if state.hook_tables[race].race_index >= 0])
    state.seats = (*state.seats[:player], races, *state.seats[player + 1 :])


# --- abilities from other sources that apply to a race now: common ones, defenders' ones, lent ones


def set_hook_table(state: GameState, race: Race, hook_table: HookTable) -> None:
    """Give a race instance its compiled abilities; others gain or lose what they have of these abilities."""
    replace_hook_table(state, race, hook_table)
    if state.table.rulebook.shares:
        for other, table in enumerate(state.hook_tables):
            if table.race_index >= 0:
                lent = tuple([shared for shared in table.received if shared.relation == LENT])
                _install(state, other, _shared_with(state, other) + lent)


def _shared_with(state: GameState, race: Race) -> SharedAbilities:
    """Return the common abilities of other races, and the influence of opponents, that hold for a race."""
    owner = race % state.players
    received = {
        shared
        for other, hook_table in enumerate(state.hook_tables)
        for shared in hook_table.shares
        if (shared.relation == COMMON and other != race)
        or (shared.relation == DEFENCE and other % state.players != owner)
    }
    return tuple(sorted(received))


def renew_lent(state: GameState, race: Race | None = None) -> None:
    """Ask a race, or all, which abilities are lent to it now; those that no longer are end.

    The engine does this after picks, turns and actions.
    """
    for borrower, hook_table in enumerate(state.hook_tables):
        if hook_table.lent and race in (None, borrower):
            _renew_lent(state, borrower)


def _renew_lent(state: GameState, race: Race) -> None:
    hook_table = state.hook_tables[race]
    book = state.table.rulebook
    sources = book.own_sources(hook_table.key)  # what a race has already is not lent to it as well
    lent = set()
    for item in book.implementations(hook_table.key, "lent"):
        if "@" not in item.ability.key:  # a lent ability cannot lend
            for name in item.call(state, race):
                source = book.source_named(name)
                if source not in sources:
                    sources.add(source)
                    lent.add(SharedAbility(LENT, source, item.ability.key))
    remaining = tuple([shared for shared in hook_table.received if shared.relation != LENT])
    received = remaining + tuple(sorted(lent))
    if received == hook_table.received:
        return
    ended = [
        ability
        for shared in hook_table.received
        if shared.relation == LENT and shared not in lent
        for ability in book.lent_abilities(shared)
    ]
    end_abilities(state, hook_table, race, [ability.key for ability in ended])
    _install(state, race, received)
    remove_ended_pieces(state, race, ended)


def end_abilities(state: GameState, hook_table: HookTable, race: Race, keys: Collection[str]) -> None:
    """Report to abilities that they end; they remember nothing.

    :param hook_table: the table that has them. :param race: the race in play that holds their regions.
    """
    if hook_table.abilities_ended:
        for item in state.table.rulebook.implementations(hook_table.key, "abilities_ended"):
            if item.ability.key in keys:
                item.call(state, race)
    if not state.memory.keys().isdisjoint(keys):
        state.memory = {key: value for key, value in state.memory.items() if key not in keys}


def remove_ended_pieces(state: GameState, race: Race, ended: Iterable[Ability]) -> None:
    """Take the pieces of abilities that a race no longer has off its regions, but those that stay in decline."""
    pieces = {piece for ability in ended for piece in ability.pieces}
    if not pieces:
        return
    pieces -= {piece for ability in abilities_of(state, race) for piece in ability.pieces}
    for piece in sorted(pieces):
        spec = state.piece_spec(piece)
        if not spec.own or spec.in_decline == "stays":
            continue
        if spec.token:
            state.lift_piece_tokens(race, piece)
            continue
        for region in indexes(state.regions[race] & state.regions_with(piece)):
            state.take_away(piece, region)
            if not state.tokens[region]:  # the piece alone has held it
                state.leave(race, region)


def _install(state: GameState, race: Race, received: SharedAbilities) -> None:
    hook_table = state.hook_tables[race]
    if hook_table.received != received:
        new = state.table.rulebook.hook_table((*hook_table.key[:4], received))
        replace_hook_table(state, race, new)
