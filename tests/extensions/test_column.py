"""Abilities and the column: prices, refusals, passed combos, offers while picking, coins and badges."""

from __future__ import annotations

from extension_kit import Extend, play, race, seat

from smallworld.actions import Action
from smallworld.game import Game
from smallworld_lab.observers import Audience, Collector

CURSED = '''
class Cursed(Ability):
    """Who passes it pays three coins instead of one; they stay on it."""
    rule = "T-1"

    @hookimpl
    def pick_price(self, state, player, place, own_place):
        return 2 if own_place < place else 0

    @hookimpl
    def combo_passed(self, state, player, place, own_place):
        if own_place == place:
            state.put_coins(place, 2)


class Proud(Ability):
    """Nobody with fewer than six coins may pick it."""
    rule = "T-2"

    @hookimpl
    def pick_price(self, state, player, place, own_place):
        if own_place == place and state.coins[player] < 6:
            return Refusal("proud", "it does not follow the poor")
        return 0


class Haggler(Ability):
    """In decline it buys the top combo's badge away, and its owner pays a coin less."""
    rule = "T-3"
    in_decline: bool = True
    offers_in = ("pick",)
    verbs = {"swap": ""}

    @hookimpl
    def pick_price(self, state, player, place, own_place):
        return -1

    @hookimpl
    def offer_actions(self, state, race, phase):
        return [state.action(self, "swap")] if not state.recall_turn(self) else ()

    @hookimpl
    def perform(self, state, race, action):
        state.remember_turn(self, True)
        state.swap_badges(0, 1)
'''
POWERS = """
powers:
  cursed: {name: Cursed, badge: 5, text: x, source: x, abilities: [cursed]}
  proud: {name: Proud, badge: 5, text: x, source: x, abilities: [proud]}
races: {hagglers: {name: Hagglers, banner: 5, supply: 10, text: x, source: x, abilities: [haggler]}}
"""
COLUMN = (("elves", "cursed", 1), ("humans", "hill", 0), ("orcs", "proud", 0), ("trolls", "swamp", 0))


def test_a_combo_changes_the_price_of_passing_it(extend: Extend) -> None:
    game = extend(CURSED, POWERS).lay(seat(coins=5), column=COLUMN)
    assert [action for action in game.legal_actions() if action in ("pick 1", "pick 2", "pick 3", "pick 4")] == [
        "pick 1", "pick 2", "pick 4",
    ]  # fmt: skip
    play(game, "pick 2")
    assert game.scores()["ann"] == 5 - 3
    assert game.state.combos()[0] == ("elves", "cursed", 4)


def test_a_combo_that_may_not_be_picked_is_refused_with_its_reason(extend: Extend) -> None:
    game = extend(CURSED, POWERS).lay(seat(coins=5), column=COLUMN)
    assert [(reason.code, reason.reason) for reason in game.refusal("pick 3")] == [
        ("proud", "it does not follow the poor")
    ]
    assert "place 5 costs 6 coins" in game.refusal("pick 5")[0].reason
    rich = extend(CURSED, POWERS).lay(seat(coins=6), column=COLUMN)
    assert "pick 3" in rich.legal_actions()


def test_a_declined_race_offers_and_has_a_price_while_its_owner_picks(extend: Extend) -> None:
    game = extend(CURSED, POWERS).lay(seat(None, race("hagglers", beach=1), coins=1), column=COLUMN)
    assert "swap" in game.legal_actions()
    play(game, "swap")
    assert [combo[1] for combo in game.state.combos()[:2]] == ["hill", "cursed"]
    assert "swap" not in game.legal_actions()
    play(game, "pick 2")  # one coin less than its place costs
    assert game.scores()["ann"] == 1
    assert game.state.hook_tables[0].power_index == game.state.table.rulebook.power_indexes["cursed"]


def test_a_price_below_zero_is_none(extend: Extend) -> None:
    game = extend(CURSED, POWERS).lay(seat(None, race("hagglers", beach=1)), column=COLUMN[1:])
    play(game, "pick 1")
    assert game.scores()["ann"] == 5


def test_games_with_prices_and_offers_keep_the_laws(extend: Extend) -> None:
    extend(CURSED, POWERS).play_random(1, prefer="swap")


DEALS = '''
class Deals(Ability):
    """Its badge is exchanged for one of the column, or a combo is discarded."""
    rule = "T-4"
    offers_in = ("conquer",)
    verbs = {"exchange": "N", "bury": "N"}

    @hookimpl
    def offer_actions(self, state, race, phase):
        places = range(len(state.combos()))
        return [state.action(self, f"{verb} {n}", number=n) for verb in ("exchange", "bury") for n in places]

    @hookimpl
    def perform(self, state, race, action):
        if action.verb == "exchange":
            state.change_badge(race, action.number)
        else:
            state.discard_combo(action.number)
'''
DEAL = "powers: {dealing: {name: Dealing, badge: 5, text: x, source: x, abilities: [deals]}}"


def test_badges_change_hands_and_combos_leave_the_column(extend: Extend) -> None:
    game = extend(DEALS, DEAL).lay(
        seat(race("humans dealing", hand=3, beach=1)), column=(("elves", "merchant", 2), ("orcs", "hill", 0))
    )
    play(game, "bury 1")
    assert ("orcs", "hill") not in [combo[:2] for combo in game.state.combos()]
    assert game.state.banners[-1] == game.state.table.rulebook.race_indexes["orcs"]  # under the stack
    assert len(game.state.combos()) == 6
    play(game, "exchange 0")
    assert game.state.combos()[0] == ("elves", "dealing", 2)
    assert [line.amount for line in game.explain("done") if line.source == "merchant"] == [1]
    assert not [action for action in game.legal_actions() if action.startswith("exchange")]


def test_pieces_of_a_badge_leave_with_it_but_those_that_stay_in_decline(extend: Extend) -> None:
    dealers = "{name: Dealers, banner: 5, supply: 10, text: x, source: x, abilities: [deals]}"
    extension = extend(DEALS, f"races: {{dealers: {dealers}}}")
    column = (("elves", "merchant", 0),)
    heroes = extension.lay(
        seat(race("dealers heroic", beach=1, wood=1)), pieces={"beach": {"hero": 1}, "wood": {"hero": 1}}, column=column
    )
    play(heroes, "exchange 0")
    assert (heroes.state.regions_with("hero"), heroes.state.supply_of("hero")) == (0, 2)
    walls = extension.lay(seat(race("dealers fortified", beach=1)), pieces={"beach": {"fortress": 1}}, column=column)
    play(walls, "exchange 0")
    assert walls.state.regions_with("fortress")


def test_games_in_which_badges_change_hands_keep_the_laws(extend: Extend) -> None:
    extend(DEALS, DEAL).play_random(1, prefer="exchange")


def test_simulations_record_picks_alone_where_abilities_offer_more(extend: Extend) -> None:
    """Their collector once took every action of the phase for a pick."""
    game = extend(CURSED, POWERS).lay(seat(None, race("hagglers", beach=1), coins=1), column=COLUMN)
    assert [combo["position"] for combo in observed(game, "swap", "pick 1").combos()] == [1]


def test_simulations_record_the_price_that_abilities_ask(extend: Extend) -> None:
    """Their collector once took the place of a combo for its price."""
    game = extend(CURSED, POWERS).lay(seat(coins=5), column=COLUMN)
    collector = observed(game, "pick 2")
    assert [combo["paid"] for combo in collector.combos()] == [3]
    assert collector.game_ended(game)["seats"][0]["other"] == 0


def test_simulations_record_combos_that_are_given(extend: Extend) -> None:
    """Their collector once knew no race of such a player, and failed when it declined."""
    game = extend(CURSED, POWERS).lay(seat(None, coins=5), seat(None, coins=5), column=COLUMN)
    give = Action("give", lambda state, _action: state.give_combo(1, 0))
    collector = Collector()
    audience = Audience(game, [collector])
    game.proceed(give)
    audience.report(game.events)
    assert [(combo["seat"], combo["position"], combo["paid"]) for combo in collector.combos()] == [(1, 0, 0)]
    while game.to_move != game.players[1]:
        game.apply(game.legal_actions()[-1])
        audience.report(game.events)
    number = game.round
    game.apply("decline")
    audience.report(game.events)
    assert collector.combos()[0]["decline_round"] == number


def observed(game: Game, *actions: str) -> Collector:
    """Return the collector of a game after some actions."""
    collector = Collector()
    audience = Audience(game, [collector])
    for action in actions:
        game.apply(action)
        audience.report(game.events)
    return collector
