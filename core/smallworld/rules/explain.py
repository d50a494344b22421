"""Ledgers: how a cost comes about, who added what (asked for, never computed before)."""

from __future__ import annotations

from smallworld.model.regions import indexes
from smallworld.notation import Spoken
from smallworld.rules.means import chosen_means, fixed_price
from smallworld.rules.position import Position
from smallworld.rules.records import NATIVES, NOBODY, Line


def cost_ledger(game: Position, race: int, region: int) -> list[Line]:
    """Every contribution to what a region costs this race, floor included (R-COST-1)."""
    return _with_floor(_contributions(game, race, region, travel=True), game.cost(race, region),
                       game.least_cost(race, region))  # fmt: skip


def _contributions(game: Position, race: int, region: int, *, travel: bool) -> list[Line]:
    book = game.table.rulebook
    printed = game.board.regions[region]
    lines = [Line("every region", book.variant.base_cost, "rules")]
    terrain = book.variant.terrains[printed.terrain]
    if terrain.defence:
        lines.append(Line(terrain.name, terrain.defence, "rules"))
    for (kind, where), count in sorted(game.pieces.items()):
        piece = book.pieces[kind]
        if where == region and piece.defence:
            lines.append(Line(f"{count} × {piece.name}", piece.defence * count, piece.id))
    lines += _tokens(game, race, region)
    lines += _changes(game, race, region)
    arrival = game.ground[race].travel
    if travel and arrival is not None and game.afar(race, 1 << region):
        lines.append(Line("arriving from afar", arrival.tokens, "rules"))
    return lines


def _with_floor(lines: list[Line], price: int, least: int) -> list[Line]:
    """The lines, and one more if they do not add up to the cost: nothing but the least cost may be the reason."""
    total = sum(line.amount for line in lines)
    if total < price == least:
        lines.append(Line(f"never fewer than {least}", price - total, "rules"))
    elif total != price:
        lines.append(Line("not accounted for", price - total, "rules"))
    return lines


def _tokens(game: Position, race: int, region: int) -> list[Line]:
    occupant, count = game.occupant[region], game.tokens[region]
    if occupant == NOBODY:
        return []
    if occupant == NATIVES:
        natives = game.table.rulebook.variant.natives
        return [Line(f"{count} × {natives.name if natives else 'natives'}", count, "rules")]
    name = game.table.rulebook.races[game.kit[occupant].race].name
    own = occupant % game.players == race % game.players
    if own and game.stands_aside(occupant):
        return [Line(f"{count} × {name}, your own", 0, "rules")]
    return [Line(f"{count} × {name}", count, "rules")]


def _changes(game: Position, race: int, region: int) -> list[Line]:
    """Changes of the cost by abilities of the race, each with its source."""
    mine = {id(ability) for ability in game.abilities_of(race)}
    lines = []
    for item in game.table.rulebook.hooks["conquest_cost"]:
        if id(item.ability) in mine:
            for change, regions in item.call(game, race, game.board):
                if change and regions >> region & 1:
                    lines.append(Line(item.ability.told(), change, item.ability.source))
    return lines


def conquest_ledger(game: Position, race: int, spoken: Spoken) -> list[Line]:
    """The ledger of a conquest, special means included; a die may still lower it."""
    region = spoken.region
    chosen = chosen_means(game, race, spoken.means, region)
    travel = not any(means.far for means in chosen)
    lines = _contributions(game, race, region, travel=travel)
    for means in chosen:
        if means.tokens is not None:
            price, total = fixed_price(game, race, means), sum(line.amount for line in lines)
            return [*lines, Line(f"by {means.name} it takes exactly {price}", price - total, means.name)]
        if means.change:
            lines.append(Line(f"by {means.name}", means.change, means.name))
    price = game.cost(race, region, sum(means.change for means in chosen), travel=travel)
    return _with_floor(lines, price, game.least_cost(race, region, travel=travel))


def coins_due(game: Position, race: int, spoken: Spoken) -> int:
    """Coins that a conquest costs: the tolls of others, and what its means ask for (W-TOLL-1, W-DOOM-2)."""
    due = sum(toll.coins for _, _, toll in game.dues(race, 1 << spoken.region))
    if game.owner(game.occupant[spoken.region]) != game.owner(race):
        due += sum(means.toll for means in chosen_means(game, race, spoken.means, spoken.region))
    return due


def reach_ledger(game: Position, race: int) -> list[Line]:
    """Which ability lets the race reach how many regions."""
    mine = {id(ability) for ability in game.abilities_of(race)}
    own = game.regions[race]
    lines = [Line("adjacent regions" if own else "entry regions",
                  (game.adjacent[race] if own else game.board.entry).bit_count(), "rules")]  # fmt: skip
    for item in game.table.rulebook.hooks["conquest_reach"]:
        if id(item.ability) in mine:
            count = item.call(game, race, game.board, not own).bit_count()
            lines.append(Line(item.ability.told(), count, item.ability.source))
    return lines


def score_ledger(game: Position, player: int) -> list[Line]:
    """What the player would be paid if the turn ended now."""
    regions = game.land_of(player).bit_count()
    lines = [Line("regions", regions, "regions")]
    for race in game.races_of(player):
        for source, call in game.kit[race].score_lines:
            coins = call(game, race)
            if coins:
                lines.append(Line(source, coins, source))
    return lines


def names_of(game: Position, regions: int) -> list[str]:
    """Region ids of a set."""
    return [game.board.regions[index].id for index in indexes(regions)]
