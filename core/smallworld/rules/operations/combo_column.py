"""The column of combos and the stacks behind it (rules D): picking, prices, changes by abilities."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from smallworld.actions import Action
from smallworld.errors import PluginError, Refusal
from smallworld.events import BANK, COMBO, PICK, BadgeChanged, ComboGone, ComboShown, Picked
from smallworld.model.aliases import Coins, Player, PowerIndex, Race, RaceIndex
from smallworld.model.values import NOBODY, Columns
from smallworld.rules import chance
from smallworld.rules.operations.conquest_targets import pay_coins
from smallworld.rules.state.pieces import report_paid
from smallworld.rules.state.race_instances import end_abilities, remove_ended_pieces, renew_lent, set_hook_table

if TYPE_CHECKING:
    from smallworld.abilities.base import Ability
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
    """Return whether there is a badge; without one the discarded badges make a new stack (R-PICK-9)."""
    if not state.badges and state.discards:
        book = state.table.rulebook
        names = chance.shuffle(state, "badges", [book.powers[power].id for power in state.discards])
        state.badges = tuple(book.power_indexes[name] for name in names)
        state.discards = ()
    return bool(state.badges)


def return_banner(state: GameState, race: Race, power: PowerIndex) -> None:
    """Put a banner under the stack; discard the badge next to it (R-PICK-7, R-DECL-6)."""
    if power >= 0:
        state.discards += (power,)
    state.banners += (race,)
    refill_column(state)


def buy_combo(state: GameState, player: Player, place: int) -> tuple[int, int, int]:
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
    return race, power, coins


# --- changes of combos in the column: coins, badges, and combos that are given or discarded


def put_coins(state: GameState, place: int, coins: Coins, player: Player = NOBODY, reason: Ability | str = "") -> None:
    """Put coins of a player, or of the bank, on a combo; a negative number takes some of those on it away.

    Example: ``state.put_coins(0, 2, player, reason=self)``

    :param reason: the ability that does it, for the log.
    """
    race_index, power_index, lying = state.column[place]
    coins = max(coins, -lying)
    _replace(state, place, (race_index, power_index, lying + coins))
    if player >= 0:
        state.coins[player] -= coins
    else:
        state.paid += coins
    if state.events is not None:
        report_paid(state.events, player if player >= 0 else BANK, COMBO, coins, reason, race_index)


def give_combo(state: GameState, player: Player, place: int) -> None:
    """Give a player without an active race the combo at a place, with the coins on it; nothing is paid for it.

    Example: ``state.give_combo(player, 0)``

    :raises PluginError: the player has an active race.
    """
    if state.hook_tables[player].race_index >= 0:
        raise PluginError(f"{state.names[player]} has an active race, so no combo can be given to them")
    race_index, power_index, coins = state.column[place]
    _take_away(state, place, player)
    state.coins[player] += coins
    refill_column(state)
    if player == state.turn:
        state.picked, state.fresh = True, False
        if state.phase == "pick":
            state.phase_over = True
    begin_combo(state, player, race_index, power_index, (0, 0, coins))


def begin_combo(
    state: GameState, player: Player, race_index: RaceIndex, power_index: PowerIndex, terms: tuple[int, int, int]
) -> None:
    """Give a player a race and its power: the tokens in hand, the abilities (R-PICK-4).

    :param terms: the last fields of :class:`~smallworld.events.Picked`.
    """
    set_hook_table(state, player, state.table.hook_table(race_index, power_index, False))
    if state.turn_events is not None:
        state.turn_events.append(Picked(player, race_index, power_index, *terms))
    hook_table, book = state.hook_tables[player], state.table.rulebook
    tokens = book.races[race_index].banner + book.powers[power_index].badge + hook_table.extra_tokens
    state.gain_tokens(player, tokens)
    for call in hook_table.combo_taken:
        call(state, player)
    if not state.table.plain_column:
        renew_lent(state)


def discard_combo(state: GameState, place: int) -> None:
    """Put a banner under its stack, discard the badge, give the coins to the bank, and show another combo.

    Example: ``state.discard_combo(len(state.column) - 1)``
    """
    race_index, power_index, coins = state.column[place]
    _take_away(state, place, BANK)
    state.paid -= coins
    state.banners += (race_index,)
    state.discards += (power_index,)
    refill_column(state)


def swap_badges(state: GameState, place: int, other: int) -> None:
    """Exchange the badges of two combos; the coins stay where they are.

    Example: ``state.swap_badges(0, 1)``
    """
    (race_index, power_index, coins), (other_race, other_power, other_coins) = state.column[place], state.column[other]
    _replace(state, place, (race_index, other_power, coins))
    _replace(state, other, (other_race, power_index, other_coins))


def change_badge(state: GameState, race: Race, place: int) -> None:
    """Exchange the badge of an active race with that of a combo; the new abilities hear of ``combo_taken``.

    Example: ``state.change_badge(race, 0)``
    """
    before = state.hook_tables[race]
    race_index, power_index, coins = state.column[place]
    _replace(state, place, (race_index, before.power_index, coins))
    new = state.table.hook_table(before.race_index, power_index, False, before.relics)
    if state.memory or before.abilities_ended:
        end_abilities(state, before, race, before.own_keys - new.own_keys)
    set_hook_table(state, race, new)
    book = state.table.rulebook
    remove_ended_pieces(state, race, [book.by_key[key] for key in before.own_keys - new.own_keys])
    for ability in book.power_abilities[power_index]:
        call = book.call_of(ability.key, "combo_taken")
        if call is not None:
            call(state, race)


def _replace(state: GameState, place: int, combo: tuple[int, int, int]) -> None:
    before = state.column[place]
    state.column = (*state.column[:place], combo, *state.column[place + 1 :])
    if state.events is not None and before[1] != combo[1]:
        state.events.append(BadgeChanged(place, combo[0], combo[1]))


def _take_away(state: GameState, place: int, receiver: int) -> None:
    """Take a combo out of the column; the coins on it are the receiver's, a player or ``BANK``."""
    race_index, power_index, coins = state.column[place]
    state.column = (*state.column[:place], *state.column[place + 1 :])
    if state.events is not None:
        report_paid(state.events, COMBO, receiver, coins, PICK, race_index)
        state.events.append(ComboGone(place, race_index, power_index))


# --- abilities while a player picks: prices, refusals, offers, and the report of passed combos


def _abilities_for(state: GameState, player: Player) -> Iterator[tuple[Ability, int, Race]]:
    """Yield the abilities that are asked, with their place in the column or -1, and the race that they get."""
    book = state.table.rulebook
    for own_place, (race_index, power_index, _) in enumerate(state.column):
        for ability in (*book.race_abilities[race_index], *book.power_abilities[power_index]):
            yield ability, own_place, NOBODY
    for race, hook_table in enumerate(state.hook_tables):
        for ability in book.own_abilities(hook_table.key):
            if race % state.players == player or ability.common:
                yield ability, NOBODY, race
    for ability in book.edition:
        yield ability, NOBODY, NOBODY


def pick_price(state: GameState, player: Player, number: int) -> Coins | Refusal:
    """Return what a player pays for a combo, or the reason why they may not pick it.

    :param number: its place among those that the player may pick from, from 0.
    """
    change = 0
    if state.table.rulebook.hooks["pick_price"]:
        place = choices_of(state, player)[number]
        for ability, own_place, race in _abilities_for(state, player):
            call = state.table.rulebook.call_of(ability.key, "pick_price")
            answer = call(state, race, player, place, own_place) if call is not None else 0
            if isinstance(answer, Refusal):
                return answer
            change += answer
    return max(0, number + change)


def pick_offers(state: GameState, player: Player) -> list[Action]:
    """List what abilities offer while a player picks."""
    actions: list[Action] = []
    for ability, own_place, race in _abilities_for(state, player):
        if own_place < 0 and "pick" in ability.offers_in:
            call = state.table.rulebook.call_of(ability.key, "offer_actions")
            actions += call(state, player if race == NOBODY else race, "pick") if call is not None else ()
    return actions


def report_passed(state: GameState, player: Player, number: int) -> None:
    """Report the combos above the one that a player has just picked."""
    if not state.table.rulebook.hooks["combo_passed"]:
        return
    for place in list(choices_of(state, player))[:number]:
        for ability, own_place, race in list(_abilities_for(state, player)):
            call = state.table.rulebook.call_of(ability.key, "combo_passed")
            if call is not None:
                call(state, race, player, place, own_place)


# --- the phase in which a player picks


def pick_actions(state: GameState) -> list[Action]:
    """List one action for each visible combo that the player can pay (R-PICK-1, R-PICK-2)."""
    if not state.table.plain_column:
        return _list_picks(state, state.to_move)
    affordable = min(len(state.column), state.coins[state.to_move] + 1)
    return PICKS[:affordable] if affordable <= len(PICKS) else [_pick(n) for n in range(1, affordable + 1)]


def _list_picks(state: GameState, player: Player) -> list[Action]:
    """List the picks at the prices of abilities, and their offers; who can pick nothing goes on without a race."""
    actions: list[Action] = []
    for number in range(len(choices_of(state, player))):
        price = pick_price(state, player, number)
        if not isinstance(price, Refusal) and price <= state.coins[player]:
            actions.append(PICKS[number] if number < len(PICKS) else _pick(number + 1))
    return actions + pick_offers(state, player) or [PASS]


def pick(state: GameState, action: Action) -> None:
    """Take a combo: its coins, its tokens, its abilities (R-PICK-3 to 5)."""
    player, number = state.to_move, action.number - 1
    plain = state.table.plain_column
    paid = number
    if not plain:
        price = pick_price(state, player, number)
        assert not isinstance(price, Refusal)
        if price != number:  # beyond a coin for each combo above it; a negative rest is paid out
            pay_coins(state, player, price - number, reason=PICK)
        paid = price
    race, power, bonus = buy_combo(state, player, number)
    if not plain:
        report_passed(state, player, number)
    state.picked = True
    state.fresh = False
    begin_combo(state, player, race, power, (number + 1, paid, bonus))
    state.phase_over = True


def _pick(number: int) -> Action:
    return Action(f"pick {number}", pick, number=number)


def pass_pick(state: GameState, action: Action) -> None:
    """Pick nothing, because no combo is on offer (``done``)."""
    state.phase_over = True


PASS: Final = Action("done", pass_pick)
PICKS: Final = [_pick(number) for number in range(1, 13)]
