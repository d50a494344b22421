"""What an action set off beside itself, in words: coins that changed hands, pieces that were revealed."""

from __future__ import annotations

from collections.abc import Iterator

from smallworld.game import Game
from smallworld.rules.records import NATIVES, NOBODY


def plural(count: int, word: str) -> str:
    """``1 coin``, ``2 coins``."""
    return f"{count} {word}{'' if count == 1 else 's'}"


def decided(before: Game, after: Game) -> list[tuple[str, object]]:
    """What chance decided from one position to a later one of the same game: kind and result, in order."""
    found: list[tuple[str, object]] = []
    link = after.position.log
    while link is not before.position.log:  # what is behind it, copies of a game share
        link, kind, result = link
        found += [(kind, result)] if isinstance(kind, str) else []
    return found[::-1]


def coins_moved(before: Game, after: Game, actor: str = "") -> str:
    """Coins that changed hands beside what a turn scored: ``bob pays ann 2 coins`` (W-TOLL-1); empty if none did.

    :param actor: his name is left out: ``pays ann 2 coins``.
    """
    changes = _changes(before, after)
    payers = [(name, -coins) for name, coins in changes.items() if coins < 0]
    takers = [(name, coins) for name, coins in changes.items() if coins > 0]
    told = [(name, f"pays {plural(coins, 'coin')}") for name, coins in payers]
    told += [(name, f"gets {plural(coins, 'coin')}") for name, coins in takers]
    if len(payers) == len(takers) == 1 and payers[0][1] == takers[0][1]:
        told = [(payers[0][0], f"pays {takers[0][0]} {plural(takers[0][1], 'coin')}")]
    told.sort(key=lambda line: line[0] != actor)  # what has no name follows the action at once
    return ", ".join(what if name == actor else f"{name} {what}" for name, what in told)


def _changes(before: Game, after: Game) -> dict[str, int]:
    """The change of every player's coins without what a turn that ended was paid."""
    was, now = before.scores(), after.scores()
    changes = {name: coins - was[name] for name, coins in now.items()}
    ended, position = after.position.ended, after.position
    if ended is not None and ended != before.position.ended:
        name, bank = after.players[ended.player], position.table.bank
        changes[name] -= sum(coins for _, _, coins in ended.earned)
        if bank is not None and sum(position.coins) + sum(combo[2] for combo in position.column) >= bank:
            changes[name] = max(0, changes[name])  # the bank was short (R-SUP-3)
    return changes


def revealed(before: Game, after: Game) -> Iterator[str]:
    """Pieces about which chance has decided, as Bombs, and what became of their regions (W-GOBLIN-4).

    Chance goes by the kind of the piece; the pieces leave their regions in the order of the regions' ids.
    """
    events = decided(before, after)
    for kind, number in kinds_of(after).items():
        results = [result for event, result in events if event == kind]
        left = _left(before, after, number) if results else []
        if len(left) != len(results):
            yield from (f"{kind}: {result}" for result in results)
            continue
        name = after.position.table.rulebook.pieces[number].name
        for region, result in zip(left, results, strict=True):
            place = after.position.board.regions[region].id
            yield f"{name} on {place}: {result}{_emptied(before, after, region, kind)}"


def with_actions(game: Game) -> set[str]:
    """Kinds of chance that are told with the action in whose course they fell."""
    return {"die", *kinds_of(game)}


def kinds_of(game: Game) -> dict[str, int]:
    """The kinds of pieces of the edition, by their ids."""
    return dict(game.position.table.rulebook.piece_index)


def _left(before: Game, after: Game, kind: int) -> list[int]:
    """Regions that have lost a piece of a kind, in the order of their ids."""
    now, regions = after.position.pieces, after.position.board.regions
    here = [(at, count) for (piece, at), count in before.position.pieces.items() if piece == kind]
    lost = [at for at, count in here if now.get((kind, at), 0) < count]
    return sorted(lost, key=lambda region: regions[region].id)


def _emptied(before: Game, after: Game, region: int, kind: str) -> str:
    """Who was driven out of a region, and how many tokens that cost."""
    position, loser = before.position, before.position.occupant[region]
    if loser in (NOBODY, NATIVES) or after.position.occupant[region] != NOBODY:
        return ""
    name = position.table.rulebook.races[position.kit[loser].race].name
    gone = f"; {before.players[position.owner(loser)]}'s {name} leave"
    made = [made for made in after.position.conquests if made.region == region and kind in made.means]
    return f"{gone}, {made[0].destroyed} of {plural(made[0].defenders, 'token')} lost" if made else gone
