"""``GameState``: the fields of a position with every query and verb that abilities call. It is above the phases.

Queries read and never write. Verbs change the state; abilities call them in events and in ``perform`` only. A line such
as ``leave = capture.leave_region`` makes a function of ``rules`` a method; the engine calls the function. The page
``docs/game.md`` lists every query and verb with its arguments.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from smallworld.actions import Action
from smallworld.events import BANK, HAND, TRAY, Said
from smallworld.model.aliases import Coins, Player, Race, Region, Regions, Tokens
from smallworld.model.values import HAS_CONQUERED, NATIVES, NOBODY
from smallworld.model.variant import PieceSpec, PowerSpec, RaceSpec, Scalar
from smallworld.rules import chance
from smallworld.rules.operations import capture, combo_column, conquest_targets, terrain, token_moves, turn_order
from smallworld.rules.phases import declining, questions, redeployment
from smallworld.rules.phases.conquest import attempts
from smallworld.rules.prepared.game_table import select_actions
from smallworld.rules.state import pieces, player_secrets, relics
from smallworld.rules.state.fields import Fields, copy_fields
from smallworld.rules.state.pieces import move_tokens, report_moved, report_paid

if TYPE_CHECKING:
    from smallworld.abilities.base import Ability


class GameState(Fields):
    """The position of one game: see :class:`Fields`. ``setup.lay_table`` makes the first one of a game."""

    __slots__ = ()

    # --- copies and comparison

    def copy(self) -> GameState:
        """Return an independent state that is equal to this one."""
        new = GameState()
        copy_fields(self, new)
        return new

    # --- rulings and races

    def ruling(self, key: str) -> Scalar:
        """Return the answer of this table to a ruling."""
        return self.table.rulebook.ruling(key)

    def owner(self, race: Race) -> Player:
        """Return the player of a race instance; ``NOBODY`` for nobody and natives."""
        return race % self.players if race >= 0 else NOBODY

    def is_declined(self, race: Race) -> bool:
        """Return whether the race instance is in decline (natives are, W-TERM-5)."""
        return race >= self.players or race == NATIVES

    def declined_of(self, player: Player) -> list[Race]:
        """Return the player's declined races, the oldest first."""
        return [race for race in self.decline_order if race % self.players == player]

    def is_in_play(self, race: Race) -> bool:
        """Return whether there is such a race instance now."""
        return self.hook_tables[race].race_index >= 0

    def race_specs(self) -> tuple[RaceSpec, ...]:
        """Return the races of the variant, by number: ``Conquest.loser_race`` is an index."""
        return self.table.rulebook.races

    def faction_of(self, race: Race, *, lent: bool = True) -> str:
        """Return the faction of a race instance: that of its banner, or one lent to it now; empty for none.

        :param lent: False leaves out a faction that was lent to it.
        """
        if race < 0:
            return ""
        hook_table = self.hook_tables[race]
        if self.lent_factions and lent:
            side, key = self.lent_factions.get(race, ("", ""))
            if key in hook_table.keys:
                return side
        return hook_table.faction

    def race_spec(self, race: Race) -> RaceSpec:
        """Return the entry in the variant of a race in play: its name, its banner, its faction."""
        return self.table.rulebook.races[self.hook_tables[race].race_index]

    def power_spec(self, race: Race) -> PowerSpec | None:
        """Return the entry in the variant of the badge of a race in play; None if it has lost it."""
        number = self.hook_tables[race].power_index
        return self.table.rulebook.powers[number] if number >= 0 else None

    def lend_faction(self, race: Race, faction: str, ability: Ability) -> None:
        """Let the race be of this faction until the turn ends, while it has the ability that lends it (W-BG-3)."""
        self.lent_factions = {**self.lent_factions, race: (faction, ability.key)}

    def name_of(self, kind: str, key: str) -> str:
        """Return the name of a terrain, symbol, piece, relic or phase in the language of the reader.

        :param kind: ``terrains``, ``symbols``, ``pieces`` …, as in variant files.
        """
        return self.table.rulebook.variant.label(kind, key)

    # --- regions and tokens

    def regions_of(self, player: Player) -> Regions:
        """Return all regions of a player, active and declined."""
        regions = 0
        for race in self.seats[player]:
            regions |= self.regions[race]
        return regions

    def occupied_regions(self) -> Regions:
        """Regions with a race or native token."""
        occupied, native = 0, -1
        for regions in self.regions:
            occupied |= regions
        for _ in range(self.occupant.count(NATIVES)):
            native = self.occupant.index(NATIVES, native + 1)
            occupied |= 1 << native
        return occupied

    def garrison_of(self, race: Race) -> Tokens:
        """Return the tokens that a race instance needs to hold a region; 1 unless an ability asks for more."""
        return self.hook_tables[race].garrison

    def reserve_of(self, race: Race) -> Tokens:
        """Return the tokens that a race instance keeps in hand and cannot conquer with; mostly 0."""
        return self.hook_tables[race].reserve

    def open_regions(self, race: Race) -> Regions:
        """Return the regions with a terrain that a race instance may conquer while it is active."""
        combo, table = self.hook_tables[race], self.table
        return table.board_profile(table.hook_table(combo.race_index, combo.power_index, False)).open

    with_tokens = pieces.with_tokens
    tokens_on_map = pieces.tokens_on_map
    tokens_of = pieces.tokens_of

    def hand_now(self, race: Race) -> Tokens:
        """Tokens in hand for conquests; an active race that waits for its turn counts as readied."""
        if self.readied or race >= self.players or self.phase != "conquer":
            return self.hand[race]
        return capture.ready_hand(self, race)

    # --- conquests: reach, cost, tolls

    adjacent_regions = conquest_targets.adjacent_regions
    reach = conquest_targets.reachable_regions
    targets = conquest_targets.legal_targets
    cost = conquest_targets.conquest_cost
    own_cost_changes = conquest_targets.own_cost_changes

    untouchable_regions = conquest_targets.untouchable_regions
    can_pay_tolls = conquest_targets.can_pay_tolls
    charge_tolls = conquest_targets.charge_tolls

    def may_conquer(self, player: Player) -> bool:
        """Return whether a race of the player can try a conquest now: ordinary, special or with the final die."""

        return bool(attempts(self, player))

    # --- pieces

    def piece_spec(self, piece: str) -> PieceSpec:
        """Return the entry of a kind of piece in the variant, with its rulings answered.

        :raises UnknownName: the variant has no such piece.
        """
        return self.table.rulebook.pieces[pieces.kind_of(self, piece)]

    def regions_with(self, piece: str) -> Regions:
        """Return all regions with such a piece."""
        try:
            return self.piece_regions[self.table.kinds[piece]]
        except KeyError:
            raise self.table.unknown_piece(piece) from None

    def pieces_at(self, piece: str, region: Region) -> int:
        """Return how many of a kind are in a region."""
        return self.pieces.get((pieces.kind_of(self, piece), region), 0)

    def supply_of(self, piece: str) -> int:
        """Return how many of a kind can still be placed (R-SUP-2)."""
        try:
            return self.supply[self.table.kinds[piece]]
        except KeyError:
            raise self.table.unknown_piece(piece) from None

    def carried_pieces(self, race: Race, piece: str) -> int:
        """Return how many of a kind are among the tokens of a race off the map (W-BEAST-5)."""
        return self.carried.get((pieces.kind_of(self, piece), race), 0) if self.carried else 0

    place = pieces.place_pieces
    take_away = pieces.take_pieces_away
    take_all_away = pieces.take_all_away
    place_natives = token_moves.place_natives
    unplaced_natives = token_moves.unplaced_natives
    move_piece = pieces.move_piece

    def change_supply(self, piece: str, change: int) -> None:
        """Add pieces to those that can be placed; a negative number puts them into the box for good."""
        pieces.change_supply(self, pieces.kind_of(self, piece), change)

    restock = pieces.restock_pieces
    enlist = pieces.enlist_pieces
    lift_piece_tokens = token_moves.lift_piece_tokens

    # --- relics

    def unused_relics(self, kind: str) -> list[str]:
        """List the relics of a kind that are not on the board and were never in play."""
        used = {relic for relics in self.relics.values() for relic, _ in relics}.union(self.boxed)
        book = self.table.rulebook
        return [r.id for i, r in enumerate(book.relics) if r.kind == kind and i not in used]

    move_relic = relics.move_relic

    # --- memory of abilities

    def recall(self, ability: Ability, default: Any = None) -> Any:
        """Return the value that an ability remembers about this game."""
        return self.memory.get(ability.key, default)

    def remember(self, ability: Ability, value: Any) -> None:
        """Remember a plain immutable value for an ability; None forgets it."""
        self.memory = _with(self.memory, ability.key, value)

    def recall_turn(self, ability: Ability, default: Any = None) -> Any:
        """Return the value that an ability remembers about this turn."""
        return self.turn_memory.get(ability.key, default) if self.turn_memory else default

    def remember_turn(self, ability: Ability, value: Any) -> None:
        """Remember a plain immutable value until the turn ends; None forgets it."""
        self.turn_memory = _with(self.turn_memory, ability.key, value)

    deal_secrets = player_secrets.deal_secrets
    secrets_of = player_secrets.secrets_of
    play_secret = player_secrets.play_secret
    draw_secret = player_secrets.draw_secret

    def spared(self, race: Race, *, of_round: bool = False) -> Tokens:
        """Tokens of a race that were withdrawn instead of lost in this turn, or in this round (W-DRAENEI-1)."""
        return self.spared_of.get(race, 0) + (self.spared_of.get(~race, 0) if of_round else 0)

    # --- tokens and coins

    def gain_tokens(self, race: Race, count: int) -> Tokens:
        """Take tokens of a race from the tray into its hand, as many as there are (R-SUP-1)."""
        number = self.hook_tables[race].race_index
        available = self.tray[number]
        count = 0 if count < 0 else count if count < available else available
        self.tray[number] = available - count
        self.hand[race] += count
        if self.events is not None:
            report_moved(self.events, race, count, TRAY, HAND)
        return count

    def tray_of(self, race: Race) -> Tokens:
        """Return the tokens of a race in play that are left to take (R-SUP-1)."""
        return self.tray[self.hook_tables[race].race_index]

    def discard_tokens(self, race: Race, count: int) -> None:
        """Put tokens from the hand of a race back on the tray."""
        move_tokens(self, race, count, HAND, TRAY)

    def gain_coins(self, player: Player, coins: Coins, reason: Ability | str = "") -> Coins:
        """Pay a player from the bank; less if the bank is finite and short (R-SUP-3).

        :param reason: the ability that pays, for the log.
        """
        if self.table.bank is not None:
            lying = sum(self.coins) + sum(entry[2] for entry in self.column)
            coins = max(0, min(coins, self.table.bank - lying))
        self.coins[player] += coins
        self.paid += coins
        if self.events is not None:
            report_paid(self.events, BANK, player, coins, reason)
        return coins

    pay = conquest_targets.pay_coins

    def say(self, ability: Ability, sentence: str, *, only: Player = -1, **fields: Any) -> None:
        """Write a sentence of an ability into the log, such as ``"the tide rises at {region}"``.

        :param only: the only player who may read it.
        :param fields: the values of its fields; ``region`` is a number and shown as the id.
        """
        if self.events is not None:
            self.events.append(Said(ability.key, sentence, fields, only))

    # --- chance

    roll = chance.roll
    draw = chance.draw

    # --- actions that abilities offer

    def action(self, ability: Ability, text: str, *, region: Region = -1, number: int = 0) -> Action:
        """An action that ``ability`` offers and will perform; ``text`` is its notation.

        Its first word is one of the ability's ``verbs``, or ``place``, ``abandon`` or ``decline``. A player's name of
        several words becomes one word: ``ally Jan Novak`` is offered as ``ally Jan_Novak``.
        """
        return questions.offer(self, ability, text, region, number)

    def actions_at(
        self, ability: Ability, text: str, regions: Regions, number: int = 0, first: Region = -1
    ) -> list[Action]:
        """Actions that ``ability`` offers for some regions; ``{}`` in the text is the region's id.

        :param first: the region named before it, where the text has two ``{}``; the actions then have
            the first as ``region`` and the second as ``number``.
        """
        regions &= self.board.all  # abilities may answer "all but these"
        if not regions:
            return []
        if first >= 0:
            pairs_of = self.table.offered_pairs.get(ability.key)
            pairs_by_region = None if pairs_of is None else pairs_of.get(text)
            pairs = None if pairs_by_region is None else pairs_by_region[first]
            if pairs is None:
                pairs = self.table.offer_pairs(ability.key, text, first, questions.perform)
            return pairs.select(regions)
        sets_of = self.table.offered_sets.get(ability.key)
        actions = None if sets_of is None else sets_of.get(text)
        if actions is None:
            actions = self.table.offer_everywhere(ability.key, text, number, questions.perform)
        return select_actions(actions, regions)

    # --- the course of a turn

    def combos(self) -> tuple[tuple[str, str, int], ...]:
        """Return the visible combos from the top, as (id of the race, id of the power, coins on it)."""
        book = self.table.rulebook
        return tuple([(book.races[race].id, book.powers[power].id, coins) for race, power, coins in self.column])

    give_combo = combo_column.give_combo
    decline = declining.force_decline
    choose_turn_order = turn_order.choose_turn_order
    change_rounds = turn_order.change_rounds
    grant_turn = turn_order.grant_turn
    put_coins = combo_column.put_coins
    discard_combo = combo_column.discard_combo
    swap_badges = combo_column.swap_badges
    change_badge = combo_column.change_badge
    ask = questions.ask

    @property
    def turn_order(self) -> tuple[Player, ...]:
        """The players in the order of their turns in this round."""
        return turn_order.turn_order(self)

    @property
    def rounds(self) -> int:
        """How many rounds the game has."""
        return turn_order.rounds_of(self)

    @property
    def question(self) -> questions.Question | None:
        """The question that is being answered: its ``race``, ``player`` and ``topic``; None without one."""
        return questions.current_question(self)

    end_game = questions.end_game

    def scoring_of(self, player: Player) -> dict[str, Coins]:
        """Return the coins of the player's last scored turn by source."""
        coins_by_source: dict[str, int] = {}
        for _, source, coins in self.scored[player]:
            coins_by_source[source] = coins_by_source.get(source, 0) + coins
        return coins_by_source

    begin_acting = capture.begin_acting

    def end_phase(self) -> None:
        """Nothing more is to be decided in this phase; conquests end with it (R-DIE-5)."""
        if self.phase == "conquer":
            self.stage = HAS_CONQUERED
        self.phase_over = True

    def spend_final_die(self) -> None:
        """No further final attempt this turn, by whichever race (R-GHOUL-6)."""
        self.die_used = True

    # --- changes on the map

    leave = capture.leave_region
    explode = capture.explode_region
    remember_attack = capture.remember_attack
    rejoin = capture.rejoin_tokens
    move_token = token_moves.move_token
    deploy_tokens = token_moves.deploy_tokens
    withdraw = token_moves.withdraw_from_region
    wake = declining.wake_race
    hand_over = declining.hand_over_race
    remove_race = declining.remove_from_table
    change_terrain = terrain.change_terrain
    close_border = terrain.close_border
    open_border = terrain.open_border
    exchange = token_moves.exchange_regions
    regions_for_holder = redeployment.regions_for_holder


def _with(memory: Any, key: str, value: Any) -> Any:
    if value is not None:
        return {**memory, key: value}
    return {other: kept for other, kept in memory.items() if other != key} if key in memory else memory
