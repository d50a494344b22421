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
