"""Results of actions as lines of text: the action, then every change."""

from __future__ import annotations

from collections.abc import Iterator

from smallworld.errors import PluginError
from smallworld.game import Game
from smallworld.languages import _, and_list, ngettext
from smallworld.model.aliases import Region
from smallworld.model.content import combo_name
from smallworld.model.id_names import word_of
from smallworld.model.values import NATIVES, NOBODY, Conquest, Turn
from smallworld.plurals import format_count
from smallworld.rules.operations.combo_column import choices_of
from smallworld.rules.phases.questions import sealed_answers
from smallworld.sessions.seats import default_name


def outcome_lines(before: Game, action: str, after: Game) -> tuple[str, ...]:
    """Write an action that was carried out: ``ann: conquer r02; hill, from Lost Tribes, 3 tokens``.

    Coins for another player, for a turn that ended with the action, are on a line of their own, and so are pieces
    that were revealed when the next turn began. A sealed answer is listed when it is carried out.
    """
    question = before.state.question
    if question is not None and question.sealed and sealed_answers(after.state):
        return (_("{player}: answers in secret", player=before.to_move),)
    parts = [f"{before.to_move}: {action}", _action_result(before, action, after)]
    parts += [_rolls(before, after), _revealed_relics(before, after), _removed_pieces(before, action, after)]
    parts += [_new_strength(before, action, after), _lost_income(before, action, after)]
    lines = [_score(before, after), *_revealed_pieces(before, after)]
    if before.turn == before.to_move:
        parts.append(lines.pop(0))
    if not action.startswith("pick "):  # the price of a combo is in the first part
        follows_action = not lines
        coins = _coins_moved(before, after, str(before.to_move) if follows_action else "")
        (parts if follows_action else lines).append(coins)
    answers = [f"{before.players[earlier.player]}: {answer}" for earlier, answer in sealed_answers(before.state)]
    return tuple(filter(None, [*answers, "; ".join(filter(None, parts)), *lines]))


class Outcomes(dict[int, tuple[str, ...]]):
    """Place of an action in the log → its lines, collected while a record is read."""

    def add(self, before: Game, action: str, after: Game) -> None:
        """Add an action that was read and played."""
        self[before.log_length] = outcome_lines(before, action, after)


def turn_ended(before: Game, after: Game) -> Turn | None:
    """Return the turn that an action has ended; None if it goes on."""
    ended = after.state.ended
    return ended if ended != before.state.ended else None


def chance_in_outcomes(game: Game) -> set[str]:
    """Return the kinds of chance that are part of the outcome of an action."""
    return {"die", *game.state.table.rulebook.piece_indexes}


def chance_results(before: Game, after: Game) -> list[tuple[str, object]]:
    """Return everything that chance decided between two positions of a game: kind and result, in order."""
    results: list[tuple[str, object]] = []
    link = after.state.log
    while link is not before.state.log:  # copies of a game share the events before
        link, kind, result = link
        results += [(kind, result)] if isinstance(kind, str) else []
    return results[::-1]


# --- the action itself


def _action_result(before: Game, action: str, after: Game) -> str:
    if action.startswith("pick "):
        return _picked_combo(before, int(action.split()[1]))
    if action.startswith("conquer "):
        return _conquest(before, after)
    ends_conquests = action == "done" and before.phase == "conquer" and after.phase == "redeploy"
    return _("ends the conquests") if ends_conquests else ""


def _picked_combo(before: Game, number: int) -> str:
    state, book = before.state, before.state.table.rulebook
    race, power, coins = state.column[choices_of(state, state.to_move)[number - 1]]
    combo = combo_name(book.powers[power], book.races[race])
    price, bonus = format_count(number - 1, "coin"), format_count(coins, "coin")
    if number > 1 and coins:
        return _("{combo}, pays {price}, finds {bonus}", combo=combo, price=price, bonus=bonus)
    if number > 1:
        return _("{combo}, pays {price}", combo=combo, price=price)
    return _("{combo}, finds {bonus}", combo=combo, bonus=bonus) if coins else combo


def _conquest(before: Game, after: Game) -> str:
    conquests = after.state.conquests[len(before.state.conquests) :]
    if not conquests:
        return _("the attempt fails")
    conquest = conquests[0]
    race, hand = conquest.race, before.state.hand
    # A final attempt takes everything in hand, and a redeployment may have begun since.
    spent = before.state.hand_now(race) if "die" in conquest.means else hand[race] - after.state.hand[race]
    terrain = before.variant.terrains[before.state.board.regions[conquest.region].terrain]
    price = [format_count(spent, "token")] if spent > 0 else []
    return ", ".join(filter(None, [terrain.name.lower(), _loser(before, conquest), *price]))


def _loser(before: Game, conquest: Conquest) -> str:
    """Name who has lost a region; empty for an empty one."""
    state, book, count = before.state, before.state.table.rulebook, conquest.defenders
    if conquest.loser == NOBODY:
        return ""
    tokens = format_count(count, "token")
    if conquest.loser == NATIVES:
        name = book.variant.natives.name if book.variant.natives else _("natives")
        if count > 1:
            return _("from {natives} ({tokens})", natives=name, tokens=tokens)
        return _("from {natives}", natives=name)
    owner, race = before.players[state.owner(conquest.loser)], book.races[conquest.loser_race].name
    defence = tokens if count else _holding_pieces(before, conquest.region)
    if owner == default_name():
        return _("from your {race} ({defence})", race=race, defence=defence)
    return _("from {player}'s {race} ({defence})", player=owner, race=race, defence=defence)


def _holding_pieces(game: Game, region: Region) -> str:
    """Name the pieces that hold a region without any token."""
    kinds = game.state.table.rulebook.pieces
    return and_list(kinds[kind].name for kind, place in game.state.pieces if place == region and kinds[kind].holds)


# --- what the action caused


def _rolls(before: Game, after: Game) -> str:
    rolls = [str(result) for kind, result in chance_results(before, after) if kind == "die"]
    return _("the die shows {rolls}", rolls=", ".join(rolls)) if rolls else ""


def _revealed_relics(before: Game, after: Game) -> str:
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


def _removed_pieces(before: Game, action: str, after: Game) -> str:
    """Name the pieces of others that left a conquered region, as they may bring coins (W-HUMAN-2)."""
    kinds, removed = after.state.table.rulebook.pieces, list[str]()
    if not action.startswith("conquer "):
        return ""
    for conquest in after.state.conquests[len(before.state.conquests) :]:
        for (kind, region), count in sorted(before.state.pieces.items()):
            if region == conquest.region and after.state.pieces.get((kind, region), 0) < count:
                removed.append(kinds[kind].name)
    return _("removes {removed}", removed=and_list(removed)) if removed else ""


def _new_strength(before: Game, action: str, after: Game) -> str:
    """Write the tokens that an ability adds, takes back or keeps off the map: ``Amazons: 4 tokens leave the map``."""
    player = before.state.to_move
    table = before.state.hook_tables[player]
    if action != "done" or table is not after.state.hook_tables[player]:
        return ""
    race = table.race_index
    change = before.state.tray[race] - after.state.tray[race] if race >= 0 else 0
    name = before.state.table.rulebook.races[race].name
    if change and not list(_revealed_pieces(before, after)):  # those have lines of their own
        if change > 0:
            return ngettext("{race}: {count} token joins", "{race}: {count} tokens join", change, race=name)
        return ngettext("{race}: {count} token leaves", "{race}: {count} tokens leave", -change, race=name)
    ends_conquests = (before.phase, after.phase) == ("conquer", "redeploy")
    if table.reserve and ends_conquests:
        return ngettext(
            "{race}: {count} token leaves the map", "{race}: {count} tokens leave the map", table.reserve, race=name
        )
    return ""


def _lost_income(before: Game, action: str, after: Game) -> str:
    """Name the sources of coins that a race gives up by declining: ``paid only when not in decline: merchant``."""
    ended, race = turn_ended(before, after), before.state.to_move
    if action != "decline" or ended is None:
        return ""
    paid = after.state.scoring_of(ended.player)
    lines = before.state.hook_tables[race].score_lines
    try:
        lost = [label for label, call in lines if label not in paid and call(before.state, race) > 0]
    except PluginError:  # an ability that fails does not hide the log
        return ""
    names = ", ".join(dict.fromkeys(word_of(before.variant, label) for label in lost))
    return _("paid only when not in decline: {names}", names=names) if names else ""


def _score(before: Game, after: Game) -> str:
    """Write the coins for the turn that ended, by source."""
    ended = turn_ended(before, after)
    if ended is None:
        return ""
    sums = after.state.scoring_of(ended.player)
    total = format_count(sum(sums.values()), "coin")
    sources = ", ".join(f"{word_of(after.variant, source)} {coins}" for source, coins in sums.items() if coins)
    player = after.players[ended.player]
    if not sources:
        return _("{total} for {player}", total=total, player=player)
    return _("{total} for {player} ({sources})", total=total, player=player, sources=sources)


def _coins_moved(before: Game, after: Game, actor: str) -> str:
    """Write the coins that changed hands apart from a score: ``bob pays ann 2 coins`` (W-TOLL-1).

    :param actor: their name is left out: ``pays ann 2 coins``.
    """
    changes = _coin_changes(before, after)
    payers = [(name, -coins) for name, coins in changes.items() if coins < 0]
    receivers = [(name, coins) for name, coins in changes.items() if coins > 0]
    if len(payers) == len(receivers) == 1 and payers[0][1] == receivers[0][1]:
        return _payment(payers[0][0], receivers[0], actor)
    parts = [(name, _gain(name, -coins, actor)) for name, coins in payers]
    parts += [(name, _gain(name, coins, actor)) for name, coins in receivers]
    parts.sort(key=lambda part: part[0] != actor)  # a part without a name has to follow the action directly
    return ", ".join(text for _name, text in parts)


def _payment(payer: str, received: tuple[str, int], actor: str) -> str:
    """Write that one player has paid another one."""
    receiver, coins = received[0], format_count(received[1], "coin")
    if payer == actor:
        return _("pays {receiver} {coins}", receiver=receiver, coins=coins)
    return _("{player} pays {receiver} {coins}", player=payer, receiver=receiver, coins=coins)


def _gain(player: str, change: int, actor: str) -> str:
    """Write that a player has got coins from the bank or from several players, or has paid them."""
    coins = format_count(abs(change), "coin")
    if player == actor:
        return _("pays {coins}", coins=coins) if change < 0 else _("gets {coins}", coins=coins)
    values = {"player": player, "coins": coins}
    return _("{player} pays {coins}", **values) if change < 0 else _("{player} gets {coins}", **values)


def _coin_changes(before: Game, after: Game) -> dict[str, int]:
    """Return the change of each player's coins without the score of a turn that ended."""
    earlier = before.scores()
    changes = {name: coins - earlier[name] for name, coins in after.scores().items()}
    ended, state = turn_ended(before, after), after.state
    if ended is not None:
        name, bank = after.players[ended.player], state.table.bank
        changes[name] -= sum(line[2] for line in ended.earned)
        if bank is not None and sum(state.coins) + sum(combo[2] for combo in state.column) >= bank:
            changes[name] = max(0, changes[name])  # the bank was short (R-SUP-3)
    return changes


def _revealed_pieces(before: Game, after: Game) -> Iterator[str]:
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
