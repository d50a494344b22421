"""Data about players and combos, collected while a game is played."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import blake2b
from typing import Any

from smallworld.game import Game
from smallworld.model.values import Turn
from smallworld.tools import choices_of, outnumbered, pick_price, place_in_round, winners


class Collector:
    """Apply the actions of one game and collect its data; most actions cost three comparisons more."""

    def __init__(self, game: Game, observers: Mapping[str, Any] | None = None) -> None:
        """Begin with a game.

        :param observers: name → object that receives every event; only then the game listens.
        """
        self.game = game
        self.observers = observers or {}
        if self.observers:
            game.listen()
        for observer in self.observers.values():
            observer.game_begun(game)
        self.state = game.state
        self.combos: list[dict[str, Any]] = []
        """Picked combos in order, as rows of the results."""
        self.decisions = 0
        self._start = tuple(game.state.coins)
        self._ended: Turn | None = game.state.ended
        self._of_race: dict[int, dict[str, Any]] = {}
        self._latest: dict[int, dict[str, Any]] = {}

    def apply(self, action: str) -> None:
        """Apply a legal action to the game and record it."""
        state = self.state
        self.decisions += 1
        if state.phase == "pick":
            legal = self.game.legal_actions()
            choice = legal[legal.index(action)]
            if choice.verb == "pick":  # abilities may let a player pass
                self._record_pick(choice.number)
        elif action == "decline":
            self._latest[state.to_move]["decline_round"] = state.round
        self.game.apply(action)
        if self.observers:
            for observer in self.observers.values():
                for event in self.game.events:
                    observer.event(event)
        ended = state.ended
        if ended is not self._ended and ended is not None:
            self._ended = ended
            self._record_score(ended)

    def _record_pick(self, place: int) -> None:
        state = self.state
        seat = state.to_move
        race, power, found_coins = state.column[choices_of(state, seat)[place - 1]]
        book = state.table.rulebook
        number = self._latest[seat]["number"] + 1 if seat in self._latest else 1
        combo: dict[str, Any] = {
            "seat": seat, "number": number, "race": book.races[race].id, "power": book.powers[power].id,
            "position": place, "paid": pick_price(state, seat, place - 1), "found": found_coins,
            "round": state.round, "decline_round": None,
            "turns": 0, "declined_turns": 0, "conquests": 0, "conquests_held": 0, "coins": 0, "declined_coins": 0,
            "sources": {},
        }  # fmt: skip
        self.combos.append(combo)
        self._latest[seat] = self._of_race[race] = combo

    def _record_score(self, turn: Turn) -> None:
        """Record the coins and conquests of a finished turn, and the races of its player."""
        combo: dict[str, Any] | None
        for race, source, coins in turn.earned:
            combo = self._of_race.get(race)
            if combo is not None:
                combo["sources"][source] = combo["sources"].get(source, 0) + coins
                combo["coins"] += coins
                if combo["decline_round"] is not None:
                    combo["declined_coins"] += coins
        state = self.state
        for conquest in turn.conquests:
            mine = conquest.race < state.players
            of_race = self._of_race.get(state.hook_tables[conquest.race].race_index)
            combo = self._latest.get(turn.player) if mine else of_race
            if combo is not None:
                combo["conquests"] += 1
                combo["conquests_held"] += conquest.non_empty
        latest = self._latest.get(turn.player)
        if latest is not None and latest["decline_round"] is None:
            latest["turns"] += 1
        for race in state.declined_of(turn.player):
            combo = self._of_race.get(state.hook_tables[race].race_index)
            if combo is not None:
                combo["declined_turns"] += 1

    def observed(self) -> dict[str, float]:
        """Return the numbers that observers have for the finished game, as ``NAME.KEY`` → number."""
        return {
            f"{name}.{key}": float(number)
            for name, observer in self.observers.items()
            for key, number in (observer.game_ended(self.game) or {}).items()
        }

    def row(self) -> dict[str, Any]:
        """Return the finished game as a row of the results, without the columns that the run adds."""
        state = self.state
        won = winners(state)
        best = sorted(state.coins, reverse=True)
        shared = len(won) > 1 and all(state.coins[winner] == best[0] for winner in won)
        seats = [self._seat(seat, won) for seat in range(state.players)]
        for combo in self.combos:
            holder = seats[combo["seat"]]
            combo["rank"], combo["won"] = holder["rank"], holder["won"]
        return {
            "variant": self.game.variant.id,
            "board": "+".join(face.id for face in state.board.faces),
            "players": state.players, "rounds": state.rounds, "decisions": self.decisions,
            "winners": len(won), "tied": shared or bool(outnumbered(state)),
            "margin": best[0] - max(best[1:], default=best[0]),
            "digest": self._digest(), "observed": self.observed(), "seats": seats, "combos": self.combos,
        }  # fmt: skip

    def _seat(self, seat: int, won: list[int]) -> dict[str, Any]:
        state = self.state
        coins = state.coins
        mine = [combo for combo in self.combos if combo["seat"] == seat]
        paid, found_coins, scored = (sum(combo[key] for combo in mine) for key in ("paid", "found", "coins"))
        ahead = sum(1 for other, count in enumerate(coins) if count > coins[seat] or other in won)
        return {
            "seat": seat, "order": place_in_round(state, seat) + 1,
            "coins": coins[seat], "rank": 1 if seat in won else 1 + ahead,
            "won": 1 / len(won) if seat in won else 0.0,
            "lost_tie": seat in outnumbered(state),
            "combos": len(mine), "declines": sum(combo["decline_round"] is not None for combo in mine),
            "paid": paid, "found": found_coins, "other": coins[seat] - self._start[seat] - scored - found_coins + paid,
        }  # fmt: skip

    def _digest(self) -> str:
        """Return sixteen letters that differ if any action or chance result differs."""
        events: list[str] = []
        link = self.state.log
        while link is not None:
            link, _, event = link
            events.append(event if isinstance(event, str) else repr(event))
        return blake2b("\n".join(events).encode(), digest_size=8).hexdigest()
