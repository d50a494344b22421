"""Players of a game in a few words: their races, with regions, tokens in hand and public memory."""

from __future__ import annotations

from collections.abc import Iterator

from smallworld.game import Game
from smallworld.model.aliases import Player, Race, RaceIndex
from smallworld.plurals import format_count
from smallworld.rules.public_memory import public_memory


def race_summaries(game: Game, seat: Player) -> Iterator[str]:
    """Yield the active race of a player, then those in decline."""
    state, book = game.state, game.state.table.rulebook
    for race in (seat, *state.declined_of(seat)):
        hook_table = state.hook_tables[race]
        if hook_table.race_index >= 0:
            power = book.powers[hook_table.power_index].name + " " if hook_table.power_index >= 0 else ""
            tokens = state.tokens_off_map(race)
            hand = f", {format_count(tokens, 'token')} in hand" if tokens else ""
            declined = " in decline" if race >= state.players else ""
            regions = format_count(state.regions[race].bit_count(), "region")
            yield f"{power}{race_name(game, hook_table.race_index)}{declined} ({regions}{hand}{_memory(game, race)})"


def _memory(game: Game, race: Race) -> str:
    """Write the public memory of a race's abilities: an ally, a form, the player with Harmony; no counters."""
    text = ""
    for entries in public_memory(game.state, race).values():
        for key, value in entries.items():
            if value and isinstance(value, str | list):
                names = value if isinstance(value, str) else " and ".join(map(str, value))
                text += f", {key.replace('_', ' ')}: {names}"
    return text


def race_name(game: Game, race_index: RaceIndex) -> str:
    """Return the name of a race, with its faction where the edition has some."""
    race = game.state.table.rulebook.races[race_index]
    return f"{race.name} [{race.faction}]" if race.faction else race.name
