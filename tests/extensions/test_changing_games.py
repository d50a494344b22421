"""Terrain, rounds and the order of turns that change, and answers that stay secret: everywhere a game is shown."""

from __future__ import annotations

import json
import random
import re

import pytest
from extension_kit import TINY, Extend, Extension, play, race, seat

from smallworld.errors import PluginError, UnknownName
from smallworld.game import Game
from smallworld.rules.operations import terrain as terrain_module
from smallworld.tools import reveal_of
from smallworld_bots import make
from smallworld_bots.position_value import turns_left
from smallworld_draw.replay_page import page
from smallworld_draw.scene import scene_of_game
from smallworld_draw.svg import draw_contents, scene_svg
from smallworld_play.session import Session
from smallworld_records.record_lines import lines
from tiers import quick_first

RULES = '''
class Bids(Ability):
    """Everybody bids secretly; the highest bidders begin the next round."""
    rule = "T-1"
    users = ("edition",)
    verbs = {"bid": "N"}

    @hookimpl
    def round_started(self, state):
        for player in state.turn_order:
            state.ask(self, player, player, sealed=True)

    @hookimpl
    def answers(self, state):
        return [state.action(self, f"bid {n}", number=n) for n in range(state.coins[state.question.player] + 1)]

    @hookimpl
    def perform(self, state, race, action):
        state.pay(state.question.player, action.number)
        bids = (*state.recall_turn(self, ()), (-action.number, state.question.player))
        state.remember_turn(self, bids)
        if len(bids) == state.players:
            state.choose_turn_order([player for _, player in sorted(bids)])


class Growth(Ability):
    """Conquered regions turn into forest; a long forest prolongs the game."""
    rule = "T-2"

    @hookimpl
    def region_conquered(self, state, conquest):
        state.change_terrain(conquest.region, "forest", ["mine"])
        if state.rounds < 12 and state.board.terrain("forest").bit_count() > 6:
            state.change_rounds(state.rounds + 1)
'''
BIDS = "abilities: [bids]\nraces: {ents: {name: Ents, banner: 6, supply: 11, text: x, source: x, abilities: [growth]}}"


@pytest.fixture
def growing(extend: Extend) -> Extension:
    return extend(RULES, BIDS)


def grown(growing: Extension) -> Game:
    return play(
        growing.lay(seat(race("ents swamp", hand=9, beach=1)), seat(race("orcs hill", knoll=1))), "conquer marsh"
    )


# --- terrain


def test_everything_reads_the_new_terrain(growing: Extension) -> None:
    game = grown(growing)
    state = game.state
    marsh = state.board.index["marsh"]
    assert state.board.regions[marsh].symbols == frozenset({"mine"})
    assert state.board.terrain("swamp") == 0
    assert state.board.terrain("forest") >> marsh & 1
    assert state.board.symbol("mine") >> marsh & 1
    play(game, "done; deploy marsh 8; done")
    assert state.scoring_of(0) == {"regions": 2}, "the swamp of the power is gone"


def test_land_becomes_water_and_a_mountain_costs_more(growing: Extension) -> None:
    state = growing.lay(seat(race("ents swamp", hand=9, beach=1)), seat(race("orcs hill", marsh=2))).state
    wood, marsh = state.board.index["wood"], state.board.index["marsh"]
    before = state.cost(0, marsh)
    state.change_terrain(marsh, "mountain")
    assert state.cost(0, marsh) == before + 1
    assert state.targets(0) >> wood & 1
    state.change_terrain(wood, "sea")
    assert not state.targets(0) >> wood & 1
    assert state.board.waters >> wood & 1
    state.change_terrain(wood, "forest")
    state.change_terrain(marsh, "swamp")
    assert state.board.changes == ()
    assert state.cost(0, marsh) == before
    with pytest.raises(UnknownName, match=r"terrain 'wod'.*forest|unknown terrain"):
        state.change_terrain(wood, "wod")
    with pytest.raises(UnknownName, match="symbol"):
        state.change_terrain(wood, "forest", ["mines"])


def test_a_copy_and_a_game_of_the_same_rulebook_keep_their_terrain(growing: Extension) -> None:
    game = grown(growing)
    twin = game.copy()
    assert twin == game
    twin.state.change_terrain(twin.state.board.index["wood"], "hill")
    assert twin != game
    fresh = growing.lay(seat(race("ents swamp", hand=9, beach=1)), seat(race("orcs hill", knoll=1)))
    assert fresh.state.board.changes == ()
    assert fresh.state.board.terrain("swamp")
    assert twin.state.board.changes[-1][0] == "wood"


def test_the_order_of_changes_does_not_matter(growing: Extension) -> None:
    """Changes are listed by regions, so that equal boards share a table."""
    changes, boards = [("wood", []), ("marsh", ["mine"])], []
    for order in (changes, changes[::-1]):
        state = growing.lay(seat(race("ents swamp", hand=9, beach=1)), seat(race("orcs hill", knoll=1))).state
        for name, symbols in order:
            state.change_terrain(state.board.index[name], "hill", symbols)
        boards.append(state.board)
    assert [name for name, _, _ in boards[0].changes] == ["marsh", "wood"] and boards[0] is boards[1]


def test_views_saves_and_imagined_games_have_the_terrain(growing: Extension) -> None:
    game = grown(growing)
    shown = game.view("bob").as_dict()["regions"]
    assert (shown["marsh"]["terrain"], shown["marsh"]["symbols"]) == ("forest", ["mine"])
    assert game.view("bob").imagine(random.Random(1)).state.board == game.state.board
    again = Game.loads(game.dumps(), plugins=growing.plugins, variant=growing.variant)
    assert again == game
    assert again.state.board.changes == game.state.board.changes
    plain = growing.new(board=TINY).view("ann").as_dict()["regions"]["marsh"]
    assert "terrain" not in plain, "boards as printed are not repeated"


def test_pictures_show_the_terrain_in_every_form(growing: Extension) -> None:
    game = grown(growing)
    scene = scene_of_game(game)
    spot = scene.spots["marsh"]
    assert spot.describe().startswith("marsh: forest, mine; ann")
    assert "icon-symbols-mine" in draw_contents(scene, spot)
    assert 'class="land t-forest held p0" data-region="marsh"' in scene_svg(scene)
    replay = page(game)
    assert 'class="land t-swamp" data-region="marsh"' in replay, "as it was at the beginning"
    assert re.search(r'"marsh: forest, mine; ann[^"]*","held p0","forest"', replay)


def test_tables_of_changed_boards_do_not_accumulate(growing: Extension, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(terrain_module, "CHANGED_TABLES_KEPT", 3)
    game = grown(growing)
    for name in ("wood", "peak", "knoll", "mead", "beach"):
        game.state.change_terrain(game.state.board.index[name], "hill")
    tables = game.state.table.rulebook.tables.values()
    assert sum(bool(table.board.changes) for table in tables) <= 4
    play(game, "done; deploy marsh 8; done")


# --- rounds and the order of turns


def test_the_number_of_rounds_is_the_same_for_everybody(growing: Extension) -> None:
    game = growing.lay(seat(race("ents swamp", hand=9, beach=1)), seat(race("orcs hill", knoll=1)), round=4)
    assert (game.rounds, turns_left(game.state, 0)) == (5, 1)
    game.state.change_rounds(7)
    view = game.view("ann")
    assert (game.rounds, view.rounds, view.turns_left, turns_left(game.state, 0)) == (7, 7, {"ann": 4, "bob": 4}, 3)
    assert view.imagine(random.Random(1)).rounds == 7
    with pytest.raises(PluginError, match="cannot have 3 rounds; it is in round 4"):
        game.state.change_rounds(3)
    game.state.change_rounds(4)
    assert game.rounds == 4  # this one is the last


def test_turns_follow_the_chosen_order(growing: Extension) -> None:
    game = growing.new(3)
    orders = []
    bids = {1: "120", 2: "000", 3: "010"}
    while game.round < 4:
        if game.phase == "answer":
            seat_number = game.players.index(game.to_move or "")
            game.apply(f"bid {bids[game.round][seat_number]}")
            continue
        last = game.state.ended
        game.apply(game.legal_actions()[-1])
        if game.state.ended is not None and game.state.ended is not last:
            orders.append(game.players[game.state.ended.player])
    assert "".join(name[0] for name in orders) == "abc" + "bac" + "abc"
    state = game.state
    assert state.turn_order == (1, 0, 2)
    assert game.view("ann").as_dict()["turn_order"] == ["bob", "ann", "cid"]
    assert [game.view(None).turns_left[name] for name in game.players] == [7, 7, 7]
    with pytest.raises(PluginError, match=r"order of turns \[0, 1\] is impossible"):
        state.choose_turn_order([0, 1])


def test_turns_left_follow_the_order(growing: Extension) -> None:
    game = growing.lay(
        seat(race("ents swamp", beach=1)), seat(race("orcs hill", knoll=1)), seat(race("elves forest", wood=1))
    )
    game.state.choose_turn_order([2, 0, 1])
    play(game, "done; done; done; done; done; done; bid 0; bid 0; bid 0")
    assert (game.round, game.turn) == (3, "cid")
    play(game, "done; done")
    assert game.turn == "ann"
    assert game.view("ann").turns_left == {"ann": 3, "bob": 3, "cid": 2}
    assert [turns_left(game.state, player) for player in range(3)] == [2, 3, 2]


# --- sealed answers


def test_sealed_answers_are_secret_until_the_last_one(growing: Extension) -> None:
    game = growing.new(3)
    assert (game.phase, game.to_move) == ("answer", "ann")
    play(game, "bid 3")
    assert game.scores() == {"ann": 5, "bob": 5, "cid": 5}
    other = growing.new(3)
    play(other, "bid 1")
    assert game.view("bob") == other.view("bob"), "nothing of the answer is in the view of another player"
    assert game.view(None) == other.view(None)
    assert game.view("ann") != other.view("ann")
    seen = [json.loads(line) for line in lines(game, "bob")]
    assert {"by": "ann", "do": None} in seen
    assert {"by": "ann", "do": "bid 3"} in [json.loads(line) for line in lines(game, "ann")]
    play(game, "bid 0; bid 2")
    assert game.scores() == {"ann": 2, "bob": 5, "cid": 3}
    assert {"by": "ann", "do": "bid 3"} in [json.loads(line) for line in lines(game, "bob")]


def test_the_last_sealed_answer_shows_all_of_them(growing: Extension) -> None:
    game = growing.new(3)
    game.listen()
    reveals = []
    for bid in ("bid 3", "bid 0", "bid 2"):
        after = game.after(bid)
        reveals.append(reveal_of(game.state, after.state))
        game = after
    assert reveals == [None, None, "answer"]


def test_imagined_games_choose_sealed_answers_out_of_those_on_offer(growing: Extension) -> None:
    game = growing.new(3)
    play(game, "bid 3")
    spent = set()
    for number in range(40):
        imagined = game.view("bob").imagine(random.Random(number))
        play(imagined, "bid 0; bid 0")
        spent.add(imagined.scores()["ann"])
    assert spent == set(range(6))
    assert play(game.view("ann").imagine(random.Random(1)), "bid 0; bid 0").scores()["ann"] == 2


def test_the_log_lists_sealed_answers_when_they_are_carried_out(growing: Extension) -> None:
    session = Session(growing.new(3), {})
    session.apply("bid 3")
    assert list(session.new_lines())[-1] == "ann: answers in secret"
    session.apply("bid 0")
    assert list(session.new_lines())[-1] == "bob: answers in secret"
    session.apply("bid 2")
    shown = list(session.new_lines())
    assert shown[0] == "ann: bid 3"
    assert any(line.startswith("cid: bid 2") for line in shown)


def test_bots_play_whole_games_that_change(growing: Extension) -> None:
    game = growing.new(2, board=TINY)
    bots = {"ann": make("mcts:passes=2"), "bob": make("greedy")}
    rng = random.Random(3)
    while not game.over:
        name = game.to_move or ""
        game.apply(bots[name].choose(game.view(name), game.legal_actions(), rng))
    assert Game.loads(game.dumps(), plugins=growing.plugins, variant=growing.variant) == game


@pytest.mark.parametrize("number", quick_first((1, 2)))
def test_random_games_keep_the_laws(growing: Extension, number: int) -> None:
    games = growing.play_random(number, seed=1, prefer=("pick 1", "pick 2"))
    assert any(game.state.board.changes for game in games)


def test_a_sealed_question_without_an_answer_does_not_hold_the_others_up(extend: Extend) -> None:
    code = RULES.replace('range(state.coins[state.question.player] + 1)]',
                         'range(state.coins[state.question.player] + 1) if state.question.player != 2]')  # fmt: skip
    game = extend(code.replace("len(bids) == state.players", "False"), BIDS).new(3)
    play(game, "bid 3; bid 1")
    assert game.phase == "pick"
    assert game.scores() == {"ann": 2, "bob": 4, "cid": 5}
