"""Limits of answers beyond their type: each returns the fault as the end of a sentence; empty without one.

A limit takes the answer and the arguments of the hook.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from smallworld.model.aliases import Race, Tokens
from smallworld.model.values import NOBODY, Bar, Loss

if TYPE_CHECKING:
    from smallworld.model.values import Columns, SpecialConquest
    from smallworld.rules.game_state import GameState


MEANS = re.compile(r"\w[\w-]*")
"""The name of a special conquest in an action."""
MOST_COINS = 1_000_000
"""Most coins or tokens of one answer or one call; results of simulations hold sums of them."""


def not_negative(answer: int, *arguments: Any) -> str:
    """Refuse fewer than 0 tokens."""
    return f"answers {answer}; tokens cannot be fewer than 0" if answer < 0 else ""


def sizes(answer: Sequence[str] | None, players: int) -> str:
    """Refuse an empty list of island sizes."""
    return "names no size; return None for those of the variant file" if answer == () else ""


def winners(answer: Sequence[int] | None, state: GameState, race: Race) -> str:
    """Refuse players who do not exist, and the same player twice."""
    players = answer or ()
    twice = [player for place, player in enumerate(players) if player in players[:place]]
    return f"names player {twice[0]} twice" if twice else _unknown_player(players, state)


def taxes(answer: Sequence[tuple[int, int]], state: GameState, race: Race) -> str:
    """Refuse negative coins and players who do not exist."""
    negative = [coins for _, coins in answer if coins < 0]
    if negative:
        return f"asks {negative[0]} coins of a player; the fewest are 0"
    most = max((coins for _, coins in answer), default=0)
    if most > MOST_COINS:
        return f"asks {most} coins of a player; the most are {MOST_COINS:,}"
    return _unknown_player([player for player, _ in answer], state)


def bars(answer: Bar | None, state: GameState, *arguments: Any) -> str:
    """Refuse negative coins and a payee who does not exist."""
    if answer is None or answer.coins is None:
        return ""
    if answer.coins < 0:
        return f"asks a toll of {answer.coins} coins; the fewest are 0"
    if answer.coins > MOST_COINS:
        return f"asks a toll of {answer.coins} coins; the most are {MOST_COINS:,}"
    return "" if answer.to == NOBODY else _unknown_player([answer.to], state)


def special_conquests(answer: Sequence[SpecialConquest], *arguments: Any) -> str:
    """Refuse names that the notation cannot hold, and amounts below 0."""
    for special in answer:
        if special.name == "die" or not MEANS.fullmatch(special.name):
            return (
                f"names a special conquest {special.name!r}; a name is one word of letters, digits, _ and -, not 'die'"
            )
        if special.from_tray and special.tokens is None:
            return f"takes tokens for {special.name!r} from the tray, but gives no price; write tokens=0"
        amounts = {"tokens": special.tokens or 0, "from_tray": special.from_tray, "needs": special.needs}
        for name, amount in {**amounts, "toll": special.toll}.items():
            if not 0 <= amount <= MOST_COINS:
                return f"gives {special.name!r} {name}={amount}; it is a number from 0 to {MOST_COINS:,}"
        if special.miss not in ("called_off", "ends_conquests"):
            return f"gives {special.name!r} miss={special.miss!r}; write 'called_off' or 'ends_conquests'"
    return ""


def losses(answer: Tokens | Loss, *arguments: Any) -> str:
    """Refuse fewer than 0 tokens."""
    least = min(answer) if isinstance(answer, Loss) else answer
    return f"answers {answer}; tokens cannot be fewer than 0" if least < 0 else ""


def veto(answer: object, state: GameState, race: Race, matter: str) -> str:
    """Refuse regions for matters that concern no region."""
    if not isinstance(answer, Bar) or matter in ("abandon", "deploy"):
        return ""
    return f"answers a Bar about {matter!r}; regions can be refused for 'abandon' and 'deploy' alone, return a Refusal"


def lent(answer: Iterable[str], state: GameState, race: int) -> str:
    """Refuse what is neither a race nor a power nor a relic."""
    sources = state.table.rulebook.sources
    unknown = [name for name in answer if name not in sources]
    return f"lends {unknown[0]!r}, which is neither a race nor a power nor a relic of the variant" if unknown else ""


def columns(answer: Columns | None, factions: Sequence[str], players: int) -> str:
    """Refuse columns that do not fit the races, the players or their sides."""
    if answer is None:
        return ""
    if (len(answer.of_race), len(answer.of_player)) != (len(factions), players):
        return (
            f"gives columns to {len(answer.of_race)} races and {len(answer.of_player)} players, "
            f"but there are {len(factions)} and {players}"
        )
    if answer.sides and len(answer.sides) <= max((*answer.of_race, *answer.of_player)):
        return f"names {len(answer.sides)} sides for more columns; name one for each"
    return "" if answer.size > 0 else f"gives columns the size {answer.size}; at least one combo has to be visible"


def _unknown_player(players: Iterable[int], state: GameState) -> str:
    unknown = [player for player in players if not 0 <= player < state.players]
    return f"names player {unknown[0]}; the players are 0 to {state.players - 1}" if unknown else ""
