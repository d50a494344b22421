"""Positions that somebody describes instead of plays: scenarios, tests, puzzles (formats 3)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from smallworld.errors import SmallWorldError, suggest
from smallworld.rules.kit import Kit
from smallworld.rules.position import Position
from smallworld.rules.records import NOBODY
from smallworld.rules.relics import BOXED
from smallworld.rules.setup import chosen_seat, deal_column, set_natives
from smallworld.rules.turn import begin_turn


class PositionError(SmallWorldError):
    """A described position that no game can reach.

    :ivar path: where in the description, e.g. ``("ann", "active", "regions", "r01")``.
    """

    def __init__(self, path: tuple[str | int, ...], message: str) -> None:
        self.path = path
        self.message = message
        super().__init__(f"{'.'.join(map(str, path))}: {message}")


@dataclass(frozen=True, slots=True)
class GivenRace:
    """One race of a player: tokens by region, tokens in hand, power ('' = badge discarded)."""

    race: str
    power: str = ""
    hand: int = 0
    regions: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class GivenPlayer:
    """What one player has; ``decline`` is ordered from the oldest."""

    coins: int = 5
    active: GivenRace | None = None
    decline: tuple[GivenRace, ...] = ()


@dataclass(frozen=True, slots=True)
class Given:
    """A whole position.

    :ivar turn: name of the player whose turn begins.
    :ivar pieces: region → kind → how many.
    :ivar natives: ``printed``, or region → tokens.
    :ivar column: visible combos from the top as (race, power, coins); the rest is drawn.
    :ivar relics: region → relics there as (relic, face up).
    :ivar memory: ability key → what it remembers.
    """

    round: int = 2
    turn: str = ""
    players: Mapping[str, GivenPlayer] = field(default_factory=dict)
    pieces: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    natives: str | Mapping[str, int] = field(default_factory=dict)
    column: tuple[tuple[str, str, int], ...] = ()
    relics: Mapping[str, tuple[tuple[str, bool], ...]] = field(default_factory=dict)
    memory: Mapping[str, Any] = field(default_factory=dict)


def arrange(game: Position, given: Given, names: tuple[str, ...]) -> None:
    """Put a described position on an empty table and begin the turn.

    :raises PositionError: something in it is impossible.
    """
    _round(game, given, names)
    kinds = {kind.id for kind in game.table.rulebook.pieces if kind.token}
    strange = {
        region: sum(count for piece, count in pieces.items() if piece in kinds)
        for region, pieces in given.pieces.items()
    }
    for name, given_player in given.players.items():
        if name not in names:
            raise PositionError((name,), f"no player is called {name!r}{suggest(name, names)}")
        _player(game, names.index(name), name, given_player, strange)
    _natives(game, given)
    _pieces(game, given)
    _relics(game, given)
    _column(game, given)
    _memory(game, given)
    begin_turn(game, names.index(given.turn) if given.turn else game.first_seat)


def _round(game: Position, given: Given, names: tuple[str, ...]) -> None:
    if not 1 <= given.round <= game.table.rounds:
        raise PositionError(("round",), f"the game has rounds 1 to {game.table.rounds}, not {given.round}")
    if given.turn and given.turn not in names:
        raise PositionError(("turn",), f"no player is called {given.turn!r}{suggest(given.turn, names)}")
    game.round = given.round
    game.first_seat = chosen_seat(game) or 0


def _memory(game: Position, given: Given) -> None:
    known = [BOXED, *(ability.key for ability in game.table.rulebook.abilities())]
    for key in given.memory:
        if key not in known:
            raise PositionError(("memory", key), f"no ability here remembers {key!r}{suggest(key, known)}")
    game.memory = dict(given.memory)


def _number(index: Mapping[str, int], name: str, kind: str, path: tuple[str | int, ...]) -> int:
    if name not in index:
        raise PositionError(path, f"unknown {kind} {name!r}{suggest(name, index)}")
    return index[name]


def _player(game: Position, player: int, name: str, given: GivenPlayer, strange: Mapping[str, int]) -> None:
    if given.coins < 0:
        raise PositionError((name, "coins"), f"coins cannot be {given.coins}; give 0 or more")
    game.coins[player] = given.coins
    if given.active is not None:
        if not given.active.power:
            raise PositionError((name, "active"), "an active race needs a power; add 'power: …'")
        _race(game, player, given.active, (name, "active"), strange, declined=False)
    for number, race in enumerate(given.decline):
        instance = player + (number + 1) * game.players
        while instance >= len(game.regions):
            game.add_row()
        _race(game, instance, race, (name, "decline", number), strange, declined=True)
        game.decline_order += (instance,)


def _race(
    game: Position, instance: int, given: GivenRace, path: tuple[str | int, ...], strange: Mapping[str, int], *,
    declined: bool,
) -> None:  # fmt: skip
    book = game.table.rulebook
    race = _number(book.race_index, given.race, "race", (*path, "race"))
    power = _number(book.power_index, given.power, "power", (*path, "power")) if given.power else -1
    own = game.table.kit(race, power, declined)
    for kit in game.kit:
        if kit.race == race or _badge(kit) == _badge(own) != NOBODY:
            what = given.race if kit.race == race else given.power
            raise PositionError(path, f"{what!r} is on the table twice; each banner and badge exists once")
    game.set_kit(instance, own)
    if declined and given.hand and not game.kit[instance].acts:
        raise PositionError((*path, "hand"), f"declined {given.race} have no tokens in hand; only a race that acts has")
    if declined and not (given.regions or given.hand):
        raise PositionError(path, f"declined {given.race} without a region are gone; leave them out")
    used = given.hand
    for name, count in given.regions.items():
        region = _number(game.board.index, name, "region", (*path, "regions", name))
        if game.occupant[region] != NOBODY:
            raise PositionError((*path, "regions", name), f"two races are in {name}; a region holds one")
        if count < 0 or (count == 0 and declined):
            raise PositionError((*path, "regions", name), f"{name} cannot hold {count} tokens; give 1 or more")
        game.settle(instance, region, count)
        used += count - strange.get(name, 0)
    if given.hand < 0 or used > game.tray[race]:
        raise PositionError(path, f"{used} tokens of {given.race!r} are in play, but there are {game.tray[race]}")
    game.hand[instance] = given.hand
    game.tray[race] -= used


def _badge(kit: Kit) -> int:
    """The badge that lies with a race; ``NOBODY`` if there is none, or it was discarded on decline (R-DECL-6)."""
    return NOBODY if kit.declined and not kit.keeps_badge else kit.power


def _natives(game: Position, given: Given) -> None:
    if given.natives == "printed":
        set_natives(game, [entry for entry in game.board.natives if game.occupant[entry[0]] == NOBODY])
        return
    if isinstance(given.natives, str):
        raise PositionError(("natives",), f"natives are 'none', 'printed' or a mapping, not {given.natives!r}")
    for name, count in given.natives.items():
        region = _number(game.board.index, name, "region", ("natives", name))
        if game.occupant[region] != NOBODY:
            raise PositionError(("natives", name), f"a race is in {name}; natives cannot be there too")
        if count > 0:
            set_natives(game, [(region, count)])


def _pieces(game: Position, given: Given) -> None:
    book = game.table.rulebook
    for name, kinds in given.pieces.items():
        region = _number(game.board.index, name, "region", ("pieces", name))
        for piece, count in kinds.items():
            kind = _number(book.piece_index, piece, "piece", ("pieces", name))
            if count > game.free(piece):
                raise PositionError(("pieces", name), f"there are not {count} more of {piece!r}; the supply is used up")
            if game.table.rulebook.pieces[kind].token:
                _check_token_piece(game, name, region, count)
            game.place(piece, region, count)
    for region, occupant in enumerate(game.occupant):
        if occupant >= 0 and not game.tokens[region] and not game.held_by_piece(region):
            name = game.board.regions[region].id
            raise PositionError(("pieces", name), f"nobody is left in {name}; give it a token or a piece that holds it")


def _check_token_piece(game: Position, name: str, region: int, count: int) -> None:
    """A piece that is a token takes the place of a race token (formats 3)."""
    if game.occupant[region] < 0 or count > game.tokens[region]:
        raise PositionError(("pieces", name), f"there are no {count} tokens in {name} for these pieces")


def _relics(game: Position, given: Given) -> None:
    book = game.table.rulebook
    placed: set[str] = set()
    for name, relics in given.relics.items():
        region = _number(game.board.index, name, "region", ("relics", name))
        for relic, _ in relics:
            if relic in placed:
                raise PositionError(("relics", name), f"{relic!r} is on the table twice; each relic exists once")
            placed.add(relic)
        lying = tuple(
            (_number(book.relic_index, relic, "relic", ("relics", name)), face_up) for relic, face_up in relics
        )
        game.put_relics(region, tuple(sorted(lying)))
    for race in range(game.players):
        game.refit(race)


def _column(game: Position, given: Given) -> None:
    book = game.table.rulebook
    away = [(kit.race, _badge(kit)) for kit in game.kit if kit.race >= 0]
    visible: list[tuple[int, int, int]] = []
    for place, (race, power, coins) in enumerate(given.column):
        r = _number(book.race_index, race, "race", ("column", place, "race"))
        p = _number(book.power_index, power, "power", ("column", place, "power"))
        known = [*away, *((entry[0], entry[1]) for entry in visible)]
        if any(entry[0] == r or entry[1] == p for entry in known):
            raise PositionError(("column", place), f"{race}/{power}: the banner or the badge is elsewhere on the table")
        visible.append((r, p, coins))
    deal_column(game, visible, away)


__all__ = ["Given", "GivenPlayer", "GivenRace", "PositionError", "arrange"]
