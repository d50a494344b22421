"""Rules of the Warcraft edition that need more than one position: the draw of islands, badges, stacks."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache

import pytest

import smallworld
from smallworld.game import Game
from smallworld.model.board import BoardFile
from smallworld.model.variant import Variant
from smallworld.rules.custom_position import PlayerPosition, PositionSpec, RacePosition
from smallworld_testing.invariants import check

NAMES = ("ann", "bob", "cid", "dot", "eve")


@cache
def warcraft() -> Variant:
    return smallworld.load_variant("warcraft")


def sizes(game: Game) -> str:
    """Initials of the island sizes, in the order of the board."""
    return "".join(face.size[0] for face in game.state.board.faces)


@pytest.mark.parametrize(("players", "drawn"), [(2, "ls"), (3, "lms"), (4, "lmms"), (5, "llmss")])
def test_islands_by_number_of_players(players: int, drawn: str) -> None:
    """W-SETUP-1: and never two faces of one sheet."""
    seen: Counter[str] = Counter()
    for seed in range(60):
        game = smallworld.new_game(warcraft(), NAMES[:players], seed=seed)
        assert sizes(game) == drawn
        sheets = [face.sheet for face in game.state.board.faces]
        assert len(set(sheets)) == len(sheets)
        seen.update(face.id for face in game.state.board.faces)
    expected = {face.id for face in warcraft().board_files.values() if face.size[0] in drawn}
    assert set(seen) == expected, "every face is drawn sooner or later"


def test_two_players_on_a_large_and_a_medium_island() -> None:
    """Ruling two_player_boards (W-SETUP-1)."""
    game = smallworld.new_game(warcraft(), NAMES[:2], seed=1, options={"two_player_boards": "large_medium"})
    assert sizes(game) == "lm"


def test_a_face_down_relic_on_every_island() -> None:
    """W-SETUP-4: twelve relics, nobody sees which."""
    game = smallworld.new_game(warcraft(), NAMES[:4], seed=5)
    slots = [region for region, printed in enumerate(game.state.board.regions) if printed.relic_slot]
    assert sorted(game.state.relics) == slots
    assert all(not face_up for lying in game.state.relics.values() for _, face_up in lying)
    shown = game.view("ann").as_dict()["regions"]
    assert [shown[game.state.board.regions[slot].id]["relics"] for slot in slots] == [[None]] * 4


@pytest.mark.parametrize(("answer", "discarded"), [("retained", []), ("discarded", ["garrisoned"])])
def test_where_the_badge_of_a_declined_race_goes(answer: str, discarded: list[str]) -> None:
    """Ruling kept_badges (W-DECL-2)."""
    position = PositionSpec(players={"ann": PlayerPosition(5, RacePosition("dwarves", "garrisoned", 0, {"l1a-09": 1}))})
    game = smallworld.new_game(
        warcraft(), NAMES[:2], board=["l1a", "s1a"], given=position, options={"kept_badges": answer}
    )
    game.apply("decline")
    assert [warcraft_power(game, power) for power in game.state.discards] == discarded


def warcraft_power(game: Game, power: int) -> str:
    return game.state.table.rulebook.powers[power].id


def test_a_toll_that_cannot_be_paid_is_named() -> None:
    """W-TOLL-2, W-MARSH-1: the refusal names the payee's region."""
    position = PositionSpec(
        players={
            "ann": PlayerPosition(0, RacePosition("trolls", "sailing", 6, {"l1a-11": 1})),
            "bob": PlayerPosition(5, RacePosition("orcs", "marshdweller", 0, {"l1a-12": 1})),
        }
    )
    game = smallworld.new_game(warcraft(), NAMES[:2], board=["l1a", "s1a"], given=position)
    (refusal,) = game.refusal("conquer l1a-12")
    assert refusal.code == "toll"
    assert "an attack on l1a-12 costs 1 coin (1 for its swamp), you have 0" in str(refusal)


def test_a_toll_that_the_last_coin_pays_is_not_a_reason() -> None:
    """W-TOLL-2: the attack is too dear in tokens, not in coins."""
    position = PositionSpec(
        players={
            "ann": PlayerPosition(1, RacePosition("trolls", "sailing", 0, {"l1a-11": 2})),
            "bob": PlayerPosition(5, RacePosition("orcs", "marshdweller", 0, {"l1a-12": 6})),
        }
    )
    game = smallworld.new_game(warcraft(), NAMES[:2], board=["l1a", "s1a"], given=position)
    assert [refusal.code for refusal in game.refusal("conquer l1a-12")] == ["too_dear"]


def island_with_gates() -> BoardFile:
    """A custom island with gates in the forest s1a-01, the lake s1a-03 and the swamp s1a-08."""
    island = warcraft().board_files["s1a"]
    regions = tuple(
        replace(region, symbols=frozenset({"magic"})) if region.id in ("s1a-03", "s1a-08") else region
        for region in island.regions
    )
    return replace(island, regions=regions)


@pytest.mark.parametrize(("naga", "orcs"), [("s1a-08", "s1a-01"), ("s1a-01", "s1a-08")])
def test_nobody_is_swapped_into_water(naga: str, orcs: str) -> None:
    """W-PORTAL-3: a custom island may have a gate in a lake, here s1a-03; Naga live in it, Orcs do not."""
    position = PositionSpec(
        players={
            "ann": PlayerPosition(5, RacePosition("trolls", "portal_mage", 0, {"s1a-07": 3})),
            "bob": PlayerPosition(5, RacePosition("orcs", "mining", 0, {orcs: 1})),
            "cid": PlayerPosition(5, RacePosition("naga", "farmer", 0, {naga: 1})),
        }
    )
    game = smallworld.new_game(warcraft(), NAMES[:3], board=["l1a", island_with_gates()], given=position)
    swaps = {str(action) for action in game.legal_actions() if action.verb == "swap" and "l1a" not in action}
    assert swaps == {"swap s1a-01 s1a-08", f"swap {min(naga, 's1a-03')} {max(naga, 's1a-03')}"}


def test_murlocs_are_not_swapped_into_water() -> None:
    """W-PORTAL-3: Murlocs on s1a-01 change places with the empty s1a-08 on land, not with the lake s1a-03."""
    position = PositionSpec(
        players={"ann": PlayerPosition(5, RacePosition("trolls", "portal_mage", 0, {"s1a-07": 3}))},
        natives={"s1a-01": 1},
    )
    game = smallworld.new_game(warcraft(), NAMES[:2], board=["l1a", island_with_gates()], given=position)
    swaps = {str(action) for action in game.legal_actions() if action.verb == "swap" and "l1a" not in action}
    assert swaps == {"swap s1a-01 s1a-08"}


def test_nothing_is_asked_when_the_last_forts_do() -> None:
    """W-GARR-1: two Forts for two regions set themselves; for three their owner chooses."""
    for owned in (1, 2):
        mine = dict.fromkeys(["l1a-10", "l1a-09"][:owned], 1) | {"l1a-10": 4}
        position = PositionSpec(
            players={
                "ann": PlayerPosition(5, RacePosition("kobolds", "garrisoned", 0, mine)),
                "bob": PlayerPosition(5, None, (RacePosition("orcs", "", 0, {"s1a-06": 1}),)),
            },
            pieces={"s1a-06": {"fort": 8}},
        )
        game = smallworld.new_game(warcraft(), NAMES[:2], board=["l1a", "s1a"], given=position)
        game.apply("conquer l1a-05")
        game.apply("done")
        verbs = {action.verb for action in game.legal_actions()} - {"deploy", "done"}
        assert verbs == (set() if owned == 1 else {"place"})


def test_why_a_means_is_offered_within_its_reach_only() -> None:
    """W-CHAMP-2: next to the race, not elsewhere."""
    position = PositionSpec(players={"ann": PlayerPosition(5, RacePosition("orcs", "championing", 0, {"l1a-10": 5}))})
    game = smallworld.new_game(warcraft(), NAMES[:2], board=["l1a", "s1a"], given=position)
    assert any("'by champion'" in str(line) for line in game.why("conquer l1a-05"))
    assert not any("'by champion'" in str(line) for line in game.why("conquer s1a-06"))


def test_why_a_deployment_is_refused() -> None:
    """W-REDEP-3, W-TAUREN-1: tokens that others need; a single Tauren next to the Champion."""
    elves = RacePosition("blood_elves", "championing", 0, {"l1a-10": 1, "l1a-09": 1, "l1a-03": 1})
    trolls = RacePosition("trolls", "sailing", 0, {"l1a-11": 5})
    players = {"ann": PlayerPosition(5, elves), "bob": PlayerPosition(5, trolls)}
    game = smallworld.new_game(warcraft(), NAMES[:2], board=["l1a", "s1a"], given=PositionSpec(players=players))
    game.apply("done")
    assert [refusal.code for refusal in game.refusal("deploy l1a-03 3")] == ["needed_elsewhere"]
    assert "deploy l1a-03 2" in game.legal_actions()
    assert [refusal.code for refusal in game.refusal("deploy l1a-03 4")] == ["no_tokens"]
    tauren = RacePosition("tauren", "championing", 0, {"l1a-03": 0, "l1a-12": 3})
    position = PositionSpec(
        players={
            "ann": PlayerPosition(5, RacePosition("trolls", "sailing", 0, {"l1a-11": 6})),
            "bob": PlayerPosition(5, tauren),
        },
        pieces={"l1a-03": {"champion": 1}},
    )
    game = smallworld.new_game(warcraft(), NAMES[:2], board=["l1a", "s1a"], given=position)
    for action in ("conquer l1a-12", "done", "deploy l1a-11 4", "done"):
        game.apply(action)
    assert [refusal.code for refusal in game.refusal("deploy l1a-03 1")] == ["too_few"]
    assert game.legal_actions() == ("deploy l1a-03 2",)


def test_bombs_leave_with_goblins_who_decline_in_the_turn_of_another_player() -> None:
    """W-GOBLIN-10: an ability of an expansion may force them; in their own turn all Bombs are revealed before."""
    goblins, orcs = (
        RacePosition("goblins", "mining", 0, {"l1a-11": 3}),
        RacePosition("orcs", "farmer", 0, {"l1a-10": 2}),
    )
    position = PositionSpec(
        players={"ann": PlayerPosition(5, orcs), "bob": PlayerPosition(5, goblins)}, pieces={"l1a-10": {"bomb": 1}}
    )
    game = smallworld.new_game(warcraft(), NAMES[:2], board=["l1a", "s1a"], given=position)
    game.state.decline(1)
    assert not game.state.regions_with("bomb")


def test_beasts_that_wait_for_redeployment_leave_with_a_race_that_declines_now() -> None:
    """W-BEAST-4, W-DECL-1: in the turn of another player they are withdrawn, not in hand."""
    trolls = RacePosition("trolls", "beast_master", 0, {"l1a-10": 4, "l1a-05": 1})
    orcs = RacePosition("orcs", "farmer", 0, {"l1a-11": 8})
    position = PositionSpec(
        players={"ann": PlayerPosition(5, orcs), "bob": PlayerPosition(5, trolls)}, pieces={"l1a-10": {"beast": 3}}
    )
    game = smallworld.new_game(warcraft(), NAMES[:2], board=["l1a", "s1a"], given=position)
    game.apply("conquer l1a-10")
    assert (game.state.withdrawn[1], game.state.carried_pieces(1, "beast")) == (3, 2)
    game.state.decline(1)
    check(game)
    (declined,) = game.state.declined_of(1)
    assert game.state.tray_of(declined) == warcraft().races["trolls"].supply - 1
