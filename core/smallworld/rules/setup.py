"""Laying the table: boards, column, coins, natives, relics (rules B)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from smallworld.errors import PluginError, SmallWorldError, UnknownName, suggest
from smallworld.model.board import Board, BoardFile
from smallworld.model.regions import mask_of
from smallworld.rules import chance
from smallworld.rules.answers import named
from smallworld.rules.position import Position
from smallworld.rules.records import NATIVES, NOBODY
from smallworld.rules.rulebook import Rulebook
from smallworld.rules.table import Table
from smallworld.rules.turn import begin_turn

Script = Mapping[str, tuple[Any, ...]]
TABLES_KEPT = 1024
"""Most tables that a rulebook keeps: twice as many as the islands of an edition can be laid, but a program may
make boards without end."""


def table_for(rulebook: Rulebook, faces: Sequence[BoardFile], players: int) -> Table:
    """The compiled table for some board faces; made once for each rulebook."""
    key = (tuple(face.id for face in faces), players)
    table = rulebook.tables.get(key)
    if table is None or table.board.faces != tuple(faces):
        _check_terrains(rulebook, faces)
        water = frozenset(name for name, terrain in rulebook.variant.terrains.items() if terrain.water)
        board = Board(tuple(faces), water)
        rounds = next((face.rounds for face in faces if face.rounds), None) or rulebook.variant.rounds[players]
        if len(rulebook.tables) >= TABLES_KEPT:
            rulebook.forget_tables()
        table = rulebook.tables[key] = Table(rulebook, board, players, rounds)
    found: Table = table
    return found


def _check_terrains(rulebook: Rulebook, faces: Sequence[BoardFile]) -> None:
    """Refuse a board of another edition, whose terrains the rules do not know."""
    known = rulebook.variant.terrains
    for face in faces:
        for region in face.regions:
            if region.terrain not in known:
                raise SmallWorldError(
                    f"the board {face.id!r} does not fit: {rulebook.variant.name} has no terrain {region.terrain!r}"
                    f"{suggest(region.terrain, known)}"
                )


def new_position(
    rulebook: Rulebook, names: Sequence[str], seed: int, faces: Sequence[BoardFile] | None, script: Script
) -> Position:
    """A fresh game at its first decision (R-SETUP).

    :param faces: the boards to use; None = the variant's own for this number of players.
    :param script: results that chance shall have, by kind.
    """
    game = blank(seed, script)
    if faces is None:
        faces = choose_faces(game, rulebook, len(names))
    lay(game, table_for(rulebook, faces, len(names)), names)
    set_natives(game, game.board.natives)
    _first_player(game)
    deal_column(game, ())
    _hide_relics(game)
    for item in rulebook.hooks["game_set_up"]:
        item.call(game)
    begin_turn(game, game.first_seat)
    return game


def blank(seed: int, script: Script) -> Position:
    """A position that knows nothing but chance."""
    game: Position = object.__new__(Position)
    game.random = chance.seed_state(seed)
    game.script = dict(script)
    game.log = None
    return game


def choose_faces(game: Position, rulebook: Rulebook, players: int) -> list[BoardFile]:
    """The variant's board for this many players; islands are drawn by size (W-SETUP-1)."""
    variant = rulebook.variant
    wanted = boards_of(rulebook, players)
    if wanted is None:
        known = ", ".join(str(number) for number in sorted(variant.boards))
        raise SmallWorldError(f"{variant.name} is for {known} players, not {players}; change the number of players")
    if isinstance(wanted, str):
        return [face_named(rulebook, wanted)]
    drawn: list[BoardFile] = []
    for size in wanted:
        used = [face.sheet for face in drawn]
        offer = [face.id for face in rulebook.islands.get(size, ()) if face.sheet not in used]
        drawn.append(face_named(rulebook, chance.draw(game, "island", offer)))
    return drawn


def boards_of(rulebook: Rulebook, players: int) -> str | tuple[str, ...] | None:
    """The id of the board for so many players, or the sizes of islands to draw; None if there is none (W-SETUP-1).

    :raises PluginError: an ability of the edition wants more islands of a size than there are.
    """
    return _sizes(rulebook, players) or rulebook.variant.boards.get(players)


def _sizes(rulebook: Rulebook, players: int) -> tuple[str, ...]:
    """Sizes of the islands that an ability of the edition wants drawn; empty if none has a say (W-SETUP-1).

    :raises PluginError: there are not so many islands of a size.
    """
    answers = [(item.ability, item.call(players)) for item in rulebook.hooks["board_sizes"]]
    for ability, sizes in answers:
        if sizes is None:
            continue
        for size in sizes:
            sheets = {face.sheet for face in rulebook.islands.get(size, ())}
            if len(sheets) < list(sizes).count(size):
                problem = f"wants more islands of size {size!r} than the {len(sheets)} there are"
                known = "" if sheets else suggest(size, rulebook.islands)
                raise PluginError(f"{named(ability)}: hook board_sizes {problem}{known}")
        return tuple(sizes)
    return ()


def face_named(rulebook: Rulebook, board: str) -> BoardFile:
    """A board of the variant.

    :raises UnknownName: it has no such board.
    """
    found = rulebook.variant.board_files.get(board)
    if found is None:
        raise UnknownName("board", board, rulebook.variant.board_files)
    return found


def lay(game: Position, table: Table, names: Sequence[str]) -> None:
    """Put an empty board, full trays and five coins each on the table (R-SETUP-1, R-SETUP-5)."""
    book, count = table.rulebook, len(table.board.regions)
    players = table.players
    game.table, game.board, game.players, game.names = table, table.board, players, tuple(names)
    game.tokens = [0] * count
    game.occupant = [NOBODY] * count
    game.defence = list(table.printed)
    places = players * 3
    game.regions, game.adjacent, game.hand, game.withdrawn = [0] * places, [0] * places, [0] * places, [0] * places
    game.kit = (table.no_kit,) * places
    game.ground = (table.ground(table.no_kit),) * places
    game.coins = [book.variant.coins] * players
    game.tray, game.supply = list(book.tray), book.supply
    game.piece_regions = [0] * len(book.pieces)
    game.pieces, game.relics, game.memory, game.turn_memory, game.before_ready = {}, {}, {}, {}, {}
    game.carried, game.pending, game.paid, game.tolled = {}, None, 0, (NOBODY, 0)
    game.marked = game.immune = game.relic_regions = game.attacked = game.hit = 0
    game.seats = tuple(zip(range(players)))
    game.column = game.banners = game.badges = game.discards = game.conquests = game.guards = ()
    game.actors = game.watchers = game.decline_order = ()
    game.scored = [()] * players
    game.ended = None
    game.round, game.first_seat, game.turn, game.to_move = 1, 0, 0, 0
    game.phase, game.stage, game.decline_stage = "pick", 0, 2
    game.fresh = game.readied = True
    game.picked = game.die_used = game.phase_over = False


def set_natives(game: Position, natives: Iterable[tuple[int, int]]) -> None:
    """Put native tokens on regions that nobody holds: pairs of region and tokens (R-SETUP-2, W-SETUP-3)."""
    occupant, tokens, defence = game.occupant, game.tokens, game.defence
    for region, count in natives:
        occupant[region] = NATIVES
        tokens[region] = count
        defence[region] += count


def _first_player(game: Position) -> None:
    """A seat by ruling, or by chance (R-SETUP-6)."""
    chosen = chosen_seat(game)
    if chosen is None:
        chosen = int(chance.draw(game, "first_player", list(map(str, range(1, game.players + 1))))) - 1
    game.first_seat = chosen


def chosen_seat(game: Position) -> int | None:
    """The player who begins by ruling; None if chance decides (R-SETUP-6).

    :raises SmallWorldError: nobody has that seat.
    """
    chosen = game.table.rulings["first_player"]
    if not isinstance(chosen, int):
        return None
    if chosen > game.players:
        raise SmallWorldError(f"option first_player is seat {chosen}, but there are {game.players} players")
    return chosen - 1


def deal_column(game: Position, visible: Sequence[tuple[int, int, int]], away: Sequence[tuple[int, int]] = ()) -> None:
    """Shuffle what is not visible or away, then fill the column (R-SETUP-3, R-SETUP-4).

    :param visible: combos that lie at the top of the column already, as (race, power, coins).
    :param away: combos that players hold; power -1 = the badge is not away.
    """
    book = game.table.rulebook
    races = {entry[0] for entry in (*visible, *away)}
    powers = {entry[1] for entry in (*visible, *away)}
    if min(game.table.columns.of_race, default=0) < 0:
        races |= {race for race, column in enumerate(game.table.columns.of_race) if column < 0}
    banners = chance.shuffle(game, "banners", _without(book.race_index, races))
    badges = chance.shuffle(game, "badges", _without(book.power_index, powers))
    game.banners = tuple(map(book.race_index.__getitem__, banners))
    game.badges = tuple(map(book.power_index.__getitem__, badges))
    game.column = tuple(visible)
    game.refill_column()


def _without(numbers: Mapping[str, int], left_out: set[int]) -> list[str]:
    """The names of all things with numbers but some."""
    return [name for name, number in numbers.items() if number not in left_out] if left_out else list(numbers)


def _hide_relics(game: Position) -> None:
    """A face-down relic on the relic slot of every island (W-SETUP-4)."""
    book = game.table.rulebook
    slots = game.board.relic_slots
    if not (slots and book.relics):
        return
    order = chance.shuffle(game, "relics", list(book.relic_index))
    game.relics = {slot: ((book.relic_index[name], False),) for slot, name in zip(slots, order, strict=False)}
    game.relic_regions = mask_of(game.relics)
