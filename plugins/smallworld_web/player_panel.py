"""The panel of the players: each with coins and races; what has not changed is not written again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from markupsafe import Markup

from smallworld.game import Game
from smallworld.languages import current_language
from smallworld.model.aliases import Player
from smallworld.tools import tokens_off_map
from smallworld_play.prompts import without_rules
from smallworld_play.seats import HUMAN
from smallworld_play.standings import combo_or_race
from smallworld_web.environment import render
from smallworld_web.marks import glyph, seat_mark
from smallworld_web.role_links import Role
from smallworld_web.table import Table
from smallworld_web.table_terms import written

LOW_TIME = 60
"""Seconds below which a clock warns, if it has had four times as many."""


class Clock(NamedTuple):
    """The time that is left to a person.

    :ivar text: the time in words. :ivar due: the time of day at which it is over, None while it does not run.
    :ivar low: seconds below which it warns.
    """

    player: str
    text: str
    due: float | None
    low: int
    is_low: bool


def clock_of(table: Table, player: str) -> Clock | None:
    """Return the time that is left to a person; None without a clock."""
    seconds = table.time_left(player) if player and not table.is_over else None
    if seconds is None:
        return None
    moment = table.moment_due() if player == table.game.to_move else None
    low = min(LOW_TIME, table.log.clock.terms.seconds // 4)
    due = None if moment is None else round(table.time.now() + moment - table.time(), 1)
    return Clock(player, written(seconds), due, low, seconds < low)


MOST_ROWS = 4000
"""Written rows that are kept, of all tables."""
Coins = Mapping[str, int | None]
"""Player → coins, None where they are hidden."""


class RaceRow(NamedTuple):
    """A race of a player, active or in decline.

    :ivar name: with that of its power. :ivar mark: its symbol.
    """

    id: str
    name: str
    texts: tuple[str, ...]
    declined: bool
    regions: int
    hand: int
    mark: Markup


class PlayerRow(NamedTuple):
    """A player as one person sees them.

    :ivar kind: ``human``, or the bot. :ivar turn: whether they have the turn. :ivar mark: their shape.
    """

    name: str
    seat: Player
    kind: str
    coins: int | None
    you: bool
    turn: bool
    clock: Clock | None
    races: tuple[RaceRow, ...]
    mark: Markup


def players_panel(table: Table, game: Game, role: Role, coins: Coins) -> str:
    """Write the players in the order of the seats.

    :param game: the game as the role sees it.
    """
    rows = [_row(table, game, seat, role, coins[name]) for seat, name in enumerate(game.players)]
    language = current_language()
    return render("panels/players.html", rows=[_written(row, language) for row in rows])


@lru_cache(maxsize=MOST_ROWS)
def _written(row: PlayerRow, _language: str) -> Markup:
    return Markup(render("panels/player.html", player=row, human=HUMAN))


def _row(table: Table, game: Game, seat: Player, role: Role, coins: int | None) -> PlayerRow:
    name, races = game.players[seat], tuple(race_rows(game, seat))
    active = next((race.id for race in races if not race.declined), "")
    return PlayerRow(
        name, seat, table.seats[name], coins, name == role.player, not table.is_over and game.turn == name,
        clock_of(table, name) if table.shows_clock(name) else None, races, seat_mark(seat, active, game.variant),
    )  # fmt: skip


def race_rows(game: Game, seat: Player) -> Iterable[RaceRow]:
    """Yield the active race of a player, then those in decline."""
    state, book = game.state, game.state.table.rulebook
    for race in (seat, *state.declined_of(seat)):
        hook_table = state.hook_tables[race]
        if hook_table.race_index < 0:
            continue
        power = book.powers[hook_table.power_index] if hook_table.power_index >= 0 else None
        spec = book.races[hook_table.race_index]
        yield RaceRow(
            spec.id, combo_or_race(game, hook_table.race_index, hook_table.power_index),
            tuple(without_rules(entry.text) for entry in (spec, power) if entry is not None and entry.text),
            race >= state.players, state.regions[race].bit_count(), tokens_off_map(state, race),
            glyph(game.variant, "races", spec.id),
        )  # fmt: skip
