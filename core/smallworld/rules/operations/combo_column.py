"""The column of combos and the stacks behind it (rules D)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from smallworld.events import COMBO, PICK, ComboGone, ComboShown
from smallworld.model.aliases import Player, PowerIndex, Race
from smallworld.model.values import Columns
from smallworld.rules import chance
from smallworld.rules.state.places import report_paid

if TYPE_CHECKING:
    from smallworld.rules.game_state import GameState


def refill_column(state: GameState) -> None:
    """Show pairs at the bottom while banners remain (R-PICK-5)."""
    columns = state.table.columns
    if state.table.several_columns:
        _refill_columns(state, columns)
        return
    size = columns.size
    while len(state.column) < size and state.banners and _has_badge(state):
        state.column += ((state.banners[0], state.badges[0], 0),)
        if state.events is not None:
            state.events.append(ComboShown(len(state.column) - 1, state.banners[0], state.badges[0]))
        state.banners, state.badges = state.banners[1:], state.badges[1:]


def _refill_columns(state: GameState, columns: Columns) -> None:
    """Refill each of several columns (W-TEAM-2)."""
    before = state.column
    for number in sorted(set(columns.of_player)):
        while len(_places_of(state, number)) < columns.size:
            waiting = [race for race in state.banners if columns.of_race[race] == number]
            if not (waiting and _has_badge(state)):
                break
            state.column += ((waiting[0], state.badges[0], 0),)
            state.banners = tuple(race for race in state.banners if race != waiting[0])
            state.badges = state.badges[1:]
    state.column = tuple(sorted(state.column, key=lambda combo: columns.of_race[combo[0]]))
    if state.events is not None:
        shown = [(place, *combo[:2]) for place, combo in enumerate(state.column) if combo not in before]
        state.events += [ComboShown(*combo) for combo in shown]


def _places_of(state: GameState, number: int) -> list[int]:
    """List the places that belong to one of several columns (W-TEAM-2)."""
    of_race = state.table.columns.of_race
    return [place for place, combo in enumerate(state.column) if of_race[combo[0]] == number]


def choices_of(state: GameState, player: Player) -> Sequence[int]:
    """Return the places in the column that a player may pick from, from the top (W-TEAM-3)."""
    columns = state.table.columns
    if state.table.several_columns:
        return _places_of(state, columns.of_player[player])
    return range(len(state.column))


def _has_badge(state: GameState) -> bool:
    if not state.badges:
        _reshuffle_badges(state)
    return bool(state.badges)


def _reshuffle_badges(state: GameState) -> None:
    """Make a new badge stack of the discarded badges (R-PICK-9)."""
    book = state.table.rulebook
    if state.discards:
        names = chance.shuffle(state, "badges", [book.powers[power].id for power in state.discards])
        state.badges = tuple(book.power_indexes[name] for name in names)
        state.discards = ()


def return_banner(state: GameState, race: Race, power: PowerIndex) -> None:
    """Put a banner under the stack; discard the badge next to it (R-PICK-7, R-DECL-6)."""
    if power >= 0:
        state.discards += (power,)
    state.banners += (race,)
    refill_column(state)


def buy_combo(state: GameState, player: Player, place: int) -> tuple[int, int]:
    """Take the combo at a place (0 = top): a coin on each above, the coins on it to the player (R-PICK-1, 3)."""
    choices = choices_of(state, player)
    chosen, above = choices[place], choices[:place]
    race, power, coins = state.column[chosen]
    combos = [*state.column]
    for index in above:
        banner, badge, offered = combos[index]
        combos[index] = (banner, badge, offered + 1)
    del combos[chosen]
    state.column = tuple(combos)
    state.coins[player] += coins - place
    if state.events is not None:
        for index in above:
            report_paid(state.events, player, COMBO, 1, PICK, combos[index][0])
        report_paid(state.events, COMBO, player, coins, PICK, race)
        state.events.append(ComboGone(chosen, race, power))
    refill_column(state)
    return race, power
