"""Every point at which the engine asks the ability of a race, a power or a relic.

The hooks of an edition are in ``edition_hooks.py``, those of a plugin package in ``plugin_hooks.py``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from smallworld.hooks import answer_limits
from smallworld.hooks.decorators import (
    Frequency,
    Whom,
    any_of,
    by_conqueror,
    by_field,
    by_matter,
    by_phase,
    by_side,
    cheapest,
    event,
    every,
    fewest_lost,
    first,
    itemised,
    largest,
    offer,
    pick_terms,
    query,
    summed_cost,
    summed_value,
    total,
    union,
)
from smallworld.model.aliases import Coins, Player, Race, Region, Regions, Tokens

if TYPE_CHECKING:
    from smallworld.actions import Action
    from smallworld.errors import Refusal
    from smallworld.model.game_board import Board
    from smallworld.model.values import Bar, Conquest, CostChange, Loss, SpecialConquest, Traits, Travel
    from smallworld.rules.game_state import GameState
    from smallworld.rules.phases.questions import Question


class AbilityHooks:
    """Hooks of a race, a power or a relic: queries, offers and events of a game.

    * **queries** answer and change nothing; the engine combines the answers;
    * **offers** add choices that the ability itself carries out;
    * **events** report what has happened; an ability reacts through the verbs of ``state``, never by writing into it.

    *The abilities that are called*: unless a hook states otherwise, those of the race instance ``race``: of its banner,
    its badge, the relics it holds and the edition. After decline only abilities with ``in_decline: true`` are asked.

    *Arguments go by name*: an implementation takes any subset of them. That subset also decides how often it is asked:
    a query that takes neither ``state`` nor ``race`` can only depend on the board and is asked once for each board.

    Region sets are whole numbers, bit *i* for region *i* (:mod:`smallworld.model.regions`).
    A race instance is a number as well; ``state.owner(race)`` is its player.
    """

    # --- queries: the combo, and what a conquest may reach

    @query(
        frequency=Frequency.COMBO,
        combine=by_field(
            extra_tokens=total,
            garrison=largest(1),
            outlasts_decline=any_of,
            keeps_badge=any_of,
            acts_in_decline=any_of,
            stays_put=any_of,
            decline_garrison=largest(1),
        ),
    )
    def traits(self) -> Traits:
        """Constants of the race: tokens, garrison, its fate in decline.

        Example: Amazons return ``Traits(extra_tokens=4)``.
        """

    @query(frequency=Frequency.BOARD, combine=union)
    def terrain_access(self, board: Board, first: bool) -> Regions:
        """Closed regions (water) that the race may conquer (R-CONQ-5).

        ``first`` is true for a First Conquest.

        Example: Seafaring returns ``board.waters``.
        """

    @query(combine=union)
    def adjacency(self, state: GameState, race: Race, board: Board, regions: Regions, effect: bool) -> Regions:
        """Regions that count as adjacent to ``regions`` beyond the printed borders.

        ``effect`` is true when an ability asks for its own purposes instead of
        the reach of a conquest (R-GIANT-2).

        Example: Underworld returns all caverns if ``regions`` holds one.
        """

    @query(frequency=Frequency.BOARD, combine=union)
    def conquest_reach(self, state: GameState, race: Race, board: Board, first: bool) -> Regions:
        """Regions that may be conquered without adjacency.

        ``first``: the race has no region now (First Conquest, R-CONQ-3).

        Example: Flying returns ``board.all``, Halflings the same if ``first``.
        """

    # --- queries: what a conquest costs

    @query(frequency=Frequency.BOARD, combine=summed_cost)
    def conquest_cost(self, state: GameState, race: Race, board: Board) -> CostChange:
        """Changes of the cost of a conquest: pairs (change, regions).

        Example: Commando returns ``[(-1, board.all)]``.
        """

    @query(frequency=Frequency.BOARD, combine=cheapest)
    def travel_cost(self, board: Board) -> Travel | None:
        """Extra tokens for arriving in regions that are not adjacent to the race (W-ENTRY-3).

        A special conquest that reaches ``far`` pays nothing of it. A race that never pays
        returns a price of 0 (W-ENTRY-5).

        Example: islands return ``Travel(1, board.entry)``, Sailors ``Travel(0, board.all)``.
        """

    @query(whom=Whom.OTHERS, combine=summed_cost)
    def defence_change(self, state: GameState, race: Race, attacker: Race, board: Board) -> CostChange:
        """Changes of the cost of the race's own regions for ``attacker``: pairs (change, regions).

        Only regions of the race count. A change in other regions is ``conquest_cost`` of a ``common`` ability.

        Example: Mountain Folk return ``[(2, board.terrain("mountain"))]``.
        """

    @query(combine=total)
    def die_change(self, state: GameState, race: Race) -> Tokens:
        """Number added to each die that the race rolls for a conquest: final attempts and free dice.

        A die never counts for less than 0. ``die_rolled`` reports the face without it.

        Example: a lucky race returns 1.
        """

    @query(combine=every, limit=answer_limits.special_conquests)
    def special_conquests(self, state: GameState, race: Race) -> Iterable[SpecialConquest]:
        """Special conquests that are possible now, ``conquer R by MEANS``.

        Example: Dragon Master yields ``SpecialConquest("dragon", tokens=1)`` until it is used.
        """

    @query(whom=Whom.OTHERS, combine=every, narrowed=by_side, limit=answer_limits.bars, paired="toll_paid")
    def bars(self, state: GameState, race: Race, attacker: Race, attempt: str) -> Bar | None:
        """Regions that are closed to an attempt of ``attacker``, or cost coins, with the reason; a refusal quotes it.

        ``attempt`` is ``conquest`` (of any kind), then ``special_conquest``; or ``explosion``, or the verb of a power.
        Without ``coins`` the regions are closed. With coins they are a toll: all tolls of an attempt are due, and a
        player who cannot pay may not make it.

        An ability answers about attackers of other players. With ``bars_for = "own"`` it answers about conquests of
        its own race, which is the ``attacker`` then; its bars close.

        Example: a race at peace returns ``Bar(state.regions[race], "peace", "there is peace")``, one in swamps
        ``Bar(swamps, "toll", "1 coin for the swamp", coins=1, to=state.owner(race))``.
        """

    @query(combine=fewest_lost, limit=answer_limits.losses)
    def losses(self, state: GameState, race: Race, region: Region, attempt: str) -> Tokens | Loss:
        """Tokens lost if the region is taken now (R-LOSS-1), or how many of them are withdrawn instead (W-DRAENEI-1).

        ``attempt`` is ``conquest``, ``explosion`` or the verb of a power. ``state.spared(race)`` counts the tokens
        that were withdrawn instead of lost earlier in this turn.

        Example: Elves return 0, Draenei ``Loss(spared=1)`` while ``state.spared(race)`` is 0.
        """

    # --- queries: redeployment, decline, score

    @query(combine=any_of)
    def is_regrouping(self, state: GameState, race: Race) -> bool:
        """Whether redeployment starts with everything in hand, pieces too (W-REDEP-3); relics cannot have it.

        Example: a race with a Champion returns true.
        """

    @query(combine=total)
    def redeployment_gain(self, state: GameState, race: Race) -> Tokens:
        """Tokens taken from the tray when redeployment starts, while there are some (R-REDEP-1).

        Example: Skeletons return half of their non-empty conquests.
        """

    @query(combine=total, limit=answer_limits.not_negative)
    def reserved_tokens(self, state: GameState, race: Race) -> Tokens:
        """Tokens that stay in hand when the race redeploys, and serve for conquests alone (R-AMAZON-3).

        Example: Amazons return 4; another race keeps a token for every region next to the sea.
        """

    @query(whom=Whom.COLUMN, combine=pick_terms)
    def pick_price(self, state: GameState, race: Race, player: Player, place: int, own_place: int) -> int | Refusal:
        """Coins more, or fewer, that ``player`` pays for the combo at ``place``; or why they may not pick it.

        Places count from 0 at the top; a combo costs a coin for each one above it, and never less than 0.
        ``own_place`` is the place of the combo that this ability belongs to, -1 if it is not in the column; ``race``
        is the race that has the ability, -1 if none has. The bank gets the coins.

        Example: a cursed power returns 2 if ``own_place < place``: who passes it pays three coins instead of one.
        """

    @query(combine=summed_value)
    def region_value(self, state: GameState, race: Race) -> CostChange:
        """Changes of what regions are worth when the race scores: pairs (change, regions); a region is worth 1 coin.

        They are part of the line ``regions``; a bonus with a line of its own is :meth:`score`.

        Example: an edition with barren lands returns ``[(-1, state.board.terrain("desert"))]``.
        """

    @query(combine=itemised)
    def score(self, state: GameState, race: Race) -> Coins:
        """Coins at the end of the owner's turn (R-SCORE-2).

        Example: Wealthy returns 7 on the turn of picking.
        """

    @query(combine=itemised, limit=answer_limits.taxes)
    def taxes(self, state: GameState, race: Race) -> Iterable[tuple[Player, Coins]]:
        """Coins that other players pay when the owner scores, as (player, coins) (W-HEART-1).

        A player with fewer coins pays what they have.

        Example: the Heart of Azeroth asks a coin of every neighbour.
        """

    @query(combine=first, narrowed=by_matter, limit=answer_limits.veto, paired="offer_actions")
    def veto(self, state: GameState, race: Race, matter: str) -> Refusal | Bar | None:
        """Reason why an action that the rules allow is impossible now.

        ``matter`` is ``act`` (anything but decline and this ability's own offers), ``decline``,
        ``done``, ``die`` or ``conquer`` (without special means). An ability with ``refuses = ("done",)`` is
        asked about that alone, with ``refuses_in = ("redeploy",)`` in that phase only.

        Two matters have to be named in ``refuses``: ``abandon``, regions that the race may not give up, and ``deploy``,
        regions that get no tokens in redeployment and retreat. A ``Bar`` refuses them in some regions, a ``Refusal``
        in all. A race that redeploys with everything in hand still gives each region what it needs.

        Example: Heroic refuses ``done`` until both Heroes are placed.
        """

    @query(combine=every, limit=answer_limits.lent)
    def lent(self, state: GameState, race: Race) -> Iterable[str]:
        """Ids of races, powers and relics that lend their abilities to the race now.

        Asked after every pick, when any turn starts, after every conquest, when the race loses a region, and after
        every action of an ability. Lent abilities remember nothing of their source, and end with
        ``abilities_ended``. They do not hear of ``combo_taken``, and cannot lend in turn.

        Example: Mimics return the power that they have chosen.
        """

    @query(frequency=Frequency.SELDOM, combine=every)
    def public_memory(self, state: GameState, race: Race) -> Mapping[str, object]:
        """The public part of the ability's memory: name → plain value (R-SCORE-6).

        Views show it to every player and bot, one mapping for each race, power or relic; that of an edition also if
        nobody has a race, unless it takes ``race``. Other memory stays out of ``view.as_dict()``.
        Values are texts, whole numbers, True, False, None, and lists of them; players go by their names.

        Example: Worgen return ``{"form": "human"}``, before the choice ``{"form": None}``.
        """

    # --- offers

    @offer(combine=every, narrowed=by_phase)
    def offer_actions(self, state: GameState, race: Race, phase: str) -> Iterable[Action]:
        """Actions of the ability's own verbs, made with ``state.action(self, …)``.

        ``phase`` is ``conquer``, ``redeploy``, ``retreat`` or ``finish``; an ability with
        ``offers_in = ("redeploy",)`` is asked in that phase only. ``pick`` has to be named there: the edition, the
        declined races of the player and ``common`` abilities are asked. It carries them out in :meth:`perform`.

        Example: a market yields ``state.action(self, "barter 1", number=1)`` for a token that may be sold.
        """

    @offer(whom=Whom.ASKER)
    def answers(self, state: GameState, race: Race, question: Question) -> Iterable[Action]:
        """Answers to a question that this ability has asked with ``state.ask``, made with ``state.action(self, …)``.

        ``question`` has the ``player`` who decides and the ``topic``; :meth:`perform` carries the answer out.

        Example: an auction yields ``state.action(self, "bid 2", number=2)`` for the coins of ``question.player``.
        """

    @offer(whom=Whom.OFFERER)
    def perform(self, state: GameState, race: Race, action: Action) -> None:
        """Carry out an action that this ability offered.

        Example: a market calls ``state.discard_tokens(race, action.number)``.
        """

    # --- events of a turn, in their order

    @event(whom=Whom.COLUMN)
    def combo_passed(self, state: GameState, race: Race, player: Player, place: int, own_place: int) -> None:
        """``player`` has picked a combo below the one at ``place``; reported before ``combo_taken``.

        ``own_place`` and ``race`` are those of ``pick_price``.

        Example: a cursed power calls ``state.put_coins(place, 2, player, reason=self)``.
        """

    @event()
    def combo_taken(self, state: GameState, race: Race) -> None:
        """The race was picked; its tokens are in hand.

        Example: a race that arrives in strength calls ``state.gain_tokens(race, state.round)``.
        """

    @event()
    def turn_started(self, state: GameState, race: Race) -> None:
        """The owner's turn has begun, before the first decision and before readying (R-TURN-1).

        Example: a spring calls ``state.gain_tokens(race, 1)``.
        """

    @event()
    def special_conquest_tried(self, state: GameState, race: Race, means: tuple[str, ...], region: Region) -> None:
        """The race tries to conquer a region by special means, with success or not, before any die (W-MEANS-1).

        Example: a dragon that lands calls ``state.move_piece("dragon", region)``.
        """

    @event()
    def toll_paid(self, state: GameState, race: Race, attacker: Race) -> None:
        """``attacker`` has paid the toll of this ability.

        Example: a toll that is due once in a turn calls ``state.remember_turn(self, attacker)``.
        """

    @event(whom=Whom.EVERYBODY, narrowed=by_conqueror)
    def region_conquered(self, state: GameState, race: Race, conquest: Conquest) -> None:
        """A region was taken (R-CONQ-20 step 6); ``conquest.race`` has taken it.

        An ability hears of the conquests of its race; with ``conquests_of = "all"`` of those of every race,
        its own included, after the abilities of the conqueror and after relics are turned up.

        Example: raiders call ``state.gain_coins(state.owner(race), 1, self)`` if ``conquest.non_empty``.
        """

    @event()
    def tokens_destroyed(self, state: GameState, race: Race, loser: Race, count: int) -> None:
        """The race has destroyed tokens of ``loser``, a race instance or natives (W-FORS-1).

        Example: a race of hunters calls ``state.gain_tokens(race, count)``.
        """

    @event()
    def region_weakened(self, state: GameState, race: Race, region: Region) -> None:
        """Tokens of the race have left a region without a conquest; some may still be there (W-TAUREN-4).

        Example: a fort falls, ``state.take_all_away("fort", 1 << region)``.
        """

    @event()
    def region_left(
        self, state: GameState, race: Race, region: Region, attacker: Race, pieces: tuple[str, ...]
    ) -> None:
        """The race has lost or given up a region; ``attacker`` is -1 if nobody took it.

        ``pieces``: kinds of the race's own pieces that left the region with it.

        Example: a race in flight calls ``state.gain_coins(state.owner(race), 1, self)`` if ``attacker >= 0``.
        """

    @event(whom=Whom.GAINED_RELIC)
    def relic_gained(self, state: GameState, race: Race) -> None:
        """The active race has come to hold the relic with this ability (W-RELIC-1).

        Example: a cursed relic calls ``state.pay(state.owner(race), 1, reason=self)``, if they have a coin.
        """

    @event(whom=Whom.REVEALED_RELIC)
    def relic_revealed(self, state: GameState, region: Region) -> None:
        """The relic with this ability was turned up in a region, whether a race holds it or not (W-RELIC-2).

        Example: a treasure calls ``state.gain_coins(state.turn, 2, self)``.
        """

    @event()
    def die_rolled(self, state: GameState, race: Race, region: Region, result: int, free: bool) -> None:
        """The race has rolled the die for a final attempt on a region (R-DIE-4).

        ``free``: it is the free die of a special conquest, which lowers the cost and ends nothing (W-GNOME-3).

        Example: gamblers call ``state.gain_coins(state.owner(race), 1, self)`` if ``result == 0``.
        """

    @event()
    def conquests_ended(self, state: GameState, race: Race) -> None:
        """Redeployment starts: everything above the minimum is in hand (R-REDEP-1).

        Example: settlers place a piece in each region taken in this turn, from ``state.conquests``.
        """

    @event()
    def redeployment_ended(self, state: GameState, race: Race) -> None:
        """Redeployment is over, before defenders retreat and coins are counted (W-CLOSE-1).

        Example: a pasture calls ``state.place("flock", region)`` where the race has three tokens.
        """

    @event()
    def race_declined(self, state: GameState, race: Race) -> None:
        """The race has gone into decline; reported to all its abilities, also those that end now.

        Example: a last will calls ``state.gain_coins(state.owner(race), 3, self)``.
        """

    @event()
    def abilities_ended(self, state: GameState, race: Race) -> None:
        """This ability of the race ends: it declines, leaves the game, or is no longer lent the ability.

        Its pieces that belong to the race leave as on decline; other pieces it takes away itself. Its memory is gone
        afterwards.

        Example: a lent fort is taken away, ``state.take_all_away("fort", state.regions[race])``.
        """
