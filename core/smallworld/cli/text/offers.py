"""Legal actions as a numbered list with their costs."""

from __future__ import annotations

from collections.abc import Iterator

from smallworld.cli.text.output import text_width
from smallworld.game import Game
from smallworld.sessions.offers import action_costs

Counts = list[int]
"""Numbers of tokens that an action could also have."""


def offer_lines(game: Game) -> Iterator[str]:
    """Yield the legal actions with their costs, numbered as in :func:`numbered_actions`."""
    numbers = {action: number for number, action in enumerate(numbered_actions(game), 1)}
    shows_tokens = shows_coins = False
    for kind, actions in _actions_by_kind(game).items():
        terms = {action: _terms(game, action, counts) for action, counts in actions.items()}
        yield from _in_columns([f"{numbers[action]:>3} {action}{text}" for action, text in terms.items()])
        if kind.startswith("conquer"):
            shows_tokens = shows_tokens or any(terms.values())
            shows_coins = shows_coins or any(" coin" in text for text in terms.values())
    if shows_tokens:
        yield f"    (in parentheses: the tokens that it costs{', and the coins that you pay' if shows_coins else ''})"


def numbered_actions(game: Game) -> list[str]:
    """Return the actions in the order of ``legal``; of actions that differ by their tokens, that with the most."""
    return [action for actions in _actions_by_kind(game).values() for action in actions]


def _actions_by_kind(game: Game) -> dict[str, dict[str, Counts]]:
    """Return kind → action → other counts; declining is last, as a turn rarely begins with it."""
    counts_by_kind: dict[str, dict[str, Counts]] = {}
    for action in map(str, game.legal_actions()):
        head, _, last = action.rpartition(" ")
        has_count = last.isdecimal() and " " in head
        counts = counts_by_kind.setdefault(_kind(action), {}).setdefault(head if has_count else action, [])
        counts += [int(last)] if has_count else []
    if "decline" in counts_by_kind:
        counts_by_kind["decline"] = counts_by_kind.pop("decline")
    return {
        kind: {f"{head} {max(counts)}" if counts else head: sorted(counts)[:-1] for head, counts in heads.items()}
        for kind, heads in counts_by_kind.items()
    }


def _kind(action: str) -> str:
    """Return the verb, and the means of a conquest: actions of one kind are listed together."""
    verb, _, rest = action.partition(" ")
    return f"{verb} {rest.partition(' ')[2]}" if verb == "conquer" else verb


def _terms(game: Game, action: str, counts: Counts) -> str:
    """Write the cost of an action and its other counts in parentheses."""
    terms = action_costs(game, action)
    if counts:
        terms.append(f"or {counts[0]} to {counts[-1]}" if len(counts) > 1 else f"or {counts[0]}")
    return f" ({', '.join(terms)})" if terms else ""


def _in_columns(cells: list[str]) -> Iterator[str]:
    width = max(map(len, cells)) + 2
    number = max(1, text_width() // width)
    for start in range(0, len(cells), number):
        yield "".join(f"{cell:<{width}}" for cell in cells[start : start + number]).rstrip()
