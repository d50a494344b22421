"""The position of a game: all queries and verbs that abilities use.

Queries read and never write. Verbs change the state; abilities call them in events and in ``perform`` only. A line such
as ``leave = capture.leave_region`` makes a function of ``rules`` a method; the engine calls the function. The page
``docs/game.md`` lists every query and verb with its arguments.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from smallworld.actions import Action, select_actions
from smallworld.model.aliases import Coins, PieceKind, Player, Race, RaceIndex, Region, Regions, Tokens
from smallworld.model.content import Scalar
from smallworld.model.regions import indexes
from smallworld.model.values import NATIVES, NOBODY
from smallworld.rules import chance
from smallworld.rules.operations import (
    barriers,
    capture,
    combo_changes,
    combo_column,
    conquest_cost,
    deploy_limits,
    natives,
    targets,
    terrain,
    token_moves,
    turn_order,
)
from smallworld.rules.phases import ability_actions, declining, ownership, questions
from smallworld.rules.phases.conquest import attempts
from smallworld.rules.state import gained_abilities, pieces, player_secrets, relics
from smallworld.rules.state.fields import Fields
from smallworld.rules.state.relics import RelicPlaces

if TYPE_CHECKING:
    from smallworld.abilities.base import Ability
    from smallworld.rules.compiled.table import Table


class GameState(Fields):
    """The position of one game. Race instances are numbered: see :class:`Fields`."""

    __slots__ = ()

    def __init__(self, table: Table, names: Sequence[str], source: chance.Source) -> None:
        """Put an empty board, full trays and the first coins on the table (R-SETUP-1, R-SETUP-5)."""
        book, regions, players = table.rulebook, len(table.board.regions), table.players
        self.table, self.board, self.players, self.names = table, table.board, players, tuple(names)
        self.random, self.script, self.log = source.random, source.script, source.log
        self.tokens, self.occupant, self.defence = [0] * regions, [NOBODY] * regions, list(table.printed)
        races = players * 3
        self.regions, self.adjacent, self.hand, self.withdrawn = [0] * races, [0] * races, [0] * races, [0] * races
        self.hook_tables = (table.no_hooks,) * races
        self.board_profiles = (table.board_profile(table.no_hooks),) * races
        self.coins, self.scored = [book.variant.coins] * players, [()] * players
        self.tray, self.supply, self.piece_regions = list(book.tray), book.supply, [0] * len(book.pieces)
        self.pieces, self.carried, self.memory, self.turn_memory, self.before_ready = {}, {}, {}, {}, {}
        self.relics = RelicPlaces({}, book)
        self.marked = self.immune = self.relic_regions = self.attacked = self.hit = self.paid = 0
        self.seats = tuple(zip(range(players)))
        self.column = self.banners = self.badges = self.discards = self.conquests = ()
        self.guards = self.actors = self.watchers = self.decline_order = ()
        self.pending = self.ended = None
        self.round, self.first_seat, self.turn, self.to_move = 1, 0, 0, 0
        self.phase, self.stage, self.decline_stage = "pick", 0, 2
        self.fresh = self.readied = True
        self.picked = self.die_used = self.phase_over = False

    # --- rulings and races

    def ruling(self, key: str) -> Scalar:
        """The answer of this table to a ruling."""
        return self.table.rulebook.ruling(key)

    def owner(self, race: Race) -> Player:
        """The player of a race instance; ``NOBODY`` for nobody and natives."""
        return race % self.players if race >= 0 else NOBODY

    def is_declined(self, race: Race) -> bool:
        """Whether the race instance is in decline (natives are, W-TERM-5)."""
        return race >= self.players or race == NATIVES

    def races_of(self, player: Player) -> tuple[Race, ...]:
        """The race instances of a player that are in the game, the active one first."""
        return self.seats[player]

    def declined_of(self, player: Player) -> list[Race]:
        """The player's declined races, the oldest first."""
        return [race for race in self.decline_order if race % self.players == player]

    def acting_race(self, player: Player) -> Race:
        """The player's declined race that acts like an active one and has tokens; ``NOBODY`` if none (R-GHOUL-3)."""
        for race in reversed(self.actors):
            if race % self.players == player and (self.regions[race] or self.tokens_off_map(race)):
                return race
        return NOBODY

    def is_in_play(self, race: Race) -> bool:
        """Whether there is such a race instance now."""
        return self.hook_tables[race].race_index >= 0

    def abilities_of(self, race: Race) -> tuple[Ability, ...]:
        """The abilities of a race instance, in the order in which they are asked."""
        return self.table.rulebook.abilities_of(self.hook_tables[race].key)

    renew_lent = gained_abilities.renew_lent

    def faction_of(self, race: Race) -> str:
        """The faction of a race instance: that of its banner, or one lent to it now; empty for none."""
        if race < 0:
            return ""
        hook_table = self.hook_tables[race]
        if self.turn_memory:
            lent, key = self.turn_memory.get(f"faction.{race}", ("", ""))
            if key in hook_table.keys:
                return str(lent)
        return hook_table.faction

    def printed_faction(self, race_index: RaceIndex) -> str:
        """The faction of a race by its number in the variant; empty for none."""
        return self.table.rulebook.races[race_index].faction if race_index >= 0 else ""

    def lend_faction(self, race: Race, faction: str, ability: Ability) -> None:
        """The race is of this faction until the turn ends, as long as it has the ability that lends it (W-BG-3)."""
        self.turn_memory = {**self.turn_memory, f"faction.{race}": (faction, ability.key)}

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

    def with_tokens(self, regions: Regions, count: Tokens) -> Regions:
        """Return the regions that hold exactly so many tokens."""
        tokens, matching = self.tokens, 0
        for region in indexes(regions):
            if tokens[region] == count:
                matching |= 1 << region
        return matching

    def tokens_off_map(self, race: Race) -> Tokens:
        """Tokens off the map: in hand and withdrawn."""
        return self.hand[race] + self.withdrawn[race]

    def tokens_on_map(self, race: Race) -> Tokens:
        """Tokens of a race instance on the map, pieces that count as tokens included."""
        return sum(count for region, count in enumerate(self.tokens) if self.regions[race] >> region & 1)

    def tokens_of(self, player: Player) -> Tokens:
        """Race tokens of a player on the map, active and declined together (R-END-2, W-END-1)."""
        strange = sum(pieces.piece_tokens(self, region) for region in indexes(self.regions_of(player) & self.marked))
        return sum(self.tokens_on_map(race) for race in self.seats[player]) - strange

    def hand_now(self, race: Race) -> Tokens:
        """Tokens in hand for conquests; an active race that waits for its turn counts as readied."""
        if self.readied or race >= self.players or self.phase != "conquer":
            return self.hand[race]
        return capture.ready_hand(self, race)

    # --- conquests: reach, cost, tolls

    adjacent_for_conquest = targets.adjacent_for_conquest
    reach = targets.reachable_regions
    targets = targets.legal_targets
    within_hand = conquest_cost.within_hand
    cost = conquest_cost.conquest_cost
    own_cost_changes = conquest_cost.own_cost_changes

    def adjacent_for_effects(self, race: Race, regions: Regions) -> Regions:
        """Regions adjacent to some regions of a race, as its abilities see it (R-GIANT-2)."""
        board = self.board
        adjacent = board.around(regions)
        for call in self.hook_tables[race].adjacency:
            adjacent |= call(self, race, board, regions, True)
        return adjacent

    barred_regions = barriers.barred_regions
    untouchable_regions = barriers.untouchable_regions
    unpayable_tolls = barriers.unpayable_tolls
    can_pay_tolls = barriers.can_pay_tolls
    charge_tolls = barriers.charge_tolls

    def may_conquer(self, player: Player) -> bool:
        """Whether a race of the player can try any conquest now: ordinary, by special means or with the final die."""

        return bool(attempts(self, player))

    # --- pieces

    def kind_index(self, piece: str) -> PieceKind:
        """The number of a kind of piece.

        :raises UnknownName: the variant has no such piece.
        """
        return self.table.kinds[piece]

    def regions_with(self, piece: str) -> Regions:
        """All regions with such a piece."""
        return self.piece_regions[self.table.kinds[piece]]

    def pieces_at(self, piece: str, region: Region) -> int:
        """How many of a kind lie in a region."""
        return self.pieces.get((self.table.kinds[piece], region), 0)

    def count_pieces(self, piece: str, regions: Regions) -> int:
        """How many of a kind lie in some regions."""
        kind = self.table.kinds[piece]
        return sum(count for (other, region), count in self.pieces.items() if other == kind and regions >> region & 1)

    def supply_of(self, piece: str) -> int:
        """How many of a kind can still be placed (R-SUP-2)."""
        return self.supply[self.table.kinds[piece]]

    def carried_pieces(self, race: Race, kind: PieceKind | None = None) -> int:
        """Pieces among the tokens off the map, of one kind or all (W-BEAST-5)."""
        if not self.carried:
            return 0
        total = 0
        for (carried_kind, carrier), count in self.carried.items():
            if carrier == race and (kind is None or carried_kind == kind):
                total += count
        return total

    place = pieces.place_pieces
    take_away = pieces.take_pieces_away
    place_natives = natives.place_natives
    unplaced_natives = natives.unplaced_natives
    move_piece = pieces.move_piece

    def discard_piece(self, piece: str) -> None:
        """Put a piece from the supply into the box, for good."""
        pieces.change_supply(self, self.table.kinds[piece], -1)

    def bring_back(self, piece: str) -> None:
        """Put a piece that has just left the map into the supply, also one that would go to the box."""
        kind = self.table.kinds[piece]
        if not self.table.rulebook.pieces[kind].reusable:
            pieces.change_supply(self, kind, 1)

    restock = pieces.restock_pieces
    enlist = pieces.enlist_pieces
    lift_piece_tokens = token_moves.lift_piece_tokens

    # --- relics

    def relic_region(self, relic: str) -> Region:
        """Return the region where a relic is face up; -1 if it is not face up."""
        return self.relics.region_of[relic]

    def relic_regions_of(self, kind: str) -> Regions:
        """Regions with a face-up relic of a kind, ``artefact`` or ``place``."""
        return self.relics.of_kind.get(kind, 0)

    def relics_at(self, region: Region, kind: str) -> list[str]:
        """The face-up relics of a kind in a region, in the order of the variant."""
        kinds = self.table.rulebook.relics
        face_up_relics = sorted(relic for relic, face_up in self.relics.get(region, ()) if face_up)
        return [kinds[relic].id for relic in face_up_relics if kinds[relic].kind == kind]

    def unused_relics(self, kind: str, *, but: str) -> list[str]:
        """List the relics of a kind that are not on the board and were never in play, except ``but``."""
        used = {relic for relics in self.relics.values() for relic, _ in relics}.union(relics.boxed_relics(self))
        book = self.table.rulebook
        return [r.id for i, r in enumerate(book.relics) if r.kind == kind and r.id != but and i not in used]

    def count_relics(self, regions: Regions) -> int:
        """Count the face-up relics in some regions."""
        return sum(
            sum(face_up for _, face_up in self.relics[region]) for region in indexes(regions & self.relic_regions)
        )

    move_relic = relics.move_relic
    remove_relic = relics.remove_relic

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

    def spared(self, race: Race) -> Tokens:
        """Tokens of a race that were withdrawn instead of lost in this turn (W-DRAENEI-1)."""
        count: int = self.turn_memory.get(f"spared.{race}", 0)
        return count

    # --- tokens and coins

    def gain_tokens(self, race: Race, count: int) -> Tokens:
        """Take tokens of a race from the tray into its hand, as many as there are (R-SUP-1)."""
        number = self.hook_tables[race].race_index
        available = self.tray[number]
        count = 0 if count < 0 else count if count < available else available
        self.tray[number] = available - count
        self.hand[race] += count
        return count

    def discard_tokens(self, race: Race, count: int) -> None:
        """Put tokens from the hand of a race back on the tray."""
        self.hand[race] -= count
        self.tray[self.hook_tables[race].race_index] += count

    def gain_coins(self, player: Player, coins: Coins) -> Coins:
        """Pay a player from the bank; less if the bank is finite and short (R-SUP-3)."""
        if self.table.bank is not None:
            lying = sum(self.coins) + sum(entry[2] for entry in self.column)
            coins = max(0, min(coins, self.table.bank - lying))
        self.coins[player] += coins
        self.paid += coins
        return coins

    pay = barriers.pay_coins

    # --- chance

    roll = chance.roll
    draw = chance.draw

    # --- actions that abilities offer

    def action(self, ability: Ability, text: str, *, region: Region = -1, number: int = 0) -> Action:
        """An action that ``ability`` offers and will perform; ``text`` is its notation.

        Its first word is one of the ability's ``verbs``, or of the engine's, such as ``place``. A player's name of
        several words becomes one word: ``ally Jan Novak`` is offered as ``ally Jan_Novak``.
        """
        return ability_actions.offer(self, ability, text, region, number)

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
        actions = self.table.offered_sets.get((ability.key, text, first))
        if actions is None:
            actions = ability_actions.offer_everywhere(self.table, ability, text, number, first)
        return select_actions(actions, regions)

    # --- the course of a turn

    choices_of = combo_column.choices_of

    def combos(self) -> tuple[tuple[str, str, int], ...]:
        """The visible combos from the top, as (id of the race, id of the power, coins on it)."""
        book = self.table.rulebook
        return tuple([(book.races[race].id, book.powers[power].id, coins) for race, power, coins in self.column])

    give_combo = combo_changes.give_combo
    decline = declining.force_decline
    choose_first_player = turn_order.choose_first_player
    choose_turn_order = turn_order.choose_turn_order
    change_rounds = turn_order.change_rounds
    grant_turn = turn_order.grant_turn
    put_coins = combo_changes.put_coins
    discard_combo = combo_changes.discard_combo
    swap_badges = combo_changes.swap_badges
    change_badge = combo_changes.change_badge
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

    begin_conquests = capture.begin_conquests
    begin_acting = capture.begin_acting

    def end_conquests(self) -> None:
        """The active race conquers no more this turn (R-DIE-5)."""
        self.stage = 2
        self.phase_over = True

    def end_phase(self) -> None:
        """Nothing more is to be decided in this phase."""
        self.phase_over = True

    def spend_final_die(self) -> None:
        """No further final attempt this turn, by whichever race (R-GHOUL-6)."""
        self.die_used = True

    # --- changes on the map

    leave = capture.leave_region
    explode = capture.explode_region
    remember_attack = capture.remember_attack
    rejoin = capture.rejoin_tokens
    shift_token = token_moves.shift_token
    discard_token = token_moves.discard_token
    pull_out = token_moves.pull_out_tokens
    deploy_tokens = ownership.deploy_tokens
    withdraw = ownership.withdraw_from_region
    wake = ownership.wake_race
    hand_over = ownership.hand_over_race
    change_terrain = terrain.change_terrain
    exchange = token_moves.exchange_regions
    regions_for_holder = deploy_limits.regions_for_holder


def _with(memory: Any, key: str, value: Any) -> Any:
    changed = {**memory, key: value}
    if value is None:
        del changed[key]
    return changed
