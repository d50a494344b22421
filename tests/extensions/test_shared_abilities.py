"""Abilities that hold for other races: common ones, a defender's influence on costs, lent ones."""

from __future__ import annotations

import pytest
from extension_kit import Extend, play, race, seat

from smallworld.errors import PluginError

AURA = '''
class Gloom(Ability):
    """Everybody else earns a coin less for a region next to the holder."""
    rule = "T-1"
    label = "gloom"
    common = True

    @hookimpl
    def score(self, state, race, holder):
        if race == holder:
            return 0
        return -(state.regions[race] & state.adjacent[holder]).bit_count()


class Mists(Ability):
    """Nobody else conquers forests."""
    rule = "T-2"
    common = True
    bars_for = "own"

    @hookimpl
    def bars(self, state, race, holder):
        return Bar(state.board.terrain("forest"), "mists", "the mists hide it") if race != holder else None
'''
AURAS = """
races: {ghosts: {name: Ghosts, banner: 5, supply: 10, text: x, source: x, abilities: [gloom]}}
powers: {misty: {name: Misty, badge: 5, text: x, source: x, abilities: [mists]}}
"""


def test_a_common_ability_is_asked_for_every_race_while_its_holder_is_at_the_table(extend: Extend) -> None:
    extension = extend(AURA, AURAS)
    game = extension.lay(
        seat(race("humans hill", beach=1, wood=1), race("elves", peak=1)), seat(race("ghosts misty", mead=1))
    )
    play(game, "done; done")
    assert game.state.scoring_of(0)["gloom"] == -2  # beach and wood; the peak is not adjacent
    assert "gloom" not in play(game, "done; done").state.scoring_of(1)
    play(game, "decline")
    assert [line.amount for line in game.explain("done") if line.source == "gloom"] == []  # it is Bob's turn
    play(game, "decline")
    assert not any(table.received for table in game.state.hook_tables)  # it ends with the decline of its holder


CHRONICLE = '''
class Chronicle(Ability):
    """A coin for each race of another player that declines."""
    rule = "T-7"
    common = True

    @hookimpl
    def race_declined(self, state, race, holder):
        if state.owner(race) != state.owner(holder):
            state.gain_coins(state.owner(holder), 1)
'''
CHRONICLER = "powers: {historian: {name: Historian, badge: 5, text: x, source: x, abilities: [chronicle]}}"


def test_a_race_that_declines_is_the_holder_of_its_abilities_to_the_end(extend: Extend) -> None:
    extension = extend(CHRONICLE, CHRONICLER)
    game = extension.lay(seat(race("humans hill", beach=1)), seat(race("elves historian", knoll=1)))
    play(game, "decline")
    assert game.scores() == {"ann": 6, "bob": 6}
    play(game, "decline")
    assert game.scores() == {"ann": 6, "bob": 7}  # a coin for the region, none for the own decline


def test_a_race_that_is_picked_later_has_the_common_abilities_too(extend: Extend) -> None:
    extension = extend(AURA, AURAS)
    game = extension.lay(seat(), seat(race("ghosts misty", mead=1)), column=(("elves", "hill", 0),))
    play(game, "pick 1; conquer marsh; done; deploy marsh 7")
    assert not game.legal_actions()[0].startswith("conquer wood")
    assert game.state.hook_tables[0].received


def test_what_a_race_may_not_conquer_is_refused_with_the_reason(extend: Extend) -> None:
    extension = extend(AURA, AURAS)
    game = extension.lay(seat(race("humans hill", hand=9, beach=1)), seat(race("elves misty", peak=1)))
    assert "conquer wood" not in game.legal_actions()
    assert [(reason.code, reason.reason) for reason in game.refusal("conquer wood")] == [("mists", "the mists hide it")]
    assert "bar: mists of misty forbids it: the mists hide it (T-2)" in [str(line) for line in game.why("conquer wood")]
    assert "conquer marsh" in game.legal_actions()


def test_games_with_common_abilities_keep_the_laws(extend: Extend) -> None:
    extend(AURA, AURAS).play_random(1)


WALLS = '''
class Walls(Ability):
    """Its mountains and hills are defended twice."""
    rule = "T-3"
    ledger_label = "walls"
    in_decline: bool = True

    @hookimpl
    def defence_change(self, state, race, attacker, board):
        return [(2, board.terrain("mountain")), (1, board.all)]
'''
WALLED = "races: {masons: {name: Masons, banner: 5, supply: 10, text: x, source: x, abilities: [walls]}}"


def test_a_defender_changes_the_cost_of_its_own_regions_for_opponents(extend: Extend) -> None:
    extension = extend(WALLS, WALLED)
    masons = race("masons hill", peak=1, wood=1)
    game = extension.lay(seat(race("ratmen swamp", hand=11, knoll=1, beach=1)), seat(masons))
    assert game.state.cost(0, game.state.board.index["peak"]) == 2 + 1 + 1 + 3
    assert game.state.cost(0, game.state.board.index["wood"]) == 2 + 1 + 1
    assert game.state.cost(0, game.state.board.index["mead"]) == 2
    lines = [(line.text, line.amount, line.source) for line in game.explain("conquer peak")]
    assert lines[-2:] == [("walls", 2, "masons"), ("walls", 1, "masons")]
    assert "cost: walls of masons changes it by +3 (T-3)" in [str(line) for line in game.why("conquer peak")]
    play(game, "conquer peak; conquer wood")
    assert game.state.hand[0] == 0


def test_an_edition_defends_nothing(extend: Extend) -> None:
    extension = extend(WALLS, "abilities: [walls]")
    with pytest.raises(PluginError, match="'walls' of 'extended' has defence_change, which needs a race that defends"):
        extension.new()


def test_a_relic_lets_nobody_redeploy_from_scratch(extend: Extend) -> None:
    code = '''
    class Camp(Ability):
        """Everything comes to hand."""
        rule = "T-4"

        @hookimpl
        def is_regrouping(self, state, race):
            return True
    '''
    cup = "relics: {cup: {name: Cup, kind: artefact, text: x, source: x, abilities: [camp]}}"
    with pytest.raises(PluginError, match="'camp' of relic 'cup' has is_regrouping, but a relic can be lost while"):
        extend(code, cup).new()


def test_a_wrong_change_of_the_defence_names_the_ability(extend: Extend) -> None:
    extension = extend(WALLS.replace("[(2, board", "[(None, board"), WALLED)
    with pytest.raises(PluginError, match="hook defence_change must return pairs of two whole numbers, not"):
        extension.lay(seat(race("ratmen swamp", hand=11, knoll=1)), seat(race("masons hill", peak=1))).legal_actions()


def test_a_defender_in_decline_goes_on_if_its_ability_does(extend: Extend) -> None:
    extension = extend(WALLS, WALLED)
    game = extension.lay(seat(race("humans swamp", hand=9, knoll=1)), seat(None, race("masons", peak=1)))
    assert game.state.cost(0, game.state.board.index["peak"]) == 2 + 1 + 1 + 3
    own_game = extension.lay(seat(race("humans swamp", hand=9, knoll=1), race("masons", peak=1)))
    assert own_game.state.cost(0, own_game.state.board.index["peak"]) == 2 + 1


def test_games_with_walls_keep_the_laws(extend: Extend) -> None:
    extend(WALLS, WALLED).play_random(1)


MIMES = '''
class Mimic(Ability):
    """Once a turn it takes on a power."""
    rule = "T-4"
    offers_in = ("conquer",)
    verbs = {"mimic": "WORD"}
    powers: tuple[str, ...] = ("merchant", "hill", "shrine")

    @hookimpl
    def lent(self, state, race):
        return [name for name in [state.recall(self)] if name]

    @hookimpl
    def offer_actions(self, state, race, phase):
        return [state.action(self, f"mimic {name}") for name in self.powers if name != state.recall(self)]

    @hookimpl
    def perform(self, state, race, action):
        state.remember(self, action.operands[0])

    @hookimpl
    def public_memory(self, state):
        return {"mimics": state.recall(self)}


class Altars(Ability):
    """An altar in every conquered region; they crumble with it."""
    rule = "T-5"
    piece: LaidPiece

    @hookimpl
    def region_conquered(self, state, race, conquest):
        state.place(self.piece, conquest.region)
        state.remember(self, state.recall(self, 0) + 1)

    @hookimpl
    def score(self, state, race):
        return 10 * state.recall(self, 0)

    @hookimpl
    def abilities_ended(self, state, race):
        for region in indexes(state.regions_with(self.piece) & state.regions[race]):
            state.take_away(self.piece, region)
'''
MIMICS = """
pieces: {altar: {name: Altar, supply: 9, own: true}}
races: {mimes: {name: Mimes, banner: 7, supply: 12, text: x, source: x, abilities: [mimic]}}
powers: {shrine: {name: Shrine, badge: 4, text: x, source: x, abilities: [{altars: {piece: altar}}]}}
"""


def test_lent_abilities_hold_until_they_end_and_then_remember_nothing(extend: Extend) -> None:
    extension = extend(MIMES, MIMICS)
    game = extension.lay(seat(race("mimes swamp", hand=9, beach=1)))
    play(game, "mimic merchant")
    before = [line.amount for line in game.explain("done") if line.source == "merchant"]
    assert before == [1]
    play(game, "mimic shrine; conquer wood")
    assert game.state.regions_with("altar").bit_count() == 1
    assert [line.amount for line in game.explain("done") if line.source == "shrine"] == [10]
    play(game, "mimic hill")
    assert game.state.regions_with("altar").bit_count() == 0
    play(game, "mimic shrine")
    assert not [line for line in game.explain("done") if line.source == "shrine"]
    assert game.view("ann").as_dict()["races"]["ann"][0]["memory"]["mimes"] == {"mimics": "shrine"}


def test_a_lent_ability_has_a_memory_of_its_own(extend: Extend) -> None:
    extension = extend(MIMES, MIMICS)
    game = extension.lay(seat(race("mimes swamp", hand=2, beach=1)), seat(race("elves shrine", hand=2, peak=1)))
    play(game, "mimic shrine; conquer wood; done; deploy wood 1; done; conquer knoll")
    assert [line.amount for line in game.explain("done") if line.source == "shrine"] == [10]
    assert game.state.scoring_of(0)["shrine"] == 10


def test_abilities_end_when_their_race_leaves_the_game_or_declines(extend: Extend) -> None:
    extension = extend(MIMES, MIMICS)
    game = extension.lay(seat(race("elves shrine", wood=1, beach=1)), pieces={"wood": {"altar": 1}})
    play(game, "decline")
    assert game.state.regions_with("altar").bit_count() == 0
    assert game.state.supply_of("altar") == 9


def test_what_no_variant_has_cannot_be_lent(extend: Extend) -> None:
    extension = extend(MIMES.replace("[state.recall(self)]", '["nothing"]'), MIMICS)
    with pytest.raises(PluginError, match="hook lent lends 'nothing', which is neither a race nor a power nor a relic"):
        extension.lay(seat(race("mimes swamp", hand=9, beach=1)))


def test_games_with_lent_abilities_keep_the_laws(extend: Extend) -> None:
    extend(MIMES, MIMICS).play_random(1, prefer="mimic")


def test_the_holder_is_the_race_itself_without_common(extend: Extend) -> None:
    code = '''
    class Lonely(Ability):
        """It is its own holder."""
        rule = "T-6"

        @hookimpl
        def score(self, state, race, holder):
            return 1 + (race == holder)
    '''
    content = "powers: {lonely: {name: Lonely, badge: 4, text: x, source: x, abilities: [lonely]}}"
    game = extend(code, content).lay(seat(race("elves lonely", wood=1)))
    assert [line.amount for line in game.explain("done")] == [1, 2]
