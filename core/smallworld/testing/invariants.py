"""Laws that hold after every action of every game, whatever races and powers are in it.

>>> import smallworld
>>> from smallworld.testing.invariants import violations
>>> game = smallworld.new_game(smallworld.load_variant("base"), players=["ann", "bob"], seed=7)
>>> violations(game)
[]

Whoever writes an ability plays random games and asks for :func:`violations` after each
action: an ability that loses a token, leaves a piece behind or forgets to tell the
engine what it changed is found at the action at fault.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from smallworld.game import Game
from smallworld.model.regions import indexes
from smallworld.rules.position import Position
from smallworld.rules.records import NATIVES, NOBODY


def violations(game: Game) -> list[str]:
    """Every law that the position breaks, as sentences; empty if all is well."""
    found = [text for law in LAWS for text in law(game.position)]
    return found + list(_choices(game))


def step_violations(before: Game, after: Game) -> list[str]:
    """Laws about one action: ``before`` is a copy made just before it, ``after`` the game now.

    Coins appear only where the ledger of a scoring says so, or leave to pay for something.
    """
    return list(_coins(before.position, after.position))


def check(game: Game) -> None:
    """Do nothing if the position obeys all laws.

    :raises AssertionError: it does not; the message names every broken law.
    """
    found = violations(game)
    if found:
        raise AssertionError(f"{game!r} after {game.log[-1:]}:\n" + "\n".join(found))


# --- things that nobody can make or lose


def _tokens(game: Position) -> Iterator[str]:
    """Every token of a race is on the map, in a hand or on the tray (R-SUP-1)."""
    book = game.table.rulebook
    count = Counter(dict(enumerate(game.tray)))
    for race, kit in enumerate(game.kit):
        held = game.hand[race] + game.withdrawn[race] + game.on_map(race)
        if kit.race >= 0:
            count[kit.race] += held - _token_pieces(game, race)
        elif held:
            yield f"instance {race} is no race, but has {held} tokens"
    for race, printed in enumerate(book.races):
        if count[race] != printed.supply:
            yield f"{printed.id}: {count[race]} tokens in the game, {printed.supply} in the box (R-SUP-1)"
    for name in ("tray", "hand", "withdrawn", "tokens", "coins", "supply"):
        if min(getattr(game, name), default=0) < 0:
            yield f"{name} holds a negative number: {getattr(game, name)}"


def _token_pieces(game: Position, race: int) -> int:
    """Pieces that count as tokens of a race and are among its tokens, on the map or off it."""
    kinds = game.table.rulebook.pieces
    return game.carries(race) + sum(
        count for (kind, region), count in game.pieces.items() if kinds[kind].token and game.regions[race] >> region & 1
    )


def _cards(game: Position) -> Iterator[str]:
    """Every banner and every badge is in exactly one place (R-PICK-5 to 9, R-DECL-6)."""
    book = game.table.rulebook
    banners = Counter([entry[0] for entry in game.column]) + Counter(game.banners)
    badges = Counter([entry[1] for entry in game.column]) + Counter(game.badges) + Counter(game.discards)
    boxed = [race for race, column in enumerate(game.table.columns.of_race) if column == NOBODY]
    banners.update(boxed)  # nobody's column wants them (W-TEAM-2)
    for kit in game.kit:
        if kit.race >= 0:
            banners[kit.race] += 1
        if kit.power >= 0 and (not kit.declined or kit.keeps_badge):
            badges[kit.power] += 1
    names = {"banner": [race.id for race in book.races], "badge": [power.id for power in book.powers]}
    for what, count in (("banner", banners), ("badge", badges)):
        for index, name in enumerate(names[what]):
            if count[index] != 1:
                yield f"the {what} of {name} is in {count[index]} places"
    if len(game.column) < book.variant.column and game.banners and not game.table.several_columns:
        yield "the column is short although there are banners (R-PICK-5)"


def _pieces(game: Position) -> Iterator[str]:
    """No kind of piece is there more often than printed; own ones lie where their race is (R-SUP-2, R-TERM-8)."""
    kinds = game.table.rulebook.pieces
    on_map: Counter[int] = Counter()
    for (kind, _), count in game.carried.items():
        on_map[kind] += count
    for (kind, region), count in game.pieces.items():
        on_map[kind] += count
        if count < 1:
            yield f"{count} × {kinds[kind].id} noted in {_name(game, region)}"
        if kinds[kind].own and game.occupant[region] < 0:
            yield f"{kinds[kind].id} in {_name(game, region)}, where no race is (R-TERM-8)"
        if kinds[kind].occupied and game.occupant[region] == NOBODY:
            yield f"{kinds[kind].id} in {_name(game, region)}, where nobody is (W-GOBLIN-7)"
    boxed = {getattr(each, "piece", "") for each in game.table.rulebook.abilities() if getattr(each, "boxes", False)}
    for index, what in enumerate(kinds):
        total = on_map[index] + game.supply[index]
        lasting = what.reusable and what.id not in boxed
        if total > what.supply or (total < what.supply and lasting):
            yield f"{total} × {what.id} in the game, {what.supply} in the box (R-SUP-2)"


def _natives(game: Position) -> Iterator[str]:
    """Natives never become more than printed (R-CONQ-22)."""
    natives = game.table.rulebook.variant.natives
    count = sum(tokens for region, tokens in enumerate(game.tokens) if game.occupant[region] == NATIVES)
    if count and (natives is None or count > natives.supply):
        yield f"{count} native tokens on the map"


def _coins(before: Position, after: Position) -> Iterator[str]:
    """Coins on the table are those that were there and what the bank has paid since (R-SCORE-1, R-PICK-3)."""
    change = _coins_on_table(after) - _coins_on_table(before)
    paid = after.paid - before.paid
    if change != paid:
        yield f"the coins on the table have changed by {change}, the bank has paid {paid}"
    if after.table.bank is not None and _coins_on_table(after) > after.table.bank:
        yield f"more coins on the table than the bank ever had (R-SUP-3): {_coins_on_table(after)}"


def _coins_on_table(game: Position) -> int:
    return sum(game.coins) + sum(coins for _, _, coins in game.column)


# --- what is noted twice says the same


def _land(game: Position) -> Iterator[str]:
    """Each region has one owner, and all notes about it agree (R-TERM-5).

    A race that redeploys with everything in hand leaves its regions empty meanwhile (W-REDEP-3).
    """
    holders = {kind for kind, piece in enumerate(game.table.rulebook.pieces) if piece.holds}
    held = {region for kind, region in game.pieces if kind in holders}
    for race in range(len(game.regions)):
        mask = sum(1 << region for region, occupant in enumerate(game.occupant) if occupant == race)
        if game.regions[race] != mask:
            yield f"regions of instance {race} are noted as {game.regions[race]:b}, but it occupies {mask:b}"
        if game.adjacent[race] != game.board.around(mask):
            yield f"neighbours of instance {race} are noted wrongly"
        if mask and game.kit[race].race < 0:
            yield f"instance {race} occupies regions, but is no race"
    for region, occupant in enumerate(game.occupant):
        lifted = occupant == game.turn and bool(game.kit[game.turn].regroups)
        lifted = lifted and (game.phase == "redeploy" or bool(game.marked >> region & 1))
        if (occupant == NOBODY) != (game.tokens[region] == 0) and region not in held and not lifted:
            yield f"{_name(game, region)}: {game.tokens[region]} tokens, occupant {occupant} (R-TERM-5)"


def _masks(game: Position) -> Iterator[str]:
    """Masks of pieces are those that a recount gives (R-IMM-1)."""
    kinds = game.table.rulebook.pieces
    where = [0] * len(kinds)
    for kind, region in game.pieces:
        where[kind] |= 1 << region
    marked = immune = 0
    for what, mask in zip(kinds, where, strict=True):
        marked |= mask
        immune |= mask if what.immune else 0
    for name, noted, true in (
        ("piece_regions", game.piece_regions, where),
        ("marked", game.marked, marked),
        ("immune", game.immune, immune),
    ):
        if noted != true:
            yield f"{name} is {noted}, a recount gives {true}"


def _relics(game: Position) -> Iterator[str]:
    """Each relic lies in one place; who holds a region has exactly the relics that lie face up there (W-RELIC-1)."""
    names = [relic.id for relic in game.table.rulebook.relics]
    lying = Counter(relic for there in game.relics.values() for relic, _ in there)
    for relic, count in lying.items():
        if count > 1:
            yield f"{names[relic]} lies in {count} places"
    noted = sum(1 << region for region in game.relics)
    if game.relic_regions != noted:
        yield f"regions with relics are noted as {game.relic_regions:b}, but they are {noted:b}"
    for race in range(game.players):
        held = {relic for region, there in game.relics.items() if game.occupant[region] == race
                for relic, up in there if up}  # fmt: skip
        if game.exists(race) and set(game.kit[race].relics) != held:
            yield f"instance {race} has the relics {game.kit[race].relics}, but in its regions lie {sorted(held)}"


def _defence(game: Position) -> Iterator[str]:
    """Terrain, pieces and tokens add up to what a region costs before changes (R-COST-1)."""
    kinds = game.table.rulebook.pieces
    cost = [printed + tokens for printed, tokens in zip(game.table.printed, game.tokens, strict=True)]
    for (kind, region), count in game.pieces.items():
        cost[region] += kinds[kind].defence * count
    for region, true in enumerate(cost):
        if game.defence[region] != true:
            yield f"{_name(game, region)} costs {true}, noted is {game.defence[region]} (R-COST-1)"


def _prices(game: Position) -> Iterator[str]:
    """What a race can pay is what its costs say (R-COST-3)."""
    if game.phase != "conquer":
        return
    for race in (game.turn, game.acting_race(game.turn)):
        if race < 0 or not game.exists(race):
            continue
        targets, hand = game.targets(race), game.hand_now(race)
        cheap = sum(1 << region for region in indexes(targets) if game.cost(race, region) <= hand)
        if game.payable(race, targets, hand) != cheap:
            yield f"{hand} tokens of instance {race} pay for {cheap:b}, the engine says otherwise"


def _seats(game: Position) -> Iterator[str]:
    """Who acts, who guards and who owns what follows from the kits (R-DECL-3)."""
    kits = list(enumerate(game.kit))
    if game.guards != tuple(race for race, kit in kits if kit.protects or kit.toll):
        yield f"guards are noted as {game.guards}"
    if game.actors != tuple(race for race, kit in kits if kit.acts and race >= game.players and kit.race >= 0):
        yield f"acting declined races are noted as {game.actors}"
    for race, kit in kits:
        if kit.race >= 0 and kit.declined != (race >= game.players):
            yield f"instance {race} has the abilities of the wrong state"
    for player in range(game.players):
        own = [race for race, kit in kits if race % game.players == player and (kit.race >= 0 or race == player)]
        if game.seats[player] != tuple(own):
            yield f"the races of {game.names[player]} are noted as {game.seats[player]}"
        ordinary = [race for race in own[1:] if not game.kit[race].outlasts]
        if len(ordinary) > 1:
            yield f"{game.names[player]} has {len(ordinary)} declined races (R-DECL-3)"
        for race in ordinary:
            if not (game.regions[race] or game.hand[race] or game.withdrawn[race]):
                yield f"a race of {game.names[player]} without any token is still there (R-DECL-6)"


def _choices(game: Game) -> Iterator[str]:
    """Choices are there until the end, each once, and each reads back as itself (formats 1)."""
    actions = game.legal_actions()
    if game.over == bool(actions):
        yield f"the game is {'over' if game.over else 'not over'}, but there are {len(actions)} legal actions"
    if len(set(actions)) != len(actions):
        yield f"an action is listed twice: {sorted(a for a, count in Counter(actions).items() if count > 1)}"
    for action in actions:
        if game.read(action).text != str(action):
            yield f"{action!r} reads back as {game.read(action).text!r}"


def _name(game: Position, region: int) -> str:
    return game.board.regions[region].id


LAWS: tuple[Callable[[Position], Iterator[str]], ...] = (
    _tokens, _cards, _pieces, _natives, _land, _masks, _relics, _defence, _prices, _seats,
)  # fmt: skip

__all__ = ["check", "step_violations", "violations"]
