"""Parameters of shipped abilities with which expansions need only YAML."""

from __future__ import annotations

from extension_kit import Extend, play, race, seat


def power(name: str, ability: str, more: str = "") -> str:
    """YAML for one power with one ability."""
    return f"{more}\npowers: {{{name}: {{name: X, badge: 5, text: x, source: x, abilities: [{ability}]}}}}\n"


def test_a_conversion_once_a_turn_converts_one_token_in_all(extend: Extend) -> None:
    ability = "{conversion: {means: sway, uses: once}}"
    game = extend("", power("swaying", ability)).lay(
        seat(race("humans swaying", hand=2, beach=1)),
        seat(race("elves hill", wood=1)),
        seat(race("trolls swamp", mead=1)),
    )
    play(game, "conquer wood by sway")
    assert "conquer mead by sway" not in game.legal_actions()
    assert "a token was replaced this turn" in game.refusal("conquer mead by sway")[0].reason


def test_tokens_are_gained_for_regions_of_a_terrain(extend: Extend) -> None:
    ability = "{gain_tokens: {of: regions, terrain: farmland, every: 1}}"
    game = extend("", power("fertile", ability)).lay(seat(race("humans fertile", beach=1, mead=1, wood=1)))
    play(game, "done")
    assert game.state.hand[0] == 2


def test_tokens_are_gained_for_conquests_of_a_terrain(extend: Extend) -> None:
    ability = "{gain_tokens: {of: all, terrain: forest, every: 1}}"
    game = extend("", power("rooted", ability)).lay(seat(race("ratmen rooted", hand=5, beach=1)))
    play(game, "conquer wood; conquer mead; done")
    assert game.state.hand[0] == 1 + (2 - 1) + (2 - 1) + 1


def test_movable_pieces_go_to_one_terrain_or_to_one_region_of_each(extend: Extend) -> None:
    pieces = "pieces: {mill: {name: Mill, supply: 3, own: true}}"
    ability = "{movable_piece: {piece: mill, terrain: farmland}}"
    game = extend("", power("milling", ability, pieces)).lay(seat(race("humans milling", beach=1, mead=1, wood=1)))
    play(game, "done")
    assert {action.split()[2] for action in game.legal_actions() if action.startswith("place")} == {"beach", "mead"}


def test_movable_pieces_one_in_each_terrain(extend: Extend) -> None:
    pieces = "pieces: {mill: {name: Mill, supply: 3, own: true}}"
    ability = "{movable_piece: {piece: mill, per_terrain: true}}"
    game = extend("", power("milling", ability, pieces)).lay(seat(race("humans milling", beach=1, mead=1, wood=1)))
    play(game, "done; place mill beach")
    assert game.legal_actions() == ("place mill wood",)
    play(game, "place mill wood; done")


def test_movable_pieces_no_more_than_there_are(extend: Extend) -> None:
    pieces = "pieces: {mill: {name: Mill, supply: 3, own: true}}"
    ability = "{movable_piece: {piece: mill, per_region: 2}}"
    game = extend("", power("milling", ability, pieces)).lay(seat(race("humans milling", beach=1, wood=1)))
    play(game, "done; place mill beach 2")
    assert "place mill wood" in game.legal_actions()
    assert "place mill wood 2" not in game.legal_actions()


def test_a_token_for_a_turn_or_for_every_second_one(extend: Extend) -> None:
    extension = extend("", power("sprouting", "{gain_tokens: {of: turn, every: 2}}"))
    for number, tokens in ((1, 0), (2, 1), (3, 0)):
        game = play(extension.lay(seat(race("humans sprouting", beach=1)), round=number), "done")
        assert game.state.hand[0] == tokens


def test_losers_pay_for_conquests_as_far_as_they_can(extend: Extend) -> None:
    ability = "{conquest_tax: {coins: 2}}"
    game = extend("", power("robbing", ability)).lay(
        seat(race("ratmen robbing", hand=8, beach=1)), seat(race("elves hill", wood=1, peak=1), coins=3)
    )
    play(game, "conquer wood; conquer peak; done")
    play(game, f"deploy beach {game.state.hand[0]}; done")
    assert game.state.scoring_of(0) == {"regions": 3, "robbing": 3}
    assert game.scores() == {"ann": 5 + 3 + 3, "bob": 0}


def test_a_lost_region_brings_coins(extend: Extend) -> None:
    for paid_by, coins, ann, bob in (("bank", 5, 5, 7), ("attacker", 5, 3, 7), ("attacker", 1, 0, 6)):
        ability = f"{{lost_region_bonus: {{coins: 2, paid_by: {paid_by}}}}}"
        game = extend("", power("insured", ability)).lay(
            seat(race("humans hill", hand=5, beach=1), coins=coins), seat(race("elves insured", wood=1))
        )
        play(game, "conquer wood")
        assert game.scores() == {"ann": ann, "bob": bob}


def test_a_region_that_is_given_up_brings_no_coins(extend: Extend) -> None:
    game = extend("", power("insured", "lost_region_bonus")).lay(seat(race("humans insured", beach=1, wood=1)))
    play(game, "abandon wood")
    assert game.scores()["ann"] == 5


def test_every_other_faction_pays_a_faction_bonus(extend: Extend) -> None:
    sides = (
        f"{side}: {{name: X, banner: 5, supply: 10, faction: {side}, text: x, source: x}}" for side in ("sun", "moon")
    )
    content = f"races: {{{', '.join(sides)}}}"
    ability = "{faction_bonus: {rivals: others}}"
    game = extend("", content + power("zealous", ability)).lay(
        seat(race("sun zealous", hand=5, beach=1)), seat(race("moon hill", wood=1))
    )
    play(game, "conquer wood")
    assert [line.amount for line in game.explain("done") if line.source == "faction"] == [1]
