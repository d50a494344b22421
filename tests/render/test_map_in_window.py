"""The map in a window: every region of every official board shows owner, count, decline, terrain and entry."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from random import Random

import pytest

import smallworld
from adjacency_map.raster import tile
from smallworld_bots import RandomBot
from smallworld_draw.labels import abbreviate, letters_of, terrain_word
from smallworld_draw.scene import RegionView, Scene, scene_of_board, scene_of_game
from smallworld_draw.text import board_picture
from smallworld_output.text_width import display_width
from smallworld_play.session import Session
from smallworld_terminal.panes import marked_scene
from smallworld_terminal.prompt_commands import GameEnd, PromptCommands
from smallworld_terminal.screen_state import ScreenState
from tiers import quick_first

NAMES = ["you", "anna", "bert", "cid", "dora"]
EDITIONS = [("base", 3), ("warcraft", 2), ("base", 5), ("warcraft", 5), ("base", 2), ("base", 4), ("warcraft", 3),
            ("warcraft", 4)]  # fmt: skip
GAMES = quick_first(EDITIONS, 2)
MEASURED = quick_first(EDITIONS)
"""For tests that draw a board in several sizes."""
WINDOWS = [(80, 24), (100, 35), (120, 38), (130, 40), (160, 50)]


@cache
def middle_of(variant: str, players: int, seed: int = 1) -> ScreenState:
    """A game after some turns, with a person to decide."""
    names = NAMES[:players]
    game = smallworld.new_game(smallworld.load_variant(variant), names, seed=seed)
    session = Session(game, {name: RandomBot() for name in names[1:]}, seed=seed)
    rng = Random(seed)
    while session.game.round < 5 or session.bot_to_move:
        actions = [str(action) for action in session.game.legal_actions()]
        is_spread = session.game.round == 3 + session.game.state.turn % 2 and "decline" in actions
        action = "decline" if is_spread else rng.choice(actions)
        if session.bot_to_move:
            session.play_bot(action)
        else:
            session.apply(action)
    return ScreenState(session, PromptCommands(session), GameEnd(session, may_repeat=True), has_colours=False)


def texts(state: ScreenState, columns: int, rows: int) -> dict[str, str]:
    """Return region → its words on the screen, without lines."""
    shown: dict[str, str] = {}
    for row in state.arrange(columns, rows).rows:
        for fragment in row:
            if fragment.region:
                shown[fragment.region] = shown.get(fragment.region, "") + fragment.text
        shown = {name: f"{text} " for name, text in shown.items()}
    return {name: " ".join(re.sub(r"[^\w()*!?-]|_", " ", text).split()) for name, text in shown.items()}


def test_wide_letters_take_their_columns() -> None:
    """In a small window, in which each letter of the grid is in a region."""
    names = ["獣ann", "虫bob", "cid"]
    game = smallworld.new_game(smallworld.load_variant("base"), names, seed=1)
    while game.round < 4:
        game.apply(game.legal_actions()[0])
    for size in ((60, 18), (100, 33)):
        rows = board_picture(scene_of_game(game), *size).rows
        assert any(glyph.letter in "獣虫" for row in rows for glyph in row if glyph.letter)
        assert {display_width("".join(glyph.letter for glyph in row)) for row in rows} == {size[0]}


def missing(spot: RegionView, text: str, scene: Scene) -> Iterator[str]:
    """Yield everything that a region should show and does not."""
    letters = letters_of(scene)
    number = spot.region.id.rpartition("-")[2].lstrip("r0")
    name = rf"({spot.region.id}|{spot.short_id}|{number})"
    marks = f"{'[*]' if spot.entry else ''}{'!' if spot.changed else ''}"
    if not re.match(name + marks, text):
        yield "id, entry"
    terrain = terrain_word(spot)
    if terrain not in text and letters.words[terrain] not in text:
        yield "terrain"
    if spot.seat >= 0:
        owner = rf"({spot.owner} |{letters.owners[spot.owner]}){spot.tokens or ''}(?!\d)"
        if not re.search(rf"{owner}( [\w ]+)?\)" if spot.declined else owner, text):
            yield "owner, tokens, decline"
        if not spot.declined and re.search(rf"{owner}\)", text):
            yield "no decline"
    elif spot.natives and not re.search(rf"{spot.natives}( native|n)", text):
        yield "natives"


@pytest.mark.parametrize("edition", GAMES, ids=str)
def test_every_region_shows_who_holds_it_and_what_it_is(edition: tuple[str, int]) -> None:
    variant, players = edition
    state = middle_of(variant, players)
    scene = marked_scene(state._current_view(), 2.0)
    shown = texts(state, *WINDOWS[0])
    print(f"\n{variant}, {players} players, 80×24")
    faults = dict[str, list[str]]()
    for name, spot in scene.spots.items():
        faults[name] = list(missing(spot, shown.get(name, ""), scene))
        print(f"  {name:8} {shown.get(name, ''):32} {', '.join(faults[name]) or 'complete'}")
    assert {name: fault for name, fault in faults.items() if fault} == {}
    assert any(spot.declined for spot in scene.spots.values())


@pytest.mark.parametrize("edition", MEASURED, ids=str)
def test_a_larger_window_shows_no_less(edition: tuple[str, int]) -> None:
    variant, players = edition
    state = middle_of(variant, players)
    scene = marked_scene(state._current_view(), 2.0)
    letters = letters_of(scene)
    counts = []
    for window in WINDOWS:
        shown = texts(state, *window)
        assert [name for name, spot in scene.spots.items() if list(missing(spot, shown[name], scene))] == [], window
        signs = [
            symbol.lower() in shown[name] or letters.words[symbol.lower()] in shown[name]
            for name, spot in scene.spots.items()
            for symbol in spot.symbols
        ]
        terrains = [terrain_word(spot) in shown[name] for name, spot in scene.spots.items()]
        counts.append((sum(signs), sum(terrains)))
    print(f"\n{variant}, {players} players: symbols and terrain words {dict(zip(WINDOWS, counts, strict=True))}")
    assert [min(later[0] for later in counts[i:]) for i in range(len(counts))] == [count[0] for count in counts]
    assert [min(later[1] for later in counts[i:]) for i in range(len(counts))] == [count[1] for count in counts]
    assert counts[-1] == (len(signs), len(terrains))


@pytest.mark.parametrize("edition", MEASURED, ids=str)
def test_neighbours_touch_and_others_do_not(edition: tuple[str, int]) -> None:
    variant, players = edition
    game = smallworld.new_game(smallworld.load_variant(variant), NAMES[:players], seed=1)
    for size in ((79, 10), (80, 10), (80, 13), (100, 19), (75, 34)):
        rows = tile(scene_of_game(game, size[0] / (2 * size[1])).drawing, *size).region
        in_rows = {frozenset(pair) for row in rows for pair in pairwise(row)}
        below = {frozenset(pair) for row in zip(*rows, strict=True) for pair in pairwise(row)}
        touching = {pair for pair in in_rows | below if len(pair) == 2 and "" not in pair}
        assert touching == {frozenset((r.id, other)) for r in game.state.board.regions for other in r.adjacent}, size


def test_letters_are_explained_where_words_have_no_room() -> None:
    state = middle_of("base", 5)
    lines = ["".join(fragment.text for fragment in row) for row in state.arrange(80, 24).rows]
    assert any({"Mo mountain", "Fo forest"} <= {*line.split("  ")} for line in lines)
    state = middle_of("base", 2)
    lines = ["".join(fragment.text for fragment in row) for row in state.arrange(160, 50).rows]
    assert not any("Mo mountain" in line for line in lines)


def test_borders_below_words_are_lines() -> None:
    state = middle_of("base", 5)
    scene = scene_of_game(state.session.game, 3.0)
    picture, rows = board_picture(scene, 80, 10).rows, tile(scene.drawing, 80, 10)
    for row, glyphs in enumerate(picture):
        for column, glyph in enumerate(glyphs):
            is_line = glyph.letter == "_" or glyph.is_underlined
            assert is_line == rows.ends_below(row, column), (row, column)


def test_names_that_begin_alike_have_letters_of_their_own() -> None:
    assert abbreviate(["mine", "mountain", "magic"], 2) == {"mine": "mi", "mountain": "mo", "magic": "ma"}
    codes = abbreviate(["anna", "anton", "bob", "Hráč1", "Hráč2"], 1)
    assert len({*codes.values()}) == 5 and codes["Hráč2"] == "H2"


def test_the_board_keeps_its_height_during_a_turn() -> None:
    names = NAMES[:3]
    game = smallworld.new_game(smallworld.load_variant("base"), names, seed=4)
    session = Session(game, {name: RandomBot() for name in names[1:]}, seed=4)
    state = ScreenState(session, PromptCommands(session), GameEnd(session, may_repeat=True), has_colours=False)
    while session.bot_to_move:
        session.play_bot()
    state.bots_played()
    heights = []
    for line in ("", "1", "1", "1", "done", "deploy even"):
        if line:
            state.enter(line)
        rows = state.arrange(80, 24).rows
        heights.append(sum(any(fragment.region for fragment in row) for row in rows))
    assert len({*heights}) == 1, heights


def test_a_board_is_drawn_in_tiles_without_a_game() -> None:
    variant = smallworld.load_variant("base")
    scene = scene_of_board(variant.board_files["base-5p"], variant)
    picture = board_picture(scene, 80, 11)
    assert len(picture.rows) == 11 and all(len(row) == 80 for row in picture.rows)
