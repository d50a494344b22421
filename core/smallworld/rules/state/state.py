"""The position of a game: all queries and verbs that abilities use.

Queries read and never write. Verbs change the state; abilities call them in events and in ``perform`` only. Longer
verbs are functions in ``rules/operations``, ``rules/phases`` and ``rules/state``; the engine calls those directly.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any

from smallworld.actions import Action, select_actions
from smallworld.errors import Refusal
from smallworld.model.aliases import Coins, PieceKind, Player, Race, RaceIndex, Region, Regions, Tokens
from smallworld.model.content import Scalar
from smallworld.model.regions import indexes
from smallworld.model.values import NATIVES, NOBODY, CostChange
from smallworld.rules import chance
from smallworld.rules.compiled.shared_abilities import holder_of
from smallworld.rules.operations.barriers import (
    barred_regions,
    can_pay_tolls,
    charge_tolls,
    pay_coins,
    unpayable_tolls,
    untouchable_regions,
)
from smallworld.rules.operations.capture import (
    begin_acting,
    begin_conquests,
    explode_region,
    leave_region,
    ready_hand,
    rejoin_tokens,
    remember_attack,
)
from smallworld.rules.operations.column import choices_of
from smallworld.rules.operations.conquest_cost import conquest_cost, own_cost_changes, within_hand
from smallworld.rules.operations.deploy_limits import deploy_limits, deploy_pieces, regions_for_holder
from smallworld.rules.operations.natives import place_natives, unplaced_natives
from smallworld.rules.operations.pick_terms import (
    change_badge,
    discard_combo,
    give_combo,
    pick_price,
    put_coins,
    swap_badges,
)
from smallworld.rules.operations.targets import adjacent_for_conquest, legal_targets, reachable_regions
from smallworld.rules.operations.terrain import change_terrain
from smallworld.rules.operations.token_moves import (
    discard_token,
    exchange_regions,
    lift_piece_tokens,
    pull_out_tokens,
    shift_token,
)
from smallworld.rules.operations.turn_order import (
    change_rounds,
    choose_first_player,
    choose_turn_order,
    grant_turn,
    rounds_of,
    turn_order,
)
from smallworld.rules.phases.conquest import attempts
from smallworld.rules.phases.declining import force_decline
from smallworld.rules.phases.offers import offer, offer_everywhere
from smallworld.rules.phases.ownership import deploy_tokens, hand_over_race, wake_race, withdraw_from_region
from smallworld.rules.phases.questions import Question, ask, current_question, end_game
from smallworld.rules.state.fields import Fields
from smallworld.rules.state.gained_abilities import renew_lent
from smallworld.rules.state.pieces import (
    change_supply,
    enlist_pieces,
    move_piece,
    piece_tokens,
    place_pieces,
    restock_pieces,
    take_pieces_away,
)
from smallworld.rules.state.relics import BOXED, RelicPlaces, move_relic, remove_relic
from smallworld.rules.state.secrets import deal_secrets, draw_secret, play_secret, secrets_of

if TYPE_CHECKING:
    from smallworld.abilities.base import Ability
    from smallworld.rules.compiled.table import Table
    from smallworld.rules.operations.deploy_limits import Limits, Needs


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

    def holder_of(self, ability: Ability) -> Race:
        """The race instance that has an ability itself, not as a common one of another; ``NOBODY`` if none has."""
        return holder_of(self, ability.key)

    def renew_lent(self, race: Race | None = None) -> None:
        """Ask a race, or all, which abilities are lent to it now; the engine does this after picks, turns, actions."""
        renew_lent(self, race)

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

    def is_free(self, region: Region) -> bool:
        """Whether neither a race nor natives are there."""
        return self.occupant[region] == NOBODY

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
        strange = sum(piece_tokens(self, region) for region in indexes(self.regions_of(player) & self.marked))
        return sum(self.tokens_on_map(race) for race in self.seats[player]) - strange

    def hand_now(self, race: Race) -> Tokens:
        """Tokens in hand for conquests; an active race that waits for its turn counts as readied."""
        if self.readied or race >= self.players or self.phase != "conquer":
            return self.hand[race]
        return ready_hand(self, race)

    # --- conquests: reach, cost, tolls

    def reach(self, race: Race, entry: bool = True, effect: bool = False) -> Regions:
        """Regions within reach: adjacent, or as the abilities of the race extend it (R-CONQ-2, R-CONQ-3).

        :param entry: whether the entry regions of a First Conquest count.
        :param effect: an ability asks for its own purposes (R-GIANT-2).
        """
        return reachable_regions(self, race, entry, effect)

    def targets(self, race: Race, within: Regions | None = None) -> Regions:
        """Return the regions that the race may legally conquer now, at any cost (F.1).

        :param within: the reach to use instead of the ordinary one.
        """
        return legal_targets(self, race, within)

    def within_hand(self, race: Race, among: Regions, hand: Tokens) -> Regions:
        """Return the target regions that cost at most ``hand`` tokens."""
        return within_hand(self, race, among, hand)

    def cost(self, race: Race, region: Region, change: Tokens = 0, travel: bool = True) -> Tokens:
        """Tokens that the race needs for a region (R-COST-1 to 4).

        :param change: a further change, by a special conquest.
        :param travel: whether arriving from afar costs extra.
        """
        return conquest_cost(self, race, region, change, travel)

    def own_cost_changes(self, race: Race) -> CostChange:
        """Changes of costs by the abilities of a race itself, not by the edition or others: pairs (change, regions)."""
        return own_cost_changes(self, race)

    def adjacent_for_conquest(self, race: Race) -> Regions:
        """Regions adjacent to the race for its conquests: borders, and what its abilities add (W-KOBOLD-1)."""
        return adjacent_for_conquest(self, race)

    def adjacent_for_effects(self, race: Race, regions: Regions) -> Regions:
        """Regions adjacent to some regions of a race, as its abilities see it (R-GIANT-2)."""
        board = self.board
        adjacent = board.around(regions)
        for call in self.hook_tables[race].adjacency:
            adjacent |= call(self, race, board, regions, True)
        return adjacent

    def barred_regions(self, race: Race, attempt: str = "conquest") -> Regions:
        """Regions that other players' abilities close to this attacker."""
        return barred_regions(self, race, attempt)

    def untouchable_regions(self, race: Race, attempt: str) -> Regions:
        """Regions that a power of this race may do nothing to now (W-IMM-1, W-IMM-2, W-IMM-4)."""
        return untouchable_regions(self, race, attempt)

    def unpayable_tolls(
        self, race: Race, among: Regions, attempt: str = "conquest", extra: tuple[int, int] = (0, 0)
    ) -> Regions:
        """Return the regions with tolls that the attacker cannot pay (W-TOLL-2).

        :param extra: coins that come on top in some regions, as (coins, regions).
        """
        return unpayable_tolls(self, race, among, attempt, extra)

    def can_pay_tolls(self, race: Race, regions: Regions, attempt: str) -> bool:
        """Whether the attacker can pay all tolls of one attempt on some regions together."""
        return can_pay_tolls(self, race, regions, attempt)

    def charge_tolls(self, race: Race, regions: Regions, attempt: str = "conquest") -> None:
        """Let the attacker pay all tolls of an attempt (W-TOLL-1)."""
        charge_tolls(self, race, regions, attempt)

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

    def place(self, piece: str, region: Region, count: int = 1) -> int:
        """Put pieces from the supply on a region, as many as there are; returns how many."""
        return place_pieces(self, piece, region, count)

    def take_away(self, piece: str, region: Region, count: int | None = None, unused: bool = False) -> int:
        """Take pieces (all, if no count is given) off a region; returns how many.

        They go back to the supply, or to the box if the kind is not reusable.

        :param unused: they go back to the supply in any case.
        """
        return take_pieces_away(self, piece, region, count, unused)

    def place_natives(self, region: Region, count: Tokens = 1) -> Tokens:
        """Put natives on a region without a race, as many as there are; returns how many. Negative: take them away."""
        return place_natives(self, region, count)

    def unplaced_natives(self) -> Tokens:
        """How many native tokens are in the box."""
        return unplaced_natives(self)

    def move_piece(self, piece: str, region: Region) -> None:
        """Move the only piece of a kind to a region, from the map or from the supply."""
        move_piece(self, piece, region)

    def discard_piece(self, piece: str) -> None:
        """Put a piece from the supply into the box, for good."""
        change_supply(self, self.table.kinds[piece], -1)

    def bring_back(self, piece: str) -> None:
        """Put a piece that has just left the map into the supply, also one that would go to the box."""
        kind = self.table.kinds[piece]
        if not self.table.rulebook.pieces[kind].reusable:
            change_supply(self, kind, 1)

    def restock(self, piece: str) -> None:
        """Bring every piece of a kind that is not on the map back into the supply."""
        restock_pieces(self, piece)

    def enlist(self, race: Race, piece: str, count: int) -> int:
        """Take pieces from the supply to hand as tokens, as many as there are; returns how many."""
        return enlist_pieces(self, race, piece, count)

    def lift_piece_tokens(self, race: Race, piece: str) -> None:
        """Put all pieces of a kind that are tokens of the race back into the supply (W-READY-1)."""
        lift_piece_tokens(self, race, piece)

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
        used = {relic for relics in self.relics.values() for relic, _ in relics}.union(self.boxed_relics())
        book = self.table.rulebook
        return [r.id for i, r in enumerate(book.relics) if r.kind == kind and r.id != but and i not in used]

    def count_relics(self, regions: Regions) -> int:
        """Count the face-up relics in some regions."""
        return sum(
            sum(face_up for _, face_up in self.relics[region]) for region in indexes(regions & self.relic_regions)
        )

    def revealed_relics(self) -> dict[int, int]:
        """Return every face-up relic with its region."""
        return dict(self.relics.up)

    def boxed_relics(self) -> tuple[int, ...]:
        """Relics that were taken off the board for good; the other absent ones nobody has seen."""
        boxed: tuple[int, ...] = self.memory.get(BOXED, ())
        return boxed

    def move_relic(self, relic: str, region: Region) -> None:
        """Put a relic face up on a region; the old and the new owner lose and gain it at once."""
        move_relic(self, relic, region)

    def remove_relic(self, relic: str) -> None:
        """Take a relic off the board, into the box, for good."""
        remove_relic(self, relic)

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

    def deal_secrets(self, ability: Ability, cards: Sequence[str], count: int = 1) -> None:
        """Shuffle cards and deal some to every player face down; views show a player only their own."""
        deal_secrets(self, ability, cards, count)

    def secrets_of(self, ability: Ability, player: Player) -> tuple[str, ...]:
        """The face-down cards of a player; in a view those of others are empty texts."""
        return secrets_of(self, ability, player)

    def play_secret(self, ability: Ability, player: Player, card: str) -> None:
        """Take a card out of the hand of a player for good; everybody knows it now."""
        play_secret(self, ability, player, card)

    def draw_secret(self, ability: Ability, player: Player) -> bool:
        """Deal the next undealt card to a player; false without a card."""
        return draw_secret(self, ability, player)

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

    def pay(self, player: Player, coins: Coins, to: Player = -1) -> None:
        """Move coins from a player to another, or to the bank."""
        pay_coins(self, player, coins, to)

    # --- chance

    def roll(self) -> int:
        """Roll the reinforcement die."""
        return chance.roll(self)

    def draw(self, kind: str, options: list[str]) -> str:
        """Draw one of several names at random; logged as chance of this kind."""
        return chance.draw(self, kind, options)

    # --- actions that abilities offer

    def action(self, ability: Ability, text: str, *, region: Region = -1, number: int = 0) -> Action:
        """An action that ``ability`` offers and will perform; ``text`` is its notation.

        Its first word is one of the ability's ``verbs``, or of the engine's, such as ``place``. A player's name of
        several words becomes one word: ``ally Jan Novak`` is offered as ``ally Jan_Novak``.
        """
        return offer(self, ability, text, region, number)

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
            actions = offer_everywhere(self.table, ability, text, number, first)
        return select_actions(actions, regions)

    # --- the course of a turn

    def choices_of(self, player: Player) -> Sequence[int]:
        """Places in the column that a player may pick from, from the top (W-TEAM-3)."""
        return choices_of(self, player)

    def pick_price(self, player: Player, number: int) -> Coins | Refusal:
        """Return the price of the combo ``pick number + 1`` for a player, or the reason why they may not pick it."""
        return pick_price(self, player, number)

    def combos(self) -> tuple[tuple[str, str, int], ...]:
        """The visible combos from the top, as (id of the race, id of the power, coins on it)."""
        book = self.table.rulebook
        return tuple([(book.races[race].id, book.powers[power].id, coins) for race, power, coins in self.column])

    def give_combo(self, player: Player, place: int) -> None:
        """Give a player without an active race the combo at a place, with the coins on it, for nothing."""
        give_combo(self, player, place)

    def decline(self, player: Player) -> None:
        """Put the active race of a player into decline; the turn goes on."""
        force_decline(self, player)

    def choose_first_player(self, player: Player) -> None:
        """Let a player begin the next round, and those after it; the others follow clockwise."""
        choose_first_player(self, player)

    def choose_turn_order(self, players: Sequence[Player]) -> None:
        """Let the players take their turns in this order in the next round and those after it.

        In ``round_started`` the next round is the one that starts.
        """
        choose_turn_order(self, players)

    @property
    def turn_order(self) -> tuple[Player, ...]:
        """The players in the order of their turns in this round."""
        return turn_order(self)

    @property
    def rounds(self) -> int:
        """How many rounds the game has."""
        return rounds_of(self)

    def change_rounds(self, rounds: int) -> None:
        """Let the game have so many rounds; a smaller number than that of this round is refused."""
        change_rounds(self, rounds)

    def grant_turn(self) -> None:
        """Let the player of this turn have a further turn after it."""
        grant_turn(self)

    def put_coins(self, place: int, coins: Coins, player: Player = -1) -> None:
        """Put coins of a player, or of the bank, on a combo; a negative number takes coins on it away."""
        put_coins(self, place, coins, player)

    def discard_combo(self, place: int) -> None:
        """Put a banner under its stack, discard the badge, give the coins on them to the bank, show another combo."""
        discard_combo(self, place)

    def swap_badges(self, place: int, other: int) -> None:
        """Exchange the badges of two combos in the column; the coins stay where they are."""
        swap_badges(self, place, other)

    def change_badge(self, race: Race, place: int) -> None:
        """Exchange the badge of an active race with that of a combo; the new abilities hear of ``combo_taken``."""
        change_badge(self, race, place)

    def ask(self, ability: Ability, race: Race, player: Player, topic: Any = None, *, sealed: bool = False) -> None:
        """Let a player answer a question before the next decision, in the phase ``answer`` of ``offer_actions``.

        What is under way first runs to its end. A question without an answer on offer is dropped.

        :param race: race instance that ``offer_actions`` and ``perform`` get. :param topic: a plain value.
        :param sealed: the answer stays secret; those to sealed questions in a row are carried out together at the end.
        """
        ask(self, ability, race, player, topic, sealed)

    @property
    def question(self) -> Question | None:
        """The question that is being answered: its ``race``, ``player`` and ``topic``; None without one."""
        return current_question(self)

    def end_game(self) -> None:
        """End the game as soon as what is under way has run to its end; the turn is not scored."""
        end_game(self)

    def scoring_of(self, player: Player) -> dict[str, Coins]:
        """Return the coins of the player's last scored turn by source."""
        coins_by_source: dict[str, int] = {}
        for _, source, coins in self.scored[player]:
            coins_by_source[source] = coins_by_source.get(source, 0) + coins
        return coins_by_source

    def begin_conquests(self, race: Race) -> None:
        """The race acts: no more declining, and from now on no abandoning (R-READY-3)."""
        begin_conquests(self, race)

    def begin_acting(self, race: Race) -> None:
        """A race does something: declining is over, and the active race is readied (formats, Ghouls)."""
        begin_acting(self, race)

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

    def leave(self, race: Race, region: Region) -> None:
        """Take all tokens of a region home; it becomes empty."""
        leave_region(self, race, region)

    def explode(self, race: Race, region: Region, means: tuple[str, ...], *, counts: bool) -> None:
        """Conquer a region without moving in: it is empty afterwards (W-GOBLIN-6).

        :param counts: it is a conquest to bonuses and ransoms, too (W-GOBLIN-9).
        """
        explode_region(self, race, region, means, counts=counts)

    def remember_attack(self, race: Race, region: Region) -> None:
        """Remember that the active race attacked another player's active race (R-DIE-7, R-DIPLOMAT-1)."""
        remember_attack(self, race, region)

    def rejoin(self, race: Race) -> None:
        """Let withdrawn tokens come to the hand, carried pieces among them."""
        rejoin_tokens(self, race)

    def shift_token(self, region: Region, to: Region) -> None:
        """Move one token to another region of its race, a race token before a piece (W-INTIM-3, W-INTIM-4)."""
        shift_token(self, region, to)

    def discard_token(self, region: Region, attacker: Race, attempt: str) -> Tokens:
        """Discard one token of a region, unless it can be saved; returns how many are destroyed (W-INTIM-5)."""
        return discard_token(self, region, attacker, attempt)

    def pull_out(self, race: Race, region: Region, *, to_tray: bool = False) -> None:
        """Take the tokens that are left in a region off the map; they wait in hand (W-TAUREN-4)."""
        pull_out_tokens(self, race, region, to_tray=to_tray)

    def deploy_tokens(self, race: Race, region: Region, count: int) -> None:
        """Move race tokens from the hand into a region of the race, in any phase."""
        deploy_tokens(self, race, region, count)

    def withdraw(self, region: Region, count: int) -> Tokens:
        """Take tokens of a region off the map; they wait for redeployment. Returns how many."""
        return withdraw_from_region(self, region, count)

    def wake(self, race: Race) -> Race:
        """Make a declined race the active one of its owner, who has none; returns its new number.

        It has its badge only if that stayed with the banner.
        """
        return wake_race(self, race)

    def hand_over(self, race: Race, player: Player) -> Race:
        """Give a declined race to another player, who loses an earlier one unless it outlasts; returns its number."""
        return hand_over_race(self, race, player)

    def change_terrain(self, region: Region, terrain: str, symbols: Collection[str] | None = None) -> None:
        """Change the terrain of a region; symbols replace those that are there. Races and pieces stay.

        From now on ``state.board`` is another board: do not keep regions of a terrain from before.
        """
        change_terrain(self, region, terrain, symbols)

    def exchange(self, first: Region, second: Region) -> None:
        """Let everything that can move change places between two regions (W-PORTAL-2, W-PORTAL-4)."""
        exchange_regions(self, first, second)

    def deploy_limits(self, race: Race, needs: Needs | None = None) -> Limits:
        """The most tokens that may go to each region now, so that the others can still get theirs.

        Regions where none may go are left out.

        :param needs: :meth:`needs`, where they are known already.
        """
        return deploy_limits(self, race, needs)

    def regions_for_holder(self, race: Race) -> Regions:
        """Regions to which a holding piece may go, so that all others can still get tokens."""
        return regions_for_holder(self, race)

    def deploy_pieces(self, race: Race, piece: str, region: Region, count: int) -> None:
        """Put carried pieces that are tokens into an own region, from the hand or withdrawn ones (W-BEAST-5)."""
        deploy_pieces(self, race, piece, region, count)


def _with(memory: Any, key: str, value: Any) -> Any:
    changed = {**memory, key: value}
    if value is None:
        del changed[key]
    return changed
