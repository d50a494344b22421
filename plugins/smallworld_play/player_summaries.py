"""Players of a game in a few words: their races, with regions, tokens in hand and public memory."""

from __future__ import annotations

from collections.abc import Iterator

from smallworld.game import Game
from smallworld.languages import _, and_list, ngettext
from smallworld.languages.messages import format_count
from smallworld.model.aliases import Player, Race, RaceIndex
from smallworld.model.names import word_of
from smallworld.model.variant import combo_name
from smallworld.tools import public_memory, tokens_off_map


def race_summaries(game: Game, seat: Player) -> Iterator[str]:
    """Yield the active race of a player, then those in decline."""
    state = game.state
    for race in (seat, *state.declined_of(seat)):
        hook_table = state.hook_tables[race]
        if hook_table.race_index >= 0:
            name = combo_or_race(game, hook_table.race_index, hook_table.power_index)
            if race >= state.players:
                name = _("{race} in decline", race=name)
            yield f"{name} ({', '.join(_details(game, race))})"


def _details(game: Game, race: Race) -> Iterator[str]:
    """Yield the regions of a race, its tokens in hand and its public memory."""
    yield format_count(game.state.regions[race].bit_count(), "region")
    tokens = tokens_off_map(game.state, race)
    if tokens:
        yield ngettext("{count} token in hand", "{count} tokens in hand", tokens)
    yield from _memory(game, race)


def _memory(game: Game, race: Race) -> Iterator[str]:
    """Yield the public memory of a race's abilities: an ally, a form, the player with Harmony; no counters."""
    for entries in public_memory(game.state, race).values():
        for key, value in entries.items():
            if value and isinstance(value, str | list):
                yield f"{word_of(game.variant, key)}: {_memory_text(game, value)}"


def _memory_text(game: Game, value: str | list[object]) -> str:
    """Write what is remembered: the names of players, or a word such as a form."""
    names = [value] if isinstance(value, str) else list(map(str, value))
    return and_list(word if word in game.players else word_of(game.variant, word) for word in names)


def combo_or_race(game: Game, race_index: RaceIndex, power_index: int) -> str:
    """Return the name of a race with its power, if it has one, and with its faction."""
    book = game.state.table.rulebook
    race = book.races[race_index]
    name = combo_name(book.powers[power_index], race) if power_index >= 0 else race.name
    return f"{name} [{game.variant.label('factions', race.faction)}]" if race.faction else name
