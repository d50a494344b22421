"""Every verb of a state refuses wrong arguments in one sentence: ability, hook, verb, value and rule."""

from __future__ import annotations

import inspect
import sys
from functools import cache
from pathlib import Path

import pytest

import smallworld
from smallworld.errors import PluginError
from smallworld.game import Game
from smallworld.plugins.manager import Plugins
from smallworld.rules.custom_position import PlayerPosition, PositionSpec, RacePosition
from smallworld.rules.game_state import GameState
from smallworld.rules.guard.ability_state import RULES, VERBS, signature_of
from smallworld_validate.check_settings import kit_boards

CODE = '''
from smallworld import Ability, hookimpl

CALL = None


class Odd(Ability):
    """Calls a verb as a turn begins."""

    rule = "ODD-1"

    @hookimpl
    def turn_opened(self, state, player):
        if CALL is not None:
            CALL(self, state)


@hookimpl
def smallworld_abilities():
    return [Odd]
'''
VARIANT = """
variant: odd_edition
name: Odd Edition
extends: base
plugins: {odd: "*"}
pieces:
  stone: {name: Stone, supply: 2, defence: 1, text: A stone.}
  cairn: {name: Cairn, supply: 2, own: true, text: A cairn.}
  bell: {name: Bell, supply: 2, own: false, occupied: true, text: A bell.}
  hound: {name: Hound, supply: 2, token: true, text: A hound.}
  urn: {name: Urn, supply: 3, text: An urn.}
relics:
  horn: {name: Horn, kind: artefact, text: A horn., source: ODD-2}
abilities: [odd]
"""
SEA, WOOD, PEAK, MARSH, MEAD, KNOLL = "sea", "wood", "peak", "marsh", "mead", "knoll"
ANN, BOB, ELVES, NOBODY = 0, 1, 2, -1
PLAYERS = "the players are the numbers 0 to 1"
RACES = "the races in play are 0, 1, 2"
REGIONS = "the regions of this board are the numbers 0 to 7"
COMBOS = "the combos of the column are 0 to 5"
COUNT = "a count is a whole number from 0"
COINS = "coins are a whole number from 0 to 1,000,000"
ABILITY = "it is an ability; write self"
TEXT = "it is a text"
FLAG = "it is True or False"
PIECE = "unknown piece 'pebble'; there are "
WRONG = f"""
gain_tokens(7, 1) -> race 7; {RACES}
gain_tokens("orcs", 1) -> race 'orcs'; a race is a whole number
gain_tokens(-1, 1) -> race -1; {RACES}
gain_tokens(ANN, -3) -> count -3; {COUNT}
gain_tokens(ANN, 1.5) -> count 1.5; {COUNT}
discard_tokens(5, 1) -> race 5; {RACES}
discard_tokens(ANN, 50) -> race 0, count 50; the race has 4 tokens in hand
discard_tokens(ANN, -1) -> count -1; {COUNT}
gain_coins(2, 1) -> player 2; {PLAYERS}
gain_coins("bob", 1) -> player 'bob'; {PLAYERS}
gain_coins(ANN, -1) -> coins -1; {COINS}
gain_coins(ANN, 10**30) -> coins 1000000000000000000000000000000; {COINS}
gain_coins(ANN, True) -> coins True; {COINS}
pay(9, 1) -> player 9; {PLAYERS}
pay(0, -5) -> coins -5; {COINS}
pay(0, "2") -> coins '2'; {COINS}
pay(0, 1, reason=3) -> reason 3; a reason is an ability; write self
pay(0, 1, 4) -> to 4; {PLAYERS}, the bank is -1
leave(9, WOOD) -> race 9; {RACES}
leave(ANN, 99) -> region 99; {REGIONS}
leave(ANN, "wood") -> region 'wood'; {REGIONS}
leave(ANN, KNOLL) -> race 0, region 7; the region is not of this race
explode(8, KNOLL, ("bomb",), counts=True) -> race 8; {RACES}
explode(ANN, 80, ("bomb",), counts=True) -> region 80; {REGIONS}
explode(ANN, BEACH, ("bomb",), counts=True) -> region 1; nobody is there
explode(ANN, KNOLL, "bomb", counts=True) -> means 'bomb'; it is a list of texts
explode(ANN, KNOLL, ("bomb",), counts=1) -> counts 1; {FLAG}
remember_attack(9, KNOLL) -> race 9; {RACES}
remember_attack(ANN, -2) -> region -2; {REGIONS}
rejoin(4) -> race 4; {RACES}
move_token(99, WOOD, ANN, "scare") -> region 99; {REGIONS}
move_token(BEACH, WOOD, ANN, "scare") -> region 1; nobody is there
move_token(KNOLL, 44, ANN, "scare") -> to 44; {REGIONS}, none is -1
move_token(KNOLL, WOOD, ANN, "scare") -> attempt 'scare'; a token moves to another region of its race
move_token(KNOLL, -1, -1, "scare") -> attacker -1; {RACES}
move_token(KNOLL, -1, ANN, 3) -> attempt 3; {TEXT}
deploy_tokens(9, WOOD, 1) -> race 9; {RACES}
deploy_tokens(ANN, 99, 1) -> region 99; {REGIONS}
deploy_tokens(ANN, KNOLL, 1) -> region 7, count 1; the region is not of this race
deploy_tokens(ANN, WOOD, 40) -> count 40; the race has 4 tokens in hand
deploy_tokens(ANN, WOOD, -1) -> count -1; {COUNT}
withdraw(99) -> region 99; {REGIONS}
withdraw(WOOD, -1) -> count -1; {COUNT}
withdraw(WOOD, 1, to_tray="no") -> to_tray 'no'; {FLAG}
exchange(99, WOOD) -> first 99; {REGIONS}
exchange(WOOD, None) -> second None; {REGIONS}
exchange(WOOD, WOOD) -> first 2, second 2; the two are the same region
close_border(99, WOOD) -> first 99; {REGIONS}
close_border(WOOD, WOOD) -> first 2, second 2; the two are the same region
open_border(WOOD, 99) -> second 99; {REGIONS}
open_border(WOOD, WOOD) -> first 2, second 2; the two are the same region
change_terrain(99, "hill") -> region 99; {REGIONS}
change_terrain(WOOD, 3) -> terrain 3; {TEXT}
change_terrain(WOOD, "lava") -> change_terrain: unknown terrain 'lava'
change_terrain(WOOD, "hill", "mine") -> symbols 'mine'; it is a list of texts
wake(ANN) -> race 0; this race is not in decline
wake(77) -> race 77; {RACES}
hand_over(ANN, BOB) -> hand_over: race 0 is not a declined race in play, so an ability cannot hand over it
hand_over(ELVES, BOB, awake=True) -> hand_over: bob has an active race, so no other one can be handed to them
hand_over(ELVES, BOB, awake=1) -> awake 1; {FLAG}
remove_race(9) -> race 9; {RACES}
race_spec(-1) -> race -1; {RACES}
power_spec("orcs") -> race 'orcs'; a race is a whole number
tray_of(9) -> race 9; {RACES}
hand_over(ELVES, 5) -> player 5; {PLAYERS}
charge_tolls(9, 1) -> race 9; {RACES}
charge_tolls(ANN, "wood") -> regions 'wood'; a set of regions is a whole number, bit i for region i
charge_tolls(ANN, 1, 2) -> attempt 2; {TEXT}
place("pebble", WOOD) -> piece 'pebble'; {PIECE}
place("stone", 99) -> region 99; {REGIONS}
place("cairn", SEA) -> piece 'cairn', region 0, count 1; no race is there, and the pieces of this kind belong to one
place("bell", SEA) -> piece 'bell', region 0, count 1; nobody is there, and pieces of this kind are with somebody
move_piece("cairn", SEA) -> piece 'cairn', region 0; no race is there, and the pieces of this kind belong to one
place("stone", WOOD, -1) -> count -1; {COUNT}
take_away("pebble", WOOD) -> piece 'pebble'; {PIECE}
take_away("stone", -3) -> region -3; {REGIONS}
take_away("stone", WOOD, -1) -> count -1; {COUNT}
take_all_away("pebble", 1) -> piece 'pebble'; {PIECE}
take_all_away("stone", [1]) -> regions [1]; a set of regions is a whole number
move_piece(3, WOOD) -> piece 3; a piece is the text of its id
move_piece("stone", 99) -> region 99; {REGIONS}
change_supply("pebble", 1) -> piece 'pebble'; {PIECE}
change_supply("stone", -5) -> piece 'stone', change -5; the supply has 2
change_supply("stone", 1) -> piece 'stone', change 1; the box has 0
change_supply("stone", "all") -> change 'all'; a change is a whole number
restock("pebble") -> piece 'pebble'; {PIECE}
enlist(9, "hound", 1) -> race 9; {RACES}
enlist(ANN, "stone", 1) -> piece 'stone'; pieces of this kind are not tokens; give it token: true
enlist(ANN, "hound", -1) -> count -1; {COUNT}
lift_piece_tokens(9, "hound") -> race 9; {RACES}
lift_piece_tokens(ANN, "stone") -> piece 'stone'; pieces of this kind are not tokens; give it token: true
place_natives(SEA) -> region 0; it is water
place_natives(WOOD) -> region 2; a race is there
place_natives(99) -> region 99; {REGIONS}
place_natives(MEAD, "1") -> count '1'; a change is a whole number
move_relic("bell", WOOD) -> relic 'bell'; unknown relic 'bell'; there is only horn
move_relic("horn", 99) -> region 99; {REGIONS}, none is -1
recall("odd") -> ability 'odd'; {ABILITY}
remember("odd", 1) -> ability 'odd'; {ABILITY}
remember(self, [1]) -> value [1]; a list can change in place; remember a tuple
remember(self, (1, {{2: 3}})) -> value (1, {{2: 3}}); a dict can change in place; remember a tuple
recall_turn(None) -> ability None; {ABILITY}
remember_turn(3, 1) -> ability 3; {ABILITY}
remember_turn(self, set()) -> value set(); a set can change in place; remember a tuple
lend_faction(9, "horde", self) -> race 9; {RACES}
lend_faction(ANN, "horde", self) -> faction 'horde'; the races of the variant have no faction
deal_secrets("odd", ["a", "b"]) -> ability 'odd'; {ABILITY}
deal_secrets(self, "ab") -> cards 'ab'; it is a list of texts
deal_secrets(self, ["a"]) -> deals 1 of 1 cards to 2 players each
deal_secrets(self, ["a", "b"], 0) -> count 0; it is a whole number from 1
secrets_of(self, 7) -> player 7; {PLAYERS}
play_secret(self, 7, "a") -> player 7; {PLAYERS}
play_secret(self, ANN, "a") -> card 'a'; no cards were dealt; call state.deal_secrets first
draw_secret(self, 7) -> player 7; {PLAYERS}
draw_secret(self, ANN) -> player 0; no cards were dealt; call state.deal_secrets first
draw("card", []) -> options []; it is a list of at least one text
roll(99) -> region 99; {REGIONS}, none is -1
draw(3, ["a"]) -> kind 3; {TEXT}
ask("odd", ANN, ANN) -> ability 'odd'; {ABILITY}
ask(self, 99, ANN) -> race 99; a race is a number from 0 to
ask(self, ANN, 9) -> player 9; {PLAYERS}
ask(self, ANN, ANN, ["a"]) -> topic ['a']; a list can change in place; remember a tuple
ask(self, ANN, ANN, sealed=3) -> sealed 3; {FLAG}
begin_acting(9) -> race 9; {RACES}
begin_acting(ANN, conquers=0) -> conquers 0; {FLAG}
decline(4) -> player 4; {PLAYERS}
give_combo(4, 0) -> player 4; {PLAYERS}
give_combo(ANN, 9) -> place 9; {COMBOS}
give_combo(ANN, 0) -> give_combo: ann has an active race, so no combo can be given to them
put_coins(-1, 1) -> place -1; {COMBOS}
put_coins(0, 1.5) -> coins 1.5; a change is a whole number
put_coins(0, 1, 6) -> player 6; {PLAYERS}, the bank is -1
discard_combo(6) -> place 6; {COMBOS}
swap_badges(0, 6) -> other 6; {COMBOS}
change_badge(ANN, -1) -> place -1; {COMBOS}
change_badge(ELVES, 0) -> race 2; this race is in decline
choose_turn_order([0, 7]) -> players [0, 7]; {PLAYERS}
choose_turn_order("ann") -> players 'ann'; it is a list of players
choose_turn_order([0, 0]) -> choose_turn_order: the order of turns [0, 0] is impossible
change_rounds(0) -> rounds 0; it is a whole number from 1
change_rounds(2) -> change_rounds: the game cannot have 2 rounds; it is in round 3
action("odd", "take") -> ability 'odd'; {ABILITY}
action(self, 3) -> text 3; {TEXT}
actions_at(self, "take {{}}", [1]) -> regions [1]; a set of regions is a whole number
gain_tokens(ANN) -> state.gain_tokens(race, count): missing a required argument: 'count'
end_game(1) -> state.end_game(): too many positional arguments
pay(0, coin=3) -> state.pay(player, coins, to=-1, reason=''): missing a required argument: 'coins'
""".strip().splitlines()


@cache
def odd(folder: Path) -> tuple[smallworld.Variant, Plugins]:
    (folder / "odd.py").write_text(CODE, "utf-8")
    (folder / "variant.yaml").write_text(VARIANT, "utf-8")
    plugins = Plugins([str(folder / "odd.py")])
    return smallworld.load_variant(str(folder / "variant.yaml"), plugins=plugins), plugins


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("odd")


def lay(folder: Path) -> Game:
    """Begin a game in which Ann and Bob have an active race, Ann a declined one, and natives are on the meadow."""
    variant, plugins = odd(folder)
    ann = PlayerPosition(
        5, RacePosition("ratmen", "hill", 4, {WOOD: 2, PEAK: 1}), (RacePosition("elves", regions={MARSH: 1}),)
    )
    bob = PlayerPosition(5, RacePosition("orcs", "swamp", 0, {KNOLL: 1}))
    position = PositionSpec(
        turn="bob", players={"ann": ann, "bob": bob}, natives={MEAD: 1}, relics={PEAK: (("horn", True),)}
    )
    return smallworld.new_game(
        variant,
        ["ann", "bob"],
        board=kit_boards()["tiny"],
        given=position,
        plugins=plugins,
        options={"first_player": 1},
    )


def begin_turn_with(game: Game, call: str) -> None:
    """Let the ability make a call as the next turn begins."""
    names = {region.id.upper(): index for index, region in enumerate(game.state.board.regions)}
    names |= {"ANN": ANN, "BOB": BOB, "ELVES": ELVES}
    sys.modules["odd"].CALL = eval(f"lambda self, state: state.{call}", names)  # type: ignore[attr-defined]
    try:
        game.apply("done")
        game.apply("done")
    finally:
        sys.modules["odd"].CALL = None  # type: ignore[attr-defined]


@pytest.mark.parametrize("line", WRONG)
def test_a_wrong_call_is_refused_in_one_sentence(folder: Path, line: str) -> None:
    call, fault = line.split(" -> ")
    game = lay(folder)
    with pytest.raises(PluginError) as error:
        begin_turn_with(game, call)
    sentence = str(error.value)
    assert sentence.startswith("ability 'odd' of 'odd_edition' (odd): hook turn_opened calls state.")
    assert f"state.{call.partition('(')[0]}" in sentence
    assert fault in sentence
    assert "\n" not in sentence


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ('change_supply("urn", -2)', {"urns": 1, "natives": 1}),  # fewer than the supply has
        ('explode(ANN, MEAD, ("bomb",), counts=True)', {"urns": 3, "natives": 0}),  # natives are somebody, too
    ],
)
def test_a_right_call_is_carried_out(folder: Path, call: str, expected: dict[str, int]) -> None:
    game = lay(folder)
    meadow = next(index for index, region in enumerate(game.state.board.regions) if region.id == MEAD)
    begin_turn_with(game, call)
    assert {"urns": game.state.supply_of("urn"), "natives": game.state.tokens[meadow]} == expected


def test_every_verb_has_wrong_calls() -> None:
    tried = {line.partition("(")[0] for line in WRONG}
    assert {verb for verb, kinds in VERBS.items() if kinds} <= tried
    assert set(RULES) <= tried
    assert len(WRONG) >= 96


def test_the_checked_arguments_are_those_of_the_verbs() -> None:
    for verb in VERBS:
        parameters = list(inspect.signature(getattr(GameState, verb)).parameters.values())[1:]
        checked = signature_of(verb).parameters.values()
        assert [(each.name, each.default) for each in parameters] == [(each.name, each.default) for each in checked], (
            verb
        )
