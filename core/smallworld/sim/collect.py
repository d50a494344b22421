"""What a game tells about its players and combos, noticed while it is played."""

from __future__ import annotations

from hashlib import blake2b
from typing import Any

from smallworld.game import Game
from smallworld.rules.records import Turn
from smallworld.rules.scoring import outnumbered, winners


class Collector:
    """Looks on at one game. Between its moments it costs three comparisons an action.

    :ivar combos: everything that was picked, in order, as rows of the results.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.position = game.position
        self.combos: list[dict[str, Any]] = []
        self.decisions = 0
        self._start = tuple(game.position.coins)
        self._ended: Turn | None = game.position.ended
        self._of_race: dict[int, dict[str, Any]] = {}
        self._latest: dict[int, dict[str, Any]] = {}

    def apply(self, action: str) -> None:
        """Carry out an action of the game and take note."""
        position = self.position
        self.decisions += 1
        if position.phase == "pick":
            self._picked(int(action[5:]))
        elif action == "decline":
            self._latest[position.to_move]["decline_round"] = position.round
        self.game.apply(action)
        ended = position.ended
        if ended is not self._ended and ended is not None:
            self._ended = ended
            self._scored(ended)

    def _picked(self, place: int) -> None:
        position = self.position
        seat = position.to_move
        race, power, found = position.column[position.choices_of(seat)[place - 1]]
        book = position.table.rulebook
        number = self._latest[seat]["number"] + 1 if seat in self._latest else 1
        combo: dict[str, Any] = {
            "seat": seat, "number": number, "race": book.races[race].id, "power": book.powers[power].id,
            "position": place, "paid": place - 1, "found": found, "round": position.round, "decline_round": None,
            "turns": 0, "declined_turns": 0, "conquests": 0, "conquests_held": 0, "coins": 0, "declined_coins": 0,
            "sources": {},
        }  # fmt: skip
        self.combos.append(combo)
        self._latest[seat] = self._of_race[race] = combo

    def _scored(self, turn: Turn) -> None:
        """A turn has ended: coins, conquests, and which races of the player are there."""
        combo: dict[str, Any] | None
        for race, source, coins in turn.earned:
            combo = self._of_race.get(race)
            if combo is not None:
                combo["sources"][source] = combo["sources"].get(source, 0) + coins
                combo["coins"] += coins
                if combo["decline_round"] is not None:
                    combo["declined_coins"] += coins
        position = self.position
        for conquest in turn.conquests:
            mine = conquest.race < position.players
            of_race = self._of_race.get(position.kit[conquest.race].race)
            combo = self._latest.get(turn.player) if mine else of_race
            if combo is not None:
                combo["conquests"] += 1
                combo["conquests_held"] += conquest.non_empty
        latest = self._latest.get(turn.player)
        if latest is not None and latest["decline_round"] is None:
            latest["turns"] += 1
        for race in position.declined_of(turn.player):
            combo = self._of_race.get(position.kit[race].race)
            if combo is not None:
                combo["declined_turns"] += 1

    def row(self) -> dict[str, Any]:
        """The finished game as a row of the results, without what only the run knows."""
        position = self.position
        won = winners(position)
        best = sorted(position.coins, reverse=True)
        shared = len(won) > 1 and all(position.coins[winner] == best[0] for winner in won)
        seats = [self._seat(seat, won) for seat in range(position.players)]
        for combo in self.combos:
            holder = seats[combo["seat"]]
            combo["rank"], combo["won"] = holder["rank"], holder["won"]
        return {
            "variant": self.game.variant.id,
            "board": "+".join(face.id for face in position.board.faces),
            "players": position.players, "rounds": position.table.rounds, "decisions": self.decisions,
            "winners": len(won), "tied": shared or bool(outnumbered(position)), "margin": best[0] - best[1],
            "digest": self._digest(), "seats": seats, "combos": self.combos,
        }  # fmt: skip

    def _seat(self, seat: int, won: list[int]) -> dict[str, Any]:
        position = self.position
        coins = position.coins
        mine = [combo for combo in self.combos if combo["seat"] == seat]
        paid, found, scored = (sum(combo[key] for combo in mine) for key in ("paid", "found", "coins"))
        ahead = sum(1 for other, count in enumerate(coins) if count > coins[seat] or other in won)
        return {
            "seat": seat, "order": (seat - position.first_seat) % position.players + 1,
            "coins": coins[seat], "rank": 1 if seat in won else 1 + ahead,
            "won": 1 / len(won) if seat in won else 0.0,
            "lost_tie": seat in outnumbered(position),
            "combos": len(mine), "declines": sum(combo["decline_round"] is not None for combo in mine),
            "paid": paid, "found": found, "other": coins[seat] - self._start[seat] - scored - found + paid,
        }  # fmt: skip

    def _digest(self) -> str:
        """Sixteen letters that differ as soon as any action or chance result does."""
        words: list[str] = []
        link = self.position.log
        while link is not None:
            link, _, what = link
            words.append(what if isinstance(what, str) else repr(what))
        return blake2b("\n".join(words).encode(), digest_size=8).hexdigest()
