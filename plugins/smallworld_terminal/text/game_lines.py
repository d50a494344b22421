"""A game as lines of text: players, column, relics, regions, final table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from smallworld.errors import NotationError, with_suggestion
from smallworld.game import Game
from smallworld.languages import N_, _, and_list, pgettext
from smallworld.languages.messages import format_count
from smallworld.model.aliases import Coins, Region
from smallworld.model.names import word_of
from smallworld.model.regions import indexes
from smallworld.model.values import NATIVES
from smallworld.tools import conquest_cost
from smallworld_cli.console import wrap_text
from smallworld_draw.scene import marked_entries
from smallworld_output.text_width import display_width, pad
from smallworld_play.player_summaries import race_summaries
from smallworld_play.priced_actions import Combo, list_combos
from smallworld_play.standings import standings, team_coins, teams, teams_line, tie_losers, winning_teams


def final_table(game: Game) -> Iterator[str]:
    """Yield the players, the richest first, their teams, and what decided a tie (R-END-2)."""
    yield _("final table")
    for row in standings(game):
        mark, coins = "*" if row.has_won else " ", format_count(row.coins, "coin")
        yield f" {mark} {pad(row.player, 16)} {right_count(coins, 4)}  {row.team}".rstrip()
    for team in teams(game):
        yield f" {'*' if team in winning_teams(game) else ' '} {team}: {team_coins(game, team)}"
    losers = tie_losers(game)
    if losers:
        sentence = N_("the tie was decided by tokens on the map: {winners} before {losers}")
        yield _(sentence, winners=and_list(game.winners()), losers=and_list(losers))


def player_lines(game: Game, viewer: str | None) -> Iterator[str]:
    """Yield the teams and a line for each player; the coins of others are hidden unless the game plays them open."""
    coins_by_player = game.view(viewer).coins if viewer else dict.fromkeys(game.players)
    width = max(map(display_width, game.players))
    counts = [coin_count(coins) for coins in coins_by_player.values()]
    unit_width = max(display_width(unit_of(count)) for count in counts)
    if teams(game):
        yield f"   {teams_line(game)}"
    for seat, name in enumerate(game.players):
        count = right_count(coin_count(coins_by_player[name]), 3)
        mark = ">" if seat == game.state.turn else " "
        races = "; ".join(race_summaries(game, seat)) or _("no race")
        yield from wrap_text(f" {mark} {pad(name, width)} {pad(count, 4 + unit_width)}  ", races)


def coin_count(coins: Coins | None) -> str:
    """Write the coins of a player; those that nobody may see are a question mark."""
    return format_count(coins, "coin") if coins is not None else _("? coins")


def unit_of(count: str) -> str:
    """Return a count without its number."""
    return count.partition(" ")[2]


def right_count(count: str, columns: int) -> str:
    """Write a count with its number at the right end of some columns: `` 12 coins``."""
    number, space, unit = count.partition(" ")
    return f"{pad(number, columns, '>')}{space}{unit}"


def column_lines(game: Game) -> Iterator[str]:
    """Yield the combos on offer to the player who decides: price, coins on them, tokens, and their texts."""
    for combo in list_combos(game):
        number = "-" if combo.price is None else f"{combo.number}."
        bonus = _("{coins} on it", coins=format_count(combo.coins, "coin")) if combo.coins else ""
        terms = [format_count(combo.tokens, "token"), _price(combo), bonus]
        yield f" {number:>2} {combo.name}: {', '.join(filter(None, terms))}"
        yield from wrap_text("      ", " ".join(combo.texts))


def _price(combo: Combo) -> str:
    if combo.price is None:
        return _("for others") if combo.number is None else _("cannot be picked")
    return _("costs {coins}", coins=format_count(combo.price, "coin")) if combo.price else pgettext("price", "free")


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


def region_lines(game: Game, regions: Iterable[Region] | None = None) -> Iterator[str]:
    """Yield a line for each region: print, cost, contents and neighbours; water is closed to most races (R-CONQ-5).

    :param regions: by default all regions.
    """
    board, entries = game.state.board, marked_entries(game.state.board.faces)
    for index in range(len(board.regions)) if regions is None else regions:
        region = board.regions[index]
        entry = [_("entry")] if region.id in entries else []
        symbols = (word_of(game.variant, symbol) for symbol in sorted(region.symbols))
        printed = ", ".join([word_of(game.variant, region.terrain, "terrain"), *symbols, *entry])
        neighbours = _("next to {regions}", regions=", ".join(region.adjacent))
        contents = "; ".join([*_contents(game, index), neighbours])
        head = f" {pad(region.id, 7)} {pad(printed, 24)} {pad(region_cost(game, index), 8)}  "
        yield from wrap_text(head, contents)


def neighbour_lines(game: Game, region: str) -> Iterator[str]:
    """Yield the line of a region, then those of its neighbours.

    :raises NotationError: the board has no such region.
    """
    ids = [printed.id for printed in game.state.board.regions]
    if region not in ids:
        raise NotationError(with_suggestion(_("unknown region {region!r}", region=region), region, ids))
    index = ids.index(region)
    yield from region_lines(game, [index])
    yield _("next to it:")
    yield from region_lines(game, sorted(indexes(game.state.board.neighbours[index])))


def region_cost(game: Game, index: Region) -> str:
    """Write the tokens that a region costs the active race of the player who decides."""
    state = game.state
    player = state.to_move
    if state.hook_tables[player].race_index < 0:
        is_open, cost = bool(state.board.land >> index & 1), state.defence[index]
    elif state.owner(state.occupant[index]) == player:
        return pgettext("of a region", "yours")
    elif state.immune >> index & 1:
        return pgettext("of a region", "immune")
    else:
        is_open = bool(state.board_profiles[player].open >> index & 1)
        cost = conquest_cost(state, player, index) if is_open else 0
    return _("costs {cost}", cost=cost) if is_open else pgettext("of a region", "closed")


def _contents(game: Game, region: int) -> Iterator[str]:
    """Yield the tokens, pieces and relics on a region."""
    state, book = game.state, game.state.table.rulebook
    occupant, tokens = state.occupant[region], format_count(state.tokens[region], "token")
    if occupant == NATIVES:
        natives = book.variant.natives
        yield f"{natives.name if natives else _('natives')} ({tokens})"
    elif occupant >= 0:
        name = book.races[state.hook_tables[occupant].race_index].name
        if occupant >= state.players:
            name = _("{race} in decline", race=name)
        yield f"{game.players[state.owner(occupant)]}: {name} ({tokens})"
    for (kind, place), count in sorted(state.pieces.items()):
        if place == region:
            yield f"{count} {book.pieces[kind].name}"
    for relic, is_open in state.relics.get(region, ()):
        yield book.relics[relic].name if is_open else _("a face-down relic")
