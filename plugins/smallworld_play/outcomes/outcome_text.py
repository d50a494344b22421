"""The lines of an action: the action itself, then every change."""

from __future__ import annotations

from smallworld.game import Game
from smallworld.languages import _, ngettext
from smallworld.model.values import NATIVES, NOBODY, Conquest
from smallworld.model.variant import combo_name
from smallworld.plurals import format_count
from smallworld.rules.operations.combo_column import choices_of
from smallworld.rules.phases.questions import sealed_answers
from smallworld_play.outcomes.coin_changes import coins_moved, lost_income, turn_score
from smallworld_play.outcomes.piece_changes import (
    die_rolls,
    holding_pieces,
    removed_pieces,
    revealed_pieces,
    revealed_relics,
)
from smallworld_play.seats import default_name


def outcome_lines(before: Game, action: str, after: Game) -> tuple[str, ...]:
    """Write an action that was carried out: ``ann: conquer r02; hill, from Lost Tribes, 3 tokens``.

    Coins for another player, for a turn that ended with the action, are on a line of their own, and so are pieces
    that were revealed when the next turn began. A sealed answer is listed when it is carried out.
    """
    question = before.state.question
    if question is not None and question.sealed and sealed_answers(after.state):
        return (_("{player}: answers in secret", player=before.to_move),)
    parts = [f"{before.to_move}: {action}", _action_result(before, action, after)]
    parts += [die_rolls(before, after), revealed_relics(before, after), removed_pieces(before, action, after)]
    parts += [_new_strength(before, action, after), lost_income(before, action, after)]
    lines = [turn_score(before, after), *revealed_pieces(before, after)]
    if before.turn == before.to_move:
        parts.append(lines.pop(0))
    if not action.startswith("pick "):  # the price of a combo is in the first part
        follows_action = not lines
        coins = coins_moved(before, after, str(before.to_move) if follows_action else "")
        (parts if follows_action else lines).append(coins)
    answers = [f"{before.players[earlier.player]}: {answer}" for earlier, answer in sealed_answers(before.state)]
    return tuple(filter(None, [*answers, "; ".join(filter(None, parts)), *lines]))


class Outcomes(dict[int, tuple[str, ...]]):
    """Place of an action in the log → its lines, collected while a record is read."""

    def add(self, before: Game, action: str, after: Game) -> None:
        """Add an action that was read and played."""
        self[before.log_length] = outcome_lines(before, action, after)


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
    defence = tokens if count else holding_pieces(before, conquest.region)
    if owner == default_name():
        return _("from your {race} ({defence})", race=race, defence=defence)
    return _("from {player}'s {race} ({defence})", player=owner, race=race, defence=defence)


def _new_strength(before: Game, action: str, after: Game) -> str:
    """Write the tokens that an ability adds, takes back or keeps off the map: ``Amazons: 4 tokens leave the map``."""
    player = before.state.to_move
    table = before.state.hook_tables[player]
    if action != "done" or table is not after.state.hook_tables[player]:
        return ""
    race = table.race_index
    change = before.state.tray[race] - after.state.tray[race] if race >= 0 else 0
    name = before.state.table.rulebook.races[race].name
    if change and not list(revealed_pieces(before, after)):  # those have lines of their own
        if change > 0:
            return ngettext("{race}: {count} token joins", "{race}: {count} tokens join", change, race=name)
        return ngettext("{race}: {count} token leaves", "{race}: {count} tokens leave", -change, race=name)
    ends_conquests = (before.phase, after.phase) == ("conquer", "redeploy")
    if table.reserve and ends_conquests:
        return ngettext(
            "{race}: {count} token leaves the map", "{race}: {count} tokens leave the map", table.reserve, race=name
        )
    return ""
