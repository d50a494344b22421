"""What an action brought, in words: the action as it was said, then what came of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from smallworld.game import Game
from smallworld.rules.records import NATIVES, NOBODY, Conquest


def outcome(before: Game, action: str, after: Game) -> str:
    """One line for an action that was carried out: ``ann: conquer r02 (hill, from 1 native) for 3 tokens``."""
    parts = [f"{before.to_move}: {action}"]
    if action.startswith("pick "):
        parts.append(_picked(before, int(action.split()[1])))
    elif action.startswith("conquer "):
        parts.append(_conquered(before, after))
    elif action == "done" and before.phase == "conquer" and after.phase == "redeploy":
        parts.append("ends the conquests")
    parts += [_rolled(before, after), _earned(before, after)]
    return "; ".join(filter(None, parts))


def merged(lines: Iterable[str]) -> Iterator[str]:
    """The lines, deploys that follow one another joined into one line."""
    last = ""
    for line in lines:
        head, verb, rest = line.partition(": deploy ")
        if verb and ";" not in line and last.startswith(head + verb) and ";" not in last:
            last = f"{last}, {rest}"
            continue
        if last:
            yield last
        last = line
    if last:
        yield last


def plural(count: int, word: str) -> str:
    """``1 coin``, ``2 coins``."""
    return f"{count} {word}{'' if count == 1 else 's'}"


def _picked(before: Game, number: int) -> str:
    position, book = before.position, before.position.table.rulebook
    race, power, coins = position.column[position.choices_of(position.to_move)[number - 1]]
    paid = f", pays {plural(number - 1, 'coin')}" if number > 1 else ""
    found = f", finds {plural(coins, 'coin')}" if coins else ""
    return f"{book.powers[power].name} {book.races[race].name}{paid}{found}"


def _conquered(before: Game, after: Game) -> str:
    new = after.position.conquests[len(before.position.conquests) :]
    if not new:
        return "the attempt fails"
    spent = before.position.hand[new[0].race] - after.position.hand[new[0].race]
    price = f", {plural(spent, 'token')}" if spent > 0 else ""
    return f"{before.position.board.regions[new[0].region].terrain}{_loser(before, new[0])}{price}"


def _loser(before: Game, conquest: Conquest) -> str:
    position, book = before.position, before.position.table.rulebook
    if conquest.loser == NOBODY:
        return ""
    if conquest.loser == NATIVES:
        natives = book.variant.natives
        return f", from {conquest.defenders} {natives.name if natives else 'natives'}"
    owner = before.players[position.owner(conquest.loser)]
    return f", from {owner}'s {conquest.defenders} {book.races[conquest.loser_race].name}"


def _rolled(before: Game, after: Game) -> str:
    """What the dice of this action showed; the log says what else chance decided."""
    rolls = [str(event["result"]) for event in after.log[len(before.log) :] if event.get("chance") == "die"]
    return f"the die shows {', '.join(rolls)}" if rolls else ""


def _earned(before: Game, after: Game) -> str:
    """What the turn was paid, by source."""
    ended = after.position.ended
    if ended is None or ended == before.position.ended:
        return ""
    sums: dict[str, int] = {}
    for _, source, coins in ended.earned:
        sums[source] = sums.get(source, 0) + coins
    total = plural(sum(sums.values()), "coin")
    detail = ", ".join(f"{source.replace('_', ' ')} {coins}" for source, coins in sums.items() if coins)
    return f"{total} for {after.players[ended.player]}{f' ({detail})' if detail else ''}"
