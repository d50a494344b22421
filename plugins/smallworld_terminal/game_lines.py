"""A game as lines of text: players, column, relics, regions, final table, the actions on offer, the question."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from smallworld import NATIVES, Coins, Game, PowerSpec, RaceSpec, Region, indexes
from smallworld.errors import NotationError, with_suggestion
from smallworld.languages import N_, _, and_list, or_list, pgettext
from smallworld.languages.messages import format_count
from smallworld.model.names import phase_name, word_of
from smallworld.tools import abilities_of, conquest_cost, to_place, tokens_off_map
from smallworld_cli.console import text_width, wrap_text
from smallworld_output.text_width import display_width, pad
from smallworld_play import standings
from smallworld_play.priced_actions import Combo, MenuItem, list_combos, list_menu, price_of
from smallworld_play.session import Session
from smallworld_play.shorthand import verbs_of


def final_table(game: Game) -> Iterator[str]:
    """Yield the players, the richest first, their teams, and what decided a tie (R-END-2)."""
    yield _("final table")
    for row in standings.standings(game):
        mark, coins = "*" if row.has_won else " ", format_count(row.coins, "coin")
        yield f" {mark} {pad(row.player, 16)} {right_count(coins, 4)}  {row.team}".rstrip()
    for team in standings.teams(game):
        yield f" {'*' if team in standings.winning_teams(game) else ' '} {team}: {standings.team_coins(game, team)}"
    losers = standings.tie_losers(game)
    if losers:
        sentence = N_("the tie was decided by tokens on the map: {winners} before {losers}")
        yield _(sentence, winners=and_list(game.winners()), losers=and_list(losers))


def coin_lines(session: Session) -> Iterator[str]:
    """Yield the coins of every player by source and by round; turns before a session without its record are missing."""
    turns, scores = session.turns, session.game.scores()
    width = max(map(display_width, scores))
    yield _("coins by source")
    for name, coins in scores.items():
        sums = turns.coins_by_source(name)
        sources = [f"{word_of(session.game.variant, source)} {count}" for source, count in sums.items() if count]
        rest = coins - sum(sums.values())
        sources += [_("start, tolls and prices {coins}", coins=f"{rest:+d}")] if rest else []
        yield f"   {pad(name, width)} {', '.join(sources)}"
    yield _("coins by round")
    for name in scores:
        yield f"   {pad(name, width)} {' '.join(f'{score.total:>2}' for score in turns.scores(name))}"


def player_lines(game: Game, viewer: str | None) -> Iterator[str]:
    """Yield the teams and a line for each player; the coins of others are hidden unless the game plays them open."""
    coins_by_player = game.view(viewer).coins if viewer else dict.fromkeys(game.players)
    width = max(map(display_width, game.players))
    counts = [coin_count(coins) for coins in coins_by_player.values()]
    unit_width = max(display_width(count.partition(" ")[2]) for count in counts)
    if standings.teams(game):
        yield f"   {standings.teams_line(game)}"
    for seat, name in enumerate(game.players):
        count = right_count(coin_count(coins_by_player[name]), 3)
        mark = ">" if seat == game.state.turn else " "
        races = "; ".join(standings.race_summaries(game, seat)) or _("no race")
        yield from wrap_text(f" {mark} {pad(name, width)} {pad(count, 4 + unit_width)}  ", races)


def coin_count(coins: Coins | None) -> str:
    """Write the coins of a player; those that nobody may see are a question mark."""
    return format_count(coins, "coin") if coins is not None else _("? coins")


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
    from smallworld_draw.scene import marked_entries

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


# --- the actions on offer, numbered


def menu_lines(items: Sequence[MenuItem]) -> Iterator[str]:
    """Yield actions with their costs, numbered from 1, those of one kind together."""
    yield from ("".join(row) for row in menu_rows(items))
    yield from legend_lines(items)


def menu_rows(items: Sequence[MenuItem]) -> Iterator[list[str]]:
    """Yield the rows of a menu: a text for each action, as wide as its column."""
    for _kind, group in groupby(enumerate(items, 1), key=lambda row: row[1].kind):
        yield from arrange_in_columns([f"{number:>3} {item_text(item)}" for number, item in group])


def item_text(item: MenuItem) -> str:
    """Write an action with its costs in parentheses."""
    terms = ", ".join(item.terms())
    return f"{item.action} ({terms})" if terms else item.action


def legend_lines(items: Sequence[MenuItem]) -> Iterator[str]:
    """Yield a line that explains the numbers in parentheses; nothing if they only name other numbers of tokens."""
    conquests = [item for item in items if item.tokens is not None]
    if conquests:
        text = _("the tokens that it costs")
        if any(item.coins for item in conquests):
            text = _("the tokens that it costs, and the coins that you pay")
        if any(item.odds for item in conquests):
            text = "; ".join([text, _("by die: the faces that succeed")])
        yield _("    (in parentheses: {explanation})", explanation=text)


def arrange_in_columns(cells: Sequence[str]) -> Iterator[list[str]]:
    """Yield rows of as many short texts as the window has room for; all but the last of a row have the same width."""
    width = max(map(display_width, cells)) + 2
    number = max(1, text_width() // width)
    for start in range(0, len(cells), number):
        *row, last = cells[start : start + number]
        yield [*(pad(cell, width) for cell in row), last.rstrip()]


# --- the question at the prompt: player, phase, tokens in hand, the action that Enter does


def question(game: Game) -> str:
    """Write the prompt of the player who decides: ``you [conquer, 11 tokens]> ``."""
    default = default_action(game)
    state = ", ".join(filter(None, [phase_name(game.phase), tokens_in_hand(game)]))
    return f"{game.to_move} [{state}]{f' ({default})' if default else ''}> "


def hand_over_note(player: str) -> str:
    """Write that another person has to decide now."""
    return _("it is {player}'s turn to decide: hand over, then press Enter", player=player)


def tokens_in_hand(game: Game) -> str:
    """Write the tokens in hand of the player who decides; in redeployment those that have to be placed."""
    state = game.state
    is_placing = game.phase in ("redeploy", "retreat")
    hand = to_place(state, state.to_move) if is_placing else tokens_off_map(state, state.to_move)
    return format_count(hand, "token") if hand else ""


def can_end_turn(game: Game) -> bool:
    """Return whether the phase at the end of a turn can be ended, because nothing has to be done any more."""
    return game.phase in ("redeploy", "finish") and "done" in game.legal_actions()


def default_action(game: Game) -> str:
    """Return the action that Enter does: the only one, or the end of a phase in which nothing has to be done."""
    legal = game.legal_actions()
    if len(legal) == 1:
        return str(legal[0])
    if "done" in legal:
        pieces = (action for action in legal if "PIECE" in verbs_of(game).get(action.verb, ""))
        # A piece that costs nothing, such as a Fortress, could still be placed.
        return "" if not can_end_turn(game) or any(price_of(game, piece)[1] == 0 for piece in pieces) else "done"
    # The whole hand goes to the only region, and the last action is that with the most tokens.
    return str(legal[-1]) if {(action.verb, action.region) for action in legal} == {("deploy", legal[0].region)} else ""


# --- hints: the next step in a sentence or two, with examples that are legal


PICK_HINT = N_("Pick a combo: pick 1 is free, each place further down costs a coin; why pick 2 shows what you get.")
OPENINGS = {
    "retreat": N_("You lost a region."),
    "finish": N_("The turn is scored."),
    "answer": N_("A question has to be answered."),
}
"""Phase → a sentence about it, where the examples do not explain it."""
Kind = tuple[str, str]
"""A verb, and the means of a conquest (joined means are left out); of a choice of words each is a kind."""


def hint(game: Game) -> str:
    """Write the next step of this phase, with an example of every kind of action that is legal."""
    examples = example_actions(game)
    if game.phase == "pick":
        main, examples = _(PICK_HINT), {kind: example for kind, example in examples.items() if kind[0] != "pick"}
    else:
        main = _conquest_hint(examples) if game.phase == "conquer" else _deploy_hint(game, examples)
    opening, sentence = OPENINGS.get(game.phase, ""), N_("Also: {actions}.") if main else N_("Type: {actions}.")
    further = _(sentence, actions=or_list(examples.values())) if examples else ""
    return " ".join(filter(None, [_(opening) if opening else "", main, further]))


def ability_notes(game: Game) -> Iterator[str]:
    """Yield the texts of abilities that offer the only choices now: Stout's decline, the form of Worgen."""
    verbs = {verb for verb, _detail in example_actions(game)} - {"done"}
    if not verbs or game.phase == "pick" or not verbs.isdisjoint({"conquer", "deploy"}):
        return
    entries: dict[str, RaceSpec | PowerSpec] = {**game.variant.races, **game.variant.powers}
    abilities = abilities_of(game.state, game.state.to_move)
    sources = {a.source for a in abilities if game.phase in a.offers_in and hasattr(a, "offer_actions")}
    for source in sorted(sources & set(entries)):
        yield f"{entries[source].name}: {entries[source].text}"


def remaining_actions(game: Game) -> str:
    """List the actions that are possible before ``done`` ends the phase; empty without any."""
    examples = example_actions(game)
    examples.pop(("done", ""), "")
    return _("Also possible before done: {actions}.", actions=or_list(examples.values())) if examples else ""


def example_actions(game: Game) -> dict[Kind, str]:
    """Return kind of action → the cheapest legal one."""
    examples: dict[Kind, str] = {}
    choices = {verb for verb, pattern in game.state.table.rulebook.verbs.items() if pattern in ("WORD", "PLAYER")}
    for action in (item.action for item in list_menu(game)):
        if len(action.means) < 2:
            detail = action if action.verb in choices else "".join(action.means)
            examples.setdefault((action.verb, detail), action)
    return examples


def _conquest_hint(examples: dict[Kind, str]) -> str:
    """Write the conquests, and remove them from the examples."""
    plain, die = examples.pop(("conquer", ""), ""), examples.pop(("conquer", "die"), "")
    sentences = [_("Take regions, the cheapest first: {action}.", action=plain)] if plain else []
    if die:
        sentences.append(_("Short of tokens: {action} (your last attempt).", action=die))
    return " ".join(sentences)


def _deploy_hint(game: Game, examples: dict[Kind, str]) -> str:
    """Write the deployments, and remove them from the examples."""
    example = examples.pop(("deploy", ""), "")
    if not example:
        return ""
    region = game.read(example).operands[0]
    several = len({action.region for action in game.legal_actions() if action.verb == "deploy"}) > 1
    ways = f"deploy {region} 1, deploy rest {region}, deploy even" if several else example
    return _("Put tokens where they are needed: {ways}.", ways=ways)
