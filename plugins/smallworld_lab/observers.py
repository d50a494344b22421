"""Counts of a simulated game: the columns of its row, and observers that are ready for ``--observer``.

``docs/simulate.md`` lists the numbers of those observers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from hashlib import blake2b
from typing import Any, get_args

from smallworld.errors import UnknownName
from smallworld.events import TURN_EVENTS, Conquered, Declined, Event, Paid, Picked, Scored, TurnBegan
from smallworld.game import Game
from smallworld.model.aliases import Player, RaceIndex
from smallworld.model.values import NOBODY
from smallworld.plugins.manager import Plugins
from smallworld.tools import outnumbered, place_in_round, winners

ALL, OF_TURNS = get_args(Event), frozenset(TURN_EVENTS)
"""Kinds of events; those of a turn rather than of an action."""


class Audience:
    """The observers of a game: objects with ``game_begun``, ``event`` and ``game_ended``.

    An observer with ``kinds`` receives the events of these kinds, which is quicker than all of them.
    """

    def __init__(self, game: Game, observers: Iterable[Any]) -> None:
        """Begin with a game, which listens from now on."""
        self._calls: dict[type, list[Callable[[Any], None]]] = {}
        for observer in observers:
            observer.game_begun(game)
            for kind in getattr(observer, "kinds", ALL):
                self._calls.setdefault(kind, []).append(observer.event)
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


# --- the columns of the results: data about players and combos


Combo = dict[str, Any]
"""A picked combo, as a row of the results."""


class Collector:
    """An observer that has the columns of the results.

    It keeps the events and counts them once, when the game is over: a call for each event would cost 2 % of a game.
    """

    kinds = TURN_EVENTS

    def __init__(self) -> None:
        self.events: list[Event] = []
        """Events of the game, those of turns."""
        self.event = self.events.append

    def game_begun(self, game: Game) -> None:
        """Begin with the coins of the first position."""
        self._state, self._round, self._coins = game.state, game.round, tuple(game.state.coins)

    def combos(self) -> list[Combo]:
        """Return the combos in the order in which they were picked, with the counts of the events so far."""
        combos: list[Combo] = []
        of_banner: dict[RaceIndex, Combo] = {}  # the combo that had a banner last
        latest: dict[Player, Combo] = {}  # the combo that a player had last
        number = self._round
        for event in self.events:
            if isinstance(event, Scored):
                self._add_turn(event, of_banner, latest.get(event.player))
            elif isinstance(event, TurnBegan):
                number = event.round
            elif isinstance(event, Picked):
                earlier = latest.get(event.player)
                combo = self._combo(event, earlier["number"] + 1 if earlier else 1, number)
                combos.append(combo)
                of_banner[event.banner] = latest[event.player] = combo
            elif isinstance(event, Declined) and event.banner in of_banner:
                of_banner[event.banner]["decline_round"] = number
        return combos

    def _combo(self, picked: Picked, number: int, in_round: int) -> Combo:
        book = self._state.table.rulebook
        return {
            "seat": picked.player, "number": number,
            "race": book.races[picked.banner].id, "power": book.powers[picked.badge].id,
            "position": picked.number, "paid": picked.price, "found": picked.bonus,
            "round": in_round, "decline_round": None,
            "turns": 0, "declined_turns": 0, "conquests": 0, "conquests_held": 0, "coins": 0, "declined_coins": 0,
            "sources": {},
        }  # fmt: skip

    def _add_turn(self, scored: Scored, of_banner: Mapping[RaceIndex, Combo], latest: Combo | None) -> None:
        """Add the coins of a turn to the combos that brought them, and the turn to all combos of the player."""
        _player, lines, races, conquests = scored
        for banner, source, coins in lines:
            combo = of_banner.get(banner)
            if combo is not None:
                sources = combo["sources"]
                sources[source] = sources.get(source, 0) + coins
                if combo["decline_round"] is not None:
                    combo["declined_coins"] += coins
        banners = dict(races[1:])
        for banner in banners.values():
            if banner in of_banner:
                of_banner[banner]["declined_turns"] += 1
        if latest is not None and latest["decline_round"] is None:
            latest["turns"] += 1
        players = self._state.players
        for conquest in conquests:
            race = conquest.race
            taker = latest if race < players else of_banner.get(banners.get(race, NOBODY))
            if taker is not None:
                taker["conquests"] += 1
                taker["conquests_held"] += conquest.non_empty

    def game_ended(self, game: Game) -> dict[str, Any]:
        """Return the finished game as a row of the results, without the columns that the run adds."""
        state = game.state
        won, losers = winners(state), outnumbered(state)
        best = sorted(state.coins, reverse=True)
        shared = len(won) > 1 and all(state.coins[winner] == best[0] for winner in won)
        seats = [self._seat(seat, won, losers) for seat in range(state.players)]
        combos = self.combos()
        for combo in combos:
            holder, paid, bonus = seats[combo["seat"]], combo["paid"], combo["found"]
            combo["rank"], combo["won"] = holder["rank"], holder["won"]
            coins = combo["coins"] = sum(combo["sources"].values())
            combo["sources"] = tuple(combo["sources"].items())
            holder["combos"] += 1
            holder["declines"] += combo["decline_round"] is not None
            holder["paid"] += paid
            holder["found"] += bonus
            holder["other"] += paid - bonus - coins
        return {
            "variant": game.variant.id,
            "board": "+".join([face.id for face in state.board.faces]),
            "players": state.players, "rounds": state.rounds,
            "winners": len(won), "tied": shared or bool(losers),
            "margin": best[0] - max(best[1:], default=best[0]),
            "digest": _digest(state.log), "seats": seats, "combos": combos,
        }  # fmt: skip

    def _seat(self, seat: Player, won: list[Player], losers: list[Player]) -> dict[str, Any]:
        """Return the row of a player without that of their combos."""
        state = self._state
        coins = state.coins
        ahead = sum([count > coins[seat] or other in won for other, count in enumerate(coins)])
        return {
            "seat": seat, "order": place_in_round(state, seat) + 1,
            "coins": coins[seat], "rank": 1 if seat in won else 1 + ahead,
            "won": 1 / len(won) if seat in won else 0.0,
            "lost_tie": seat in losers,
            "combos": 0, "declines": 0, "paid": 0, "found": 0, "other": coins[seat] - self._coins[seat],
        }  # fmt: skip


def _digest(log: Any) -> str:
    """Return sixteen letters that differ if any action or chance result differs."""
    texts: list[str] = []
    while log is not None:
        log, source, event = log
        # An action has the number of its player; to ask for the type of its text would cost three times as much.
        texts.append(event if type(source) is int or isinstance(event, str) else repr(event))
    return blake2b("\n".join(texts).encode(), digest_size=8).hexdigest()
