"""Players of a game in a few words: their races, with regions, tokens in hand and public memory."""

from __future__ import annotations

from collections.abc import Iterator

from smallworld.game import Game
from smallworld.model.aliases import Player, Race, RaceIndex
from smallworld.model.content import combo_name
from smallworld.plurals import format_count
from smallworld.rules.public_memory import public_memory


def race_summaries(game: Game, seat: Player) -> Iterator[str]:
    """Yield the active race of a player, then those in decline."""
    state = game.state
    for race in (seat, *state.declined_of(seat)):
        hook_table = state.hook_tables[race]
        if hook_table.race_index >= 0:
            name = combo_or_race(game, hook_table.race_index, hook_table.power_index)
            tokens = state.tokens_off_map(race)
            hand = f", {format_count(tokens, 'token')} in hand" if tokens else ""
            declined = " in decline" if race >= state.players else ""
            regions = format_count(state.regions[race].bit_count(), "region")
            yield f"{name}{declined} ({regions}{hand}{_memory(game, race)})"


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
    return f"{race.name}{_faction(game, race.faction)}"


def combo_or_race(game: Game, race_index: RaceIndex, power_index: int) -> str:
    """Return the name of a race with its power, if it has one, and with its faction."""
    if power_index < 0:
        return race_name(game, race_index)
    book = game.state.table.rulebook
    race = book.races[race_index]
    return f"{combo_name(book.powers[power_index], race)}{_faction(game, race.faction)}"


def _faction(game: Game, faction: str | None) -> str:
    return f" [{game.variant.label('factions', faction)}]" if faction else ""
