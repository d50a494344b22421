"""What one player may know of a game, and games that agree with it (R-SCORE-6).

A view is made of a copy in which everything hidden is blanked out: other players'
coins, the order of the stacks, what face-down relics are, the future of the dice. It
holds no way back to the game.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import TYPE_CHECKING, Any

from smallworld.rules.position import Position
from smallworld.rules.records import NATIVES
from smallworld.rules.told import open_memory

if TYPE_CHECKING:
    from smallworld.game import Game

UNKNOWN = -1
"""What stands for a face-down relic."""


class View:
    """A game as one player sees it.

    :ivar player: whose view it is. :ivar players: all names, in the order of the seats.
    """

    __slots__ = ("_game", "_seat", "player", "players")

    def __init__(self, game: Game, seat: int) -> None:
        self.player = game.players[seat]
        self.players = game.players
        blank = game.copy()
        blank.origin = {"imagined": True, "board": (), "options": {}, "seed": 0, "given": None, "named": False}
        _hide(blank.position, seat)
        self._game = blank
        self._seat = seat

    # --- reading

    @property
    def phase(self) -> str:
        """``pick``, ``conquer``, ``redeploy``, ``finish``, ``retreat`` or ``over``."""
        return self._game.phase

    @property
    def round(self) -> int:
        """The round, from 1."""
        return self._game.round

    @property
    def rounds(self) -> int:
        """How many rounds the game has."""
        return self._game.rounds

    @property
    def turns_left(self) -> dict[str, int]:
        """How many turns each player has until the game ends, the one that is being played included."""
        position = self._game.position
        if position.phase == "over":
            return dict.fromkeys(self.players, 0)
        first, n = position.first_seat, position.players
        now = (position.turn - first) % n
        rest = self.rounds - self.round
        return {name: rest + ((seat - first) % n >= now) for seat, name in enumerate(self.players)}

    @property
    def to_move(self) -> str | None:
        """Who decides now."""
        return self._game.to_move

    @property
    def coins(self) -> dict[str, int | None]:
        """Coins of every player; None where they are hidden."""
        position = self._game.position
        seen = position.table.rulings["coins"] == "open" or position.phase == "over"
        return {
            name: position.coins[seat] if seen or seat == self._seat else None for seat, name in enumerate(self.players)
        }

    def as_dict(self) -> dict[str, Any]:
        """The whole view as plain data, for bots in other languages."""
        position = self._game.position
        book = position.table.rulebook
        column = [
            {"race": book.races[race].id, "power": book.powers[power].id, "coins": coins}
            for race, power, coins in position.column
        ]
        return {
            "player": self.player,
            "players": list(self.players),
            "variant": self._game.variant.id,
            "boards": [face.id for face in position.board.faces],
            "round": self.round,
            "rounds": self.rounds,
            "turns_left": self.turns_left,
            "turn": self.players[position.turn],
            "to_move": self.to_move,
            "phase": self.phase,
            "coins": self.coins,
            "column": column,
            "races": {name: self._races(seat) for seat, name in enumerate(self.players)},
            "regions": {region.id: self._region(index) for index, region in enumerate(position.board.regions)},
            "supply": {kind.id: position.supply[i] for i, kind in enumerate(book.pieces)},
            "tray": {race.id: position.tray[i] for i, race in enumerate(book.races)},
            "boxed": [book.relics[relic].id for relic in position.boxed_relics()],
            "scored": {name: position.scoring_of(seat) for seat, name in enumerate(self.players)},
        }

    def _races(self, seat: int) -> list[dict[str, Any]]:
        """The active and the declined races of a player, the active one first."""
        position = self._game.position
        book = position.table.rulebook
        found = []
        for race in (seat, *position.declined_of(seat)):
            kit = position.kit[race]
            if kit.race >= 0:
                power = book.powers[kit.power].id if kit.power >= 0 else None
                found.append({"race": book.races[kit.race].id, "power": power, "declined": race >= position.players,
                              "hand": position.hands_of(race), "faction": position.faction(race),
                              "memory": open_memory(position, race)})  # fmt: skip
        return found

    def _region(self, index: int) -> dict[str, Any]:
        position = self._game.position
        book = position.table.rulebook
        occupant = position.occupant[index]
        found: dict[str, Any] = {"owner": None, "tokens": position.tokens[index]}
        if occupant >= 0:
            found["owner"] = self.players[position.owner(occupant)]
            found["race"] = book.races[position.kit[occupant].race].id
            found["declined"] = occupant >= position.players
        elif occupant == NATIVES:
            found["natives"] = found.pop("tokens")
        pieces = {book.pieces[kind].id: n for (kind, region), n in position.pieces.items() if region == index}
        if pieces:
            found["pieces"] = pieces
        if index in position.relics:
            found["relics"] = [book.relics[relic].id if up else None for relic, up in position.relics[index]]
        return found

    # --- agreeing games

    def imagine(self, rng: Random) -> Game:
        """A complete game that agrees with the view; what is hidden is drawn with ``rng``.

        Others' coins are taken to be as many as one's own: nothing better is known.
        """
        game = self._game.copy()
        position = game.position
        position.random = rng.getrandbits(64)
        banners, badges = list(position.banners), list(position.badges)
        rng.shuffle(banners)
        rng.shuffle(badges)
        position.banners, position.badges = tuple(banners), tuple(badges)
        if position.relics:
            position.relics = _draw_relics(position, rng)
        return game

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, View):
            return NotImplemented
        return self.player == other.player and self._game == other._game

    def __hash__(self) -> int:
        return hash((self.player, self._game))

    def __repr__(self) -> str:
        return f"<View of {self.player}: {self._game!r}>"


def _hide(position: Position, seat: int) -> None:
    """Blank out what the player of this seat cannot know."""
    if position.table.rulings["coins"] != "open" and position.phase != "over":
        position.coins = [position.coins[seat]] * position.players
    position.banners = tuple(sorted(position.banners))
    position.badges = tuple(sorted(position.badges))
    position.relics = {
        region: tuple((relic, True) if up else (UNKNOWN, False) for relic, up in relics)
        for region, relics in position.relics.items()
    }
    position.paid = 0  # with one's own coins it would tell those of an only opponent
    position.random = 0
    position.script = {}
    position.log = None


def _draw_relics(position: Position, rng: Random) -> Mapping[int, tuple[tuple[int, bool], ...]]:
    """Give every face-down relic an identity that is not seen elsewhere, nor known to be in the box."""
    seen = {relic for relics in position.relics.values() for relic, up in relics if up}
    seen.update(position.boxed_relics())
    unseen = [relic for relic in range(len(position.table.rulebook.relics)) if relic not in seen]
    rng.shuffle(unseen)
    return {
        region: tuple((relic, up) if up or not unseen else (unseen.pop(), False) for relic, up in relics)
        for region, relics in position.relics.items()
    }
