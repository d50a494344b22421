"""The cost of a conquest and the score of a turn, line by line; computed only on demand."""

from __future__ import annotations

from smallworld.languages import ENGLISH, _, current_language
from smallworld.model.aliases import Coins, Player, Race, Region, Tokens
from smallworld.model.names import shown_sentence, word_of
from smallworld.model.values import NATIVES, NOBODY, Line
from smallworld.model.variant import Variant
from smallworld.notation import Spoken
from smallworld.rules.game_state import GameState
from smallworld.rules.operations.barriers import tolls_due
from smallworld.rules.operations.conquest_cost import conquest_cost, ignores_own_tokens, least_cost
from smallworld.rules.operations.targets import reached_by_travel
from smallworld.rules.phases.scoring import WAIVED, value_of_regions, waived_loss
from smallworld.rules.phases.special_conquests import chosen_conquests, fixed_price


def _contributions(state: GameState, race: Race, region: Region, *, travel: bool) -> list[Line]:
    book = state.table.rulebook
    printed = state.board.regions[region]
    lines = [Line(_("every region"), book.variant.base_cost, "rules")]
    terrain = book.variant.terrains[printed.terrain]
    if terrain.defence:
        lines.append(Line(terrain.name, terrain.defence, "rules"))
    for (kind, place), count in sorted(state.pieces.items()):
        piece = book.pieces[kind]
        if place == region and piece.defence:
            lines.append(Line(f"{count} × {piece.name}", piece.defence * count, piece.id))
    lines += _tokens(state, race, region)
    lines += _changes(state, race, region)
    arrival = state.board_profiles[race].travel
    if travel and arrival is not None and reached_by_travel(state, race, 1 << region):
        lines.append(Line(_("arriving from afar"), arrival.tokens, "rules"))
    return lines


def _with_floor(lines: list[Line], price: Tokens, least: Tokens) -> list[Line]:
    """Return the lines, and one more if their sum is not the cost: the least cost is the only possible reason."""
    total = sum(line.amount for line in lines)
    if total < price == least:
        lines.append(Line(_("never fewer than {least}", least=least), price - total, "rules"))
    elif total != price:
        lines.append(Line(_("not accounted for"), price - total, "rules"))
    return lines


def _tokens(state: GameState, race: Race, region: Region) -> list[Line]:
    occupant, count = state.occupant[region], state.tokens[region]
    if occupant == NOBODY:
        return []
    if occupant == NATIVES:
        natives = state.table.rulebook.variant.natives
        return [Line(f"{count} × {natives.name if natives else _('natives')}", count, "rules")]
    name = state.table.rulebook.races[state.hook_tables[occupant].race_index].name
    is_own = occupant % state.players == race % state.players
    if is_own and ignores_own_tokens(state, occupant):
        return [Line(_("{count} × {name}, your own", count=count, name=name), 0, "rules")]
    return [Line(f"{count} × {name}", count, "rules")]


def _changes(state: GameState, race: Race, region: Region) -> list[Line]:
    """List changes of the cost by abilities of the race, each with its source."""
    lines = []
    for item in state.table.rulebook.implementations(state.hook_tables[race].key, "conquest_cost"):
        for change, regions in item.call(state, race, state.board):
            if change and regions >> region & 1:
                lines.append(
                    Line(
                        shown_sentence(state.table.rulebook.variant, item.ability.ledger_text()),
                        change,
                        item.ability.source,
                    )
                )
    return lines


def conquest_ledger(state: GameState, race: Race, spoken: Spoken) -> list[Line]:
    """Return the ledger of a conquest, special means included; a die may still lower it."""
    region = spoken.region
    chosen = chosen_conquests(state, race, spoken.means, region)
    travel = not any(special.far for special in chosen)
    lines = _contributions(state, race, region, travel=travel)
    for special in chosen:
        word = word_of(state.table.rulebook.variant, special.name)
        if special.tokens is not None:
            price, total = fixed_price(state, race, special), sum(line.amount for line in lines)
            label = _("by {special} it takes exactly {price}", special=word, price=price)
            return [*lines, Line(label, price - total, special.name)]
        if special.change:
            lines.append(Line(_("by {special}", special=word), special.change, special.name))
    if _is_pending(state, race, spoken) and state.pending is not None:
        change = state.pending.price - sum(line.amount for line in lines)
        return [*lines, Line(_("the attempt before, with its die"), change, state.pending.means[0])]
    price = conquest_cost(state, race, region, sum(special.change for special in chosen), travel=travel)
    return _with_floor(lines, price, least_cost(state, race, region, travel=travel))


def _is_pending(state: GameState, race: Race, spoken: Spoken) -> bool:
    """Return whether a final attempt goes on with a special conquest that fell short (W-GNOME-5)."""
    pending = state.pending
    return pending is not None and (pending.race, pending.region, ("die",)) == (race, spoken.region, spoken.means)


def coins_due(state: GameState, race: Race, spoken: Spoken) -> Coins:
    """Return the coins that a conquest costs: tolls of others, and the price of its means (W-TOLL-1, W-DOOM-2)."""
    if _is_pending(state, race, spoken):
        return 0  # they were paid before the first attempt
    due = sum(toll.coins for _to, _source, toll in tolls_due(state, race, 1 << spoken.region))
    if state.owner(state.occupant[spoken.region]) != state.owner(race):
        due += sum(special.toll for special in chosen_conquests(state, race, spoken.means, spoken.region))
    return due


def score_ledger(state: GameState, player: Player) -> list[Line]:
    """List the coins that the player would get if the turn ended now."""
    variant = state.table.rulebook.variant
    regions = sum(value_of_regions(state, race) for race in state.seats[player])
    lines = [Line(word_of(variant, "regions"), regions, "regions")]
    for race in state.seats[player]:
        for source, call in state.hook_tables[race].score_lines:
            coins = call(state, race)
            if coins:
                lines.append(Line(_label(variant, source), coins, source))
        lines += _taxes(state, race)
    waived = waived_loss(state, player, sum(line.amount for line in lines))
    return [*lines, Line(word_of(variant, WAIVED), waived, "rules")] if waived else lines


def _taxes(state: GameState, race: Race) -> list[Line]:
    """List what other players will owe as far as they have it; their coins are hidden, so no amount is foretold."""
    return [
        Line(_("up to {coins} from each neighbour", coins=coins), 0, source)
        for source, call in state.hook_tables[race].taxes_lines
        for coins in sorted({coins for _payer, coins in call(state, race)})
    ]


def _label(variant: Variant, source: str) -> str:
    """Return the name of a source of coins; in English it is the id."""
    return source if current_language() == ENGLISH else word_of(variant, source)
