"""Every point at which the engine asks an ability, or a plugin offers something.

Three kinds, never mixed:

* **queries** answer and change nothing; the engine combines the answers;
* **offers** add choices that the ability itself carries out;
* **events** tell what happened; an ability reacts through the verbs of ``game``
  (:class:`smallworld.rules.position.Position`), never by writing into it.

*Whose abilities are asked*: unless a hook says otherwise, those of the race
instance ``race``: of its banner, its badge, the relics it holds and the edition.
After decline only abilities with ``in_decline: true`` are asked.

*Arguments go by name*: an implementation takes any subset of them. That subset
also tells the engine how often to ask: a query that takes neither ``game`` nor
``race`` can only depend on the board and is asked once per table.

Region sets are whole numbers, bit *i* for region *i* (:mod:`smallworld.model.regions`).
A race instance is a number as well; ``game.owner(race)`` is its player.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import pluggy

if TYPE_CHECKING:
    from smallworld.ability import Ability
    from smallworld.actions import Action
    from smallworld.errors import Refusal
    from smallworld.model.board import Board
    from smallworld.rules.position import Position
    from smallworld.rules.records import Bar, Columns, Conquest, CostChange, Means, Toll, Travel

PROJECT = "smallworld"
API_LEVEL = 1
"""Rises when a hook is added or a promise of one changes; a plugin may state ``SMALLWORLD_API``."""
OLDEST_API_LEVEL = 1
"""Plugins made for this level still work."""

hookspec = pluggy.HookspecMarker(PROJECT)
hookimpl = pluggy.HookimplMarker(PROJECT)


class ProgramHooks:
    """What a plugin package brings; asked once when plugins are loaded."""

    @hookspec
    def smallworld_abilities(self) -> Sequence[type[Ability]]:
        """Ability classes that variant files may name. Combined: all; a clash of names is an error.

        Example: ``return [PeatCutters, Lighthouse]``
        """
        raise NotImplementedError

    @hookspec
    def smallworld_variants(self) -> Sequence[Path]:
        """Folders that hold ``variant.yaml``. Combined: all.

        Example: ``return [Path(__file__).parent / "islands"]``
        """
        raise NotImplementedError

    @hookspec
    def smallworld_bots(self) -> Mapping[str, type]:
        """Bots by name, for ``--player NAME=BOT``. Combined: all; a clash of names is an error.

        Example: ``return {"pacifist": Pacifist}``
        """
        raise NotImplementedError


class RuleHooks:
    """What an ability may answer, offer or react to during a game."""

    # --- queries: what a race is, asked once for each combination of banner and badge

    @hookspec
    def combo_tokens(self) -> int:
        """Tokens that the combo brings besides banner and badge (R-PICK-4). Combined: sum.

        Example: Amazons return 4.
        """
        raise NotImplementedError

    @hookspec
    def garrison(self) -> int:
        """Fewest tokens in any region of the race and in any conquest (R-READY-1). Combined: maximum, at least 1.

        Example: Tauren return 2.
        """
        raise NotImplementedError

    @hookspec
    def reserve(self) -> int:
        """Tokens that stay in hand when the race redeploys (R-AMAZON-3). Combined: sum.

        Example: Amazons return 4.
        """
        raise NotImplementedError

    @hookspec
    def outlasts_decline(self) -> bool:
        """Whether the declined race does not count towards the limit of one (R-SPIRIT-1). Combined: any."""
        raise NotImplementedError

    @hookspec
    def keeps_badge(self) -> bool:
        """Whether the badge stays with the declined banner (R-SPIRIT-4). Combined: any."""
        raise NotImplementedError

    @hookspec
    def acts_in_decline(self) -> bool:
        """Whether the declined race readies, conquers and redeploys like an active one (R-GHOUL-2). Combined: any."""
        raise NotImplementedError

    # --- queries: the table, asked of the abilities of the edition

    @hookspec
    def board_sizes(self, players: int) -> Sequence[str] | None:
        """Sizes of the islands to draw, instead of those of the variant file (W-SETUP-1). Combined: the first answer.

        Example: return ``("large", "medium")`` for two players.
        """
        raise NotImplementedError

    @hookspec
    def columns(self, factions: Sequence[str], players: int) -> Columns | None:
        """Several columns of combos instead of one (W-TEAM-2). Combined: the first answer.

        ``factions``: the faction of every race of the variant, in its order.

        Example: a team game gives each side a column with the races of its faction.
        """
        raise NotImplementedError

    @hookspec
    def winners(self, game: Position) -> Sequence[int] | None:
        """Players who have won, where not simply the most coins decide (W-TEAM-5). Combined: the first answer."""
        raise NotImplementedError

    # --- queries: where a race may conquer and what it costs

    @hookspec
    def terrain_access(self, board: Board, first: bool) -> int:
        """Closed regions (water) that the race may conquer (R-CONQ-5). Combined: union.

        ``first`` is true for a First Conquest. Example: Seafaring returns ``board.waters``.
        """
        raise NotImplementedError

    @hookspec
    def adjacency(self, board: Board, regions: int, effect: bool) -> int:
        """Regions that count as adjacent to ``regions`` beyond the printed borders. Combined: union.

        ``effect`` is true when an ability asks for its own purposes instead of
        the reach of a conquest (R-GIANT-2).

        Example: Underworld returns all caverns if ``regions`` holds one.
        """
        raise NotImplementedError

    @hookspec
    def conquest_reach(self, game: Position, race: int, board: Board, first: bool) -> int:
        """Regions that may be conquered without adjacency. Combined: union.

        ``first``: the race has no region now (First Conquest, R-CONQ-3).

        Example: Flying returns ``board.all``, Halflings the same if ``first``.
        """
        raise NotImplementedError

    @hookspec
    def conquest_cost(self, game: Position, race: int, board: Board) -> CostChange:
        """Changes of the cost of a conquest: pairs (change, regions). Combined: sum, floor 1 once (R-COST-3).

        Example: Commando returns ``[(-1, board.all)]``.
        """
        raise NotImplementedError

    @hookspec
    def travel_cost(self, board: Board) -> Travel | None:
        """What arriving costs in regions that are not adjacent to the race (W-ENTRY-3). Combined: the first answer.

        A means that reaches ``far`` pays nothing of it.

        Example: islands return ``Travel(1, board.entry)``.
        """
        raise NotImplementedError

    @hookspec
    def waives_travel(self) -> bool:
        """Whether the race pays no extra cost for arriving from afar (W-ENTRY-5). Combined: any."""
        raise NotImplementedError

    @hookspec
    def conquest_means(self, game: Position, race: int) -> Iterable[Means]:
        """Special conquests that are to be had now, ``conquer R by MEANS``. Combined: all.

        Example: Dragon Master yields ``Means("dragon", tokens=1)`` until it is used.
        """
        raise NotImplementedError

    @hookspec
    def protects(self, game: Position, race: int, attacker: int, attempt: str) -> Bar | None:
        """Regions that ``attacker`` may not attack, with the reason. Asked of every other player's races.

        Combined: union; the first reason is told. ``attempt`` is ``conquest``, ``explosion`` or the
        verb of a power.

        Example: Diplomat returns its regions if the attacker is the ally's active race.
        """
        raise NotImplementedError

    @hookspec
    def toll(self, game: Position, race: int, attacker: int, attempt: str) -> Toll | None:
        """Coins that ``attacker`` owes before an attempt on some regions (W-TOLL-1). Combined: all are due.

        Asked of every other player's races; ``attempt`` is ``conquest``, ``explosion`` or the verb
        of a power. Who cannot pay may not make the attempt.

        Example: Marshdweller returns ``Toll(1, game.owner(race), "…", swamps)``.
        """
        raise NotImplementedError

    @hookspec
    def losses(self, game: Position, race: int, region: int, attempt: str) -> int:
        """Tokens lost if the region is taken now (R-LOSS-1). Combined: minimum; without an answer 1.

        ``attempt`` is ``conquest``, ``explosion`` or the verb of a power.

        Example: Elves return 0.
        """
        raise NotImplementedError

    @hookspec
    def saves_tokens(self, game: Position, race: int, lost: int) -> int:
        """Of ``lost`` tokens about to be lost, those withdrawn instead (W-DRAENEI-1). Combined: sum.

        Asked only if something would be lost; :meth:`tokens_saved` tells that it was used.

        Example: Draenei return 1 for the first loss of a turn.
        """
        raise NotImplementedError

    # --- queries: redeployment, decline, score

    @hookspec
    def regroups(self, game: Position, race: int) -> bool:
        """Whether redeployment starts with everything in hand, pieces too (W-REDEP-3). Combined: any.

        Example: a race with a Champion returns true.
        """
        raise NotImplementedError

    @hookspec
    def redeploy_gain(self, game: Position, race: int) -> int:
        """Tokens taken from the tray when redeployment starts (R-REDEP-1). Combined: sum, limited by the tray.

        Example: Skeletons return half of their non-empty conquests.
        """
        raise NotImplementedError

    @hookspec
    def decline_keeps(self, game: Position, race: int) -> int:
        """Tokens that stay in each region on decline (R-DECL-1). Combined: maximum, at least 1.

        Example: Ghouls return the size of their supply.
        """
        raise NotImplementedError

    @hookspec
    def score(self, game: Position, race: int) -> int:
        """Coins at the end of the owner's turn (R-SCORE-2). Combined: one line for each source.

        Example: Wealthy returns 7 on the turn of picking.
        """
        raise NotImplementedError

    @hookspec
    def taxes(self, game: Position, race: int) -> Iterable[tuple[int, int]]:
        """Coins that other players pay when the owner scores, as (player, coins) (W-HEART-1).

        Combined: one line for each source; who has too little pays what he has.

        Example: the Heart of Azeroth asks a coin of every neighbour.
        """
        raise NotImplementedError

    @hookspec
    def veto(self, game: Position, race: int, what: str) -> Refusal | None:
        """Why something that the rules allow is not possible now. Combined: the first reason.

        ``what`` is ``act`` (anything but decline and this ability's own offers), ``decline``,
        ``done``, ``die`` or ``conquer`` (without means). An ability that says ``refuses = ("done",)`` is asked
        about that alone, with ``refuses_in = ("redeploy",)`` in that phase only.

        Example: Heroic refuses ``done`` until both Heroes are placed.
        """
        raise NotImplementedError

    @hookspec
    def open_memory(self, game: Position, race: int) -> Mapping[str, object]:
        """What lies open of that which the ability remembers, as word → plain value (R-SCORE-6).

        Combined: all; for each race, power or relic one mapping.

        Views show it to every player and bot. What is not told here stays out of ``view.as_dict()``.
        Values are texts, whole numbers, True, False, None, and lists of them; players go by their names.

        Example: Worgen return ``{"form": "human"}``, before the choice ``{"form": None}``.
        """
        raise NotImplementedError

    # --- offers

    @hookspec
    def offer_actions(self, game: Position, race: int, phase: str) -> Iterable[Action]:
        """Actions of the ability's own verbs, made with ``game.action(self, …)``. Combined: all.

        ``phase`` is ``conquer``, ``redeploy``, ``retreat`` or ``finish``; an ability that says
        ``offers_in = ("redeploy",)`` is asked in that phase only. It carries them out in :meth:`perform`.
        """
        raise NotImplementedError

    @hookspec
    def perform(self, game: Position, race: int, action: Action) -> None:
        """Carry out an action that this ability offered. Only the ability that offered is asked."""
        raise NotImplementedError

    # --- events

    @hookspec
    def game_set_up(self, game: Position) -> None:
        """The table is laid, before the first turn. Told to the abilities of the edition."""
        raise NotImplementedError

    @hookspec
    def combo_taken(self, game: Position, race: int) -> None:
        """The race was picked; its tokens are in hand."""
        raise NotImplementedError

    @hookspec
    def turn_started(self, game: Position, race: int) -> None:
        """The owner's turn begins, before the first decision and before readying (R-TURN-1)."""
        raise NotImplementedError

    @hookspec
    def means_used(self, game: Position, race: int, means: tuple[str, ...], region: int) -> None:
        """The race tries to conquer a region by special means, before any die (W-MEANS-1)."""
        raise NotImplementedError

    @hookspec
    def toll_paid(self, game: Position, race: int, attacker: int) -> None:
        """``attacker`` has paid the toll that this ability asked."""
        raise NotImplementedError

    @hookspec
    def region_conquered(self, game: Position, race: int, conquest: Conquest) -> None:
        """The race has taken a region (R-CONQ-20 step 6)."""
        raise NotImplementedError

    @hookspec
    def conquest_seen(self, game: Position, race: int, conquest: Conquest) -> None:
        """Somebody has taken a region. Told to every race at the table, after :meth:`region_conquered`."""
        raise NotImplementedError

    @hookspec
    def tokens_destroyed(self, game: Position, race: int, loser: int, count: int) -> None:
        """The race has destroyed tokens of ``loser``, a race instance or natives (W-FORS-1)."""
        raise NotImplementedError

    @hookspec
    def tokens_saved(self, game: Position, race: int, count: int) -> None:
        """Tokens of the race were withdrawn instead of lost, as :meth:`saves_tokens` said."""
        raise NotImplementedError

    @hookspec
    def region_thinned(self, game: Position, race: int, region: int) -> None:
        """Tokens of the race have left a region without a conquest; some may still be there (W-TAUREN-4)."""
        raise NotImplementedError

    @hookspec
    def region_left(self, game: Position, race: int, region: int, attacker: int, pieces: tuple[str, ...]) -> None:
        """The race has lost or given up a region; ``attacker`` is -1 if nobody took it.

        ``pieces``: kinds of the race's own pieces that left the region with it.
        """
        raise NotImplementedError

    @hookspec
    def relic_gained(self, game: Position, race: int) -> None:
        """The active race has come to hold the relic with this ability (W-RELIC-1)."""
        raise NotImplementedError

    @hookspec
    def relic_revealed(self, game: Position, region: int) -> None:
        """The relic with this ability was turned up in a region (W-RELIC-2). Told whoever holds it."""
        raise NotImplementedError

    @hookspec
    def die_rolled(self, game: Position, race: int, region: int, result: int) -> None:
        """The race has rolled the die for a final attempt on a region (R-DIE-4)."""
        raise NotImplementedError

    @hookspec
    def conquests_ended(self, game: Position, race: int) -> None:
        """Redeployment starts: everything above the minimum is in hand (R-REDEP-1)."""
        raise NotImplementedError

    @hookspec
    def turn_ending(self, game: Position, race: int) -> None:
        """Redeployment is over, before defenders retreat and coins are counted (W-CLOSE-1)."""
        raise NotImplementedError

    @hookspec
    def race_declined(self, game: Position, race: int) -> None:
        """The race has gone into decline. Told to all its abilities, also those that end now."""
        raise NotImplementedError

    @hookspec
    def game_over(self, game: Position) -> None:
        """The last turn has ended. Told to the abilities of the edition."""
        raise NotImplementedError
