"""Laws that hold after every action of every game, with any races and powers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from smallworld import N_, NATIVES, NOBODY, Game, GameState, Region, indexes, lazy, mask_of
from smallworld.tools import acting_race, count_carried, split_by_hand


def violations(game: Game) -> list[str]:
    """List every law that the position breaks, as sentences; empty if it breaks none.

    Authors of abilities call it after each action of random games: an ability that loses a token, leaves a piece
    behind or forgets to report a change to the engine is found at the action that caused it.

    >>> import smallworld
    >>> game = smallworld.new_game(smallworld.load_variant("base"), players=["ann", "bob"], seed=7)
    >>> violations(game)
    []
    """
    return [*(text for law in LAWS for text in law(game.state)), *_choices(game)]


def step_violations(before: Game, after: Game) -> list[str]:
    """List the laws that one action breaks; ``before`` is a copy made just before it, ``after`` the game now.

    Coins on the table are those that were there and what the bank has paid since (R-SCORE-1, R-PICK-3).
    """
    coins, state = _coins_on_table(after.state), after.state
    change, paid = coins - _coins_on_table(before.state), state.paid - before.state.paid
    broken = []
    if change != paid:
        sentence = N_("the coins on the table have changed by {change}, the bank has paid {paid}")
        broken.append(lazy(sentence, change=change, paid=paid))
    if state.table.bank is not None and coins > state.table.bank:
        sentence = N_("more coins on the table than the bank ever had ({rule}): {coins}")
        broken.append(lazy(sentence, rule="R-SUP-3", coins=coins))
    return broken


def check(game: Game) -> None:
    """Do nothing if the position obeys all laws.

    :raises AssertionError: it does not; the message names every broken law.
    """
    broken = violations(game)
    if broken:
        raise AssertionError(f"{game!r} after {game.log[-1:]}:\n" + "\n".join(broken))


# --- things that nobody can make or lose


def _tokens(state: GameState) -> Iterator[str]:
    """Every token of a race is on the map, in a hand or on the tray (R-SUP-1)."""
    book = state.table.rulebook
    count = Counter(dict(enumerate(state.tray)))
    for race, hook_table in enumerate(state.hook_tables):
        total = state.hand[race] + state.withdrawn[race] + state.tokens_on_map(race)
        on_map = [number for (kind, region), number in state.pieces.items()
                  if book.pieces[kind].token and state.regions[race] >> region & 1]  # fmt: skip
        if hook_table.race_index >= 0:  # pieces that count as tokens are not of the race
            count[hook_table.race_index] += total - count_carried(state, race) - sum(on_map)
        elif total:
            yield lazy("race {race} is not in play, but has tokens: {count}", race=race, count=total)
    for race, printed in enumerate(book.races):
        if count[race] != printed.supply:
            yield _too_many_or_few(printed.id, count[race], printed.supply, "R-SUP-1")
    for name in ("tray", "hand", "withdrawn", "tokens", "coins", "supply"):
        if min(getattr(state, name), default=0) < 0:
            yield lazy("{name} has a negative number: {values}", name=name, values=getattr(state, name))


def _cards(state: GameState) -> Iterator[str]:
    """Every banner and every badge is in exactly one place (R-PICK-5 to 9, R-DECL-6)."""
    book = state.table.rulebook
    banners = Counter([*(entry[0] for entry in state.column), *state.banners])
    badges = Counter([*(entry[1] for entry in state.column), *state.badges, *state.discards])
    boxed = [race for race, column in enumerate(state.table.columns.of_race) if column == NOBODY]
    banners.update(boxed)  # they belong to no column (W-TEAM-2)
    for hook_table in state.hook_tables:
        if hook_table.race_index >= 0:
            banners[hook_table.race_index] += 1
        if hook_table.power_index >= 0 and (not hook_table.declined or hook_table.keeps_badge):
            badges[hook_table.power_index] += 1
    names = {"banner": [race.id for race in book.races], "badge": [power.id for power in book.powers]}
    for kind, count in (("banner", banners), ("badge", badges)):
        for index, name in enumerate(names[kind]):
            if count[index] != 1:
                yield _in_places(name, count[index])
    if len(state.column) < book.variant.column and state.banners and not state.table.several_columns:
        yield lazy("the column is short although there are banners ({rule})", rule="R-PICK-5")


def _pieces(state: GameState) -> Iterator[str]:
    """No kind of piece is there more often than printed; own ones are where their race is (R-SUP-2, R-TERM-8)."""
    kinds = state.table.rulebook.pieces
    on_map: Counter[int] = Counter()
    for (kind, _), count in state.carried.items():
        on_map[kind] += count
    for (kind, region), count in state.pieces.items():
        on_map[kind] += count
        if count < 1:
            yield from _compare(f"pieces[{kinds[kind].id}, {_name(state, region)}]", count, "≥ 1")
        if kinds[kind].own and state.occupant[region] < 0:
            yield _misplaced(state, kinds[kind].id, region, "R-TERM-8")
        if kinds[kind].occupied and state.occupant[region] == NOBODY:
            yield _misplaced(state, kinds[kind].id, region, "W-GOBLIN-7")
    boxed = {piece for each in state.table.rulebook.abilities() if each.discards_pieces for piece in each.pieces}
    for index, spec in enumerate(kinds):
        total = on_map[index] + state.supply[index]
        lasting = spec.reusable and spec.id not in boxed
        if total > spec.supply or (total < spec.supply and lasting):
            yield _too_many_or_few(spec.id, total, spec.supply, "R-SUP-2")


def _natives(state: GameState) -> Iterator[str]:
    """Natives never become more than printed (R-CONQ-22)."""
    natives = state.table.rulebook.variant.natives
    count = sum(tokens for region, tokens in enumerate(state.tokens) if state.occupant[region] == NATIVES)
    if count and (natives is None or count > natives.supply):
        yield _too_many_or_few("natives", count, natives.supply if natives else 0, "R-CONQ-22")


def _coins_on_table(state: GameState) -> int:
    return sum(state.coins) + sum(coins for _, _, coins in state.column)


# --- values that are noted twice agree


def _land(state: GameState) -> Iterator[str]:
    """Each region has one owner, and all notes about it agree (R-TERM-5).

    A race that redeploys with everything in hand leaves its regions empty meanwhile (W-REDEP-3).
    """
    if state.board is not state.table.board:
        yield lazy("the table is played on another board")
    holders = {kind for kind, piece in enumerate(state.table.rulebook.pieces) if piece.holds}
    held_by_pieces = {region for kind, region in state.pieces if kind in holders}
    owned = [0] * len(state.regions)
    for region, occupant in enumerate(state.occupant):
        if occupant >= 0:
            owned[occupant] |= 1 << region
    for race, mask in enumerate(owned):
        if state.regions[race] != mask:
            yield from _compare(f"regions[{race}]", bin(state.regions[race]), bin(mask))
        around = state.board.around(mask)
        if state.adjacent[race] != around:
            yield from _compare(f"adjacent[{race}]", bin(state.adjacent[race]), bin(around))
        if mask and state.hook_tables[race].race_index < 0:
            yield lazy("race {race} is not in play, but has regions", race=race)
    for region, (occupant, tokens) in enumerate(zip(state.occupant, state.tokens, strict=True)):
        if (occupant == NOBODY) != (tokens == 0) and region not in held_by_pieces and not _is_lifted(state, region):
            sentence = N_("{region}: tokens {tokens}, occupant {occupant} ({rule})")
            yield lazy(sentence, region=_name(state, region), tokens=tokens, occupant=occupant, rule="R-TERM-5")


def _is_lifted(state: GameState, region: Region) -> bool:
    """Return whether a race has its tokens of a region in hand, to redeploy them."""
    occupant = state.occupant[region]
    if state.owner(occupant) != state.turn or not state.hook_tables[occupant].is_regrouping:
        return False
    return state.phase == "redeploy" or bool(state.marked >> region & 1)


def _masks(state: GameState) -> Iterator[str]:
    """Masks of pieces agree with a recount (R-IMM-1)."""
    kinds = state.table.rulebook.pieces
    regions = [0] * len(kinds)
    for kind, region in state.pieces:
        regions[kind] |= 1 << region
    marked = immune = 0
    for spec, mask in zip(kinds, regions, strict=True):
        marked |= mask
        immune |= mask if spec.immune else 0
    yield from _compare("piece_regions", state.piece_regions, regions)
    yield from _compare("marked", state.marked, marked)
    yield from _compare("immune", state.immune, immune)


def _relics(state: GameState) -> Iterator[str]:
    """Each relic is in one place; a race has exactly the face-up relics of its regions (W-RELIC-1)."""
    names = [relic.id for relic in state.table.rulebook.relics]
    places = Counter(relic for entries in state.relics.values() for relic, _ in entries)
    for relic, count in places.items():
        if count > 1:
            yield _in_places(names[relic], count)
    yield from _compare("relic_regions", bin(state.relic_regions), bin(mask_of(state.relics)))
    for race in range(state.players):
        owned = {relic for region, entries in state.relics.items() if state.occupant[region] == race
                for relic, up in entries if up}  # fmt: skip
        if state.is_in_play(race):
            relics = tuple(sorted(state.hook_tables[race].relics))
            yield from _compare(f"hook_tables[{race}].relics", relics, tuple(sorted(owned)))


def _defence(state: GameState) -> Iterator[str]:
    """Terrain, pieces and tokens add up to what a region costs before changes (R-COST-1)."""
    kinds = state.table.rulebook.pieces
    cost = [printed + tokens for printed, tokens in zip(state.table.printed, state.tokens, strict=True)]
    for (kind, region), count in state.pieces.items():
        cost[region] += kinds[kind].defence * count
    for region, (noted, total) in enumerate(zip(state.defence, cost, strict=True)):
        if noted != total:
            yield from _compare(f"defence[{_name(state, region)}]", noted, total)


def _prices(state: GameState) -> Iterator[str]:
    """The regions that a race can pay agree with their costs (R-COST-3)."""
    if state.phase != "conquer":
        return
    for race in (state.turn, acting_race(state, state.turn)):
        if race < 0 or not state.is_in_play(race):
            continue
        targets, hand = state.targets(race), state.hand_now(race)
        cheap = [region for region in indexes(targets) if state.cost(race, region) <= hand]
        yield from _compare(f"split_by_hand[{race}, {hand}]", split_by_hand(state, race, targets, hand, 0)[0], cheap)


def _seats(state: GameState) -> Iterator[str]:
    """Who acts, who guards and who owns what follows from the hook tables (R-DECL-3).

    At most one declined race does not outlast the next decline, and it has tokens (R-DECL-6).
    """
    hook_tables = list(enumerate(state.hook_tables))
    guards = tuple(race for race, hook_table in hook_tables if hook_table.bar_pairs)
    yield from _compare("guards", state.guards, guards)
    declined = hook_tables[state.players :]
    actors = tuple(race for race, hook_table in declined if hook_table.acts and hook_table.race_index >= 0)
    yield from _compare("actors", state.actors, actors)
    for race, hook_table in hook_tables:
        if hook_table.race_index >= 0:
            yield from _compare(f"hook_tables[{race}].declined", hook_table.declined, race >= state.players)
    for player in range(state.players):
        seats = hook_tables[player :: state.players]
        races = [race for race, hook_table in seats if hook_table.race_index >= 0 or race == player]
        yield from _compare(f"seats[{player}]", state.seats[player], tuple(races))
        ordinary = [race for race in races[1:] if not state.hook_tables[race].outlasts_decline]
        if len(ordinary) > 1:
            sentence = N_("races in decline of {player}: {count}, at most 1 ({rule})")
            yield lazy(sentence, player=state.names[player], count=len(ordinary), rule="R-DECL-3")
        if any(not (state.regions[race] or state.hand[race] or state.withdrawn[race]) for race in ordinary):
            sentence = N_("a race of {player} without tokens is still there ({rule})")
            yield lazy(sentence, player=state.names[player], rule="R-DECL-6")


def _choices(game: Game) -> Iterator[str]:
    """Choices are there until the end, each once, and each reads back as itself (formats 1)."""
    actions = game.legal_actions()
    if game.over == bool(actions):
        sentence = N_("the game is not over, but has no legal action")
        if game.over:
            sentence = N_("the game is over, but has legal actions: {actions}")
        yield lazy(sentence, actions=", ".join(map(str, actions)))
    if len(set(actions)) != len(actions):
        twice = sorted(action for action, count in Counter(map(str, actions)).items() if count > 1)
        yield lazy("actions are listed twice: {actions}", actions=", ".join(twice))
    for action in actions:
        if game.read(action).text != str(action):
            yield lazy("the action {action} is read as {other}", action=str(action), other=game.read(action).text)


# --- sentences


def _compare(name: str, noted: object, counted: object) -> Iterator[str]:
    """Yield a sentence if a value of the state, an expression of Python, differs from a recount."""
    if noted != counted:
        yield lazy("{name} is {noted}, a recount gives {counted}", name=name, noted=noted, counted=counted)


def _too_many_or_few(name: str, count: int, supply: int, rule: str) -> str:
    sentence = N_("{name}: {count} in the game, {supply} in the box ({rule})")
    return lazy(sentence, name=name, count=count, supply=supply, rule=rule)


def _in_places(name: str, count: int) -> str:
    return lazy("places of {name}: {count} instead of 1", name=name, count=count)


def _misplaced(state: GameState, piece: str, region: Region, rule: str) -> str:
    sentence = N_("{piece} is in {region}, where no race is ({rule})")
    return lazy(sentence, piece=piece, region=_name(state, region), rule=rule)


def _name(state: GameState, region: Region) -> str:
    return state.board.regions[region].id


LAWS: tuple[Callable[[GameState], Iterator[str]], ...] = (
    _tokens, _cards, _pieces, _natives, _land, _masks, _relics, _defence, _prices, _seats,
)  # fmt: skip
