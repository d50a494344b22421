"""The tokens of a conquest: what abilities can take away or add while it is carried out."""

from __future__ import annotations

import pytest
from extension_kit import Extend, play, race, seat

from smallworld.errors import PluginError

SNARE = '''
class Snare(Ability):
    """The conqueror of a region loses a token from the hand."""
    rule = "T-1"

    @hookimpl
    def region_left(self, state, race, attacker):
        if attacker >= 0 and state.hand[attacker]:
            state.discard_tokens(attacker, 1)
'''
INN = '''
class Inn(Ability):
    """An attacker pays a coin and leaves a token."""
    rule = "T-2"

    @hookimpl
    def bars(self, state, race, attacker, attempt):
        return Bar(state.regions[race], "inn", "a coin for the inn", coins=1)

    @hookimpl
    def toll_paid(self, state, race, attacker):
        state.discard_tokens(attacker, 1)
'''
CHEER = '''
class Cheer(OnceATurn):
    """A free die; its result joins the hand at once."""
    rule = "T-3"
    means: Word = "cheer"

    @hookimpl
    def special_conquests(self, state, race):
        return [] if self.spent(state) else [SpecialConquest(self.means, free_die=True)]

    @hookimpl
    def die_rolled(self, state, race, result, free):
        state.gain_tokens(race, result)
'''
HOSTS = "races: {{hosts: {{name: Hosts, banner: 5, supply: 12, text: x, source: x, abilities: [{}]}}}}"


@pytest.mark.parametrize(("hand", "lost"), [(2, 0), (3, 0), (4, 1), (5, 1)])
def test_only_tokens_beyond_the_price_are_lost_to_a_snare(extend: Extend, hand: int, lost: int) -> None:
    game = extend(SNARE, HOSTS.format("snare")).lay(
        seat(race("orcs hill", hand, wood=1)), seat(race("hosts swamp", mead=1)), dice=(1,)
    )
    play(game, "conquer mead" if hand > 2 else "conquer mead by die")
    assert game.state.owner(game.state.occupant[game.state.board.index["mead"]]) == 0
    assert game.state.hand[0] + game.state.tokens_on_map(0) == hand + 1 - lost


def test_a_toll_that_takes_tokens_of_the_price_is_the_fault_of_its_ability(extend: Extend) -> None:
    """The sentence names the remedy, and nothing has changed; with a token more the conquest succeeds."""
    extension = extend(INN, HOSTS.format("inn"))
    game = extension.lay(seat(race("orcs hill", 3, wood=1)), seat(race("hosts swamp", mead=1)))
    with pytest.raises(PluginError, match=r"mead takes 3 tokens, but an ability has left 2 .* region_conquered"):
        game.apply("conquer mead")
    assert (game.state.hand[0], game.state.coins) == (3, [5, 5])
    game = extension.lay(seat(race("orcs hill", 4, wood=1)), seat(race("hosts swamp", mead=1)))
    play(game, "conquer mead")
    assert game.state.hand[0] == 0


def test_tokens_that_a_free_die_brings_pay_for_its_conquest(extend: Extend) -> None:
    """One in hand, a price of 3, a die of 1: the roll takes one off the price, and brings the second token."""
    game = extend(CHEER, HOSTS.format("cheer")).lay(
        seat(race("hosts swamp", 1, wood=1)), seat(race("orcs hill", mead=1)), dice=(1,)
    )
    play(game, "conquer mead by cheer")
    assert (game.state.hand[0], game.state.tokens[game.state.board.index["mead"]]) == (0, 2)
