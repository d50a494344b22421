"""Views: what one player knows about a position, and imagined games that agree with it (R-SCORE-6).

A view is made of a copy in which everything hidden is blanked out: other players' coins, the order of the stacks, what
face-down relics are, the future of the dice. It holds no way back to the game.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random
from typing import TYPE_CHECKING, Any, Final

from smallworld.errors import ArgumentError
from smallworld.model.aliases import Player
from smallworld.model.values import NATIVES
from smallworld.rules.argument_checks import expect
from smallworld.rules.game_state import GameState
from smallworld.rules.phases.questions import hide_sealed, imagine_sealed, sealed_answers
from smallworld.rules.state import player_secrets
from smallworld.rules.state.pieces import tokens_off_map
from smallworld.rules.state.relics import RelicPlaces

if TYPE_CHECKING:
    from smallworld.game import Game

UNKNOWN: Final = -1
"""Index that replaces a face-down relic."""


class View:
    """A game as one player sees it.

    :param seat: the number of the player who sees it; -1 for a spectator.
    :ivar player: the player who sees it; empty for a spectator. :ivar players: all names, in the order of the seats.
    """

    __slots__ = ("_game", "_seat", "player", "players")

    def __init__(self, game: Game, seat: Player) -> None:
        self.player = game.players[seat] if seat >= 0 else ""
        self.players = game.players
        blank = game.scratch_copy()
        blank.origin = {"imagined": True, "board": (), "options": {}, "seed": 0, "given": None, "named": False}
        _hide(blank.state, seat)
        if blank.to_move != self.player:  # the actions of others would reveal their coins
            blank._actions = None
        blank._checkpoint = None
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
        state = self._game.state
        if state.phase == "over":
            return dict.fromkeys(self.players, 0)
        order, rest = state.turn_order, self.rounds - self.round
        now = order.index(state.turn)
        return {name: rest + (order.index(seat) >= now) for seat, name in enumerate(self.players)}

    @property
    def to_move(self) -> str | None:
        """Who decides now."""
        return self._game.to_move

    @property
    def coins(self) -> dict[str, int | None]:
        """Coins of every player; None where they are hidden."""
        state = self._game.state
        seen = state.table.rulings["coins"] == "open" or state.phase == "over"
        return {
            name: state.coins[seat] if seen or seat == self._seat else None for seat, name in enumerate(self.players)
        }

    def as_dict(self) -> dict[str, Any]:
        """Return the whole view as plain data, for bots in other languages."""
        state = self._game.state
        book = state.table.rulebook
        facts: dict[str, Any] = {
            "player": self.player,
            "players": list(self.players),
            "variant": self._game.variant.id,
            "boards": [face.id for face in state.board.faces],
            "round": self.round,
            "rounds": self.rounds,
            "turns_left": self.turns_left,
            "turn_order": [self.players[seat] for seat in state.turn_order],
            "turn": self.players[state.turn],
            "to_move": self.to_move,
            "phase": self.phase,
            "coins": self.coins,
            "column": [{"race": race, "power": power, "coins": coins} for race, power, coins in state.combos()],
            "races": {name: self._races(seat) for seat, name in enumerate(self.players)},
            "regions": {region.id: self._region(index) for index, region in enumerate(state.board.regions)},
            "supply": {kind.id: state.supply[i] for i, kind in enumerate(book.pieces)},
            "tray": {race.id: state.tray[i] for i, race in enumerate(book.races)},
            "boxed": [book.relics[relic].id for relic in state.boxed],
            "scored": {name: state.scoring_of(seat) for seat, name in enumerate(self.players)},
        }
        return {**facts, **self._optional_facts()}

    def _optional_facts(self) -> dict[str, Any]:
        """Return facts that only some views have: closed borders, memory of the edition, own secrets, the question."""
        state, facts = self._game.state, dict[str, Any]()
        secrets = player_secrets.secrets_in(state, self._seat) if self._seat >= 0 else {}
        if secrets:
            facts["secrets"] = secrets
        if state.board.closed:
            facts["closed_borders"] = [list(pair) for pair in state.board.closed]
        memory = player_secrets.edition_memory(state)
        if memory:
            facts["memory"] = memory
        question = state.question
        if question is not None:
            source = state.table.rulebook.by_key[question.ability].source
            facts["question"] = {"source": source, "topic": question.topic}
        return facts

    def _races(self, seat: Player) -> list[dict[str, Any]]:
        """Return the active and the declined races of a player, the active one first."""
        state = self._game.state
        book = state.table.rulebook
        races = []
        for race in (seat, *state.declined_of(seat)):
            hook_table = state.hook_tables[race]
            if hook_table.race_index >= 0:
                power = book.powers[hook_table.power_index].id if hook_table.power_index >= 0 else None
                races.append(
                    {
                        "race": book.races[hook_table.race_index].id,
                        "power": power,
                        "declined": race >= state.players,
                        "hand": tokens_off_map(state, race),
                        "faction": state.faction_of(race),
                        "memory": player_secrets.public_memory(state, race),
                    }
                )
        return races

    def _region(self, index: int) -> dict[str, Any]:
        state = self._game.state
        book = state.table.rulebook
        occupant = state.occupant[index]
        content: dict[str, Any] = {"owner": None, "tokens": state.tokens[index]}
        if state.board.changes:
            region = state.board.regions[index]
            content |= {"terrain": region.terrain, "symbols": sorted(region.symbols)}
        if occupant >= 0:
            content["owner"] = self.players[state.owner(occupant)]
            content["race"] = book.races[state.hook_tables[occupant].race_index].id
            content["declined"] = occupant >= state.players
        elif occupant == NATIVES:
            content["natives"] = content.pop("tokens")
        pieces = {book.pieces[kind].id: n for (kind, region), n in state.pieces.items() if region == index}
        if pieces:
            content["pieces"] = pieces
        if index in state.relics:
            content["relics"] = [book.relics[relic].id if up else None for relic, up in state.relics[index]]
        return content

    def position_text(self) -> str:
        """Write the position as one line of text, as ``new_game(…, given=TEXT)`` reads it, without what is hidden."""
        from smallworld.rules.position_text import position_text  # not for a game

        state = self._game.state
        is_open = state.table.rulings["coins"] == "open" or state.phase == "over"
        return position_text(state, () if is_open else [seat for seat in range(state.players) if seat != self._seat])

    def blanked(self) -> Game:
        """Return the game with everything hidden blanked out, for programs that draw or explain it."""
        return self._game.scratch_copy()

    # --- agreeing games

    def imagine(self, rng: Random) -> Game:
        """Make a complete game that agrees with the view; what is hidden is drawn with ``rng``.

        Others' coins are taken to be as many as one's own: nothing better is known.
        """
        expect(rng, Random, "rng", "a random.Random")
        game = self._game.scratch_copy()
        state = game.state
        state.random = rng.getrandbits(64)
        state.banners, state.badges = _shuffled(state.banners, rng), _shuffled(state.badges, rng)
        if state.relics:
            state.relics = RelicPlaces(_draw_relics(state, rng), state.table.rulebook, state.relics)
        state.memory = player_secrets.imagine_secrets(state.memory, rng.shuffle)
        if sealed_answers(state):
            imagine_sealed(state, rng.choice)
        return game

    def __copy__(self) -> View:
        return self

    def __deepcopy__(self, memo: object) -> View:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        raise ArgumentError("a view cannot be pickled; send as_dict(), which is plain data")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, View):
            return NotImplemented
        return self.player == other.player and self._game == other._game

    def __hash__(self) -> int:
        return hash((self.player, self._game))

    def __repr__(self) -> str:
        return f"<View of {self.player}: {self._game!r}>"


def _hide(state: GameState, seat: Player) -> None:
    """Blank out what the player of this seat cannot know."""
    if state.table.rulings["coins"] != "open" and state.phase != "over":
        state.coins = [state.coins[seat] if seat >= 0 else 0] * state.players
    state.banners = tuple(sorted(state.banners))
    state.badges = tuple(sorted(state.badges))
    if state.relics:
        hidden = {
            region: tuple([(relic, True) if up else (UNKNOWN, False) for relic, up in relics])
            for region, relics in state.relics.items()
        }
        state.relics = RelicPlaces(hidden, state.table.rulebook, state.relics)
    state.memory = player_secrets.hide_secrets(state.memory, seat)
    hide_sealed(state, seat)
    state.paid = 0  # it would reveal the coins of a single opponent
    state.random = 0
    state.script = {}
    state.log = None


def _shuffled(values: Iterable[int], rng: Random) -> tuple[int, ...]:
    order = list(values)
    rng.shuffle(order)
    return tuple(order)


def _draw_relics(state: GameState, rng: Random) -> Mapping[int, tuple[tuple[int, bool], ...]]:
    """Give every face-down relic an identity that is not seen elsewhere, nor known to be in the box."""
    seen = {relic for relics in state.relics.values() for relic, up in relics if up}
    seen.update(state.boxed)
    unseen = [relic for relic in range(len(state.table.rulebook.relics)) if relic not in seen]
    rng.shuffle(unseen)
    return {
        region: tuple([(relic, up) if up or not unseen else (unseen.pop(), False) for relic, up in relics])
        for region, relics in state.relics.items()
    }
