"""What an action brought, in words: the action as it was said, then what came of it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from smallworld.cli.aftermath import coins_moved, decided, plural, revealed, with_actions
from smallworld.cli.story import event_line
from smallworld.game import Game
from smallworld.rules.records import NATIVES, NOBODY, Conquest


def outcome(before: Game, action: str, after: Game) -> tuple[str, ...]:
    """An action that was carried out: ``ann: conquer r02; hill, from Lost Tribes, 3 tokens``.

    Coins for somebody else, whose turn has ended with it, stand on a line of their own, and so do pieces
    that were revealed when the next turn began.
    """
    parts = [f"{before.to_move}: {action}"]
    if action.startswith("pick "):
        parts.append(_picked(before, int(action.split()[1])))
    elif action.startswith("conquer "):
        parts.append(_conquered(before, after))
    elif action == "done" and before.phase == "conquer" and after.phase == "redeploy":
        parts.append("ends the conquests")
    parts += [_rolled(before, after), _found(before, after)]
    more, told = [_earned(before, after)], list(revealed(before, after))
    if before.turn == before.to_move:
        parts += more
        more = []
    if not action.startswith("pick "):  # its price is told with the combo
        with_it = not (more or told)
        (parts if with_it else told).append(coins_moved(before, after, str(before.to_move) if with_it else ""))
    return tuple(filter(None, ["; ".join(filter(None, parts)), *more, *told]))


def told(before: Game, event: Mapping[str, Any], after: Game) -> str:
    """One event of a record with what it brought; empty for chance that stands with its action."""
    if "do" in event:
        return "\n".join(outcome(before, event["do"], after))
    return "" if event["chance"] in with_actions(after) else event_line(event, after.players).strip()


class Outcomes(dict[int, tuple[str, ...]]):
    """What the actions of a record have brought, noted while it is read: place in the log → lines."""

    def note(self, before: Game, action: str, after: Game) -> None:
        """One action was read and played."""
        self[len(before.log)] = outcome(before, action, after)


DEPLOY = re.compile(r"(?P<who>\S+): deploy (?P<region>\S+) (?P<count>\d+)(?P<rest>[^;]*)\Z")


def merged(lines: Iterable[str]) -> Iterator[str]:
    """The lines, deploys that follow one another as one: ``ann: deploy r01 2, r05 1``, a region once."""
    player, sums = "", dict[tuple[str, str], int]()
    for line in lines:
        found = DEPLOY.match(line)
        if sums and (found is None or found["who"] != player):
            yield _deploys(player, sums)
            sums = {}
        if found is None:
            yield line
            continue
        player, place = found["who"], (found["region"], found["rest"])
        sums[place] = sums.get(place, 0) + int(found["count"])
    if sums:
        yield _deploys(player, sums)


def _deploys(player: str, sums: Mapping[tuple[str, str], int]) -> str:
    return f"{player}: deploy {', '.join(f'{region} {count}{rest}' for (region, rest), count in sums.items())}"


def whose(player: str) -> str:
    """``your`` for the player called ``you``, as whoever plays alone is; ``ann's`` for everybody else."""
    return "your" if player == "you" else f"{player}'s"


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
    race = new[0].race
    if "die" in new[0].means:  # with everything in hand, and a redeployment may have begun since
        spent = before.position.hand_now(race)
    else:
        spent = before.position.hand[race] - after.position.hand[race]
    price = f", {plural(spent, 'token')}" if spent > 0 else ""
    return f"{before.position.board.regions[new[0].region].terrain}{_loser(before, new[0])}{price}"


def _loser(before: Game, conquest: Conquest) -> str:
    position, book = before.position, before.position.table.rulebook
    if conquest.loser == NOBODY:
        return ""
    if conquest.loser == NATIVES:
        natives = book.variant.natives
        number = f" ({plural(conquest.defenders, 'token')})" if conquest.defenders > 1 else ""
        return f", from {natives.name if natives else 'natives'}{number}"
    owner = whose(before.players[position.owner(conquest.loser)])
    held = plural(conquest.defenders, "token") if conquest.defenders else _holder(before, conquest.region)
    return f", from {owner} {book.races[conquest.loser_race].name} ({held})"


def _holder(game: Game, region: int) -> str:
    """The piece that holds a region without any token."""
    kinds = game.position.table.rulebook.pieces
    return " and ".join(kinds[kind].name for kind, at in game.position.pieces if at == region and kinds[kind].holds)


def _rolled(before: Game, after: Game) -> str:
    """What the dice of this action showed; the log says what else chance decided."""
    rolls = [str(result) for kind, result in decided(before, after) if kind == "die"]
    return f"the die shows {', '.join(rolls)}" if rolls else ""


def _found(before: Game, after: Game) -> str:
    """The relics that were turned up, and where they lie now."""
    if before.position.relics == after.position.relics:
        return ""
    known, regions = before.position.relics_up(), after.position.board.regions
    names = after.position.table.rulebook.relics
    new = [
        f"{names[relic].name} on {regions[at].id}"
        for relic, at in after.position.relics_up().items()
        if relic not in known
    ]
    return f"finds {' and '.join(new)}" if new else ""


def _earned(before: Game, after: Game) -> str:
    """What the turn was paid, by source."""
    ended = after.position.ended
    if ended is None or ended == before.position.ended:
        return ""
    sums = after.position.scoring_of(ended.player)
    total = plural(sum(sums.values()), "coin")
    detail = ", ".join(f"{source.replace('_', ' ')} {coins}" for source, coins in sums.items() if coins)
    return f"{total} for {after.players[ended.player]}{f' ({detail})' if detail else ''}"
