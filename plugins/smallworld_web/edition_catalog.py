"""The editions for new tables, and the faults of unusable editions and plugins."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache

from smallworld.content.variants.discovery import find_variants
from smallworld.editions import load_variant
from smallworld.errors import SmallWorldError, UnknownName, sentence_of, with_suggestion
from smallworld.game import Game, new_game
from smallworld.languages import N_, _, current_language
from smallworld.model.variant import Ruling, Scalar, Variant
from smallworld.plugins.manager import Plugins
from smallworld.tools import rulings_of
from smallworld_draw.board_layout import NotDrawable, draw
from smallworld_draw.svg import RATIO, cover_svg
from smallworld_play.seats import DEFAULT_BOTS, HUMAN, SeatError, default_name, is_program

DRAWN = "drawn"
"""The choice of a board that leaves it to the edition."""
COINS = "coins"
"""The question whether coins are hidden, which the form asks first."""
FIRST_PLAYER = "first_player"
"""The question which seat begins; its answers are seats."""


@dataclass(frozen=True, slots=True)
class Fault:
    """An edition or a plugin that cannot be used.

    :ivar kind: how it is called: a message with the value ``name``.
    :ivar problem: one sentence.
    """

    kind: str
    name: str
    problem: str


class EditionCatalog:
    """The editions of the server's environment, read once.

    :param plugins: the plugins with which all tables are played.
    """

    def __init__(self, plugins: Plugins) -> None:
        self.plugins = plugins
        self._lock = threading.Lock()
        self._variants: dict[str, Variant] | None = None
        self._faults: list[Fault] = []
        self._drawn: set[str] = set()
        """Editions with boards that were drawn."""

    def variants(self) -> Mapping[str, Variant]:
        """Return every edition that can be played, by id."""
        with self._lock:
            if self._variants is None:
                self._faults = [
                    Fault(N_("plugin {name}"), plugin.name, plugin.problem) for plugin in self.plugins.broken()
                ]
                self._variants = dict(filter(None, map(self._load, find_variants(tuple(self.plugins.variants)))))
            return self._variants

    def _load(self, name: str) -> tuple[str, Variant] | None:
        try:
            return name, load_variant(name, plugins=self.plugins)
        except Exception as error:  # an ability of a plugin may fail in any way
            self._faults.append(Fault(N_("edition {name}"), name, sentence_of(error).splitlines()[0]))
            return None

    def draw_covers(self) -> None:
        """Draw the pictures of the start page in advance."""
        for name in self.variants():
            cover(name, self, current_language())

    def draw_boards(self, name: str) -> None:
        """Draw every board of an edition in advance, once, because the first drawing takes a while."""
        with self._lock:
            is_new = name not in self._drawn
            self._drawn.add(name)
        for board in self.variant(name).board_files.values() if is_new else ():
            with suppress(NotDrawable):
                draw(board, RATIO)

    def faults(self) -> list[Fault]:
        """List everything that cannot be used."""
        self.variants()
        return self._faults

    def variant(self, name: str) -> Variant:
        """Return an edition.

        :raises UnknownName: no edition has this id.
        """
        variants = self.variants()
        if name not in variants:
            raise UnknownName("variant", name[:100], variants)
        return variants[name]

    def bots(self) -> list[str]:
        """List the bots that may have a seat."""
        return sorted(self.plugins.bots)

    def usual_seats(self) -> dict[str, str]:
        """Return the seats of a person who wants to play at once: player → ``human`` or the name of a bot."""
        return {default_name(): HUMAN, **dict(zip(DEFAULT_BOTS, self.usual_bots(), strict=True))}

    def usual_bots(self) -> list[str]:
        """List the usual kinds of bots, one for each usual opponent."""
        bots = self.bots()
        return [kind if kind in bots else bots[0] for kind in DEFAULT_BOTS.values()]

    def check_kind(self, kind: str) -> None:
        """Refuse a kind of seat that no table may have.

        :raises SeatError: it is neither a person nor a bot of this server.
        """
        if kind != HUMAN and (is_program(kind) or kind not in self.plugins.bots):
            raise SeatError(with_suggestion(_("unknown bot {kind!r}", kind=kind[:40]), kind[:40], self.bots()))

    def new_game(
        self, variant: str, seats: Mapping[str, str], board: str, options: Mapping[str, Scalar], seed: int
    ) -> Game:
        """Set up the game of a new table.

        :param seats: player → ``human`` or the name of a bot.
        :param board: the id of a board, or :data:`DRAWN`.
        :raises SmallWorldError: the game cannot be set up; the sentence states why.
        """
        edition = self.variant(variant)
        for kind in seats.values():
            self.check_kind(kind)
        if board != DRAWN and board not in edition.board_files:
            raise UnknownName("board", board[:100], edition.board_files)
        named = None if board == DRAWN else board
        try:
            return new_game(edition, list(seats), seed=seed, board=named, options=options, plugins=self.plugins)
        except SmallWorldError:
            raise
        except Exception as error:  # abilities take part in the set-up
            raise SmallWorldError(
                _("this edition cannot begin a game: {problem}", problem=sentence_of(error))
            ) from error

    def game_like(self, game: Game, seats: Mapping[str, str], seed: int) -> Game:
        """Set up another game of the same people with the same rulings, in which the next seat begins.

        :raises SmallWorldError: the edition is not there any more, or the game cannot be set up.
        """
        options = {**game.origin["options"], FIRST_PLAYER: next_first_seat(game)}
        board = game.state.board.faces[0].id if game.origin["named"] and len(game.state.board.faces) == 1 else DRAWN
        return self.new_game(game.variant.id, seats, board, options, seed)


def next_first_seat(game: Game) -> int:
    """Return the seat, from 1, that begins the next game: the one after the seat that began this one."""
    drawn = [event["result"] for event in game.log if event.get("chance") == FIRST_PLAYER]
    first = drawn[0] if drawn else game.origin["options"].get(FIRST_PLAYER, 1)
    return int(first) % len(game.players) + 1 if isinstance(first, int) else 1


def rulings(variant: Variant) -> list[Ruling]:
    """List the questions that a table may answer differently from its edition, with seats that a table can have."""
    seats = max(variant.rounds)
    rulings = [ruling for ruling in rulings_of(variant).values() if ruling.values and ruling.text]
    return [
        replace(ruling, values=tuple(value for value in ruling.values if not isinstance(value, int) or value <= seats))
        if ruling.key == FIRST_PLAYER
        else ruling
        for ruling in rulings
    ]


@lru_cache(maxsize=64)
def cover(variant_id: str, catalog: EditionCatalog, language: str) -> str:
    """Draw the first board of an edition in the language of the reader; empty if it cannot be drawn."""
    variant = catalog.variant(variant_id)
    try:
        return cover_svg(next(iter(variant.board_files.values())), variant)
    except (NotDrawable, StopIteration):
        return ""
