"""Every point at which the engine asks about the whole table: before the first turn, in turns, at the end.

The abilities of the edition are asked, with ``race`` -1. ``board_sizes``, ``columns`` and ``game_set_up`` come before
anybody has a race, so only an edition can have them; of the others the ability of a race, a power or a relic hears
while it is in play: ``race`` is the race that has it. One that shall go on after decline has ``in_decline: true``.

Kinds, arguments and addressees are those of :mod:`smallworld.hooks.ability_hooks`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from smallworld.hooks import answer_limits
from smallworld.hooks.decorators import Frequency, Whom, event, first, query
from smallworld.model.aliases import Player, Race

if TYPE_CHECKING:
    from smallworld.model.values import Columns
    from smallworld.rules.game_state import GameState


class EditionHooks:
    """Hooks of the rules of a whole edition: the table before the first turn, the end of the game."""

    @query(frequency=Frequency.SET_UP, whom=Whom.EDITION, combine=first, limit=answer_limits.sizes)
    def board_sizes(self, players: int) -> Sequence[str] | None:
        """Sizes of the islands to draw, instead of those of the variant file (W-SETUP-1).

        Example: return ``("large", "medium")`` for two players.
        """

    @query(frequency=Frequency.SET_UP, whom=Whom.EDITION, combine=first, limit=answer_limits.columns)
    def columns(self, factions: Sequence[str], players: int) -> Columns | None:
        """Several columns of combos instead of one (W-TEAM-2).

        ``factions``: the faction of every race of the variant, in its order.

        Example: a team game gives each side a column with the races of its faction.
        """

    @event(whom=Whom.EDITION)
    def game_set_up(self, state: GameState) -> None:
        """The table is laid, before the first turn.

        Example: natives settle, ``state.place_natives(region, 2)``.
        """

    @event(whom=Whom.TABLE)
    def round_started(self, state: GameState, race: Race) -> None:
        """A round begins, the first one included.

        Example: a tide calls ``state.change_terrain(region, "sea")`` in round 3.
        """

    @event(whom=Whom.TABLE)
    def turn_opened(self, state: GameState, race: Race, player: Player) -> None:
        """A turn begins, of any player, whether they have a race or not; before ``turn_started`` of their races.

        Example: a handicap calls ``state.gain_coins(player, 1, self)`` for the player with the fewest coins.
        """

    @event(whom=Whom.TABLE)
    def game_ended(self, state: GameState, race: Race) -> None:
        """The last turn has ended.

        Example: a bet is settled, ``state.gain_coins(player, 5, self)``.
        """

    @query(frequency=Frequency.SELDOM, whom=Whom.TABLE, combine=first, limit=answer_limits.winners)
    def winners(self, state: GameState, race: Race) -> Sequence[Player] | None:
        """Players who have won, where not simply the most coins decide (W-TEAM-5); an empty list if nobody has.

        Example: a race to ten regions returns ``[player]``, or None if nobody has them.
        """
