"""A position in which nothing is legal, and who has brought it about."""

from __future__ import annotations

from collections.abc import Iterator

from smallworld.ability import MATTERS, Ability
from smallworld.errors import PluginError
from smallworld.rules.answers import named
from smallworld.rules.position import Position


def stuck(game: Position) -> PluginError:
    """What to raise when a player has to decide, but abilities have left him nothing."""
    vetoes: dict[str, dict[str, None]] = {}
    for ability, matter in _refusing(game):
        vetoes.setdefault(named(ability), {})[matter] = None
    causes = (
        "; ".join(f"{name} refuses {', '.join(matters)}" for name, matters in vetoes.items())
        or "no ability refuses anything, so one has taken away what has to be there"
    )
    return PluginError(
        f"{game.names[game.to_move]} has no legal action in the phase {game.phase}: {causes}; "
        f"an ability that refuses things has to leave or offer something"
    )


def _refusing(game: Position) -> Iterator[tuple[Ability, str]]:
    """Abilities of the player to move that refuse something now, and what."""
    for race in game.races_of(game.to_move):
        for item in game.table.rulebook.implementations(game.kit[race].key, "veto"):
            ability = item.ability
            for matter in MATTERS:
                asked = matter in ability.refuses and game.phase in ability.refuses_in
                if asked and item.call(game, race, matter) is not None:
                    yield ability, matter
