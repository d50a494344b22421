"""Tables of a game as lines of text: players, column, relics, regions, final table."""

from __future__ import annotations

from collections.abc import Iterator

from smallworld.cli.text.output import wrap_text
from smallworld.game import Game
from smallworld.model.values import NATIVES
from smallworld.render.scene import marked_entries
from smallworld.rules.public_memory import public_memory
from smallworld.sessions.counts import format_count
from smallworld.sessions.result import standings, tie_losers
from smallworld.sessions.teams import team_coins, teams, teams_line, winning_teams


def final_table(game: Game) -> Iterator[str]:
    """Yield the players, the richest first, their teams, and what decided a tie (R-END-2)."""
    yield "final table"
    for row in standings(game):
        unit = "coin" if row.coins == 1 else "coins"
        yield f" {'*' if row.has_won else ' '} {row.player:<16} {row.coins:>4} {unit}  {row.team}".rstrip()
    for team in teams(game):
        yield f" {'*' if team in winning_teams(game) else ' '} {team}: {team_coins(game, team)}"
    losers = tie_losers(game)
    if losers:
        yield f"the tie was decided by tokens on the map: {' and '.join(game.winners())} before {' and '.join(losers)}"


def player_lines(game: Game, viewer: str | None) -> Iterator[str]:
    """Yield the teams and a line for each player; the coins of others are hidden unless the game plays them open."""
    coins_by_player = game.view(viewer).coins if viewer else dict.fromkeys(game.players)
    width = max(map(len, game.players))
    if teams(game):
        yield f"   {teams_line(game)}"
    for seat, name in enumerate(game.players):
        coins = coins_by_player[name]
        mark = ">" if seat == game.state.turn else " "
        races = "; ".join(_races_of(game, seat)) or "no race"
        unit = "coin " if coins == 1 else "coins"
        yield from wrap_text(f" {mark} {name:<{width}} {'?' if coins is None else coins:>3} {unit}  ", races)


def _races_of(game: Game, seat: int) -> Iterator[str]:
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
            yield f"{power}{_race_name(game, hook_table.race_index)}{declined} ({regions}{hand}{_memory(game, race)})"


def _memory(game: Game, race: int) -> str:
    """Write the public memory of a race's abilities: an ally, a form, the player with Harmony; no counters."""
    text = ""
    for entries in public_memory(game.state, race).values():
        for key, value in entries.items():
            if value and isinstance(value, str | list):
                names = value if isinstance(value, str) else " and ".join(map(str, value))
                text += f", {key.replace('_', ' ')}: {names}"
    return text


def _race_name(game: Game, race_index: int) -> str:
    """Return the name of a race, with its faction where the edition has some."""
    race = game.state.table.rulebook.races[race_index]
    return f"{race.name} [{race.faction}]" if race.faction else race.name


def column_lines(game: Game) -> Iterator[str]:
    """Yield the combos on offer to the player who decides: price, coins on them, tokens, and their texts."""
    state, book = game.state, game.state.table.rulebook
    choices = list(state.choices_of(state.to_move))
    for place, (race_index, power_index, coins) in enumerate(state.column):
        race, power = book.races[race_index], book.powers[power_index]
        extra = state.table.hook_table(race_index, power_index, False).extra_tokens
        tokens = min(race.banner + power.badge + extra, state.tray[race_index])
        price = choices.index(place) if place in choices else None
        number = "-" if price is None else f"{price + 1}."
        bonus = f"{format_count(coins, 'coin')} on it" if coins else ""
        terms = [format_count(tokens, "token"), _price(price), bonus]
        yield f" {number:>2} {power.name} {_race_name(game, race_index)}: {', '.join(filter(None, terms))}"
        yield from wrap_text("      ", f"{race.text} {power.text}")


def _price(coins: int | None) -> str:
    if coins is None:
        return "for others"
    return f"costs {format_count(coins, 'coin')}" if coins else "free"


def relic_lines(game: Game) -> Iterator[str]:
    """Yield the face-up relics: their region, the player there, and their texts."""
    state, book = game.state, game.state.table.rulebook
    for region, relics in sorted(state.relics.items()):
        for relic, is_open in relics:
            if is_open:
                occupant = state.occupant[region]
                owner = f", {game.players[state.owner(occupant)]}" if occupant >= 0 else ""
                head = f" {book.relics[relic].name} ({state.board.regions[region].id}{owner}): "
                yield from wrap_text(head, book.relics[relic].text)


def region_lines(game: Game) -> Iterator[str]:
    """Yield a line for each region: print, cost and contents; water is closed to most races (R-CONQ-5)."""
    state, board = game.state, game.state.board
    player = state.to_move
    open_regions = state.board_profiles[player].open if state.hook_tables[player].race_index >= 0 else board.land
    entries = marked_entries(board.faces)
    for index, region in enumerate(board.regions):
        entry = ["entry"] if region.id in entries else []
        printed = ", ".join([region.terrain, *sorted(region.symbols), *entry])
        cost = f"costs {state.defence[index]}" if open_regions >> index & 1 else "closed"
        yield from wrap_text(f" {region.id:<7} {printed:<24} {cost:<8}  ", "; ".join(_contents(game, index)))


def _contents(game: Game, region: int) -> Iterator[str]:
    """Yield the tokens, pieces and relics on a region."""
    state, book = game.state, game.state.table.rulebook
    occupant, tokens = state.occupant[region], format_count(state.tokens[region], "token")
    if occupant == NATIVES:
        natives = book.variant.natives
        yield f"{natives.name if natives else 'natives'} ({tokens})"
    elif occupant >= 0:
        name = book.races[state.hook_tables[occupant].race_index].name
        declined = " in decline" if occupant >= state.players else ""
        yield f"{game.players[state.owner(occupant)]}: {name}{declined} ({tokens})"
    for (kind, place), count in sorted(state.pieces.items()):
        if place == region:
            yield f"{count} {book.pieces[kind].name}"
    for relic, is_open in state.relics.get(region, ()):
        yield book.relics[relic].name if is_open else "a face-down relic"
