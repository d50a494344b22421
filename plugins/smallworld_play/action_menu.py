"""The menu of legal actions by kind with their costs, the cheapest first.

>>> import smallworld
>>> from smallworld_play.action_menu import list_menu
>>> game = smallworld.new_game(smallworld.load_variant("base"), ["ann", "bob"], seed=7)
>>> game.apply("pick 1")
>>> item = list_menu(game)[0]
>>> item.action, item.tokens, item.terms()
('conquer r02', 1, ['1'])
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from smallworld.actions import Action
from smallworld.game import Game
from smallworld.languages import _
from smallworld.languages.messages import format_count
from smallworld.model.aliases import Coins, Tokens
from smallworld_play.priced_actions import Combo, Odds, combo_of, conquest_tokens, die_odds, price_of

LAST_KINDS = ("done", "abandon", "decline")
"""Kinds of actions at the end of a list, as a turn rarely begins with them."""
Counts = list[int]
"""Numbers of tokens that an action could also have."""


@dataclass(frozen=True, slots=True)
class MenuItem:
    """A legal action and what a person should know before they choose it."""

    action: Action
    kind: str
    """The verb, and the means of a conquest: actions of one kind are listed together."""
    tokens: Tokens | None = None
    """Tokens that a conquest costs."""
    coins: Coins = 0
    """Coins that the player pays."""
    odds: Odds | None = None
    """The chance of an attempt with the die."""
    counts: tuple[int, ...] = ()
    """Other numbers of tokens that the action could have, in ascending order."""
    note: str = ""
    """More about it, for example the combo that a player would pick."""

    def terms(self) -> list[str]:
        """List cost, odds and other numbers as short texts."""
        terms = [] if self.tokens is None else [str(self.tokens)]
        terms += [format_count(self.coins, "coin")] if self.coins else []
        terms += [_("{good} of {faces} faces", good=self.odds.good, faces=self.odds.faces)] if self.odds else []
        if self.counts:
            least, most = self.counts[0], self.counts[-1]
            several = len(self.counts) > 1
            terms.append(_("or {least} to {most}", least=least, most=most) if several else _("or {least}", least=least))
        return [*terms, *([self.note] if self.note else [])]


def list_menu(game: Game) -> list[MenuItem]:
    """List the legal actions by kind, the cheapest, most likely or most saving of each first.

    Of actions that differ only by their tokens the one with the most is listed.
    """
    actions_by_kind = _actions_by_kind(game)
    menu: list[MenuItem] = []
    for kind in sorted(actions_by_kind, key=lambda kind: LAST_KINDS.index(kind) if kind in LAST_KINDS else -1):
        items = [_item(game, kind, action, counts) for action, counts in actions_by_kind[kind].items()]
        menu += sorted(items, key=lambda item: _rank(game, item))
    return menu


def _rank(game: Game, item: MenuItem) -> tuple[float, Tokens, Coins]:
    """Return the place in a list; of special conquests those that save the most tokens are first."""
    chance = item.odds.good / item.odds.faces if item.odds else 1.0
    tokens = item.tokens or 0
    if item.tokens is not None and item.kind != "conquer":
        tokens -= conquest_tokens(game, f"conquer {item.action.operands[0]}")
    return -chance, tokens, item.coins


def _actions_by_kind(game: Game) -> Mapping[str, Mapping[str, Counts]]:
    """Return kind → action → its other numbers of tokens."""
    counts_by_kind: dict[str, dict[str, Counts]] = {}
    for action in game.legal_actions():
        has_count = len(action.operands) > 1 and action.operands[-1].isdecimal()
        head = " ".join([action.verb, *action.operands[: -1 if has_count else None]])
        counts = counts_by_kind.setdefault(_kind(action), {}).setdefault(head, [])
        counts += [action.number] if has_count else []
    return {
        kind: {f"{head} {max(counts)}" if counts else head: sorted(counts)[:-1] for head, counts in heads.items()}
        for kind, heads in counts_by_kind.items()
    }


def _kind(action: Action) -> str:
    return " ".join([action.verb, *action.operands[1:]]) if action.verb == "conquer" else action.verb


def _item(game: Game, kind: str, text: str, counts: Counts) -> MenuItem:
    legal = game.legal_actions()
    action = legal[legal.index(text)]
    if action.verb == "pick":
        combo = combo_of(game, action.number)
        return MenuItem(action, kind, None, combo.price or 0, note=combo_note(combo))
    tokens, coins = price_of(game, action)
    if tokens is None:
        return MenuItem(action, kind, None, coins, counts=tuple(counts))
    return MenuItem(action, kind, tokens, coins, die_odds(game, action))


def combo_note(combo: Combo) -> str:
    """Write the name and the tokens of a combo, and the coins on it."""
    tokens, coins = format_count(combo.tokens, "token"), format_count(combo.coins, "coin")
    if combo.coins:
        return _("{combo}: {tokens}, gets {coins}", combo=combo.name, tokens=tokens, coins=coins)
    return f"{combo.name}: {tokens}"
