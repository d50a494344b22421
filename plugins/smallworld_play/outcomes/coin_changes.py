"""Coins of an action as text: the score of a turn, and coins that change hands."""

from __future__ import annotations

from smallworld.errors import PluginError
from smallworld.game import Game
from smallworld.languages import _
from smallworld.model.id_names import word_of
from smallworld.plurals import format_count
from smallworld_play.outcomes.position_changes import turn_ended


def lost_income(before: Game, action: str, after: Game) -> str:
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


def turn_score(before: Game, after: Game) -> str:
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


def coins_moved(before: Game, after: Game, actor: str) -> str:
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
