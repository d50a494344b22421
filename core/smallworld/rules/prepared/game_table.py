"""A table: rulebook, board and number of players, with the printed costs and the compiled objects that games share.

A board profile holds the answers of abilities that depend on the board alone, computed once for each board.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from itertools import accumulate
from sys import intern
from typing import TYPE_CHECKING, Any, Final, TypeVar

from smallworld.actions import Action, ActionFields, Row
from smallworld.errors import UnknownName
from smallworld.hooks.decorators import cheapest, first
from smallworld.model.aliases import Race, Region, Regions, Tokens
from smallworld.model.game_board import Board
from smallworld.model.regions import indexes, recent_indexes
from smallworld.model.values import NOBODY, Columns
from smallworld.rules.prepared.hook_table import NONE, BoardAnswers, HookTable
from smallworld.rules.prepared.rulebook import Rulebook
from smallworld.rules.prepared.shared_abilities import renew_lent_of_all, report_turn

if TYPE_CHECKING:
    from smallworld.model.values import Travel


class BoardProfile:
    """A board as the abilities of a hook table see it.

    :ivar open: regions with a terrain that may be conquered; for a First Conquest ``first`` and ``far`` leave out
        the regions that are closed to it.
    :ivar first, later: regions reachable without adjacency, for a First Conquest and after it.
    :ivar far: ``first`` without the entry regions that are open to everyone.
    :ivar change_at: for each region the part of the cost that depends on the board alone.
        ``uneven``: it, or that of arriving from afar, is not 0 everywhere.
    :ivar travel: the cost of arriving from afar; None = no cost.
    :ivar landings: regions with this cost. :ivar least: fewest tokens that such a conquest takes.
    :ivar arrivals: entry regions that are adjacent to the race → ``change_at`` with the travel cost elsewhere. Races
        are adjacent to the same few again and again. Who reads it calls :meth:`add_arrivals` first where it is
        missing; ``__missing__`` of a subclass would make each look-up three times as long.
    """

    __slots__ = (
        "_make_room", "arrivals", "change_at", "far", "first", "landings", "later", "least", "open", "travel", "uneven",
    )  # fmt: skip

    def __init__(self, board: Board, answers: BoardAnswers, make_room: Callable[[], None]) -> None:
        """Combine the answers of the abilities.

        :param make_room: called before one more list is cached.
        """

        def ask(hook: str, *values: Any) -> list[Any]:
            return [item.call(*values) for name, item in answers if name == hook]

        travel: Travel | None = cheapest.join([price for price in ask("travel_cost", board) if price is not None])
        self.travel = travel if travel is not None and (travel.tokens or travel.least) else None
        self.landings: Regions = self.travel.regions if self.travel is not None else 0
        self.least: Tokens = self.travel.least if self.travel is not None else 0
        self.open = opening = board.land
        for mask in ask("terrain_access", board, False):
            self.open |= mask & board.all
        for mask in ask("terrain_access", board, True):
            opening |= mask & board.all
        self.far = self.later = 0
        for mask in ask("conquest_reach", None, None, board, True):
            self.far |= mask & opening
        for mask in ask("conquest_reach", None, None, board, False):
            self.later |= mask & board.all
        self.first = self.far | board.entry & opening
        changes = [0] * len(board.regions)
        for pairs in ask("conquest_cost", None, None, board):
            for change, regions in pairs:
                _add(changes, change, regions)
        self.change_at: list[Tokens] = changes
        self.uneven = any(changes) or self.landings != 0
        self.arrivals: dict[Regions, list[Tokens]] = {}
        self._make_room = make_room

    def add_arrivals(self, adjacent: Regions) -> None:
        """Add the changes of the cost for a race that is adjacent to these entry regions."""
        changes = self.change_at[:]
        if self.travel is not None:
            _add(changes, self.travel.tokens, self.travel.regions & ~adjacent)
        self._make_room()
        self.arrivals[adjacent] = changes


def _add(changes: list[Tokens], change: Tokens, regions: Regions) -> None:
    for index in indexes(regions & (1 << len(changes)) - 1):  # abilities may answer "all but these"
        changes[index] += change


Run = Callable[[Any, Action], None]
T = TypeVar("T")


def new_action(
    text: str, verb: str, run: Run, region: Region, number: int, means: tuple[str, ...], as_decline: bool, ability: str
) -> Action:
    """Make an action as its constructor does, which would take three times as long: new tables need thousands."""
    action: Any = str.__new__(ActionFields, text)
    action.verb, action.run, action.region, action.number = verb, run, region, number
    action.means, action.as_decline, action.ability = means, as_decline, ability
    action.__class__ = Action
    result: Action = action
    return result


def first_word(text: str) -> str:
    """Return the verb of the actions with a text; all share one object."""
    return intern(text.partition(" ")[0])


HANDS_KEPT: Final = 64
"""The largest hand for which deployments are kept. Real hands are smaller; a made-up position may have any."""


PairActions = dict[tuple[int, str], Action]
"""A region and its id → the action that names it after a certain first region."""


class OfferedPairs:
    """Actions that name a second region after a first; made when needed, because few pairs ever are.

    :ivar actions: for each second region the action; None = not made yet.
    """

    __slots__ = ("_board", "_cache", "_make", "_text", "actions")

    def __init__(self, make: Callable[[str, int], Action], text: str, cache: PairActions, board: Board) -> None:
        """Begin without any action.

        :param text: with ``{}`` for the second region. :param cache: shared by tables that have the first region.
        """
        self._make, self._text, self._cache, self._board = make, text, cache, board
        self.actions: list[Action | None] = [None] * len(board.regions)

    def select(self, regions: Regions) -> list[Action]:
        """Return the actions of some second regions, in the order of the board."""
        actions, selected = self.actions, []
        for region in indexes(regions):
            selected.append(actions[region] or self._add(region))
        return selected

    def _add(self, region: Region) -> Action:
        """Make the action of a second region, unless another table has it already."""
        name = self._board.regions[region].id
        action = self._cache.get((region, name))
        if action is None:
            action = self._cache[region, name] = self._make(self._text.format(name), region)
        self.actions[region] = action
        return action


class GameTable:
    """The parts of a game that do not change. Shared by all games with the same set-up.

    :ivar rounds: rounds of the game (R-COMP-8).
    :ivar plain_column: there is one column, and no ability is asked while a player picks.
    :ivar round_started, turn_opened: calls of the abilities of the edition.
    :ivar printed: the cost of each region while nothing is in it.
    :ivar kinds: piece → its number.
    :ivar deployments: tokens in hand → :meth:`deploys` for so many; a cache.
    :ivar special_conquests: (names, suffix) → the conquests by them.
    :ivar offers: ability key → text → the action that it offers;
        :ivar offered_sets: the same for every region; :ivar offered_pairs: for each first region for every second.
    """

    __slots__ = (
        "_islands", "_profiles", "_sets", "bank", "board", "columns", "defending_kinds", "deployments", "die",
        "die_needs_all_dear", "fleeting_kinds", "holding_kinds", "immune_kinds", "key", "kinds",
        "must_conquer", "no_hooks", "offered_pairs", "offered_sets", "offers", "ordinary", "own_counts_non_empty",
        "own_kinds", "own_tokens_defend", "plain_column", "players", "printed", "retreat_first",
        "round_started", "rounds", "rulebook",
        "rulings", "several_columns", "special_conquests", "token_kinds", "top",
        "turn_opened",
    )  # fmt: skip

    def __init__(self, rulebook: Rulebook, board: Board, players: int, rounds: int) -> None:
        self.rulebook = rulebook
        self.board = board
        self.players = players
        self.rounds = rounds
        self.rulings = rulebook.rulings
        self.kinds = rulebook.piece_indexes
        self.key = (rulebook.variant.digest or rulebook.variant.id, board.id, board.changes, board.closed, players,
                    tuple(sorted(rulebook.rulings.items(), key=repr)))  # fmt: skip
        terrains = rulebook.variant.terrains
        base = rulebook.variant.base_cost
        self.printed = tuple(base + terrains[region.terrain].defence for region in board.regions)
        self.die = rulebook.variant.die
        self.top = max(self.die)
        self._read_rulings()
        self._sort_pieces()
        self._read_hooks()
        ids = [tuple(region.id for region in face.regions) for face in board.faces]
        starts = accumulate(map(len, ids), initial=0)
        self._islands = tuple(zip(starts, ids, strict=False))  # the first region of every island, and their ids
        self.offers: dict[str, dict[str, Action]] = {}
        self.offered_sets: dict[str, dict[str, tuple[Action, ...]]] = {}
        self.offered_pairs: dict[str, dict[str, list[OfferedPairs | None]]] = {}
        self.ordinary: dict[str, tuple[tuple[Action, ...], tuple[Action, ...], tuple[Action, ...]]] = {}
        self.special_conquests: dict[tuple[tuple[str, ...], str], tuple[Action, ...]] = {}
        self.deployments: dict[int, tuple[Row, ...]] = {}
        self._profiles: dict[int, BoardProfile] = {}
        self._sets: dict[Hashable, tuple[Any, ...]] = {}
        self.no_hooks = self.hook_table(NONE, NONE, True)

    def _read_rulings(self) -> None:
        """Keep the rulings that the rules read often."""
        rulings = self.rulings
        self.own_tokens_defend = bool(rulings["own_decline_token_defends"])
        self.own_counts_non_empty = bool(rulings["own_decline_counts_nonempty"])
        self.die_needs_all_dear = rulings["final_die_condition"] == "no_region_affordable"
        self.must_conquer = bool(rulings["must_conquer_or_decline"])
        self.retreat_first = rulings["defender_redeploy_order"] == "before_active"
        self.bank = self.rulebook.variant.bank if rulings["coin_bank"] == "finite" else None

    def _sort_pieces(self) -> None:
        """Group the kinds of pieces by what they do."""
        kinds = list(enumerate(self.rulebook.pieces))
        self.token_kinds = tuple(i for i, kind in kinds if kind.token)
        self.holding_kinds = tuple(i for i, kind in kinds if kind.holds)
        self.defending_kinds = tuple(i for i, kind in kinds if kind.holds or kind.defends)
        self.immune_kinds = tuple(i for i, kind in kinds if kind.immune)
        self.own_kinds = tuple((i, kind) for i, kind in kinds if kind.own)
        self.fleeting_kinds = tuple(i for i, kind in kinds if kind.occupied)

    def _read_hooks(self) -> None:
        """Keep the calls of the edition, and the columns."""
        rulebook, hooks = self.rulebook, self.rulebook.hooks
        factions = [race.faction for race in rulebook.races]
        answer: Columns | None = first.join([item.call(factions, self.players) for item in hooks["columns"]])
        self.columns = answer or Columns((0,) * len(factions), (0,) * self.players, rulebook.variant.column)
        self.several_columns = len({*self.columns.of_player, *self.columns.of_race} - {NOBODY}) > 1
        self.plain_column = not (self.several_columns or rulebook.asks_in_pick)
        openings = (report_turn,) if hooks["turn_opened"] else ()
        renewals = (renew_lent_of_all,) if hooks["lent"] else ()
        self.turn_opened = (*openings, *renewals)

    def unknown_piece(self, piece: str) -> UnknownName:
        """Return the error of a wrong name of a piece."""
        return UnknownName("piece", piece, self.kinds)

    def hook_table(self, race: Race, power: int, declined: bool, relics: tuple[int, ...] = ()) -> HookTable:
        """Return the compiled abilities of a combo; made when first needed."""
        return self.rulebook.hook_table((race, power, declined, relics, ()))

    def board_profile(self, hooks: HookTable) -> BoardProfile:
        """Return the board profile of a hook table; most hook tables share one."""
        profile = self._profiles.get(hooks.profile_id)
        if profile is None:
            make_room = self.rulebook.make_room
            make_room()
            profile = self._profiles[hooks.profile_id] = BoardProfile(self.board, hooks.board_answers, make_room)
        return profile

    def clear_caches(self) -> None:
        """Drop the objects that can be computed again and grow in number with the games."""
        self._profiles.clear()
        self.offers.clear()
        self.offered_sets.clear()
        self.offered_pairs.clear()

    def region_actions(
        self, verb: str, suffix: str, run: Run, means: tuple[str, ...] = (), number: int = 0
    ) -> tuple[Action, ...]:
        """Return the action ``VERB R SUFFIX`` of every region; made when first needed."""
        declined, word = suffix.endswith(" as decline"), first_word(verb)
        return self._each(
            (verb, suffix),
            lambda name, i: new_action(f"{verb} {name}{suffix}", word, run, i, number, means, declined, ""),
        )

    def deploys(self, most: int, run: Run) -> tuple[Row, ...]:
        """Return for every region the actions ``deploy R 1`` to ``deploy R MOST``."""
        if most > HANDS_KEPT:
            return tuple([self._deploy_row(region.id, i, most, run) for i, region in enumerate(self.board.regions)])
        rows = self._each(("deploy", most), lambda name, i: self._deploy_row(name, i, most, run))
        self.deployments[most] = rows
        return rows

    def _deploy_row(self, name: str, region: Region, most: int, run: Run) -> Row:
        """Share one row for a region among all hands: smaller hands use its beginning."""
        row: list[Action] = self.rulebook.rows.setdefault((name, region), [])
        for count in range(len(row) + 1, most + 1):
            row.append(new_action(f"deploy {name} {count}", "deploy", run, region, count, (), False, ""))
        return row[:most]

    def offer_everywhere(self, ability: str, text: str, number: int, run: Run) -> tuple[Action, ...]:
        """Make the actions of an ability, by its key, for every region; ``{}`` in the text is the region."""
        self.rulebook.make_room()
        verb = first_word(text)
        actions = self._each(
            (ability, text),
            lambda name, region: new_action(text.format(name), verb, run, region, number, (), False, ability),
        )
        self.offered_sets.setdefault(ability, {})[text] = actions
        return actions

    def offer_pairs(self, ability: str, text: str, first: Region, run: Run) -> OfferedPairs:
        """Prepare the actions of an ability, by its key, after a first region; their number is the second region.

        ``{}`` in the text is the first region and the second.
        """
        self.rulebook.make_room()
        key, name, verb = (ability, text, first), self.board.regions[first].id, first_word(text)
        pairs = OfferedPairs(
            lambda notation, second: new_action(notation, verb, run, first, second, (), False, ability),
            text.format(name, "{}"), self.rulebook.pairs.setdefault((key, name), {}), self.board,
        )  # fmt: skip
        by_text = self.offered_pairs.setdefault(ability, {})
        if text not in by_text:
            by_text[text] = [None] * len(self.board.regions)
        by_text[text][first] = pairs
        return pairs

    def _each(self, key: Hashable, make: Callable[[str, int], T]) -> tuple[T, ...]:
        """Make one object for every region; tables of the rulebook share those of the same islands."""
        parts = self._sets.get(key)
        if parts is None:
            shared = self.rulebook.shared
            for start, names in self._islands:
                part = shared.get((key, start, names))
                if part is None:
                    part = tuple([make(name, start + place) for place, name in enumerate(names)])
                    shared[key, start, names] = part
                parts = part if parts is None else parts + part
            self._sets[key] = parts or ()
        return parts or ()


def select_actions(actions: tuple[Action, ...], regions: Regions) -> list[Action]:
    """Select the actions of some regions out of those of every region, in the order of the board."""
    selected = []
    for region in recent_indexes(regions):  # for so few, a comprehension or map would cost more
        selected.append(actions[region])
    return selected
