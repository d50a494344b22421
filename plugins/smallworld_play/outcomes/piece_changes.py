"""Pieces, relics and rolls of an action as text."""

from __future__ import annotations

from collections.abc import Iterator

from smallworld.game import Game
from smallworld.languages import _, and_list
from smallworld.model.aliases import Region
from smallworld.model.id_names import word_of
from smallworld.model.values import NATIVES, NOBODY
from smallworld.plurals import format_count
from smallworld_play.outcomes.position_changes import chance_results


def die_rolls(before: Game, after: Game) -> str:
    """Write the results of the die."""
    rolls = [str(result) for kind, result in chance_results(before, after) if kind == "die"]
    return _("the die shows {rolls}", rolls=", ".join(rolls)) if rolls else ""


def revealed_relics(before: Game, after: Game) -> str:
    """Name the relics that were turned up, and the regions where they are now."""
    if before.state.relics == after.state.relics:
        return ""
    already_open, regions = before.state.relics.up, after.state.board.regions
    names = after.state.table.rulebook.relics
    revealed = [
        _("{piece} on {region}", piece=names[relic].name, region=regions[region].id)
        for relic, region in after.state.relics.up.items()
        if relic not in already_open
    ]
    return _("finds {revealed}", revealed=and_list(revealed)) if revealed else ""


def removed_pieces(before: Game, action: str, after: Game) -> str:
    """Name the pieces of others that left a conquered region, as they may bring coins (W-HUMAN-2)."""
    kinds, removed = after.state.table.rulebook.pieces, list[str]()
    if not action.startswith("conquer "):
        return ""
    for conquest in after.state.conquests[len(before.state.conquests) :]:
        for (kind, region), count in sorted(before.state.pieces.items()):
            if region == conquest.region and after.state.pieces.get((kind, region), 0) < count:
                removed.append(kinds[kind].name)
    return _("removes {removed}", removed=and_list(removed)) if removed else ""


def holding_pieces(game: Game, region: Region) -> str:
    """Name the pieces that hold a region without any token."""
    kinds = game.state.table.rulebook.pieces
    return and_list(kinds[kind].name for kind, place in game.state.pieces if place == region and kinds[kind].holds)


def revealed_pieces(before: Game, after: Game) -> Iterator[str]:
    """Yield pieces about which chance has decided, such as Bombs, and the effect on their regions (W-GOBLIN-4).

    Chance goes by the kind of the piece; the pieces leave their regions in the order of the regions' ids.
    """
    events = chance_results(before, after)
    for kind, number in after.state.table.rulebook.piece_indexes.items():
        results = [result for event, result in events if event == kind]
        regions = _regions_without(before, after, number) if results else []
        if len(regions) != len(results):
            yield from (f"{word_of(after.variant, kind)}: {word_of(after.variant, str(result))}" for result in results)
            continue
        name = after.state.table.rulebook.pieces[number].name
        for region, result in zip(regions, results, strict=True):
            text = _(
                "{piece} on {region}: {result}",
                piece=name,
                region=after.state.board.regions[region].id,
                result=word_of(after.variant, str(result)),
            )
            yield "; ".join(filter(None, [text, _losses(before, after, region, kind)]))


def _regions_without(before: Game, after: Game, kind: int) -> list[int]:
    """Return the regions that have lost a piece of a kind, in the order of their ids."""
    pieces, regions = after.state.pieces, after.state.board.regions
    counts = [(region, count) for (piece, region), count in before.state.pieces.items() if piece == kind]
    lost = [region for region, count in counts if pieces.get((kind, region), 0) < count]
    return sorted(lost, key=lambda region: regions[region].id)


def _losses(before: Game, after: Game, region: Region, kind: str) -> str:
    """Name the race that a piece has driven out of a region, and its losses."""
    state, loser = before.state, before.state.occupant[region]
    if loser in (NOBODY, NATIVES) or after.state.occupant[region] != NOBODY:
        return ""
    name = state.table.rulebook.races[state.hook_tables[loser].race_index].name
    player = before.players[state.owner(loser)]
    conquest = next((item for item in after.state.conquests if item.region == region and kind in item.means), None)
    if conquest is None:
        return _("{player}'s {race} leave", player=player, race=name)
    return _(
        "{player}'s {race} leave, {destroyed} of {tokens} lost",
        player=player,
        race=name,
        destroyed=conquest.destroyed,
        tokens=format_count(conquest.defenders, "token"),
    )
