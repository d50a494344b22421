"""Tokens, races and cards that go unusual ways; adjacency that depends on the position; editions for one player."""

from __future__ import annotations

import random
import re

import pytest
from extension_kit import Extend, play, race, seat

import smallworld
from smallworld.api import NOBODY
from smallworld.errors import PluginError
from smallworld.tools import position_text, reveal_of
from tiers import quick_first

MOVES = '''
class Drill(Ability):
    """Tokens move between hand and map while it conquers."""
    rule = "T-1"
    offers_in = ("conquer",)
    verbs = {"land": "REGION N", "lift": "REGION N"}

    @hookimpl
    def offer_actions(self, state, race, phase):
        if state.recall_turn(self, 0) > 3:
            return ()
        lifts = state.actions_at(self, "lift {} 1", state.regions[race], number=1)
        lands = state.actions_at(self, "land {} 1", state.regions[race], number=1)
        return [*lifts, *(lands if state.hand[race] else ())]

    @hookimpl
    def perform(self, state, race, action):
        state.remember_turn(self, state.recall_turn(self, 0) + 1)
        if action.verb == "land":
            state.deploy_tokens(race, action.region, action.number)
        else:
            state.withdraw(action.region, action.number)


class Statues(Ability):
    """It does not redeploy."""
    rule = "T-2"

    @hookimpl
    def traits(self):
        return Traits(stays_put=True)


class Scouts(Ability):
    """A token in hand for each farmland."""
    rule = "T-3"

    @hookimpl
    def reserved_tokens(self, state, race):
        return (state.regions[race] & state.board.terrain("farmland")).bit_count()
'''
MOVING = """
races:
  drillers: {name: Drillers, banner: 6, supply: 12, text: x, source: x, abilities: [drill]}
powers:
  statues: {name: Statues, badge: 4, text: x, source: x, abilities: [statues]}
  scouting: {name: Scouting, badge: 5, text: x, source: x, abilities: [scouts]}
"""


def test_tokens_go_from_the_hand_to_a_region_and_back(extend: Extend) -> None:
    game = extend(MOVES, MOVING).lay(seat(race("drillers hill", hand=2, beach=1, wood=1)))
    play(game, "land beach 1; lift beach 1; lift wood 1")
    state = game.state
    assert (state.hand[0], state.tokens[state.board.index["beach"]]) == (3, 1)
    assert state.occupant[state.board.index["wood"]] == NOBODY


def test_a_race_that_stays_put_keeps_its_tokens_on_the_map(extend: Extend) -> None:
    game = extend(MOVES, MOVING).lay(seat(race("humans statues", hand=4, beach=3)))
    play(game, "conquer wood")
    assert game.state.hand[0] == 4 + 2 - 2
    before = list(game.state.tokens)
    play(game, "done")
    assert game.state.tokens == before
    assert game.state.hand[0] == 4


def test_a_reserve_depends_on_the_position(extend: Extend) -> None:
    game = extend(MOVES, MOVING).lay(seat(race("humans scouting", hand=3, beach=1, mead=1, wood=1)))
    play(game, "done; deploy wood 1")
    assert game.legal_actions() == ("done",)
    assert game.state.hand[0] == 2


def test_games_with_unusual_moves_keep_the_laws(extend: Extend) -> None:
    extend(MOVES, MOVING).play_random(1)


OWNERS = '''
class Sleepers(Ability):
    """Its declined race may wake before a pick."""
    rule = "T-4"
    in_decline: bool = True
    offers_in = ("pick",)
    verbs = {"wake": ""}

    @hookimpl
    def offer_actions(self, state, race, phase):
        return [state.action(self, "wake")]

    @hookimpl
    def perform(self, state, race, action):
        state.wake(race)
        state.end_phase()


class Traitors(Ability):
    """On declining it goes to the next player."""
    rule = "T-5"

    @hookimpl
    def race_declined(self, state, race):
        state.hand_over(race, (state.owner(race) + 1) % state.players)
'''
OWNED = """
races:
  sleepers: {name: Sleepers, banner: 6, supply: 12, text: x, source: x, abilities: [sleepers]}
powers:
  dozing: {name: Dozing, badge: 5, text: x, source: x, abilities: [sleepers, keep_badge]}
  treacherous: {name: Treacherous, badge: 5, text: x, source: x, abilities: [traitors]}
"""


def test_a_declined_race_wakes_instead_of_a_pick(extend: Extend) -> None:
    game = extend(OWNERS, OWNED).lay(seat(None, race("sleepers", beach=1, wood=1)))
    play(game, "wake")
    state = game.state
    assert (game.phase, state.regions[0].bit_count(), state.declined_of(0)) == ("conquer", 2, [])
    assert game.view("bob").as_dict()["races"]["ann"][0]["power"] is None
    assert not game.refusal("conquer mead")[0].code.startswith("not")
    play(game, "decline")
    assert [table.race_index >= 0 for table in game.state.hook_tables[:4]] == [False, False, True, False]


def test_a_declined_race_changes_hands(extend: Extend) -> None:
    game = extend(OWNERS, OWNED).lay(
        seat(race("humans treacherous", beach=1, wood=1)), seat(None, race("elves", peak=1))
    )
    play(game, "decline")
    state = game.state
    assert (state.regions_of(0), state.regions_of(1).bit_count(), len(state.declined_of(1))) == (0, 2, 1)
    assert state.scoring_of(0) == {}


def test_a_race_that_outlasts_others_changes_hands_beside_one(extend: Extend) -> None:
    game = extend(OWNERS, OWNED).lay(
        seat(race("orcs hill", beach=1), race("humans spirit", wood=1)),
        seat(race("ratmen swamp", knoll=1), race("elves", peak=1)),
    )
    game.state.hand_over(game.state.declined_of(0)[0], 1)
    assert len(game.state.declined_of(1)) == 2


def test_only_declined_races_wake_and_only_without_an_active_one(extend: Extend) -> None:
    game = extend(OWNERS, OWNED).lay(seat(race("humans hill", beach=1), race("elves", peak=1)))
    with pytest.raises(PluginError, match="ann has an active race"):
        game.state.wake(2)
    with pytest.raises(PluginError, match="race 0 is not a declined race in play"):
        game.state.hand_over(0, 1)


@pytest.mark.parametrize("number", quick_first((1, 4)))
def test_games_in_which_races_change_hands_keep_the_laws(extend: Extend, number: int) -> None:
    games = extend(OWNERS, OWNED).play_random(number, prefer=("wake", "decline"))
    assert any(event.get("do") == "wake" for game in games for event in game.log)


CARDS = '''
class Missions(Ability):
    """Everybody has a secret mission, and may show it for its coins."""
    rule = "T-6"
    users = ("edition",)
    offers_in = ("conquer",)
    verbs = {"show": "WORD"}

    @hookimpl
    def game_set_up(self, state):
        state.deal_secrets(self, ["gold", "glory", "grain", "grapes", "gravel"])

    @hookimpl
    def offer_actions(self, state, race, phase):
        return [state.action(self, f"show {card}") for card in state.secrets_of(self, state.to_move)]

    @hookimpl
    def perform(self, state, race, action):
        state.play_secret(self, state.to_move, action.operands[0])
        state.gain_coins(state.to_move, 1)
        state.draw_secret(self, state.to_move)
'''


def test_a_card_that_is_played_is_seen_by_all(extend: Extend) -> None:
    deck = ("gold", "glory", "grain", "grapes", "gravel")
    game = extend(CARDS, "abilities: [missions]").new(2, script={"secrets": [deck]})
    game.listen()
    play(game, "pick 1")
    assert reveal_of(game.state, game.after("show gold").state) == "secret"
    conquest = next(action for action in game.legal_actions() if str(action).startswith("conquer "))
    assert reveal_of(game.state, game.after(conquest).state) is None


def test_views_and_imagined_games_keep_the_secrets_of_others(extend: Extend) -> None:
    extension = extend(CARDS, "abilities: [missions]")
    deck = ("gold", "glory", "grain", "grapes", "gravel")
    game = extension.new(2, script={"secrets": [deck]})
    play(game, "pick 1; show gold")
    assert game.view("ann").as_dict()["secrets"] == {"extended": ["grain"]}
    assert game.view("bob").as_dict()["secrets"] == {"extended": ["glory"]}
    state = game.view("ann")._game.state
    ability = state.table.rulebook.edition[-1]
    assert state.secrets_of(ability, 1) == ("",)
    imagined = {game.view("ann").imagine(random.Random(seed)).state.secrets_of(ability, 1) for seed in range(30)}
    assert imagined == {("glory",), ("grapes",), ("gravel",)}
    assert "gold" in game.dumps()


def test_the_text_of_a_position_has_the_cards_that_its_reader_knows(extend: Extend) -> None:
    extension = extend(CARDS, "abilities: [missions]")
    game = extension.new(2, script={"secrets": [("gold", "glory", "grain", "grapes", "gravel")]})
    play(game, "pick 1; show gold")
    whole, seen = position_text(game.state), game.view("ann").position_text()
    cards = 'cards edition.extended.0.missions ann ["grain"], cards edition.extended.0.missions bob ["glory"]'
    assert whole.endswith(f'{cards}, cards edition.extended.0.missions rest ["grapes","gravel"]')
    assert seen.endswith('cards edition.extended.0.missions ann ["grain"]')
    again = smallworld.new_game(extension.variant, game.players, given=whole, plugins=extension.plugins)
    assert again.state.memory == game.state.memory


def test_a_card_of_the_second_player_leaves_the_third_their_own(extend: Extend) -> None:
    deck = ("gold", "glory", "grain", "grapes", "gravel")
    game = extend(CARDS, "abilities: [missions]").new(3, script={"secrets": [deck]})
    while game.to_move == "ann":
        legal = [action for action in game.legal_actions() if action.verb != "show"]
        game.apply("done" if "done" in legal else legal[0])
    play(game, "pick 1; show glory")
    cards = {name: game.view(name).as_dict()["secrets"] for name in game.players}
    assert cards == {"ann": {"extended": ["gold"]}, "bob": {"extended": ["grapes"]}, "cid": {"extended": ["grain"]}}


@pytest.mark.parametrize("number", quick_first((1, 3)))
def test_games_with_secrets_keep_the_laws(extend: Extend, number: int) -> None:
    games = extend(CARDS, "abilities: [missions]").play_random(number, prefer="show")
    assert any(str(event.get("do", "")).startswith("show") for game in games for event in game.log)


BRIDGES = '''
class Bridges(Ability):
    """Regions with a bridge are adjacent to each other; it buys regions from the bank."""
    rule = "T-7"
    piece: LaidPiece

    @hookimpl
    def adjacency(self, state, race, board, regions):
        bridges = state.regions_with(self.piece)
        return bridges if bridges & regions else 0

    @hookimpl
    def special_conquests(self, state, race):
        return [SpecialConquest("gold", change=-1, toll=2, to_bank=True)]


class Gamblers(Ability):
    """A free die, and a coin for each one rolled."""
    rule = "T-8"

    @hookimpl
    def special_conquests(self, state, race):
        return [SpecialConquest("luck", free_die=True)]

    @hookimpl
    def die_rolled(self, state, race, region, result, free):
        state.gain_coins(state.owner(race), result if free else 0)
'''
BRIDGED = """
pieces: {bridge: {name: Bridge, supply: 4, own: false}}
powers:
  bridging: {name: Bridging, badge: 5, text: x, source: x, abilities: [{bridges: {piece: bridge}}]}
  gambling: {name: Gambling, badge: 5, text: x, source: x, abilities: [gamblers]}
"""


def test_adjacency_may_depend_on_the_position_and_a_toll_goes_to_the_bank(extend: Extend) -> None:
    extension = extend(BRIDGES, BRIDGED)
    ann, bob = seat(race("humans bridging", hand=6, beach=1)), seat(race("elves swamp", knoll=1))
    far = extension.lay(ann, bob)
    assert "conquer knoll" not in far.legal_actions()
    game = extension.lay(ann, bob, pieces={"beach": {"bridge": 1}, "knoll": {"bridge": 1}})
    assert "conquer knoll" in game.legal_actions()
    play(game, "conquer knoll by gold")
    assert game.scores() == {"ann": 3, "bob": 5}
    assert game.state.paid == -2


def test_the_result_of_a_free_die_is_reported(extend: Extend) -> None:
    game = extend(BRIDGES, BRIDGED).lay(seat(race("humans gambling", hand=3, beach=1)), dice=(2, 1))
    play(game, "conquer wood by luck")
    assert game.scores()["ann"] == 7
    play(game, "conquer peak by die")
    assert game.scores()["ann"] == 7


def test_games_with_bridges_keep_the_laws(extend: Extend) -> None:
    extend(BRIDGES, BRIDGED).play_random(1)


SOLO = '''
class Duty(Ability):
    """The one player loses unless they have thirty coins."""
    rule = "T-9"
    users = ("edition",)

    @hookimpl
    def turn_opened(self, state, player):
        if state.coins[player] >= 30:
            state.end_game()
'''


def test_an_edition_for_one_player_is_played_to_its_end(extend: Extend) -> None:
    extension = extend(SOLO, "boards: {1: base-2p}\nrounds: {1: 10}\nabilities: [duty]")
    game = extension.play_random(1, players=1)[0]
    assert game.winners() == ["ann"]
    assert game.scores()["ann"] >= 30
    assert game.round < 10


PARACHUTES = '''
class Parachutes(Ability):
    """While coins are left, the first conquest of a race can be anywhere."""
    rule = "T-9"

    @hookimpl
    def conquest_reach(self, state, race, board, first):
        return board.all if first and state.coins[state.owner(race)] else 0
'''
FALLING = "powers: {falling: {name: Falling, badge: 5, text: x, source: x, abilities: [parachutes]}}"


def test_a_reach_that_depends_on_the_game_is_asked_whether_the_race_is_on_the_map(extend: Extend) -> None:
    """R-CONQ-3."""
    extension = extend(PARACHUTES, FALLING)

    def targets(*, hand: int, coins: int = 5, **regions: int) -> set[str]:
        game = extension.lay(seat(race("humans falling", hand=hand, **regions), coins=coins))
        names = game.state.board.regions
        return {names[action.region].id for action in game.legal_actions() if action.verb == "conquer"}

    entry, adjacent = targets(hand=9, coins=0), targets(hand=8, beach=1)
    assert targets(hand=9) > entry
    assert adjacent == targets(hand=8, coins=0, beach=1)
    assert adjacent < targets(hand=9)


GATES = '''
class Gate(Ability):
    """A toll of two coins for each attempt on a terrain."""
    rule = "T-12"
    terrain: str = "forest"

    @hookimpl
    def bars(self, state, race, attacker, attempt):
        return Bar(state.board.terrain(self.terrain) & state.regions[race], "toll", "a gate", 2, state.owner(race))
'''
GATED = """
powers:
  gated: {name: Gated, badge: 5, text: x, source: x, abilities: [gate, {gate: {terrain: mountain}}]}
  scaring: {name: Scaring, badge: 4, text: x, source: x, abilities: [displace]}
"""


@pytest.mark.parametrize("coins", [3, 4])
def test_the_tolls_of_both_regions_of_a_move_are_due_together(extend: Extend, coins: int) -> None:
    """W-TOLL-2, W-INTIM-4: each region by itself can be paid with three coins."""
    ann = seat(race("humans scaring", beach=3), coins=coins)
    game = extend(GATES, GATED).lay(ann, seat(race("elves gated", wood=2, peak=1, knoll=1)))
    assert ("intimidate wood peak" in game.legal_actions()) == (coins == 4)
    play(game, "intimidate wood knoll")
    assert game.scores() == {"ann": coins - 2, "bob": 7}


SWARM = '''
class Swarm(Ability):
    """It enters with tokens of the tray alone."""
    rule = "T-1"
    count: int = 9

    @hookimpl
    def special_conquests(self, state):
        return [SpecialConquest("swarm", tokens=0, from_tray=self.count, needs=0)]
'''


@pytest.mark.parametrize(("count", "is_legal"), [(9, True), (10, False)])
def test_tokens_of_a_special_conquest_are_held_against_the_tray(extend: Extend, count: int, is_legal: bool) -> None:
    bees = f"{{name: Bees, banner: 5, supply: 10, text: x, source: x, abilities: [{{swarm: {{count: {count}}}}}]}}"
    game = extend(SWARM, f"races: {{bees: {bees}}}").lay(
        seat(race("bees hill", knoll=1)), seat(race("orcs swamp", beach=1))
    )
    assert ("conquer peak by swarm" in game.legal_actions()) == is_legal
    if is_legal:
        play(game, "conquer peak by swarm")
        assert game.state.tray[game.state.hook_tables[0].race_index] == 0
    else:
        reasons = [refusal.reason for refusal in game.refusal("conquer peak by swarm")]
        assert reasons == ["peak cannot be taken by swarm: it takes 10 tokens of the tray, which has 9"]


@pytest.mark.parametrize(
    ("answer", "fault"),
    [
        ("SpecialConquest('fly away', tokens=0)", "names a special conquest 'fly away'; a name is one word"),
        ("SpecialConquest('die')", "names a special conquest 'die'; a name is one word"),
        ("SpecialConquest('swarm', from_tray=2)", "takes tokens for 'swarm' from the tray, but gives no price"),
        ("SpecialConquest('swarm', tokens=-1)", "gives 'swarm' tokens=-1; it is a number from 0 to 1,000,000"),
        ("SpecialConquest('swarm', miss='never')", "gives 'swarm' miss='never'; write 'called_off' or"),
    ],
)
def test_impossible_special_conquests_are_refused(extend: Extend, answer: str, fault: str) -> None:
    code = SWARM.replace('SpecialConquest("swarm", tokens=0, from_tray=self.count, needs=0)', answer)
    content = "races: {bees: {name: Bees, banner: 5, supply: 10, text: x, source: x, abilities: [swarm]}}"
    game = extend(code, content).lay(seat(race("bees hill", knoll=1)), seat())
    with pytest.raises(
        PluginError, match=re.escape(f"ability 'swarm' of 'bees' (extras): hook special_conquests {fault}")
    ):
        game.legal_actions()
