"""Faults that authors of expansions reported: each is pinned by the position that showed it."""

from __future__ import annotations

from extension_kit import Extend, play, race, seat


def test_a_vetoed_decline_is_refused_with_the_reason_of_the_ability(extend: Extend) -> None:
    code = '''
    class Proud(Ability):
        """It does not decline."""
        rule = "T-1"
        refuses = ("decline",)

        @hookimpl
        def veto(self):
            return Refusal("proud", "the proud never decline")
    '''
    extension = extend(code, "powers: {proud: {name: Proud, badge: 5, text: x, source: x, abilities: [proud]}}")
    game = extension.lay(seat(race("humans proud", beach=2)))
    assert [str(reason.reason) for reason in game.refusal("decline")] == ["the proud never decline"]
    play(game, "abandon beach")
    assert [reason.code for reason in game.refusal("decline")] == ["acted"]


NEGATIVE = '''
class Tithe(Ability):
    """A coin less for every region."""
    rule = "T-2"
    coins: int = 3

    @hookimpl
    def score(self, state, race):
        return -self.coins * state.regions[race].bit_count()
'''
TITHES = """
races: {debtors: {name: Debtors, banner: 6, supply: 11, text: x, source: x, abilities: [{tithe: {coins: 3}}]}}
powers: {owing: {name: Owing, badge: 5, text: x, source: x, abilities: [{tithe: {coins: 2}}]}}
"""


def test_a_turn_that_costs_more_than_the_player_has_takes_what_they_have(extend: Extend) -> None:
    extension = extend(NEGATIVE, TITHES)
    game = extension.lay(seat(race("debtors owing", beach=1, wood=1), coins=3))
    ledger = [(line.text, line.amount) for line in game.explain("done")]
    assert ledger == [("regions", 2), ("debtors", -6), ("owing", -4), ("no coins left", 5)]
    play(game, "done; done")
    assert game.scores()["ann"] == 0
    assert game.state.scoring_of(0) == {"regions": 2, "debtors": -6, "owing": -4, "no coins left": 5}
    assert game.to_move == "bob"


def test_a_turn_that_costs_what_the_player_has_takes_all_of_it_and_waives_nothing(extend: Extend) -> None:
    game = extend(NEGATIVE, TITHES).lay(seat(race("debtors owing", beach=1, wood=1), coins=8))
    assert [line.text for line in game.explain("done")] == ["regions", "debtors", "owing"]
    play(game, "done; done")
    assert game.scores()["ann"] == 0
    assert game.state.scoring_of(0) == {"regions": 2, "debtors": -6, "owing": -4}


def test_games_with_negative_scores_go_on(extend: Extend) -> None:
    extend(NEGATIVE, TITHES).play_random(1, prefer="pick")


GOLEMS = """
pieces: {golem: {name: Golem, supply: 5, token: true}}
powers:
  golems:
    {name: Golems, badge: 4, text: x, source: x, abilities: [{token_piece: {piece: golem, terrain: hill}}]}
"""


def test_a_race_that_redeploys_from_scratch_keeps_its_reserve(extend: Extend) -> None:
    """R-AMAZON-3: the reserve stays in hand although everything is taken to hand."""
    extension = extend("", GOLEMS)
    game = extension.lay(seat(race("amazons golems", hand=3, knoll=1, peak=4)), turn="ann")
    play(game, "done")
    assert game.state.hand[0] == 3 + 5 + 1
    play(game, "deploy knoll 1; deploy peak 1")
    assert [reason.code for reason in game.refusal("done")] == ["tokens_left"]
    play(game, "place golem peak; deploy peak 1; deploy peak 1")
    assert game.state.hand[0] == 4
    assert game.legal_actions() == ("done",)


def test_lifting_token_pieces_leaves_those_of_another_race(extend: Extend) -> None:
    """W-READY-1: two races may have the same kind; each takes back its own."""
    content = GOLEMS + GOLEMS.split("powers:")[1].replace("golems:", "golems_too:").replace(
        "name: Golems", "name: Golems too"
    )
    seats = seat(race("amazons golems", knoll=2)), seat(race("humans golems_too", wood=2))
    state = extend("", content).lay(*seats, pieces={"knoll": {"golem": 1}, "wood": {"golem": 1}}).state
    state.lift_piece_tokens(0, "golem")
    knoll, wood = state.board.index["knoll"], state.board.index["wood"]
    assert (state.pieces_at("golem", knoll), state.pieces_at("golem", wood)) == (0, 1)
    assert (state.tokens[knoll], state.tokens[wood]) == (1, 2)


KEEPERS = '''
class Allies(Ability):
    """Pieces that fight as tokens and stay."""
    rule = "T-3"
    piece: Piece

    @hookimpl
    def turn_started(self, state, race):
        if state.regions[race]:
            state.enlist(race, self.piece, 1)

    @hookimpl
    def is_regrouping(self, state, race):
        return True
'''
ALLIES = """
pieces: {ally: {name: Ally, supply: 6, token: true}}
powers: {allied: {name: Allied, badge: 4, text: x, source: x, abilities: [{allies: {piece: ally}}]}}
"""


def test_readying_takes_the_pieces_that_are_tokens_along(extend: Extend) -> None:
    """W-BEAST-5: a region keeps its race tokens; declining afterwards counts none twice."""
    extension = extend(KEEPERS, ALLIES)
    game = extension.lay(seat(race("humans allied", beach=3, wood=1)), pieces={"beach": {"ally": 2}})
    state = game.state
    assert (state.tokens[state.board.index["beach"]], state.pieces_at("ally", state.board.index["beach"])) == (1, 0)
    assert state.carried_pieces(0, "ally") == 3
    play(game, "decline")
    assert game.state.tokens_on_map(2) == 2


def test_declining_gives_back_pieces_before_tokens_are_counted(extend: Extend) -> None:
    """R-GHOUL-1: a race that keeps all tokens declines from the position before it was readied."""
    extension = extend(KEEPERS, ALLIES)
    game = extension.lay(seat(race("ghouls allied", beach=4, wood=1)), pieces={"beach": {"ally": 2}})
    play(game, "decline")
    state = game.state
    assert state.tokens[state.board.index["beach"]] == 2
    assert state.supply_of("ally") == 6


def test_the_engine_places_pieces_of_a_race_that_does_not_regroup(extend: Extend) -> None:
    """W-BEAST-5: plain tokens conquer first, pieces fill up; the others go to regions of the race."""
    extension = extend(KEEPERS.replace("return True", "return False"), ALLIES)
    game = extension.lay(seat(race("humans allied", beach=1, hand=1)))
    state, marsh = game.state, game.state.board.index["marsh"]
    play(game, "conquer marsh")
    assert (state.pieces_at("ally", marsh), state.carried_pieces(0, "ally")) == (1, 0)
    play(game, "done")
    assert game.legal_actions() == ("place ally beach", "place ally marsh")


def test_every_piece_in_hand_is_placed_before_the_redeployment_ends(extend: Extend) -> None:
    extension = extend(KEEPERS.replace("return True", "return False"), ALLIES)
    game = extension.lay(seat(race("humans allied", beach=1, wood=1, hand=1)))
    play(game, "done")
    assert game.legal_actions() == ("deploy beach 1", "deploy wood 1", "place ally beach", "place ally wood")
    play(game, "deploy wood 1")
    assert [reason.code for reason in game.refusal("done")] == ["tokens_left"]
    assert game.refusal("deploy wood 1")
    play(game, "place ally beach")
    assert game.legal_actions() == ("done",)


def test_games_of_races_that_keep_their_token_pieces_keep_the_laws(extend: Extend) -> None:
    extend(KEEPERS.replace("return True", "return False"), ALLIES).play_random(1, prefer="place")


def test_games_with_lasting_token_pieces_keep_the_laws(extend: Extend) -> None:
    extend(KEEPERS, ALLIES).play_random(1, prefer="place")


def test_a_special_conquest_that_costs_too_much_is_too_dear(extend: Extend) -> None:
    content = """
    powers:
      ram: {name: Ram, badge: 4, text: x, source: x, abilities: [{special_conquest: {means: ram, discount: 1}}]}
    """
    game = extend("", content).lay(seat(race("humans ram", hand=1, beach=1)), seat(race("elves hill", wood=4)))
    assert [reason.code for reason in game.refusal("conquer wood by ram")] == ["too_dear"]
    assert [reason.code for reason in game.refusal("conquer wood by die+ram")] == ["too_dear"]


def test_the_final_die_of_a_special_conquest_is_refused_with_its_own_reason(extend: Extend) -> None:
    content = """
    powers:
      ram: {name: Ram, badge: 4, text: x, source: x, abilities: [{special_conquest: {means: ram, discount: 1}}]}
    """
    extension = extend("", content)
    rich = extension.lay(seat(race("humans ram", hand=2, beach=1)), seat(race("elves hill", wood=1)))
    assert [reason.code for reason in rich.refusal("conquer wood by die+ram")] == ["no_die_needed"]
    poor = extension.lay(seat(race("humans ram", hand=1, beach=1)), seat(race("elves hill", wood=4)))
    assert "5; 1 token and a 3 on the die are not enough" in poor.refusal("conquer wood by die+ram")[0].reason


def test_a_conquest_by_means_that_nobody_has_is_refused_with_a_reason(extend: Extend) -> None:
    game = extend("", "").lay(seat(race("humans hill", hand=1, beach=1)), seat(race("elves swamp", wood=4)))
    for action in ("conquer wood by die+hammer", "conquer wood by hammer"):
        assert [reason.reason for reason in game.refusal(action)] == ["no conquest by 'hammer' is on offer to you"]


def test_a_piece_that_holds_a_region_alone_stays_there(extend: Extend) -> None:
    content = """
    pieces: {hero: {name: Hero, supply: 1, holds: true}}
    powers:
      double:
        name: Double
        badge: 4
        text: x
        abilities: [{holding_piece: {means: storm, piece: hero}}, {special_conquest: {means: fly, piece: hero}}]
    """
    game = extend("", content).lay(seat(race("ratmen double", hand=9, beach=1)))
    play(game, "conquer wood by storm; conquer marsh by fly")
    assert game.state.regions_with("hero") == 1 << game.state.board.index["wood"]
