"""Set up positions from a description: scenarios, tests, puzzles (formats 3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from smallworld.errors import PluginError, SmallWorldError, with_suggestion
from smallworld.languages import N_, lazy, lazy_join, lazy_n
from smallworld.model.aliases import Coins, Player, Race, Region, Tokens
from smallworld.model.board import BoardFile
from smallworld.model.values import NOBODY
from smallworld.rules.chance import Source
from smallworld.rules.game_state import GameState
from smallworld.rules.operations.terrain import change_terrain, close_border
from smallworld.rules.operations.token_moves import unplaced_natives
from smallworld.rules.prepared.hook_table import HookTable
from smallworld.rules.prepared.rulebook import Rulebook
from smallworld.rules.setup import choose_faces, chosen_seat, deal_column, lay_table, set_natives, table_for
from smallworld.rules.state.pieces import held_by_piece, place_pieces
from smallworld.rules.state.player_secrets import Secrets, keep_secrets
from smallworld.rules.state.race_instances import add_races, set_hook_table
from smallworld.rules.state.relics import put_relics, refresh_relics
from smallworld.rules.turn import advance, begin_game, begin_turn

KeyPath = tuple[str | int, ...]
"""A place in a description, such as ``("ann", "active", "regions", "r01")``."""
BOXED_RELICS = "relics.boxed"
"""Key of ``memory``: the relics that were taken off the board for good, by number."""
REST = "rest"
"""The undealt cards among the secrets of an ability."""


class PositionError(SmallWorldError):
    """A described position that no game can reach.

    :ivar path: place in the description, e.g. ``("ann", "active", "regions", "r01")``.
    :ivar at_key: the last key of the path is wrong itself, not its value.
    """

    def __init__(self, path: KeyPath, message: str, *, at_key: bool = False) -> None:
        self.path, self.at_key = path, at_key
        self.message = message
        super().__init__(lazy_join(": ", [".".join(map(str, path)), message]))


@dataclass(frozen=True, slots=True)
class RacePosition:
    """One race of a player: tokens by region, tokens in hand, power ('' = badge discarded)."""

    race: str
    power: str = ""
    hand: Tokens = 0
    regions: Mapping[str, Tokens] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PlayerPosition:
    """The coins and races of one player; ``decline`` is ordered from the oldest."""

    coins: Coins = 5
    active: RacePosition | None = None
    decline: tuple[RacePosition, ...] = ()


@dataclass(frozen=True, slots=True)
class PositionSpec:
    """A whole position.

    :ivar turn: name of the player who begins a turn.
    :ivar begins: ``turn``, or ``round``: the whole round begins with it, and abilities hear of that.
    :ivar terrain: region → its terrain, where it has changed since the set-up.
    :ivar closed: pairs of regions with a closed border between them.
    :ivar pieces: region → kind → how many.
    :ivar natives: ``printed``, or region → tokens.
    :ivar column: visible combos from the top as (race, power, coins); the rest is drawn.
    :ivar relics: region → its relics as (relic, face up).
    :ivar memory: ability key → its memory.
    :ivar secrets: ability, by its name or key → player, or ``rest`` for the undealt ones → face-down cards.
    """

    round: int = 2
    turn: str = ""
    players: Mapping[str, PlayerPosition] = field(default_factory=dict)
    pieces: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    natives: str | Mapping[str, int] = field(default_factory=dict)
    column: tuple[tuple[str, str, int], ...] = ()
    relics: Mapping[str, tuple[tuple[str, bool], ...]] = field(default_factory=dict)
    memory: Mapping[str, Any] = field(default_factory=dict)
    secrets: Mapping[str, Mapping[str, Sequence[str]]] = field(default_factory=dict)
    terrain: Mapping[str, str] = field(default_factory=dict)
    closed: tuple[tuple[str, str], ...] = ()
    begins: str = "turn"


def described_position(
    spec: PositionSpec, rulebook: Rulebook, players: Sequence[str], faces: Sequence[BoardFile] | None, source: Source
) -> GameState:
    """Set up a described position on the boards, or on those that chance chooses.

    :raises PositionError: it is impossible, or its fields are of wrong types.
    """
    faces = faces or choose_faces(source, rulebook, len(players))
    state = lay_table(table_for(rulebook, faces, len(players)), players, source)
    try:
        apply_spec(state, spec, tuple(players))
    except (TypeError, ValueError, AttributeError, LookupError) as error:
        if isinstance(error, SmallWorldError):
            raise
        problem = f"a field is of a wrong type, see smallworld.PositionSpec ({type(error).__name__}: {error})"
        raise PositionError(("given",), problem) from error
    return state


def apply_spec(state: GameState, spec: PositionSpec, names: tuple[str, ...]) -> None:
    """Put a described position on an empty table and begin the turn.

    :raises PositionError: something in it is impossible.
    """
    _round(state, spec, names)
    _terrain(state, spec)
    kinds = {kind.id for kind in state.table.rulebook.pieces if kind.token}
    piece_tokens = {
        region: sum(count for piece, count in pieces.items() if piece in kinds)
        for region, pieces in spec.pieces.items()
    }
    for name, player_spec in spec.players.items():
        if name not in names:
            raise _no_player((name,), name, names)
        _player(state, names.index(name), name, player_spec, piece_tokens)
    _natives(state, spec)
    _pieces(state, spec)
    _relics(state, spec)
    _column(state, spec)
    _memory(state, spec)
    _secrets(state, spec)
    if spec.begins == "round":
        state.first_seat = names.index(spec.turn) if spec.turn else state.first_seat
        begin_game(state)
    else:
        begin_turn(state, names.index(spec.turn) if spec.turn else state.first_seat)
    advance(state)


def _round(state: GameState, spec: PositionSpec, names: tuple[str, ...]) -> None:
    if not 1 <= spec.round <= state.table.rounds:
        raise PositionError(
            ("round",), lazy("the game has rounds 1 to {last}, not {round}", last=state.table.rounds, round=spec.round)
        )
    if spec.turn and spec.turn not in names:
        raise _no_player(("turn",), spec.turn, names)
    if spec.begins not in ("turn", "round"):
        raise PositionError(("begins",), lazy("a turn or a round begins, not {value}", value=repr(spec.begins)))
    state.round = spec.round
    state.first_seat = chosen_seat(state) or 0


def _no_player(path: KeyPath, name: str, names: Sequence[str]) -> PositionError:
    message = with_suggestion(lazy("no player is called {name!r}", name=name), name, names)
    return PositionError(path, message, at_key=path[-1] == name)


def _terrain(state: GameState, spec: PositionSpec) -> None:
    for name, terrain in spec.terrain.items():
        region = _number(state.board.index, name, "region", ("terrain", name))
        terrains = state.table.rulebook.variant.terrains
        if terrain not in terrains:
            raise PositionError(("terrain", name), with_suggestion(f"unknown terrain {terrain!r}", terrain, terrains))
        change_terrain(state, region, terrain)
    for pair in spec.closed:
        path: KeyPath = ("closed", "-".join(pair))
        first, second = (_number(state.board.index, name, "region", path) for name in pair)
        try:
            close_border(state, first, second)
        except PluginError as error:
            raise PositionError(path, str(error)) from None


def _memory(state: GameState, spec: PositionSpec) -> None:
    keys = [BOXED_RELICS, *(ability.key for ability in state.table.rulebook.abilities())]
    for key in spec.memory:
        for part in key.split("@"):  # of an ability that is lent: its own key, and that of the one that borrows it
            if part not in keys:
                message = with_suggestion(lazy("no ability here remembers {key!r}", key=part), part, keys)
                raise PositionError(("memory", key), message, at_key=True)
    memory = {key: _immutable(value) for key, value in spec.memory.items()}
    state.boxed = memory.pop(BOXED_RELICS, ())
    state.memory = memory


def _immutable(value: Any) -> Any:
    return tuple([_immutable(item) for item in value]) if isinstance(value, list) else value


def _secrets(state: GameState, spec: PositionSpec) -> None:
    abilities = list(state.table.rulebook.abilities())
    names = {name: ability for ability in abilities for name in (ability.name, ability.key)}
    for name, cards in spec.secrets.items():
        if name not in names:
            message = with_suggestion(lazy("no ability here is called {name!r}", name=name), name, names)
            raise PositionError(("secrets", name), message, at_key=True)
        players = (*state.names, REST)
        for player in cards:
            if player not in players:
                raise _no_player(("secrets", name, player), player, players)
        hands = tuple([tuple(cards.get(player, ())) for player in state.names])
        keep_secrets(state, names[name], Secrets(hands, tuple(cards.get(REST, ()))))


_UNKNOWN = {
    "piece": N_("unknown piece {name!r}"),
    "power": N_("unknown power {name!r}"),
    "race": N_("unknown race {name!r}"),
    "region": N_("unknown region {name!r}"),
    "relic": N_("unknown relic {name!r}"),
}
"""Kind of thing → the sentence about a name that the game does not have."""


def _number(index: Mapping[str, int], name: str, kind: str, path: KeyPath) -> int:
    if name not in index:
        message = with_suggestion(lazy(_UNKNOWN[kind], name=name), name, index)
        raise PositionError(path, message, at_key=path[-1] == name)
    return index[name]


def _player(state: GameState, player: Player, name: str, spec: PlayerPosition, piece_tokens: Mapping[str, int]) -> None:
    if spec.coins < 0:
        raise PositionError((name, "coins"), lazy("coins cannot be {coins}; give 0 or more", coins=spec.coins))
    state.coins[player] = spec.coins
    if spec.active is not None:
        if not spec.active.power:
            raise PositionError((name, "active"), lazy("an active race needs a power; add 'power: …'"))
        _race(state, player, spec.active, (name, "active"), piece_tokens, declined=False)
    for number, race in enumerate(spec.decline):
        instance = player + (number + 1) * state.players
        while instance >= len(state.regions):
            add_races(state)
        _race(state, instance, race, (name, "decline", number), piece_tokens, declined=True)
        state.decline_order += (instance,)


def _race(
    state: GameState, instance: Race, spec: RacePosition, path: KeyPath,
    piece_tokens: Mapping[str, int], *, declined: bool,
) -> None:  # fmt: skip
    race = _number(state.table.rulebook.race_indexes, spec.race, "race", (*path, "race"))
    set_hook_table(state, instance, _unique_hook_table(state, race, spec, path, declined=declined))
    if declined:
        _check_declined(state, instance, spec, path)
    for name, count in spec.regions.items():
        _settle(state, instance, name, count, (*path, "regions", name), declined=declined)
    used = spec.hand + sum(count - piece_tokens.get(name, 0) for name, count in spec.regions.items())
    if spec.hand < 0 or used > state.tray[race]:
        raise PositionError(
            path,
            lazy_n(
                "{count} token of {race!r} is in play, but there are {supply}",
                "{count} tokens of {race!r} are in play, but there are {supply}",
                used,
                race=spec.race,
                supply=state.tray[race],
            ),
        )
    state.hand[instance] = spec.hand
    state.tray[race] -= used


def _unique_hook_table(state: GameState, race: int, spec: RacePosition, path: KeyPath, *, declined: bool) -> HookTable:
    """Return the hook table of a combo; each banner and each badge exists once."""
    power = _number(state.table.rulebook.power_indexes, spec.power, "power", (*path, "power")) if spec.power else -1
    hook_table = state.table.hook_table(race, power, declined)
    for other in state.hook_tables:
        if other.race_index == race or _badge(other) == _badge(hook_table) != NOBODY:
            duplicate = spec.race if other.race_index == race else spec.power
            raise PositionError(
                path, lazy("{name!r} is on the table twice; each banner and badge exists once", name=duplicate)
            )
    return hook_table


def _check_declined(state: GameState, instance: Race, spec: RacePosition, path: KeyPath) -> None:
    if spec.hand and not state.hook_tables[instance].acts:
        raise PositionError(
            (*path, "hand"), lazy("declined {race} have no tokens in hand; only a race that acts has", race=spec.race)
        )
    if not (spec.regions or spec.hand):
        raise PositionError(path, lazy("declined {race} without a region are gone; leave them out", race=spec.race))


def _settle(state: GameState, instance: Race, name: str, count: int, path: KeyPath, *, declined: bool) -> None:
    region = _number(state.board.index, name, "region", path)
    if state.occupant[region] != NOBODY:
        raise PositionError(path, lazy("two races are in {name}; a region holds one", name=name))
    if count < 0 or (count == 0 and declined):
        raise PositionError(
            path,
            lazy_n(
                "{name} cannot hold {count} token; give 1 or more",
                "{name} cannot hold {count} tokens; give 1 or more",
                count,
                name=name,
            ),
        )
    state.tokens[region] = count
    state.defence[region] += count
    state.occupant[region] = instance
    state.regions[instance] |= 1 << region
    state.adjacent[instance] |= state.board.neighbours[region]


def _badge(hook_table: HookTable) -> int:
    """Return the badge of a race; ``NOBODY`` if it has none, or discarded it on decline (R-DECL-6)."""
    return NOBODY if hook_table.declined and not hook_table.keeps_badge else hook_table.power_index


def _natives(state: GameState, spec: PositionSpec) -> None:
    if spec.natives == "printed":
        set_natives(state, [entry for entry in state.board.natives if state.occupant[entry[0]] == NOBODY])
        return
    if isinstance(spec.natives, str):
        raise PositionError(
            ("natives",), lazy("natives are 'none', 'printed' or a mapping, not {value}", value=repr(spec.natives))
        )
    for name, count in spec.natives.items():
        region = _number(state.board.index, name, "region", ("natives", name))
        if state.occupant[region] != NOBODY:
            raise PositionError(("natives", name), lazy("a race is in {name}; natives cannot be there too", name=name))
        if count > 0:
            if state.table.rulebook.variant.natives is not None and count > unplaced_natives(state):
                raise _used_up(("natives", name), state.table.rulebook.variant.natives.id, count)
            set_natives(state, [(region, count)])


def _pieces(state: GameState, spec: PositionSpec) -> None:
    book = state.table.rulebook
    for name, kinds in spec.pieces.items():
        region = _number(state.board.index, name, "region", ("pieces", name))
        for piece, count in kinds.items():
            kind = _number(book.piece_indexes, piece, "piece", ("pieces", name))
            if count > state.supply_of(piece):
                raise _used_up(("pieces", name), piece, count)
            if state.table.rulebook.pieces[kind].token:
                _check_token_piece(state, name, region, count)
            place_pieces(state, piece, region, count)
            needs_race = book.pieces[kind].own or book.pieces[kind].occupied
            if needs_race and state.occupant[region] < 0:  # R-TERM-8, W-GOBLIN-7
                raise _abandoned(("pieces", name), name)
    for region, occupant in enumerate(state.occupant):
        if occupant >= 0 and not state.tokens[region] and not held_by_piece(state, region):
            name = state.board.regions[region].id
            raise _abandoned(("pieces", name), name)


def _abandoned(path: KeyPath, name: str) -> PositionError:
    return PositionError(path, lazy("nobody is left in {name}; give it a token or a piece that holds it", name=name))


def _used_up(path: KeyPath, piece: str, count: int) -> PositionError:
    text = lazy("there are not {count} more of {piece!r}; the supply is used up", count=count, piece=piece)
    return PositionError(path, text)


def _check_token_piece(state: GameState, name: str, region: Region, count: int) -> None:
    """Refuse pieces that are tokens if the region has too few race tokens to replace (formats 3)."""
    if state.occupant[region] < 0 or count > state.tokens[region]:
        raise PositionError(
            ("pieces", name),
            lazy_n(
                "{name} has fewer than {count} token that these pieces could replace",
                "{name} has fewer than {count} tokens that these pieces could replace",
                count,
                name=name,
            ),
        )


def _relics(state: GameState, spec: PositionSpec) -> None:
    book = state.table.rulebook
    placed: set[str] = set()
    for name, relics in spec.relics.items():
        region = _number(state.board.index, name, "region", ("relics", name))
        for relic, _ in relics:
            if relic in placed:
                raise PositionError(
                    ("relics", name), lazy("{relic!r} is on the table twice; each relic exists once", relic=relic)
                )
            placed.add(relic)
        lying = tuple(
            (_number(book.relic_indexes, relic, "relic", ("relics", name)), face_up) for relic, face_up in relics
        )
        put_relics(state, region, tuple(sorted(lying)))
    for race in range(state.players):
        refresh_relics(state, race)


def _column(state: GameState, spec: PositionSpec) -> None:
    book = state.table.rulebook
    away = [
        (hook_table.race_index, _badge(hook_table)) for hook_table in state.hook_tables if hook_table.race_index >= 0
    ]
    visible: list[tuple[int, int, int]] = []
    for place, (race, power, coins) in enumerate(spec.column):
        r = _number(book.race_indexes, race, "race", ("column", place, "race"))
        p = _number(book.power_indexes, power, "power", ("column", place, "power"))
        used = [*away, *((entry[0], entry[1]) for entry in visible)]
        if any(entry[0] == r or entry[1] == p for entry in used):
            raise PositionError(
                ("column", place),
                lazy("{race}/{power}: the banner or the badge is elsewhere on the table", race=race, power=power),
            )
        visible.append((r, p, coins))
    deal_column(state, visible, away)


__all__ = ["PlayerPosition", "PositionError", "PositionSpec", "RacePosition", "apply_spec", "described_position"]
