"""Data about players and combos, collected from the events of a game."""

from __future__ import annotations

from hashlib import blake2b
from typing import Any

from smallworld.events import Declined, Event, Picked, Scored, TurnBegan
from smallworld.game import Game
from smallworld.model.aliases import Player, RaceIndex
from smallworld.model.values import NOBODY
from smallworld.tools import outnumbered, place_in_round, winners

Combo = dict[str, Any]
"""A picked combo, as a row of the results."""


class Collector:
    """An observer that has the columns of the results."""

    kinds = (Declined, Picked, Scored, TurnBegan)

    def __init__(self) -> None:
        self.combos: list[Combo] = []
        """Combos in the order in which they were picked."""
        self._of_banner: dict[RaceIndex, Combo] = {}
        """Banner → the combo that had it last."""
        self._latest: dict[Player, Combo] = {}
        """Player → the combo that they had last."""

    def game_begun(self, game: Game) -> None:
        """Begin with the coins of the first position."""
        self._state, self._round, self._coins = game.state, game.round, tuple(game.state.coins)

    def event(self, event: Event) -> None:
        """Count an event."""
        if isinstance(event, Scored):
            self._score(event)
        elif isinstance(event, TurnBegan):
            self._round = event.round
        elif isinstance(event, Picked):
            self._begin_combo(event)
        elif isinstance(event, Declined) and event.banner in self._of_banner:
            self._of_banner[event.banner]["decline_round"] = self._round

    def _begin_combo(self, picked: Picked) -> None:
        book = self._state.table.rulebook
        number = 1 + sum(combo["seat"] == picked.player for combo in self.combos)
        combo: Combo = {
            "seat": picked.player, "number": number,
            "race": book.races[picked.banner].id, "power": book.powers[picked.badge].id,
            "position": picked.number, "paid": picked.price, "found": picked.bonus,
            "round": self._round, "decline_round": None,
            "turns": 0, "declined_turns": 0, "conquests": 0, "conquests_held": 0, "coins": 0, "declined_coins": 0,
            "sources": {},
        }  # fmt: skip
        self.combos.append(combo)
        self._of_banner[picked.banner] = self._latest[picked.player] = combo

    def _score(self, scored: Scored) -> None:
        """Add the coins of a turn to the combos that brought them, and the turn to all combos of the player."""
        of_banner, latest = self._of_banner, self._latest.get(scored.player)
        for banner, source, coins in scored.lines:
            if banner in of_banner:
                combo = of_banner[banner]
                sources = combo["sources"]
                sources[source] = sources.get(source, 0) + coins
                combo["coins"] += coins
                if combo["decline_round"] is not None:
                    combo["declined_coins"] += coins
        if latest is not None and latest["decline_round"] is None:
            latest["turns"] += 1
        _active, *declined = scored.races
        for _race, banner in declined:
            if banner in of_banner:
                of_banner[banner]["declined_turns"] += 1
        for conquest in scored.conquests:
            is_active = conquest.race < self._state.players
            taker = latest if is_active else of_banner.get(dict(declined).get(conquest.race, NOBODY))
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
        for combo in self.combos:
            holder = seats[combo["seat"]]
            combo["rank"], combo["won"] = holder["rank"], holder["won"]
        decisions, digest = _summary(state.log)
        return {
            "variant": game.variant.id,
            "board": "+".join(face.id for face in state.board.faces),
            "players": state.players, "rounds": state.rounds, "decisions": decisions,
            "winners": len(won), "tied": shared or bool(losers),
            "margin": best[0] - max(best[1:], default=best[0]),
            "digest": digest, "seats": seats, "combos": self.combos,
        }  # fmt: skip

    def _seat(self, seat: Player, won: list[Player], losers: list[Player]) -> dict[str, Any]:
        state = self._state
        coins = state.coins
        mine = [combo for combo in self.combos if combo["seat"] == seat]
        paid, found_coins, scored = (sum(combo[key] for combo in mine) for key in ("paid", "found", "coins"))
        ahead = sum(1 for other, count in enumerate(coins) if count > coins[seat] or other in won)
        return {
            "seat": seat, "order": place_in_round(state, seat) + 1,
            "coins": coins[seat], "rank": 1 if seat in won else 1 + ahead,
            "won": 1 / len(won) if seat in won else 0.0,
            "lost_tie": seat in losers,
            "combos": len(mine), "declines": sum(combo["decline_round"] is not None for combo in mine),
            "paid": paid, "found": found_coins, "other": coins[seat] - self._coins[seat] - scored - found_coins + paid,
        }  # fmt: skip


def _summary(log: Any) -> tuple[int, str]:
    """Return the number of actions, and sixteen letters that differ if any action or chance result differs."""
    decisions, texts = 0, list[str]()
    while log is not None:
        log, source, event = log
        decisions += isinstance(source, int)
        texts.append(event if isinstance(event, str) else repr(event))
    return decisions, blake2b("\n".join(texts).encode(), digest_size=8).hexdigest()
