"""The contents of the screen in every size, without a terminal."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from itertools import product
from pathlib import Path
from random import Random

import pytest

import smallworld
from smallworld_bots import RandomBot
from smallworld_play.log_text import last_turn
from smallworld_play.session import Session
from smallworld_play.shorthand import short_ids
from smallworld_terminal.panes import Fragment
from smallworld_terminal.prompt_commands import GameEnd, PromptCommands
from smallworld_terminal.screen_state import ScreenState
from tiers import quick_first

SIZES = [(60, 20), (80, 24), (100, 35), (160, 50)]
NAMES = ["you", "anna", "bert", "cid", "dora"]
GAMES = [("base", 2), ("base", 5), ("warcraft", 2), ("warcraft", 3)]
"""Further editions and numbers of players, for the full tier."""
SCREENS = [*product(SIZES, [("base", 3)]), *product(SIZES, [("warcraft", 5), *GAMES])]


def screen(variant: str, *people: str, players: int = 3, seed: int = 4) -> ScreenState:
    names = NAMES[:players]
    game = smallworld.new_game(smallworld.load_variant(variant), names, seed=seed)
    bots = {name: RandomBot() for name in names if name not in people}
    session = Session(game, bots, seed=seed)
    return ScreenState(session, PromptCommands(session), GameEnd(session, may_repeat=True), has_colours=True)


def play_bots(state: ScreenState) -> None:
    while state.session.bot_to_move:
        state.session.play_bot()
    state.bots_played()


def play_rounds(state: ScreenState, rounds: int) -> None:
    """Decide at random for people."""
    session, rng = state.session, Random(1)
    while session.game.round <= rounds or session.bot_to_move:
        if session.bot_to_move:
            session.play_bot()
        else:
            session.apply(rng.choice(list(map(str, session.game.legal_actions()))))
    state.bots_played()


@cache
def after_two_rounds(variant: str, players: int) -> ScreenState:
    """One game for the screens of all sizes."""
    state = screen(variant, "you", players=players)
    play_rounds(state, 2)
    return state


@cache
def own_turn() -> ScreenState:
    """One turn for the answers of all lengths."""
    state = screen("warcraft", "you", players=2)
    play_bots(state)
    return state


def visible(state: ScreenState, columns: int, rows: int) -> str:
    return "\n".join("".join(fragment.text for fragment in row) for row in state.arrange(columns, rows).rows)


@pytest.mark.parametrize("screen_of", quick_first(SCREENS, 3), ids=str)
def test_everything_fits_and_is_visible(screen_of: tuple[tuple[int, int], tuple[str, int]]) -> None:
    size, (variant, players) = screen_of
    state = after_two_rounds(variant, players)
    text = visible(state, *size)
    lines = text.splitlines()
    assert len(lines) <= size[1] - 1 and max(map(len, lines)) <= size[0]
    assert re.match(rf" round \d+ of \d+, {state.session.game.to_move}: ", lines[0])
    ids = short_ids(state.session.game)
    if size not in SIZES[:2]:  # there regions of islands have numbers below the island's name: test_map_in_window.py
        assert [pair for pair in ids.items() if not any(re.search(rf"{name}(?!\d)", text) for name in pair)] == []
    for name in NAMES[1:players]:
        last = last_turn(state.session.turns, name)
        names = [word for word in re.findall(r"[a-z0-9-]+", last) if word not in ("picks", "takes")]
        assert last and any(re.search(rf"\b{name}\b", line) for line in lines)
        assert names[0] in text or ids[names[0]] in text or "picks" in last


@pytest.mark.parametrize("size", quick_first(SIZES[1:], 2), ids=str)
def test_the_board_keeps_its_place(size: tuple[int, int]) -> None:
    state, heights = screen("base", "you"), set()
    for rounds in range(3):
        play_rounds(state, rounds)
        heights.add(sum(bool(re.match("[│├└┌]", line)) for line in visible(state, *size).splitlines()))
    assert len(heights) == 1


def test_the_whole_menu_has_numbers_or_is_cut_with_a_remark() -> None:
    state = screen("base", "you")
    play_bots(state)
    state.enter("pick 1")
    for size in SIZES:
        text = visible(state, *size)
        numbers = [int(number) for number in re.findall(r"\b(\d+) (?:conquer|done|decline)", text)]
        assert numbers == list(range(1, len(numbers) + 1)) == list(range(1, len(state.commands.listed) + 1))
        assert "more (legal shows all): " in text or "done" in state.commands.listed
    state.enter(str(len(state.commands.listed) + 1))
    assert "the list shown last has 1 to" in state.notes[0]


def test_regions_that_changed_since_my_turn_are_marked() -> None:
    state = screen("base", "you")
    play_bots(state)
    marked = set(re.findall(r"(r\d\d)!", visible(state, 100, 35)))
    occupied = {region.id for region, occupant in zip(state.session.game.state.board.regions,
             state.session.game.state.occupant, strict=True) if occupant >= 0}  # fmt: skip
    assert occupied == marked
    state.enter("pick 1")
    region = state.commands.listed[0].split()[1] if state.commands.listed else "r02"
    assert f"{region}!" not in visible(state, 100, 35)


def test_my_own_tokens_in_the_hand_do_not_mark_a_region() -> None:
    state = screen("base", "you")
    play_bots(state)
    for line in ("pick 2", "1", "done", "deploy even", "done"):
        visible(state, 80, 24)
        state.enter(line)
    play_bots(state)
    game = state.session.game
    mine = {region.id for region, occupant in zip(game.state.board.regions, game.state.occupant, strict=True)
            if occupant == 0}  # fmt: skip
    changed = state.session.turns.changed_regions(game, "you")
    assert game.round == 2 and game.turn == "you" and mine and changed and not mine & changed


def test_a_long_turn_keeps_its_coins_and_fits(monkeypatch: pytest.MonkeyPatch) -> None:
    """The pick and long ids give way first."""
    state = screen("warcraft", "you")
    regions = sorted(short_ids(state.session.game))[:9]

    def long_turn(_turns: object, _name: str, *, has_pick: bool = True, names: Mapping[str, str] | None = None) -> str:
        takes = f"takes {' '.join((names or {}).get(region, region) for region in regions)} from bert; 11 coins"
        return f"picks Championing Ethereals [neutral]; {takes}" if has_pick else takes

    monkeypatch.setattr("smallworld_terminal.panes.last_turn", long_turn)
    lines = [line.rstrip() for line in visible(state, 80, 24).splitlines() if "last: " in line]
    assert len(lines) == 2
    for line in lines:
        assert re.fullmatch(r"   last: takes( [lms]\d+){9} from bert; 11 coins", line)


def test_a_click_shows_a_region_and_what_can_be_done_there() -> None:
    state = screen("base", "you")
    play_bots(state)
    state.enter("pick 1")
    visible(state, 80, 24)
    region = state.commands.listed[2].split()[1]
    state.click(region)
    text = visible(state, 80, 24)
    assert re.search(rf"^ {region} .*next to", text, re.M) and re.search(rf"\b1 conquer {region} ", text)
    state.enter("1")
    assert state.session.game.log[-1]["do"].startswith(f"conquer {region}")


def test_fragments_of_the_board_know_their_region() -> None:
    state = screen("base", "you")
    play_bots(state)
    rows = state.arrange(100, 35).rows
    labels = {fragment.region: fragment.text for row in rows for fragment in row if re.search(r"r\d\d", fragment.text)}
    assert labels and all(region in text for region, text in labels.items() if region)
    assert Fragment("│") not in rows[3] and any(fragment.style.startswith("bg:#") for fragment in rows[3])


def test_nobody_sees_coins_of_others_during_a_hand_over() -> None:
    """R-SCORE-6."""
    state = screen("base", "you", "anna", players=2)
    assert state.is_handed_over and state.question() == "Enter> "
    first = str(state.session.game.to_move)
    second = "anna" if first == "you" else "you"
    assert len(re.findall(r"\? coins", visible(state, 80, 24))) == 2
    state.enter("")
    text = visible(state, 80, 24)
    assert re.search(rf"{first} +5 coins", text) and re.search(rf"{second} +\? coins", text)
    while state.session.game.to_move == first:
        state.enter("pick 1" if state.session.game.phase == "pick" else "done")
    text = visible(state, 80, 24)
    assert state.is_handed_over and f"it is {second}'s turn to decide: hand over" in text
    assert len(re.findall(r"\? coins", text)) == 2 and "│" in text
    state.enter("")
    text = visible(state, 100, 40)
    assert "since your last turn:" in text and f"{first}: ends the turn" in text and " 6 pick 6 " in text
    assert " 6 pick 6 " in visible(state, 80, 24)


def test_long_answers_take_the_place_of_the_board_and_can_be_scrolled() -> None:
    state = screen("base", "you")
    play_bots(state)
    visible(state, 80, 24)
    state.enter("help")
    text = visible(state, 80, 24)
    assert "│" not in text and "lines 1 to" in text and " anna " in text
    state.scroll = 99
    assert "Tab completes" in visible(state, 80, 24)
    state.enter("")
    assert "│" in visible(state, 80, 24)


@pytest.mark.parametrize("counts", quick_first([(1, 9, 25), range(1, 26)]), ids=["few", "all"])
@pytest.mark.parametrize("size", quick_first([(80, 24), (140, 40), (120, 40), (160, 50)], 2), ids=str)
def test_an_answer_of_any_length_is_whole_or_paged(size: tuple[int, int], counts: Iterable[int]) -> None:
    state = own_turn()
    for count in counts:
        state.notes = [f"line {number}." for number in range(count)]
        text = visible(state, *size)
        assert f"line {count - 1}." in text or f"of {count}: Page Up" in text, count


def test_esc_shows_the_board_after_the_end_where_enter_leaves() -> None:
    state = screen("base", players=2)
    while not state.session.game.over:
        state.session.play_bot()
    state.bots_played()
    for count, keys in ((40, "of 40: Page Up, Page Down; Esc: board"), (14, " Esc: board")):
        state.notes = [f"line {number}" for number in range(count)]
        assert keys in visible(state, 80, 24)


def test_a_small_window_is_reported() -> None:
    assert visible(screen("base", "you"), 50, 24) == "this window has 50 × 24 characters and needs 60 ×\n  20"


def test_the_menu_returns_after_a_number_that_is_refused() -> None:
    """A note that begins with a number is not a list."""
    state = screen("base", "you")
    play_bots(state)
    visible(state, 80, 24)
    state.enter("pick 1")
    visible(state, 80, 24)
    state.enter("99")
    assert "no action has the number 99" in state.notes[0]
    text = visible(state, 80, 24)
    assert " 1 conquer r" in text and state.commands.listed
    state.enter("legal")
    assert " 1 conquer r" in visible(state, 80, 24) and len(state.commands.listed) > 10
    state.enter("1")
    assert state.session.game.log[-1]["do"].startswith("conquer ")


def test_three_islands_are_side_by_side_where_there_is_room() -> None:
    state = screen("warcraft", "you")
    play_bots(state)
    text = visible(state, 160, 50)
    names = [face.name for face in state.session.game.state.board.faces]
    top = text.splitlines()[:8]
    assert len(names) == 3
    assert all(any(name in line for line in top) for name in names)
    assert all(re.search(rf"\b{name} +(?:\?|\d+) coins", text) for name in NAMES[:3])


def test_five_latest_turns_are_whole_in_a_small_window() -> None:
    state = screen("base", "you", players=5)
    checked = 0
    for rounds in range(1, 3):
        play_rounds(state, rounds)
        text = visible(state, 80, 24)
        for name in NAMES[1:]:
            turn = "; ".join(part for part in last_turn(state.session.turns, name).split("; ") if "picks " not in part)
            if len(turn) <= 60:
                checked += 1
                assert turn in text
    assert checked > 3


def test_a_path_that_is_longer_than_the_window_is_whole(tmp_path: Path) -> None:
    state = screen("base", "you", players=2)
    file = tmp_path / ("long" * 20 + ".jsonl")
    play_bots(state)
    state.enter(f"save {file}")
    text = visible(state, 60, 20)
    assert str(file) in text.replace("\n", "") and max(map(len, text.splitlines())) <= 60
