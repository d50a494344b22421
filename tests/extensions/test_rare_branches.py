"""Branches of the rules that no shipped edition reaches, with content of fans."""

from __future__ import annotations

from dataclasses import replace

import pytest
from extension_kit import Extend, play, race, seat

from smallworld.rules.state.pieces import put_pieces


def test_a_token_piece_may_be_the_first_kind_of_an_edition(extend: Extend) -> None:
    """The number of its kind is 0 then; it goes to the hand with the tokens, or back to the supply."""
    extension = extend("", "pieces: {hound: {name: Hound, supply: 3, token: true, text: x}}")
    pieces = {"hound": extension.variant.pieces["hound"], **extension.variant.pieces}
    extension.variant = replace(extension.variant, pieces=pieces)
    game = extension.lay(seat(race("humans hill", knoll=1)), seat(race("orcs swamp", marsh=4, beach=1)))
    state, marsh = game.state, game.state.board.index["marsh"]
    assert state.table.kinds["hound"] == 0
    state.change_supply("hound", -3)
    put_pieces(state, 0, marsh, 3)  # three of the four tokens are hounds
    assert state.withdraw(marsh, 2) == 2
    assert (state.withdrawn[1], state.carried_pieces(1, "hound"), state.pieces_at("hound", marsh)) == (2, 1, 2)
    tray = list(state.tray)
    assert state.withdraw(marsh, 1, to_tray=True) == 1
    assert (state.supply_of("hound"), state.pieces_at("hound", marsh), state.tray) == (1, 1, tray)
    beach = state.board.index["beach"]
    state.move_token(marsh, beach, 0, "scare")
    assert (state.pieces_at("hound", beach), state.tokens[beach], state.tokens[marsh]) == (1, 2, 0)


STORM = '''
class Storm(OnceATurn):
    """A free die lowers the cost of one conquest, in decline too."""
    rule = "T-5"
    means: Word = "storm"
    in_decline: bool = True

    @hookimpl
    def traits(self):
        return Traits(acts_in_decline=True)

    @hookimpl
    def special_conquests(self, state, race):
        return [] if self.spent(state) else [SpecialConquest(self.means, free_die=True)]
'''
WIGHTS = "races: {wights: {name: Wights, banner: 5, supply: 12, text: x, source: x, abilities: [storm]}}"


@pytest.mark.parametrize(("attempt", "is_taken"), [("by die", True), ("by die as decline", False)])
def test_a_declined_race_may_begin_again_instead_of_going_on(extend: Extend, attempt: str, is_taken: bool) -> None:
    """Going on, the first die counts (W-GNOME-5): 2 in hand and 1 are 4 less 1. A new attempt is at the whole cost."""
    game = extend(STORM, WIGHTS).lay(
        seat(race("orcs hill", wood=1), race("wights", 1, beach=2)), seat(race("humans swamp", mead=2)), dice=(1, 1)
    )
    play(game, "conquer mead by storm as decline")
    assert {"conquer mead by die", "conquer mead by die as decline"} <= set(game.legal_actions())
    play(game, f"conquer mead {attempt}")
    assert (game.state.owner(game.state.occupant[game.state.board.index["mead"]]) == 0) == is_taken


TRUCE = '''
class Truce(Ability):
    """In decline its race conquers by the die alone."""
    rule = "T-6"
    in_decline: bool = True
    refuses = ("conquer",)

    @hookimpl
    def traits(self):
        return Traits(acts_in_decline=True)

    @hookimpl
    def veto(self):
        return Refusal("truce", "they keep a truce")
'''


def test_a_veto_of_a_declined_race_is_refused_with_its_reason(extend: Extend) -> None:
    """Refusals once asked the active race alone, and gave a reason that was not the true one."""
    keepers = "races: {keepers: {name: Keepers, banner: 5, supply: 12, text: x, source: x, abilities: [truce]}}"
    game = extend(TRUCE, keepers).lay(
        seat(race("orcs hill", wood=1), race("keepers", 3, beach=2)), seat(race("humans swamp", mead=1))
    )
    assert "conquer mead as decline" not in game.legal_actions()
    assert [(reason.code, str(reason.reason)) for reason in game.refusal("conquer mead as decline")] == [
        ("truce", "they keep a truce")
    ]


def test_keys_that_begin_with_x_hold_anchors(extend: Extend) -> None:
    content = """
        x-shared:
          - &coin {flat_bonus: {coins: 2}}
        races:
          fen: {name: Fen, banner: 5, supply: 12, text: x, source: x, abilities: [*coin]}
    """
    game = extend("", content).lay(seat(race("fen swamp", wood=1)), seat(race("orcs hill", beach=1)))
    play(game, "done; done")
    assert game.state.scoring_of(0) == {"regions": 1, "fen": 2}


KEEPER = '''
class Keeper(Ability):
    """The badge stays with the declined race."""
    rule = "T-6"

    @hookimpl
    def traits(self):
        return Traits(keeps_badge=True)
'''
KEEPERS = "races: {wights: {name: Wights, banner: 5, supply: 12, text: x, source: x, abilities: [KEEPER]}}"


@pytest.mark.parametrize(("in_decline", "kept"), [("true", "hill"), ("false", None)])
def test_a_badge_stays_only_while_the_ability_that_keeps_it_goes_on(
    extend: Extend, in_decline: str, kept: str | None
) -> None:
    """The badge is with the race or among the discards, never lost: the laws count it after every action."""
    content = KEEPERS.replace("KEEPER", f"{{keeper: {{in_decline: {in_decline}}}}}")
    game = extend(KEEPER, content).lay(seat(race("wights hill", beach=2)), seat(race("orcs swamp", 5, mead=1)))
    play(game, "decline")
    badge = game.state.power_spec(game.state.declined_of(0)[0])
    assert (badge and badge.id) == kept
    play(game, "conquer beach")  # the last token of the wights
    assert not game.state.declined_of(0)


def test_of_two_special_conquests_with_one_name_the_possible_one_is_made(extend: Extend) -> None:
    """The plain one costs as much as the region; the other one takes a lone token for none in hand."""
    content = """
    races:
      seers:
        name: Seers
        banner: 5
        supply: 18
        text: x
        source: x
        abilities: [{special_conquest: {means: spell}}, {conversion: {means: spell}}]
    """
    game = extend("", content).lay(seat(race("seers hill", wood=2)), seat(race("orcs swamp", mead=1)))
    play(game, "conquer mead by spell")
    state = game.state
    assert (state.hand[0], state.tokens[state.board.index["mead"]]) == (1, 1)
    assert state.tokens_on_map(0) + state.hand[0] == 3


@pytest.mark.parametrize(
    ("ability", "before", "placed"),
    [
        ("{movable_piece: {piece: idol}}", "done", "place idol wood"),
        ("{holding_piece: {piece: idol, means: idol}}", "conquer mead by idol; done", "place idol mead"),
    ],
)
def test_pieces_that_move_do_not_wear_out(extend: Extend, ability: str, before: str, placed: str) -> None:
    """``reusable: false`` is about pieces that are lost, not about those that their owner places again."""
    content = f"""
    pieces: {{idol: {{name: Idol, supply: 1, reusable: false, holds: true, text: x}}}}
    races: {{seers: {{name: Seers, banner: 5, supply: 18, text: x, source: x, abilities: [{ability}]}}}}
    """
    game = extend("", content).lay(seat(race("seers hill", 1, wood=1)), seat(race("orcs swamp", marsh=1)))
    for _ in range(2):
        play(game, before)
        assert placed in game.legal_actions() and "done" not in game.legal_actions()
        play(game, f"{placed}; deploy wood {game.state.hand[0]}" if game.state.hand[0] else placed)
        play(game, "done; done; done")
        before = "done"


def test_the_same_offer_of_a_race_and_of_its_power_is_listed_once(extend: Extend) -> None:
    """Each can be used once a turn: first that of the race, then that of the power."""
    content = """
    races: {ogres: {name: Ogres, banner: 5, supply: 12, text: x, source: x, abilities: [{displace: {per_turn: 1}}]}}
    powers: {grim: {name: Grim, badge: 3, text: x, source: x, abilities: [{displace: {per_turn: 1}}]}}
    """
    game = extend("", content).lay(seat(race("ogres grim", wood=1)), seat(race("orcs swamp", mead=3)))
    for _ in range(2):
        assert [str(action) for action in game.legal_actions()].count("intimidate mead") == 1
        play(game, "intimidate mead")
    assert "intimidate mead" not in game.legal_actions()
    assert game.state.tokens[game.state.board.index["mead"]] == 1


def test_only_pieces_that_a_race_places_can_hold_a_region_for_it(extend: Extend) -> None:
    """The race is paid for columns, but places banners: each region needs a token, although columns could hold it."""
    content = """
    pieces:
      banner: {name: Banner, supply: 1, text: x}
      column: {name: Column, supply: 3, holds: true, text: x}
    races:
      seers:
        name: Seers
        banner: 5
        supply: 18
        text: x
        source: x
        abilities: [{holding_piece: {piece: banner, means: banner}}, {piece_bonus: {piece: column}}]
    """
    game = extend("", content).lay(seat(race("seers hill", 2, wood=1)), seat(race("orcs swamp", marsh=1)))
    play(game, "conquer mead by banner; done; place banner mead")
    assert "deploy wood 2" in game.legal_actions() and "deploy wood 3" not in game.legal_actions()
    play(game, "deploy wood 2; deploy mead 1; done")


def test_an_ability_that_ends_with_the_decline_keeps_no_further_race(extend: Extend) -> None:
    content = """
    powers: {brief: {name: Brief, badge: 4, text: x, source: x, abilities: [{extra_decline_slot: {in_decline: false}}]}}
    """
    position = seat(race("orcs brief", wood=2), race("humans", beach=1))
    game = extend("", content).lay(position, seat(race("elves swamp", marsh=1)))
    play(game, "decline")
    assert [game.state.race_spec(declined).id for declined in game.state.declined_of(0)] == ["orcs"]


def test_what_two_abilities_demand_in_the_same_words_is_listed_once(extend: Extend) -> None:
    content = """
    races: {shifters: {name: Shifters, banner: 5, supply: 12, text: x, source: x, abilities: [turn_choice]}}
    powers: {moonlit: {name: Moonlit, badge: 3, text: x, source: x, abilities: [turn_choice]}}
    """
    game = extend("", content).lay(seat(race("shifters moonlit", wood=1)), seat(race("orcs swamp", mead=3)))
    for _ in range(2):
        assert [str(action) for action in game.legal_actions()].count("form human") == 1
        play(game, "form human")
    assert game.state.coins[0] == 9


@pytest.mark.parametrize("is_on_map", [False, True])
def test_token_pieces_of_a_declined_race_leave_with_it(extend: Extend, is_on_map: bool) -> None:
    """Hounds go to their own supply, not to the tray of the race, from the hand and from the map."""
    content = """
    pieces: {hound: {name: Hound, supply: 5, token: true, text: x}}
    races:
      wights:
        name: Wights
        banner: 5
        supply: 12
        text: x
        source: x
        abilities:
          - acts_in_decline: {in_decline: true}
          - token_piece: {piece: hound, terrain: forest, in_decline: true}
    """
    game = extend("", content).lay(
        seat(race("orcs hill", peak=1), race("wights", 1, wood=1, mead=1)), seat(race("elves swamp", knoll=1))
    )
    wights = game.state.declined_of(0)[0]
    assert game.state.carried_pieces(wights, "hound") == 1
    if is_on_map:
        play(game, "conquer beach as decline; done")
        while game.phase != "conquer" or game.to_move == "ann":
            play(game, next(action for action in game.legal_actions() if action.verb != "decline"))
        assert game.state.regions_with("hound")
        play(game, "done; done")
    play(game, "decline")
    assert (game.state.supply_of("hound"), game.state.declined_of(0) == [wights]) == (5, True)
    assert game.state.race_spec(wights).id == "orcs"


FRAGILE = '''
class Fragile(Ability):
    """A lost region costs two tokens."""
    rule = "T-6"

    @hookimpl
    def losses(self, state, race, region):
        return 2
'''


def test_no_more_tokens_are_lost_than_there_are(extend: Extend) -> None:
    content = "races: {glass: {name: Glass, banner: 6, supply: 12, text: x, source: x, abilities: [fragile]}}"
    game = extend(FRAGILE, content).lay(
        seat(race("humans hill", hand=9, beach=1)), seat(race("glass swamp", wood=1, mead=3))
    )
    play(game, "conquer wood")
    assert (game.state.withdrawn[1], game.state.tray_of(1)) == (0, 12 - 3)
    play(game, "conquer mead")
    assert (game.state.withdrawn[1], game.state.tray_of(1)) == (1, 12 - 1)


def test_a_region_that_two_rules_let_a_race_abandon_is_listed_once(extend: Extend) -> None:
    """Too few tokens for every region, and for the reserve."""
    content = """
    pieces: {banner: {name: Banner, supply: 1, text: x}}
    races:
      seers:
        name: Seers
        banner: 5
        supply: 18
        text: x
        source: x
        abilities: [{holding_piece: {piece: banner, means: banner}}, {reserve_tokens: {tokens: 2}}, lose_tokens]
    """
    game = extend("", content).lay(seat(race("seers hill", 1, wood=1)), seat(race("orcs swamp", marsh=1)))
    play(game, "conquer mead by banner; done")
    abandoned = [action.region for action in game.legal_actions() if action.verb == "abandon"]
    assert len(abandoned) == 2 == len({*abandoned})


def test_a_piece_holds_a_region_only_where_it_may_be_placed(extend: Extend) -> None:
    """Two tokens for three regions: the post can hold the forest alone, so no token goes there."""
    content = """
    pieces:
      banner: {name: Banner, supply: 1, text: x}
      post: {name: Post, supply: 1, holds: true, text: x}
    races:
      seers:
        name: Seers
        banner: 5
        supply: 18
        text: x
        source: x
        abilities:
          - holding_piece: {piece: banner, means: banner, needs_token: false, garrison: one}
          - built_piece: {piece: post, terrain: forest}
    """
    game = extend("", content).lay(seat(race("seers hill", 1, wood=1)), seat(race("orcs swamp", knoll=1)))
    play(game, "conquer beach by banner; done; place banner beach; deploy wood 1; deploy beach 1; done; done; done")
    play(game, "conquer mead by banner; done")
    placed = {str(action) for action in game.legal_actions() if action.verb == "deploy"}
    assert placed == {"deploy mead 1", "deploy beach 1"}
    play(game, "deploy mead 1; deploy beach 1; place post wood; place banner mead; done")
    assert game.state.tokens[game.state.board.index["wood"]] == 0 and game.state.regions[0].bit_count() == 3


BLAST = '''
class Blast(Ability):
    """When a turn starts, the neighbours of the race explode."""
    rule = "T-7"

    @hookimpl
    def turn_started(self, state, race):
        for region in indexes(state.adjacent[race] & state.occupied_regions() & ~state.regions[race]):
            state.explode(race, region, ("blast",), counts=True)
'''


def test_a_region_that_exploded_gets_no_piece_of_its_conqueror(extend: Extend) -> None:
    content = """
    pieces: {post: {name: Post, supply: 3, text: x}}
    races:
      seers:
        name: Seers
        banner: 5
        supply: 18
        text: x
        source: x
        abilities: [blast, {piece_on_conquest: {piece: post}}]
    """
    game = extend(BLAST, content).lay(seat(race("seers hill", 2, wood=1)), seat(race("orcs swamp", mead=1, knoll=1)))
    mead = game.state.board.index["mead"]
    assert game.state.occupant[mead] == -1 and not game.state.regions_with("post")
    play(game, "conquer mead")
    assert game.state.regions_with("post") == 1 << mead


LAST = '''
class Last(Ability):
    """Everything is in hand while there is a totem in the supply; it may be burnt."""
    rule = "T-8"
    offers_in = ("redeploy",)
    verbs = {"burn": ""}
    piece: LaidPiece

    @hookimpl
    def is_regrouping(self, state, race):
        return bool(state.supply_of(self.piece))

    @hookimpl
    def offer_actions(self, state, race):
        return [state.action(self, "burn")] if state.supply_of(self.piece) else ()

    @hookimpl
    def perform(self, state, race):
        state.change_supply(self.piece, -1)
'''


def test_regions_need_tokens_also_after_the_piece_of_a_regrouping_race_left_the_game(extend: Extend) -> None:
    content = """
    pieces: {totem: {name: Totem, supply: 1, reusable: false, text: x}}
    races: {seers: {name: Seers, banner: 5, supply: 18, text: x, source: x, abilities: [{last: {piece: totem}}]}}
    """
    game = extend(LAST, content).lay(seat(race("seers hill", wood=1, mead=1)), seat(race("orcs swamp", knoll=1)))
    play(game, "done; burn")
    assert {str(action) for action in game.legal_actions()} == {"deploy wood 1", "deploy mead 1"}
    play(game, "deploy wood 1; deploy mead 1; done")


def test_an_ability_of_the_edition_acts_for_the_race_in_the_region(extend: Extend) -> None:
    """Both races of the player keep a reserve and act; a region of the declined one is abandoned by that race."""
    content = """
    abilities: [{reserve_tokens: {tokens: 2, in_decline: true}}]
    races:
      wights:
        name: Wights
        banner: 5
        supply: 12
        text: x
        source: x
        abilities: [{acts_in_decline: {in_decline: true}}]
    """
    game = extend("", content).lay(
        seat(race("orcs hill", 4, peak=1), race("wights", beach=1, wood=1)), seat(race("elves swamp", knoll=1))
    )
    play(game, "done; abandon beach")
    wights = game.state.declined_of(0)[0]
    assert (game.state.hand[wights], game.state.regions[wights].bit_count()) == (1, 1)
