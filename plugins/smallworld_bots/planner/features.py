"""Features of a player in a position: the numbers from which the value network predicts their coins."""

from __future__ import annotations

from smallworld.api import GameState
from smallworld.model.aliases import Player, Regions
from smallworld.model.regions import indexes
from smallworld.tools import place_in_round, tokens_off_map
from smallworld_bots.position_value import future, income, spare, turns_left

MOST_TURNS = 10
"""Turns until the end with a feature of their own; more count as so many."""


def player_features(state: GameState, player: Player) -> list[float]:
    """Return 48 features of a player at the moment when a turn has just begun; most are between 0 and 2.

    They use what everybody sees; coins are not among them.
    """
    turns = turns_left(state, player) + (state.turn == player)
    active = state.regions[player]
    declined = state.regions_of(player) & ~active
    bordering, entry = _threat(state, player)
    until_end = [0.0] * MOST_TURNS
    if turns > 0:
        until_end[min(turns, MOST_TURNS) - 1] = 1.0
    return [
        *_standing(state, player, turns),
        *_defences(state, active, bordering, entry),
        *_defences(state, declined, bordering, entry),
        *_rivals(state, player),
        *_column(state),
        *until_end,
    ]


def combo_names(state: GameState, player: Player) -> list[str]:
    """Return the races and powers of a player by kind and id, e.g. ``race orcs``, ``declined power flying``."""
    book = state.table.rulebook
    names = []
    for race in state.seats[player]:
        hooks = state.hook_tables[race]
        if hooks.race_index < 0 or (race >= state.players and not state.regions[race]):
            continue
        kind = "declined " if race >= state.players else ""
        names.append(f"{kind}race {book.races[hooks.race_index].id}")
        if hooks.power_index >= 0:
            names.append(f"{kind}power {book.powers[hooks.power_index].id}")
    return names


def _standing(state: GameState, player: Player, turns: int) -> list[float]:
    """Return place in the order of turns, turns left, tokens, regions and scores of the player."""
    players = state.players
    begins = state.turn == player
    has_race = state.hook_tables[player].race_index >= 0
    active = state.regions[player].bit_count()
    regions = state.regions_of(player).bit_count()
    return [
        1.0 if begins else 0.0,
        ((place_in_round(state, player) - place_in_round(state, state.turn)) % players) / 4,
        turns / 10,
        future(state, player, begins) / 50,
        1.0 if has_race else 0.0,
        active / 8,
        _tokens(state, state.regions[player]) / 12,
        tokens_off_map(state, player) / 12,
        (spare(state, player) if has_race else 0) / 8,
        (income(state, player) - regions) / 6,
        sum(coins for _race, _source, coins in state.scored[player]) / 12,
        (regions - active) / 8,
        sum(1 for race in state.seats[player] if race >= players and state.regions[race]) / 2,
        players / 4,
    ]


def _threat(state: GameState, player: Player) -> tuple[Regions, Regions]:
    """Return the regions in reach of the others: next to their active races, or open to races without a region."""
    bordering: Regions = 0
    entry: Regions = 0
    for rival in range(state.players):
        if rival != player:
            if state.regions[rival]:
                bordering |= state.adjacent[rival]
            else:
                entry = state.board.entry
    return bordering, entry


def _defences(state: GameState, regions: Regions, bordering: Regions, entry: Regions) -> list[float]:
    """Count immune regions and the others by defence; add up the risks of all, of bordering and of entry regions.

    The risk of a region is 1 / defence.
    """
    counts = [0, 0, 0]
    risk = border_risk = entry_risk = 0.0
    for region in indexes(regions & ~state.immune):
        defence = max(1, state.defence[region])
        risk += 1 / defence
        if bordering >> region & 1:
            border_risk += 1 / defence
        if entry >> region & 1:
            entry_risk += 1 / defence
        counts[0 if defence <= 2 else 1 if defence == 3 else 2] += 1
    immune = (regions & state.immune).bit_count()
    return [immune / 4, *(count / 8 for count in counts), risk / 3, border_risk / 3, entry_risk / 3]


def _rivals(state: GameState, player: Player) -> list[float]:
    """Return tokens and regions of the others, and the regions that are free, or free and cheap."""
    tokens = without_race = off_map = 0
    active: Regions = 0
    declined: Regions = 0
    for rival in range(state.players):
        if rival != player:
            without_race += state.hook_tables[rival].race_index < 0
            off_map += tokens_off_map(state, rival)
            tokens += _tokens(state, state.regions[rival])
            active |= state.regions[rival]
            declined |= state.regions_of(rival) & ~state.regions[rival]
    free = [region for region, occupant in enumerate(state.occupant) if occupant < 0 and state.board.land >> region & 1]
    easy = sum(1 for region in free if state.defence[region] <= 3)
    return [
        tokens / 30, off_map / 20, without_race / 3, active.bit_count() / 15, declined.bit_count() / 15,
        len(free) / 15, easy / 15,
    ]  # fmt: skip


def _tokens(state: GameState, regions: Regions) -> int:
    return sum([state.tokens[region] for region in indexes(regions)])


def _column(state: GameState) -> list[float]:
    """Return tokens and coins less the price of the best and the second best combo, and of the top one."""
    book = state.table.rulebook
    worth = [
        book.races[race].banner + book.powers[power].badge + coins - place
        for place, (race, power, coins) in enumerate(state.column[:6])
    ]
    best = [*sorted(worth, reverse=True), 0, 0]
    return [best[0] / 10, best[1] / 10, (worth[0] if worth else 0) / 10]
