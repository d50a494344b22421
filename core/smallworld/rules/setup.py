"""The set-up of a game: the rulebook, boards, column, coins, natives, relics (rules B)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Final, cast

from smallworld.abilities.base import Ability, Call, Wrap, name_ability
from smallworld.errors import ArgumentError, PluginError, SmallWorldError, UnknownName, with_suggestion
from smallworld.languages import N_, lazy
from smallworld.model.board import BoardFile
from smallworld.model.game_board import Board
from smallworld.model.values import HAS_CONQUERED, MAY_ABANDON, NATIVES, NOBODY
from smallworld.model.variant import Scalar, Variant
from smallworld.plugins.manager import Plugins
from smallworld.rules import chance
from smallworld.rules.argument_checks import given_as
from smallworld.rules.chance import Source
from smallworld.rules.game_state import GameState
from smallworld.rules.operations.combo_column import refill_column
from smallworld.rules.prepared.game_table import GameTable
from smallworld.rules.prepared.rulebook import Rulebook
from smallworld.rules.prepared.shared_abilities import listeners
from smallworld.rules.state.race_instances import renew_lent
from smallworld.rules.state.relics import RelicPlaces, replace_relics
from smallworld.rules.turn import advance

_rulebooks: dict[Any, Rulebook] = {}


def rulebook_for(
    variant: Variant, options: Mapping[str, Scalar], plugins: Plugins, wrap: Wrap | None = None
) -> Rulebook:
    """Return the rulebook of a variant with these options; it is cached, because many games share one.

    :raises PluginError: the variant needs a plugin that is not installed.
    """
    if wrap is not None:
        book = _new_rulebook(variant, options, plugins, wrap)
        book.foreign = True
        return book
    key = (id(variant), id(plugins), tuple(sorted(options.items())))
    cached = _rulebooks.get(key)
    # The id of a variant or of plugins that are gone is used again.
    if cached is None or cached.variant is not variant or cached.classes is not plugins.abilities:
        if len(_rulebooks) > 64:
            _rulebooks.clear()
        foreign = plugins.foreign()
        cached = _rulebooks[key] = _new_rulebook(variant, options, plugins, _checks_of(foreign) if foreign else None)
    return cached


def _checks_of(foreign: Collection[str]) -> Wrap:
    """Return the function that checks the answers of some abilities."""
    from smallworld.rules.guard.hook_answer_checks import wrap_with_checks  # not for the program's own abilities

    def guarded(ability: Ability, hook: str, call: Call) -> Call:
        return wrap_with_checks(ability, hook, call) if ability.name in foreign else call

    return guarded


def _new_rulebook(variant: Variant, options: Mapping[str, Scalar], plugins: Plugins, wrap: Wrap | None) -> Rulebook:
    for name, requirement in variant.plugins.items():
        problem = plugins.lacks(name, requirement)
        if problem is not None:
            raise PluginError(f"variant {variant.id!r}: {problem[0]}; {problem[1]}")
    book = Rulebook(variant, options, plugins.abilities, renew_lent, None if wrap is None else _guarded_wrap(wrap))
    foreign = plugins.foreign()
    book.foreign = any(ability.name in foreign for ability in book.abilities())
    return book


def _guarded_wrap(wrap: Wrap) -> Wrap:
    """Refuse a function that cannot wrap hooks, or does not return a function."""

    def wrapped(ability: Ability, hook: str, call: Call) -> Call:
        try:
            function: object = wrap(ability, hook, call)
        except (TypeError, ValueError, AttributeError) as error:
            raise ArgumentError(f"wrap must be a function of ability, hook and call ({error})") from error
        if not callable(function):
            raise ArgumentError(f"wrap must return a function for {hook}, not {given_as(function)}")
        return cast(Call, function)

    return wrapped


Script = Mapping[str, tuple[Any, ...]]
TABLES_KEPT: Final = 1024
"""Most tables that a rulebook keeps: twice the number of layouts of an edition's islands; programs may make
any number of boards."""


def lay_table(table: GameTable, names: Sequence[str], source: Source) -> GameState:
    """Put an empty board, full trays and the first coins on the table (R-SETUP-1, R-SETUP-5)."""
    state = GameState()
    book, regions, players = table.rulebook, len(table.board.regions), table.players
    state.table, state.board, state.players, state.names = table, table.board, players, tuple(names)
    state.random, state.script, state.log = source.random, source.script, source.log
    state.tokens, state.occupant, state.defence = [0] * regions, [NOBODY] * regions, list(table.printed)
    races = players * 3
    state.regions, state.adjacent, state.hand, state.withdrawn = [0] * races, [0] * races, [0] * races, [0] * races
    state.hook_tables = (table.no_hooks,) * races
    state.board_profiles = (table.board_profile(table.no_hooks),) * races
    state.coins, state.scored = [book.variant.coins] * players, [()] * players
    state.tray, state.supply, state.piece_regions = list(book.tray), book.supply, [0] * len(book.pieces)
    state.pieces, state.carried, state.memory, state.turn_memory, state.before_ready = {}, {}, {}, {}, {}
    state.spared_of, state.lent_factions = {}, {}
    state.relics = RelicPlaces({}, book)
    state.marked = state.immune = state.relic_regions = state.attacked = state.hit = state.paid = 0
    state.seats = tuple(zip(range(players)))
    state.column = state.banners = state.badges = state.discards = state.conquests = ()
    state.guards = state.actors = state.watchers = state.decline_order = state.boxed = ()
    state.pending = state.ended = state.events = state.turn_events = state.course = state.interrupt = None
    state.round, state.first_seat, state.turn, state.to_move = 1, 0, 0, 0
    state.phase, state.stage, state.decline_stage = "pick", MAY_ABANDON, HAS_CONQUERED
    state.fresh = state.readied = True
    state.picked = state.die_used = state.phase_over = False
    return state


def table_for(rulebook: Rulebook, faces: Sequence[BoardFile], players: int) -> GameTable:
    """Return the compiled table for these board faces; it is made once for each rulebook."""
    key = (tuple(face.id for face in faces), players)
    table = rulebook.tables.get(key)
    if table is None or table.board.faces != tuple(faces):
        _check_terrains(rulebook, faces)
        water = frozenset(name for name, terrain in rulebook.variant.terrains.items() if terrain.water)
        board = Board(tuple(faces), water)
        rounds = next((face.rounds for face in faces if face.rounds), None) or rulebook.variant.rounds[players]
        if len(rulebook.tables) >= TABLES_KEPT:
            rulebook.forget_tables()
        table = rulebook.tables[key] = GameTable(rulebook, board, players, rounds)
    compiled: GameTable = table
    return compiled


def _check_terrains(rulebook: Rulebook, faces: Sequence[BoardFile]) -> None:
    """Refuse a board with terrains that the edition does not have."""
    edition_terrains = rulebook.variant.terrains
    for face in faces:
        for region in face.regions:
            if region.terrain not in edition_terrains:
                problem = lazy(
                    "{edition} has no terrain {terrain!r}", edition=rulebook.variant.name, terrain=region.terrain
                )
                advice = with_suggestion(problem, region.terrain, edition_terrains)
                raise SmallWorldError(
                    lazy("the board {board!r} does not fit: {problem}", board=face.id, problem=advice)
                )


def new_position(
    rulebook: Rulebook, names: Sequence[str], seed: int, faces: Sequence[BoardFile] | None, script: Script
) -> GameState:
    """Set up a game up to its first decision (R-SETUP).

    :param faces: the boards to use; None = the variant's own for this number of players.
    :param script: results that replace those of chance, by kind.
    """
    source = Source(seed, script)
    if faces is None:
        faces = choose_faces(source, rulebook, len(names))
    # 1. The board, the coins and the natives (R-SETUP-1, 2, 5).
    state = lay_table(table_for(rulebook, faces, len(names)), names, source)
    set_natives(state, state.board.natives)
    # 2. The player who begins: by ruling, or by chance (R-SETUP-6).
    chosen = chosen_seat(state)
    if chosen is None:
        chosen = int(chance.draw(state, "first_player", list(map(str, range(1, state.players + 1))))) - 1
    state.first_seat = chosen
    # 3. The column, and a face-down relic on the slot of every island (R-SETUP-3, 4, W-SETUP-4).
    deal_column(state, ())
    if state.board.relic_slots and rulebook.relics:
        order = chance.shuffle(state, "relics", list(rulebook.relic_indexes))
        pairs = zip(state.board.relic_slots, order, strict=False)
        replace_relics(state, {slot: ((rulebook.relic_indexes[name], False),) for slot, name in pairs})
    # 4. Questions of the edition, then the first turn.
    for call, _ in listeners(state, "game_set_up"):
        call(state)
    state.phase, state.phase_over = "set_up", True
    advance(state)
    return state


def choose_faces(source: Source, rulebook: Rulebook, players: int) -> list[BoardFile]:
    """Choose the variant's board for this number of players; islands are drawn by size (W-SETUP-1)."""
    variant = rulebook.variant
    boards = boards_of(rulebook, players)
    if boards is None:
        numbers = ", ".join(str(number) for number in sorted(variant.boards))
        message = N_("{edition} is for {numbers} players, not {players}; change the number of players")
        if numbers == "1":
            message = N_("{edition} is for {numbers} player, not {players}; change the number of players")
        raise SmallWorldError(lazy(message, edition=variant.name, numbers=numbers, players=players))
    if isinstance(boards, str):
        return [face_named(rulebook, boards)]
    drawn: list[BoardFile] = []
    for size in boards:
        if is_board(rulebook, size):
            drawn.append(face_named(rulebook, size))
            continue
        used = [sheet_of(face) for face in drawn]
        offer = [face.id for face in rulebook.islands.get(size, ()) if sheet_of(face) not in used]
        drawn.append(face_named(rulebook, chance.draw(source, "island", offer)))
    return drawn


def is_board(rulebook: Rulebook, name: str) -> bool:
    """Return whether a name among sizes of islands is a board instead, as ground under islands that are drawn."""
    return name not in rulebook.islands and name in rulebook.variant.board_files


def sheet_of(face: BoardFile) -> str:
    """Return the sheet of which an island is one face; an island that names none is a sheet of its own."""
    return face.sheet or face.id


def boards_of(rulebook: Rulebook, players: int) -> str | tuple[str, ...] | None:
    """Return the id of the board for this number of players, or the sizes of islands to draw; may be None (W-SETUP-1).

    :raises PluginError: an ability of the edition wants more islands of a size than there are.
    """
    return _sizes(rulebook, players) or rulebook.variant.boards.get(players)


def _sizes(rulebook: Rulebook, players: int) -> tuple[str, ...]:
    """Return the sizes of islands that an ability of the edition draws; empty if no ability decides (W-SETUP-1).

    :raises PluginError: the variant has fewer islands of a size.
    """
    answers = [(item.ability, item.call(players)) for item in rulebook.hooks["board_sizes"]]
    for ability, sizes in answers:
        if sizes is None:
            continue
        for size in (name for name in sizes if not is_board(rulebook, name)):
            sheets = {sheet_of(face) for face in rulebook.islands.get(size, ())}
            if len(sheets) < list(sizes).count(size):
                problem = f"wants more islands of size {size!r} than the {len(sheets)} there are"
                sizes_to_propose = () if sheets else rulebook.islands
                raise PluginError(
                    with_suggestion(f"{name_ability(ability)}: hook board_sizes {problem}", size, sizes_to_propose)
                )
        return tuple(sizes)
    return ()


def faces_named(
    rulebook: Rulebook, board: str | BoardFile | Sequence[str | BoardFile] | None
) -> list[BoardFile] | None:
    """Return the boards that a caller names by id or gives; None for the variant's own.

    :raises SmallWorldError: two of them are faces of one sheet.
    """
    if board is None:
        return None
    boards = [board] if isinstance(board, str | BoardFile) else list(board)
    faces = [face if isinstance(face, BoardFile) else face_named(rulebook, face) for face in boards]
    sheets = [sheet_of(face) for face in faces]
    twins = [face.id for face, sheet in zip(faces, sheets, strict=True) if sheets.count(sheet) > 1]
    if len(set(twins)) > 1:  # one face named twice has an error of its own
        raise SmallWorldError(
            lazy("the boards {boards} are faces of one sheet; name one of them only", boards=", ".join(twins))
        )
    return faces


def face_named(rulebook: Rulebook, board: str) -> BoardFile:
    """Return a board of the variant.

    :raises UnknownName: the variant has no such board.
    """
    face = rulebook.variant.board_files.get(board)
    if face is None:
        raise UnknownName("board", board, rulebook.variant.board_files)
    return face


def set_natives(state: GameState, natives: Iterable[tuple[int, int]]) -> None:
    """Put native tokens on regions without an occupant: pairs of region and tokens (R-SETUP-2, W-SETUP-3)."""
    occupant, tokens, defence = state.occupant, state.tokens, state.defence
    for region, count in natives:
        occupant[region] = NATIVES
        tokens[region] = count
        defence[region] += count


def chosen_seat(state: GameState) -> int | None:
    """Return the player who begins by ruling; None if chance decides (R-SETUP-6).

    :raises SmallWorldError: nobody has that seat.
    """
    chosen = state.table.rulings["first_player"]
    if not isinstance(chosen, int):
        return None
    if chosen > state.players:
        raise SmallWorldError(
            lazy(
                "option first_player is seat {chosen}, but there are {players} players",
                chosen=chosen,
                players=state.players,
            )
        )
    return chosen - 1


def deal_column(
    state: GameState, visible: Sequence[tuple[int, int, int]], away: Sequence[tuple[int, int]] = ()
) -> None:
    """Shuffle the banners and badges that are not visible or away, then fill the column (R-SETUP-3, R-SETUP-4).

    :param visible: combos that are at the top of the column already, as (race, power, coins).
    :param away: combos that players hold; power -1 = the badge is not away.
    """
    book = state.table.rulebook
    races = {entry[0] for entry in (*visible, *away)}
    powers = {entry[1] for entry in (*visible, *away)}
    if min(state.table.columns.of_race, default=0) < 0:
        races |= {race for race, column in enumerate(state.table.columns.of_race) if column < 0}
    banners = chance.shuffle(state, "banners", _without(book.race_indexes, races))
    badges = chance.shuffle(state, "badges", _without(book.power_indexes, powers))
    state.banners = tuple(map(book.race_indexes.__getitem__, banners))
    state.badges = tuple(map(book.power_indexes.__getitem__, badges))
    state.column = tuple(visible)
    refill_column(state)


def _without(numbers: Mapping[str, int], left_out: set[int]) -> list[str]:
    """Return the names in order, without those of the numbers left out."""
    return [name for name, number in numbers.items() if number not in left_out] if left_out else list(numbers)
