"""Verbs for events of an edition: a combo for nothing, a forced decline, another first player, a further turn."""

from __future__ import annotations

import pytest
from extension_kit import Extend, play, race, seat

from smallworld.errors import PluginError

FATES = '''
class Fates(Ability):
    """Each round something happens: a race declines, the order changes, somebody has a further turn."""
    rule = "T-1"
    users = ("edition",)

    @hookimpl
    def game_set_up(self, state):
        for player in range(state.players):
            state.give_combo(player, 0)

    @hookimpl
    def round_started(self, state):
        state.choose_turn_order([state.round % state.players])
        player = int(state.draw("fate", [str(player) for player in range(state.players)]))
        if state.is_in_play(player):
            state.decline(player)

    @hookimpl
    def turn_opened(self, state, player):
        if not state.recall(self) and state.round == 3:
            state.remember(self, True)
            state.grant_turn()
        if state.round % 3 == 2 and not state.is_in_play(player) and state.combos():
            state.give_combo(player, len(state.combos()) - 1)
'''
SHIELDED = '''
class Stubborn(Ability):
    """Effects of others on the cost of its regions do not count."""
    rule = "T-2"

    @hookimpl
    def defence_change(self, state, attacker):
        return [(-change, regions) for change, regions in state.own_cost_changes(attacker)]
'''
STUBBORN = "races: {gnomes: {name: Gnomes, banner: 5, supply: 10, text: x, source: x, abilities: [stubborn]}}"


def test_every_player_is_given_a_combo_in_the_set_up(extend: Extend) -> None:
    game = extend(FATES.replace("if state.is_in_play(player):", "if False:"), "abilities: [fates]").new(2)
    state = game.state
    assert game.phase == "conquer"
    assert [state.is_in_play(player) for player in range(2)] == [True, True]
    assert len(state.combos()) == 6
    assert all(state.hand[player] > 5 for player in range(2))
    with pytest.raises(PluginError, match="has an active race"):
        state.give_combo(0, 0)
    with pytest.raises(
        PluginError, match=r"the order of turns \[2\] is impossible; it has each player from 0 to 1 once"
    ):
        state.choose_turn_order([2])


def test_the_first_player_of_a_round_changes_and_a_turn_follows_another(extend: Extend) -> None:
    game = extend(FATES.replace("if state.is_in_play(player):", "if False:"), "abilities: [fates]").new(3)
    turns: list[tuple[int, str]] = []
    last = object()
    while not game.over and game.round < 5:
        if game.state.ended is not last:
            turns.append((game.round, game.turn))
        last = game.state.ended
        game.apply(game.legal_actions()[-1])
    names = [[name for number, name in turns if number == round_] for round_ in (1, 2, 3, 4)]
    assert names == [["bob", "cid", "ann"], ["cid", "ann", "bob"], ["ann", "ann", "bob", "cid"], ["bob", "cid", "ann"]]


def test_a_race_that_an_event_puts_into_decline_leaves_the_turn_to_its_player(extend: Extend) -> None:
    game = extend(FATES, "").lay(seat(race("orcs hill", hand=2, beach=2)), seat(race("humans swamp", knoll=3)))
    state = game.state
    state.decline(1)
    assert not state.is_in_play(1)
    assert state.tokens_on_map(3) == 1
    with pytest.raises(PluginError, match="no active race"):
        state.decline(1)
    play(game, "conquer wood; done")


def test_games_with_fates_keep_the_laws(extend: Extend) -> None:
    extend(FATES, "abilities: [fates]").play_random(1)


def test_a_race_cancels_the_discounts_of_its_attackers(extend: Extend) -> None:
    extension = extend(SHIELDED, STUBBORN)
    seats = (
        seat(race("ratmen commando", hand=9, beach=1)),
        seat(race("gnomes hill", wood=1)),
    )
    game = extension.lay(*seats)
    wood, marsh = (game.state.board.index[name] for name in ("wood", "marsh"))
    assert (game.state.cost(0, wood), game.state.cost(0, marsh)) == (3, 1)


MOON = '''
class Moon(Ability):
    """The moon wanes from round to round."""
    rule = "T-9"

    @hookimpl
    def round_started(self, state):
        state.remember(self, state.round)

    @hookimpl
    def public_memory(self, state):
        return {"moon": state.recall(self, 0)}


class Mood(Ability):
    """Each race has one."""
    rule = "T-10"

    @hookimpl
    def public_memory(self, state, race):
        return {"mood": state.race_spec(race).id}
'''


def test_the_memory_of_an_edition_is_public_before_the_first_pick(extend: Extend) -> None:
    game = extend(MOON, "abilities: [moon, mood]").new(2)
    view = game.view(None).as_dict()
    assert view["memory"] == {"extended": {"moon": 1}}
    play(game, "pick 1")
    (race,) = game.view(None).as_dict()["races"]["ann"]
    assert race["memory"]["extended"] == {"moon": 1, "mood": race["race"]}
