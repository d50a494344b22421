"""The table in words: players, column, regions."""

from __future__ import annotations

from collections.abc import Iterator

from smallworld.game import Game
from smallworld.rules.records import NATIVES


def final_table(game: Game) -> Iterator[str]:
    """Players in the order of their coins."""
    yield "final table"
    for name, coins in sorted(game.scores().items(), key=lambda item: -item[1]):
        mark = "*" if name in game.winners() else " "
        yield f" {mark} {name:<16} {coins:>4} coins"


def players(game: Game, viewer: str | None) -> Iterator[str]:
    """A line for each player; other players' coins are hidden unless the table plays them open."""
    position, book = game.position, game.position.table.rulebook
    shown = game.view(viewer).coins if viewer else dict.fromkeys(game.players)
    for seat, name in enumerate(game.players):
        coins = shown[name]
        races = []
        for race in (seat, *position.declined_of(seat)):
            kit = position.kit[race]
            if kit.race >= 0:
                power = book.powers[kit.power].name + " " if kit.power >= 0 else ""
                state = f"{position.regions[race].bit_count()} regions"
                hand = f", {position.hands_of(race)} in hand" if position.hands_of(race) else ""
                declined = " in decline" if race >= position.players else ""
                races.append(f"{power}{book.races[kit.race].name}{declined} ({state}{hand})")
        turn = ">" if seat == position.turn else " "
        yield f" {turn} {name:<12} {'?' if coins is None else coins:>3} coins   {'; '.join(races) or 'no race'}"


def column(game: Game) -> Iterator[str]:
    """The combos on offer: price, coins on them, tokens, and what they do."""
    position, book = game.position, game.position.table.rulebook
    for place, (race_number, power_number, coins) in enumerate(position.column):
        race, power = book.races[race_number], book.powers[power_number]
        extra = position.table.kit(race_number, power_number, False).extra
        tokens = min(race.banner + power.badge + extra, position.tray[race_number])
        yield f" {place + 1}. {power.name} {race.name}: {tokens} tokens, costs {place}, {coins} coins on it"
        yield f"      {race.text} {power.text}"


def regions(game: Game) -> Iterator[str]:
    """A line for each region: what is printed and what lies there."""
    position, book = game.position, game.position.table.rulebook
    for index, region in enumerate(position.board.regions):
        occupant, tokens = position.occupant[index], position.tokens[index]
        who = ""
        if occupant == NATIVES:
            natives = book.variant.natives
            who = f"{tokens} {natives.name if natives else 'natives'}"
        elif occupant >= 0:
            race = book.races[position.kit[occupant].race].name
            who = f"{game.players[position.owner(occupant)]}: {tokens} {race}"
            who += " in decline" if occupant >= position.players else ""
        pieces = [
            f"{n} {book.pieces[kind].name}" for (kind, where), n in sorted(position.pieces.items()) if where == index
        ]
        relics = [book.relics[r].name if up else "a face-down relic" for r, up in position.relics.get(index, ())]
        printed = ", ".join([region.terrain, *sorted(region.symbols)])
        there = "; ".join(filter(None, [who, *pieces, *relics]))
        yield f" {region.id:<7} {printed:<24} costs {position.defence[index]:<2}  {there}"
