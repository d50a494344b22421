"""Tolls are due from the attacker; earlier queries do not change them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from positions import base, mini, race, seat

import smallworld
from smallworld.model.variant import AbilityUse
from smallworld.plugins.manager import Plugins
from smallworld.rules.custom_position import PositionSpec

PLUGIN = '''
from smallworld import Ability, Bar, hookimpl


class DeadPay(Ability):
    """Declined attackers pay a coin, active ones nothing."""

    rule = "DEAD-1"

    @hookimpl
    def bars(self, state, race, attacker, attempt):
        if not state.is_declined(attacker):
            return None
        return Bar(state.regions[race], "toll", "1 for the dead", 1, state.owner(race))


@hookimpl
def smallworld_abilities():
    return [DeadPay]
'''


def test_each_race_of_a_player_owes_its_own_tolls(tmp_path: Path) -> None:
    """W-TOLL-1: where declined Ghouls and the active race can both conquer, each pays what it owes itself."""
    (tmp_path / "dead_pay.py").write_text(PLUGIN)
    humans = base().races["humans"]
    taking = replace(humans, abilities=(*humans.abilities, AbilityUse("dead_pay")))
    variant = replace(base(), races={**base().races, "humans": taking})
    position = PositionSpec(
        players={
            "ann": seat(race("dwarves hill", {"a": 5}), race("ghouls", {"m": 5})),
            "bob": seat(race("humans merchant", {"h": 1, "d": 1})),
        }
    )
    plugins = Plugins((str(tmp_path / "dead_pay.py"),))
    game = smallworld.new_game(variant, ["ann", "bob"], board=mini(), given=position, plugins=plugins)
    assert {"conquer h as decline", "conquer d"} <= set(game.legal_actions())
    game.apply("conquer h as decline")
    assert game.scores() == {"ann": 4, "bob": 6}
    game.apply("conquer d")
    assert game.scores() == {"ann": 4, "bob": 6}
