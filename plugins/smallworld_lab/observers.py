"""Observers that come with the program: what they count in a simulated game, ready for ``--observer``.

| observer | numbers of a game |
| --- | --- |
| ``coins_by_round`` | ``ROUND``: coins that a player gained or lost in the round, on average of the players |
| ``conquests_by_terrain`` | ``TERRAIN.ROUND``: conquests of regions of the terrain in the round |
| ``turns_until_decline`` | ``TURNS``: races that declined after so many active turns, or ``never`` |
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any, get_args

from smallworld.errors import UnknownName
from smallworld.events import TURN_EVENTS, Conquered, Declined, Event, Paid, Picked, Scored, TurnBegan
from smallworld.game import Game
from smallworld.plugins.manager import Plugins

ALL, OF_TURNS = get_args(Event), frozenset(TURN_EVENTS)
"""Kinds of events; those of a turn rather than of an action."""


class Audience:
    """The observers of a game: objects with ``game_begun``, ``event`` and ``game_ended``.

    An observer with ``kinds`` receives the events of these kinds, which is quicker than all of them; one with ``calls``
    has a function of its own for each kind.
    """

    def __init__(self, game: Game, observers: Iterable[Any]) -> None:
        """Begin with a game, which listens from now on."""
        self._calls: dict[type, list[Callable[[Any], None]]] = {}
        for observer in observers:
            observer.game_begun(game)
            calls = getattr(observer, "calls", None)
            if calls is None:
                calls = dict.fromkeys(getattr(observer, "kinds", ALL), observer.event)
            for kind, call in calls.items():
                self._calls.setdefault(kind, []).append(call)
        game.listen(only_turns=self._calls.keys() <= OF_TURNS)

    def report(self, events: Iterable[Event]) -> None:
        """Report the events of an action to those who want them."""
        calls = self._calls
        for event in events:
            for call in calls.get(type(event), ()):
                call(event)


def numbers_of(game: Game, observers: Mapping[str, Any]) -> dict[str, float]:
    """Return the numbers that observers have for a finished game, as ``NAME.KEY`` → number."""
    return {
        f"{name}.{key}": float(number)
        for name, observer in observers.items()
        for key, number in (observer.game_ended(game) or {}).items()
    }


class CoinsByRound:
    """The coins of each round, from the bank, other players and the column together."""

    kinds = (TurnBegan, Paid)

    def game_begun(self, game: Game) -> None:
        """Begin with the coins that players have."""
        self._state, self._round, self._coins = game.state, game.round, sum(game.state.coins)
        self._numbers: dict[str, float] = {}

    def event(self, event: Event) -> None:
        """Add coins to their round."""
        if isinstance(event, TurnBegan):
            self._round = event.round
        elif isinstance(event, Paid):
            change = (event.receiver >= 0) - (event.payer >= 0)
            key = str(self._round)
            self._numbers[key] = self._numbers.get(key, 0) + change * event.number / self._state.players

    def game_ended(self, game: Game) -> Mapping[str, float]:
        """Return the coins by round."""
        return self._numbers


class ConquestsByTerrain:
    """The conquests of each terrain and round."""

    kinds = (TurnBegan, Conquered)

    def game_begun(self, game: Game) -> None:
        """Begin with the board of the game."""
        self._state, self._round, self._counts = game.state, game.round, Counter[str]()

    def event(self, event: Event) -> None:
        """Count a conquest."""
        if isinstance(event, TurnBegan):
            self._round = event.round
        elif isinstance(event, Conquered):
            terrain = self._state.board.regions[event.conquest.region].terrain
            self._counts[f"{terrain}.{self._round}"] += 1

    def game_ended(self, game: Game) -> Mapping[str, float]:
        """Return the conquests by terrain and round."""
        return self._counts


class TurnsUntilDecline:
    """The turns that races are active."""

    kinds = (Picked, Scored, Declined)

    def game_begun(self, game: Game) -> None:
        """Begin without races."""
        self._turns, self._counts = dict[int, int](), Counter[str]()

    def event(self, event: Event) -> None:
        """Count a turn, or a decline."""
        if isinstance(event, Picked):
            self._turns[event.player] = 0
        elif isinstance(event, Scored) and event.player in self._turns:
            self._turns[event.player] += 1
        elif isinstance(event, Declined) and event.player in self._turns:
            self._counts[str(self._turns.pop(event.player))] += 1

    def game_ended(self, game: Game) -> Mapping[str, float]:
        """Return the number of races by turns."""
        return {**self._counts, **({"never": len(self._turns)} if self._turns else {})}


READY: Mapping[str, type] = {
    "coins_by_round": CoinsByRound, "conquests_by_terrain": ConquestsByTerrain,
    "turns_until_decline": TurnsUntilDecline,
}  # fmt: skip
"""Name → observer."""


def observer_classes(plugins: Plugins) -> Mapping[str, type]:
    """Return the observers that come with the program, and those of plugins, by name."""
    return {**READY, **plugins.observers}


def check_observers(names: tuple[str, ...], plugins: Plugins) -> None:
    """Refuse a name that no observer has.

    :raises UnknownName: the first such name.
    """
    for name in names:
        if name not in READY and name not in plugins.observers:
            raise UnknownName("observer", name, observer_classes(plugins))
