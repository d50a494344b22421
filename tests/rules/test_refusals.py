"""Every code of a refusal, with the sentence that a player reads; every ruling has a test of its own."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any

import pytest
from positions import codes, lay, race, redeploy, run, seat

import smallworld
from language.rules import list_nodes
from smallworld.errors import LONGEST_NAME, IllegalAction, NotationError, nearest_name
from smallworld.game import Game
from smallworld.model.rulings import rulings_of
from smallworld.rules.custom_position import PlayerPosition, PositionSpec, RacePosition
from smallworld_terminal.game_lines import tokens_in_hand

HERE = Path(__file__).parent


def refusal_codes() -> set[str]:
    """Codes that the engine and the abilities of both editions use."""
    core = Path(smallworld.__file__).parent
    plugins = core.parent.parent / "plugins"
    codes: set[str] = set()
    for path in [*(core / "rules").rglob("*.py"), *(core / "abilities").rglob("*.py"), *plugins.rglob("*.py")]:
        text = path.read_text("utf-8")
        for node in list_nodes(ast.parse(text)) if "Refusal(" in text else ():
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Refusal" and node.args:
                first = node.args[0]
                if isinstance(first, ast.Constant):
                    codes.add(str(first.value))
    return codes


def start() -> Game:
    """Ann has five Humans and a declined race, Bob some Orcs."""
    return lay(
        seat(race("humans diplomat", {"a": 5, "d": 1}), race("trolls", {"m": 1})), seat(race("orcs hill", {"b": 4}))
    )


@pytest.mark.parametrize(
    ("action", "code", "message"),
    [
        ("pick 1", "has_race", "decline it"),
        ("abandon b", "not_yours", "b is not a region of yours"),
        ("abandon m", "declined", "declined race"),
        ("conquer a", "own", "a is yours already"),
        ("conquer c", "out_of_reach", "c is not adjacent"),
        ("conquer l", "water", "lake"),
        ("conquer b", "too_dear", "b costs 6 tokens, you have 4"),
        ("conquer e by die", "no_die_needed", "conquer it without die"),
        ("conquer e by dragon", "no_means", "dragon"),
        ("conquer e as decline", "no_such_race", "no declined race"),
        ("deploy a 1", "wrong_phase", "time of conquests"),
        ("roll", "no_such_power", "berserk"),
        ("place hero a", "no_such_power", "heroic"),
        ("ally bob", "not_now", "not possible in this phase"),
    ],
)
def test_the_reason_that_a_player_reads(action: str, code: str, message: str) -> None:
    game = start()
    before = game.copy()
    with pytest.raises(IllegalAction, match=re.escape(message)) as caught:
        game.apply(action)
    assert str(caught.value).startswith(f"{action}: refused [{code}]: ")
    assert game.refusal(action) == list(caught.value.reasons)
    assert game == before


def test_reasons_of_redeployment_and_of_the_end() -> None:
    game = run(start(), "done")
    assert codes(game, "done") == ["tokens_left"]
    assert codes(game, "deploy b 1") == ["not_yours"]
    assert codes(game, "deploy a 9") == ["no_tokens"]
    assert codes(game, "conquer e") == ["wrong_phase"]
    redeploy(game)
    assert game.phase == "finish"
    assert codes(game, "deploy a 1") == ["wrong_phase"]
    assert codes(game, "ally ann") == ["not_there"]


def reason(game: Game, action: str) -> str:
    """Join the reasons that a player reads against an action."""
    return "; ".join(refusal.reason for refusal in game.refusal(action))


@pytest.mark.parametrize(
    ("regions", "message"),
    [
        ({"b": 8}, "only a single token can be replaced, and b holds 8"),
        ({"m": 1}, "only an active token of an opponent can be replaced, and b holds none"),
    ],
)
def test_why_a_region_cannot_be_converted(regions: dict[str, int], message: str) -> None:
    """R-SORC-1."""
    game = lay(seat(race("sorcerers hill", {"a": 1}, 4)), seat(race("orcs swamp", regions)))
    assert message in reason(game, "conquer b by sorcery")


def test_an_encampment_shelters_from_conversion() -> None:
    """R-SORC-1."""
    sheltered = seat(race("orcs bivouacking", {"b": 1}))
    game = lay(seat(race("sorcerers hill", {"a": 1}, 4)), sheltered, pieces={"b": {"encampment": 1}})
    assert reason(game, "conquer b by sorcery") == "a piece shelters the token in b"


def test_who_was_converted_this_turn_is_named() -> None:
    """R-SORC-1: once a turn for each opponent."""
    game = lay(seat(race("sorcerers hill", {"a": 1}, 4)), seat(race("orcs swamp", {"b": 1, "e": 1})))
    assert reason(run(game, "conquer b by sorcery"), "conquer e by sorcery") == "a token of bob was replaced this turn"


def test_a_missing_power_and_a_used_power_have_different_reasons() -> None:
    """R-DRAGON-1."""
    game = lay(seat(race("orcs dragon_master", {"a": 1}, 4)), seat())
    assert reason(game, "conquer b by sorcery") == (
        "a conquest by 'sorcery' belongs to sorcerers, which you do not have"
    )
    assert reason(game, "conquer b by magic") == "no conquest by 'magic' is on offer to you"
    assert reason(run(game, "conquer b by dragon"), "conquer e by dragon") == "'by dragon' was used this turn"


def test_what_is_left_to_deploy() -> None:
    game = run(start(), "done")
    assert reason(game, "deploy a 9") == "only 4 tokens are left to deploy"
    assert reason(game, "deploy a 0") == "at least one token has to be deployed"
    assert reason(run(game, "deploy a 4"), "deploy a 1") == "no token is left to deploy"


def test_why_a_verb_is_unavailable() -> None:
    """W-INTIM-1, W-FORS-1, W-WORGEN-1: the ability knows best; else the phase is named."""

    assert "and it has none yet" in reason(warcraft("orcs intimidating", {}), "intimidate l1a-10")
    game = warcraft("forsaken mining", {"s1a-07": 1})
    assert reason(game, "recruit 1") == "'recruit' is not possible in this phase, only in redeployment"
    assert "no token was destroyed" in reason(run(game, "done"), "recruit 1")
    game = warcraft("worgen mining", {"s1a-07": 1})
    assert reason(run(game, "form human"), "form worgen") == "the form of human was chosen this turn"


def warcraft(combo: str, regions: dict[str, int], coins: int = 5, **options: str | bool) -> Game:
    """Ann has six tokens of a combo in hand, Bob some Trolls on two regions."""
    name, _, power = combo.partition(" ")
    ann = PlayerPosition(coins, RacePosition(name, power, 6, regions))
    bob = PlayerPosition(5, RacePosition("trolls", "farmer", 0, {"l1a-10": 3, "l1a-12": 2}))
    edition, position = smallworld.load_variant("warcraft"), PositionSpec(players={"ann": ann, "bob": bob})
    return smallworld.new_game(
        edition, ["ann", "bob"], board=["l1a", "s1a"], given=position, options=options, script={"die": [0] * 3}
    )


SCARE = "intimidate l1a-10 l1a-12"
TAKEN = ("conquer l1a-10", "done")
SWAP = "swap l1a-06 l1a-11"


@pytest.mark.parametrize(
    ("game", "actions", "refused", "message"),
    [
        (("orcs intimidating", {"s1a-07": 1}), (), SCARE, "no token next to a region of the race can be scared off"),
        (("orcs intimidating", {"l1a-05": 1}), (SCARE,) * 3, SCARE, "it was done 3 times this turn, and that is all"),
        (("orcs portal_mage", {"l1a-06": 1}), (SWAP,) * 2, SWAP, "it was done 2 times this turn, and that is all"),
        (("orcs portal_mage", {"l1a-05": 1}), (), "swap l1a-05 l1a-06", "no two regions with the symbol "),
        (("forsaken mining", {"l1a-05": 1}), (*TAKEN, "deploy l1a-05 1"), "recruit 1", "recruiting is the first thing"),
        (("forsaken mining", {"l1a-05": 1}), (*TAKEN, "recruit 1"), "recruit 1", "recruiting is the first thing"),
        (("forsaken mining", {"l1a-05": 1}, 0), TAKEN, "recruit 1", "a token costs 1, and you have"),
        (("forsaken mining", {"l1a-05": 14}), TAKEN, "recruit 1", "no token of the race is left"),
    ],
)  # fmt: skip
def test_why_a_verb_of_a_warcraft_power_is_unavailable(
    game: tuple[Any, ...], actions: tuple[str, ...], refused: str, message: str
) -> None:
    """W-INTIM-1, W-PORTAL-1, W-FORS-1."""
    assert message in reason(run(warcraft(*game), *actions), refused)


def test_a_conquest_follows_an_intimidation_where_it_has_to() -> None:
    """W-INTIM-1: with the ruling, the conquests go on until one was tried."""
    game = run(warcraft("orcs intimidating", {"l1a-05": 1}, intimidate_needs_conquest=True), SCARE)
    assert reason(game, "done") == "somebody was scared off, so a conquest has to be tried"
    assert codes(run(game, "conquer l1a-04"), "done") == []


def test_every_objective_has_to_be_placed_where_the_ruling_asks_for_it() -> None:
    """W-HUMAN-1."""
    game = run(warcraft("humans mining", {"l1a-05": 1}, objectives="all"), "done", "deploy l1a-05 6")
    assert "every objective has to be placed" in reason(game, "done")
    assert codes(run(game, "place objective l1a-10", "place objective l1a-12"), "done") == []


def test_too_few_forts_are_placed_by_their_owner() -> None:
    """W-GARR-1."""
    regions = [
        "l1a-01",
        "l1a-03",
        "l1a-04",
        "l1a-05",
        "l1a-06",
        "l1a-07",
        "l1a-08",
        "l1a-09",
        "l1a-11",
        "s1a-04",
        "s1a-07",
    ]
    game = run(warcraft("forsaken garrisoned", dict.fromkeys(regions, 1)), "done", "deploy l1a-01 6")
    assert "there are too few of fort: choose where they go" in reason(game, "done")
    for region in regions[:10]:
        game.apply(f"place fort {region}")
    assert codes(game, "done") == []


def test_the_ledger_of_a_conquest_by_a_dragon_ends_at_its_price() -> None:
    """R-DRAGON-1."""
    game = lay(seat(race("orcs dragon_master", {"a": 1}, 4)), seat(race("trolls hill", {"b": 3})))
    lines = game.explain("conquer b by dragon")
    assert (lines[-1].text, lines[-1].amount) == ("by dragon it takes exactly 1", -4)
    assert sum(line.amount for line in lines) == 1


def test_the_price_of_each_place_in_the_column_is_named() -> None:
    """R-PICK-2."""
    game = lay(seat(coins=1), seat())
    prices = [reason(game, f"pick {place}") for place in range(1, 7)]
    assert prices == ["", "", *(f"place {place} costs {place - 1} coins, you have 1" for place in (3, 4, 5, 6))]


def test_the_piece_that_makes_this_region_immune_is_named() -> None:
    """R-HERO-1, R-DRAGON-2: other regions may be immune for another piece."""
    bob, cid = seat(race("orcs dragon_master", {"b": 1})), seat(race("ratmen heroic", {"e": 1, "f": 1}))
    game = lay(seat(race("humans hill", {"a": 1}, 8)), bob, cid,
               pieces={"b": {"dragon": 1}, "e": {"hero": 1}, "f": {"hero": 1}})  # fmt: skip
    assert [reason(game, f"conquer {region}") for region in "be"] == [
        "b is immune: it has a Dragon", "e is immune: it has a Hero",
    ]  # fmt: skip


def test_reason_without_a_race() -> None:
    """R-PICK-11: nothing was left to pick."""
    game = lay(seat(race("humans hill", {"a": 1})), seat())
    game.state.column = game.state.banners = ()
    for action in ("done", "done"):
        game.apply(action)
    assert (game.turn, game.legal_actions()) == ("bob", ("done",))
    assert codes(game, "conquer a") == ["no_race"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the text is empty"),
        ("conqer a", "did you mean 'conquer'"),
        ("conquer", "write: conquer REGION"),
        ("conquer a by", "write: conquer REGION"),
        ("conquer zz", "there are 13, for example a, b, c"),
        ("deploy a", "write: deploy REGION N"),
        ("deploy a x", "'x' in 'deploy a x' is not a number"),
        ("deploy a 1234", "not a number"),
        ("deploy a ²", "not a number"),
        ("pick", "write: pick N"),
        ("ally zed", "unknown player 'zed'"),
        ("place towre a", "unknown piece 'towre'"),
        ("done now", "write: done"),
    ],
)
def test_a_text_that_is_not_an_action(text: str, message: str) -> None:
    game = start()
    for ask in (game.apply, game.refusal, game.read):
        with pytest.raises(NotationError, match=re.escape(message)):
            ask(text)


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("CONQUER e", "conquer e"),
        ("conquer E by die", "conquer e by die"),
        ("deploy A 2", "deploy a 2"),
        ("  conquer   e ", "conquer e"),
        ("place hero a 1", "place hero a"),
        ("deploy a 02", "deploy a 2"),
    ],
)
def test_other_spellings(text: str, canonical: str) -> None:
    assert start().read(text).text == canonical


def test_a_number_without_its_zeros_is_understood_as_the_region_that_was_meant() -> None:
    game = smallworld.new_game(smallworld.load_variant("base"), ["ann", "bob"], seed=1)
    for said, meant in (("r7", "r07"), ("R2", "r02"), ("r007", "r07")):
        with pytest.raises(NotationError, match=f"did you mean '{meant}'"):
            game.read(f"conquer {said}")


def test_every_code_is_tested() -> None:
    texts = "".join(path.read_text("utf-8") for path in HERE.rglob("test_*.py"))
    texts += "".join(path.read_text("utf-8") for path in HERE.parent.glob("scenarios/**/*.yaml"))
    untested = {code for code in refusal_codes() if f'"{code}"' not in texts and f"code: {code}}}" not in texts}
    assert sorted(untested) == [], "assert each code in tests/rules/test_refusals.py, or refuse it in a scenario"


def test_every_answer_of_every_ruling_is_tested() -> None:
    texts = "".join(path.read_text("utf-8") for path in HERE.parent.rglob("test_*.py"))
    texts += "".join(path.read_text("utf-8") for path in HERE.parent.glob("scenarios/**/*.yaml"))
    keys = {key for name in ("base", "warcraft") for key in rulings_of(smallworld.load_variant(name))}
    untested = sorted(key for key in keys if key not in texts)
    assert untested == [], (
        "choose each answer of these rulings in a scenario of tests/scenarios (options: {KEY: ANSWER})"
    )


@pytest.mark.parametrize(
    ("active", "declined", "message"),
    [
        (race("amazons hill", {"a": 10}), None, "5 tokens have to be placed; 4 stay in hand"),
        (race("humans diplomat", {"a": 2}), None, "1 token has to be placed"),
        (race("humans diplomat", {"a": 2}), race("ghouls", {"m": 4}), "4 tokens have to be placed"),
        (race("humans bivouacking", {"a": 1}), None, "5 × encampment have to be placed"),
    ],
)
def test_done_names_the_tokens_to_place(active: RacePosition, declined: RacePosition | None, message: str) -> None:
    """Amazons keep a reserve; Ghouls move in decline."""
    game = run(lay(seat(active, *filter(None, [declined])), seat()), "done")
    assert [refusal.reason for refusal in game.refusal("done")] == [message]
    plain = re.match(r"\d+ tokens?", message)
    assert tokens_in_hand(game) == (plain[0] if plain else "")


def test_a_text_of_thousands_of_letters_is_compared_with_no_name() -> None:
    letters = "conquer" + "r" * LONGEST_NAME  # difflib takes seconds for fifteen thousand
    assert (nearest_name(letters, ["conquer"]), nearest_name("conqer", ["conquer"])) == ("", "conquer")
