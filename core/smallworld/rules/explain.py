"""Ledgers: how a cost comes about, who added what (asked for, never computed before)."""

from __future__ import annotations

from smallworld.model.regions import indexes
from smallworld.notation import Spoken
from smallworld.rules.means import means_on_offer
from smallworld.rules.position import Position
from smallworld.rules.records import NATIVES, NOBODY, Line


def cost_ledger(game: Position, race: int, region: int) -> list[Line]:
    """Every contribution to what a region costs this race, floor included (R-COST-1)."""
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
    arrival = game.kit[race].travel
    if arrival is not None and arrival.regions & ~game.near(race) >> region & 1:
        lines.append(Line("arriving from afar", arrival.tokens, "rules"))
    total = sum(line.amount for line in lines)
    price = game.cost(race, region)
    if total != price:
        lines.append(Line(f"never fewer than {price}", price - total, "rules"))
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
    if own and not game.table.own_tokens_defend:
        return [Line(f"{count} × {name}, your own", 0, "rules")]
    return [Line(f"{count} × {name}", count, "rules")]


def _changes(game: Position, race: int, region: int) -> list[Line]:
    """Changes of the cost by abilities of the race, each with its source."""
    mine = {id(ability) for ability in game.kit[race].abilities}
    lines = []
    for item in game.table.rulebook.hooks["conquest_cost"]:
        if id(item.ability) in mine:
            for change, regions in item.call(game, race, game.board):
                if change and regions >> region & 1:
                    lines.append(Line(item.ability.text().rstrip("."), change, item.ability.source))
    return lines


def conquest_ledger(game: Position, race: int, spoken: Spoken) -> list[Line]:
    """The ledger of a conquest, special means included."""
    lines = cost_ledger(game, race, spoken.region)
    for means in means_on_offer(game, race):
        if means.name in spoken.means and (means.targets is None or means.targets >> spoken.region & 1):
            if means.tokens is not None:
                price = sum(line.amount for line in lines)
                lines.append(Line(f"by {means.name} it takes exactly {means.tokens}", means.tokens - price, means.name))
            elif means.change:
                lines.append(Line(f"by {means.name}", means.change, means.name))
    return lines


def reach_ledger(game: Position, race: int) -> list[Line]:
    """Which ability lets the race reach how many regions."""
    mine = {id(ability) for ability in game.kit[race].abilities}
    own = game.regions[race]
    lines = [Line("adjacent regions" if own else "entry regions",
                  (game.adjacent[race] if own else game.board.entry).bit_count(), "rules")]  # fmt: skip
    for item in game.table.rulebook.hooks["conquest_reach"]:
        if id(item.ability) in mine:
            count = item.call(game, race, game.board, not own).bit_count()
            lines.append(Line(item.ability.text().rstrip("."), count, item.ability.source))
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
