"""The parts of the screen as rows of styled text: status, players with their latest turns, board, notes and menu."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from adjacency_map.raster import usual_rows
from smallworld import N_, Game, SmallWorldError, _
from smallworld.model.names import phase_name
from smallworld.model.variant import combo_name
from smallworld.tools import tokens_off_map
from smallworld_cli.console import break_line, fixed_width
from smallworld_draw.colours import ink, owner_colour
from smallworld_draw.scene import Scene, scene_of_game
from smallworld_draw.text import Glyph, board_picture
from smallworld_output.text_width import cut, display_width, head, pad
from smallworld_play.explanations import prompt_of
from smallworld_play.log_text import last_turn
from smallworld_play.priced_actions import MenuItem
from smallworld_play.shorthand import short_ids
from smallworld_play.standings import race_summaries
from smallworld_play.turns import TurnHistory
from smallworld_terminal.game_lines import coin_count, column_lines, hint, menu_rows, right_count, tokens_in_hand

ASKING = ("finish", "answer")
"""Phases in which an ability asks: its question stays under the answer to the last line."""


class Fragment(NamedTuple):
    """A piece of a row."""

    text: str
    style: str = ""
    """As prompt_toolkit reads it: ``bg:#rrggbb #rrggbb bold``."""
    region: str = ""
    """Id of the region that it shows, for the mouse."""
    action: str = ""
    """The action of the menu that it shows, for the mouse."""


Row = list[Fragment]


@dataclass(frozen=True, slots=True)
class ScreenView:
    """Everything that the screen shows, apart from its size."""

    game: Game
    turns: TurnHistory
    viewer: str = ""
    """The person who may see their coins; empty while the screen is handed over."""
    notes: Sequence[str] = ()
    """The answer to the last line."""
    is_recap: bool = False
    """Whether the notes are the moves of others since the viewer's latest turn."""
    menu: Sequence[MenuItem] = ()
    """The actions of the person who decides."""
    log: Sequence[str] = ()
    """The latest lines of the log, for large screens."""
    activity: str = ""
    """The bot that thinks, or the state of a game that is watched."""
    has_colours: bool = True
    is_spectator: bool = False
    """Whether bots play alone, so that nothing is hidden from the person who watches."""
    scroll: int = 0
    """Rows of the notes that were scrolled away."""
    text_rows: int = 0
    """Rows that notes and menu have at least, so that the board does not jump during a turn."""


def status_row(view: ScreenView, columns: int) -> Row:
    """Write round, player, phase and tokens in hand."""
    game = view.game
    if game.over:
        text = _(" the game is over after round {round}", round=game.round)
    else:
        phase = ", ".join(filter(None, [phase_name(game.phase), tokens_in_hand(game)]))
        heading = N_(" round {round} of {rounds}, {player}: {phase}")
        text = _(heading, round=game.round, rounds=game.rounds, player=game.to_move, phase=phase)
    is_picking = any(item.kind == "pick" for item in view.menu)
    right = f"{view.activity or _('Enter: what they do')} " if view.activity or is_picking else ""
    room = columns - display_width(right)
    return [Fragment(pad(cut(text, room), room) + right, "reverse")]


def player_rows(view: ScreenView, columns: int, *, is_compact: bool) -> list[Row]:
    """Write each player with coins, races and latest turn: in one line each, or the turn in a second one."""
    game, width = view.game, max(map(display_width, view.game.players))
    coins: dict[str, int | None] = dict.fromkeys(game.players)
    if game.over or view.viewer or view.is_spectator:
        coins.update(game.view(view.viewer).coins if view.viewer and not game.over else game.scores())
    counts = {name: right_count(coin_count(number), 3) for name, number in coins.items()}
    count_width = max(map(display_width, counts.values()))
    rows: list[Row] = []
    for seat, name in enumerate(game.players):
        colour = owner_colour(seat)
        style = f"bg:{colour} {ink(colour)} bold" if view.has_colours else "bold"
        mark = ">" if seat == game.state.turn and not game.over else " "
        count = f"{'?' if coins[name] is None else coins[name]:>3}" if is_compact else pad(counts[name], count_width)
        lead = [Fragment(mark), Fragment(pad(name, width), style), Fragment(f" {count} ")]
        room = columns - row_width(lead)
        if is_compact:
            rows.append([*lead, Fragment(_longest_state(view, seat, room))])
            continue
        rows.append([*lead, Fragment(cut("; ".join(race_summaries(game, seat)) or _("no race"), room))])
        turns = list(_turn_forms(view, name))
        if turns[0] and name != (view.viewer or game.to_move):
            forms = [f"   {_('last: {turn}', turn=turn)}" for turn in turns]
            rows.append([Fragment(_longest_fitting(forms, columns))])
    return rows


def _turn_forms(view: ScreenView, name: str) -> Iterator[str]:
    """Yield the latest turn of a player from long to short: whole, without the pick, with short ids of regions."""
    yield last_turn(view.turns, name)
    yield last_turn(view.turns, name, has_pick=False)
    yield last_turn(view.turns, name, has_pick=False, names=short_ids(view.game))


def _longest_fitting(forms: Sequence[str], room: int) -> str:
    """Return the first text that fits; else the last one without a part before its last clause, the coins."""
    fitting = next((form for form in forms if display_width(form) <= room), "")
    if fitting:
        return fitting
    start, separator, coins = forms[-1].rpartition("; ")
    return cut(start, max(0, room - display_width(separator + coins))) + cut(separator + coins, room)


def _longest_state(view: ScreenView, seat: int, room: int) -> str:
    """Write races and latest turn of a player in the longest form that fits; the turn stays whole if possible."""
    game, forms = view.game, list[str]()
    races = [_short_races(game, seat), _short_races(game, seat, has_powers=False)]
    for turn in list(_turn_forms(view, game.players[seat]))[1:]:
        forms += [f"{text} | {turn}" for text in races] + [f"| {turn}"] if turn else races
    return _longest_fitting(sorted(forms, key=lambda form: (form.startswith("|"), -display_width(form))), room)


def full_player_rows(view: ScreenView, columns: int) -> list[Row]:
    """Write each player in as many lines as they need, with the latest turn of everybody."""
    game = view.game
    rows: list[Row] = []
    for seat, row in enumerate(player_rows(replace(view, turns=TurnHistory()), columns, is_compact=False)):
        *lead, _races = row
        indent = row_width(lead)
        races = break_text("; ".join(race_summaries(game, seat)) or _("no race"), columns - indent)
        rows.append([*lead, Fragment(races[0])])
        rows += [[Fragment(" " * indent + text)] for text in races[1:]]
        last = last_turn(view.turns, game.players[seat])
        lines = break_text(_("last: {turn}", turn=last), columns - 4) if last else ()
        rows += [[Fragment(f"    {text}")] for text in lines]
    return rows


def _short_races(game: Game, seat: int, *, has_powers: bool = True) -> str:
    """Write the races of a player with the numbers of regions and of tokens in hand: ``Merchant Ratmen 4 +7``.

    :param has_powers: else declined races and powers are left out.
    """
    state, book, texts = game.state, game.state.table.rulebook, list[str]()
    for race in (seat, *state.declined_of(seat)):
        hook_table = state.hook_tables[race]
        if hook_table.race_index >= 0:
            name, count = book.races[hook_table.race_index].name, state.regions[race].bit_count()
            if race >= state.players:
                texts += [f"({name} {count})"] if has_powers or not texts else []
                continue
            hand = f" +{tokens_off_map(state, race)}" if tokens_off_map(state, race) else ""
            if has_powers and hook_table.power_index >= 0:
                name = combo_name(book.powers[hook_table.power_index], book.races[hook_table.race_index])
            texts.append(f"{name} {count}{hand}")
    return ", ".join(texts) or _("no race")


# --- the board


def marked_scene(view: ScreenView, ratio: float) -> Scene:
    """Return the board, with marks on the regions that changed since the viewer's latest turn.

    :raises NotDrawable: no flat map has the borders of its board.
    """
    scene = scene_of_game(view.game, ratio)
    changed = view.turns.changed_regions(view.game, view.viewer) if view.viewer else set()
    short = short_ids(view.game)
    spots = {
        name: replace(spot, changed=name in changed, short_id=short[name]) for name, spot in scene.spots.items()
    }  # fmt: skip
    return replace(scene, spots=spots)


def board_height(view: ScreenView, columns: int, ratio: float = 2.0) -> int:
    """Return the rows of a board that keeps its shape, with its legend; 0 if it has no drawing.

    :param ratio: width divided by height of the page on which islands are arranged.
    """
    try:
        return usual_rows(scene_of_game(view.game, ratio).drawing, columns) + 1
    except SmallWorldError:
        return 0


class BoardPane(NamedTuple):
    """A board in a given size."""

    rows: list[Row]
    rank: tuple[int, ...]
    """How many of its labels lack much, less, little; smaller is better."""


def board_pane(view: ScreenView, columns: int, rows: int) -> BoardPane:
    """Draw the board in at most this size; the place of an undrawable one stays empty."""
    try:
        scene = marked_scene(view, columns / (2 * rows))
    except SmallWorldError as error:
        return BoardPane([[Fragment(text)] for text in break_text(str(error), columns)][:rows], ())
    picture = board_picture(scene, columns, rows - 1)
    letters = _letters_row(picture.letters, columns)
    return BoardPane([*(_board_row(glyphs, view) for glyphs in picture.rows), letters], picture.rank)


def _letters_row(letters: Mapping[str, str], columns: int) -> Row:
    """Explain letters that are in place of words, as many as have room."""
    text = ""
    for word, code in letters.items():
        entry = f"{'  ' if text else ''}{code} {word}"
        text += entry if display_width(text + entry) <= columns else ""
    return [Fragment(text)]


def _board_row(glyphs: Iterable[Glyph], view: ScreenView) -> Row:
    """Join the glyphs of a row that have the same style and region."""
    row: Row = []
    for letter, ground, is_bold, region, is_underlined in glyphs:
        style = "bold" if is_bold else ""
        if ground and view.has_colours:
            style = f"bg:{ground} {ink(ground)}{' bold' if is_bold else ''}"
        style = f"{style} underline".strip() if is_underlined else style
        if row and (row[-1].style, row[-1].region) == (style, region):
            row[-1] = Fragment(row[-1].text + letter, style, region)
        else:
            row.append(Fragment(letter, style, region))
    return row


# --- notes and menu


def note_rows(view: ScreenView, columns: int) -> list[Row]:
    """Write the answer to the last line, or the next step."""
    game = view.game
    notes = [*view.notes] or ([] if game.over or not view.menu else [hint(game)])
    if view.menu and game.phase in ASKING:
        notes.append(prompt_of(game, game.to_move or "").sentence)
    return [[Fragment(text)] for note in notes for text in break_text(note, columns)]


def menu_pane(view: ScreenView, columns: int, rows: int) -> tuple[list[Row], int]:
    """Write the actions that fit, and how many these are."""
    combos = _combo_rows(view, columns)
    if 0 < len(combos) <= rows:
        return combos, len(view.menu)
    with fixed_width(columns):
        lines = list(menu_rows(view.menu))
    is_cut = len(lines) > rows > 0
    shown = lines[: rows - 1] if is_cut else lines[: max(rows, 0)]
    actions = iter(item.action for item in view.menu)
    pane = [[Fragment(text, action=next(actions)) for text in line] for line in shown]
    count = sum(map(len, shown))
    if is_cut:
        kinds = ", ".join(dict.fromkeys(item.kind for item in view.menu[count:]))
        more = "    " + _("… {count} more (legal shows all): {kinds}", count=len(view.menu) - count, kinds=kinds)
        pane.append([Fragment(cut(more, columns))])
    return pane, count


def _combo_rows(view: ScreenView, columns: int) -> list[Row]:
    """Write the combos on offer with their texts; nothing if the menu has other actions, too."""
    if not view.menu or any(item.kind != "pick" for item in view.menu):
        return []
    with fixed_width(columns):
        lines = list(column_lines(view.game))
    actions = {f"{item.action.number:>2}.": item.action for item in view.menu}
    return [[Fragment(line, action=actions.get(line[1:4], ""))] for line in lines]


# --- text


def row_width(row: Row) -> int:
    """Return the columns that the fragments of a row take."""
    return sum(display_width(fragment.text) for fragment in row)


def break_text(text: str, columns: int) -> list[str]:
    """Break a text into lines; a longer word, such as a path, goes on in the next line."""
    parts = (part for line in text.split("\n") for part in break_line(line, columns))
    return [piece for part in parts for piece in _pieces(part, columns)] or [""]


def _pieces(line: str, columns: int) -> Iterator[str]:
    """Yield parts of a line that fit; a letter that is wider than the columns is cut."""
    while display_width(line) > columns and (start := head(line, columns)):
        yield start
        line = line[len(start) :]
    yield cut(line, columns)
