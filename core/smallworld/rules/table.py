"""A table: rulebook, board and number of players, with everything compiled that games share."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import Any, TypeVar

from smallworld.actions import Action, OfRegion, Row
from smallworld.model.board import Board
from smallworld.rules.ground import Ground
from smallworld.rules.kit import NONE, Kit
from smallworld.rules.records import NOBODY, Columns
from smallworld.rules.rulebook import Rulebook

Run = Callable[[Any, Action], None]
T = TypeVar("T")

HANDS_KEPT = 64
"""The largest hand for which deployments are kept. Real hands are smaller; a made-up position may have any."""


Known = dict[tuple[int, str], Action]
"""A region and its id → the action that names it after a certain first region."""


class _Pairs(dict[int, Action]):
    """Second region → the action that names it after a first; made when needed, for few of all pairs ever are."""

    __slots__ = ("_board", "_known", "_make", "_text")

    def __init__(self, make: Callable[[str, int], Action], text: str, known: Known, board: Board) -> None:
        """Nothing is made yet.

        :param text: with ``{}`` for the second region. :param known: shared by tables on which the first lies alike.
        """
        super().__init__()
        self._make, self._text, self._known, self._board = make, text, known, board

    def __missing__(self, region: int) -> Action:
        name = self._board.regions[region].id
        found = self._known.get((region, name))
        if found is None:
            found = self._known[region, name] = self._make(self._text.format(name), region)
        self[region] = found
        return found


class Table:
    """What does not change during a game. Shared by all games with the same set-up.

    :ivar rounds: rounds of the game (R-COMP-8).
    :ivar printed: what each region costs when nothing lies in it.
    :ivar kinds: piece → its number; an unknown one is refused.
    :ivar deployments: tokens in hand → :meth:`deploys` for so many, once they were asked for.
    :ivar special: (names of means, suffix) → the conquests by them.
    :ivar offers: (ability key, text) → the action that it offers;
        :ivar offered_sets: the same for every region, see :meth:`offered_set`.
    """

    __slots__ = (
        "_grounds", "_islands", "_sets", "bank", "board", "columns", "deployments", "die",
        "die_needs_all_dear", "fleeting_kinds", "holding_kinds", "immune_kinds", "key", "kinds",
        "must_conquer", "no_kit", "offered_sets", "offers", "ordinary", "own_counts_non_empty",
        "own_kinds", "own_tokens_defend", "players", "printed", "retreat_first", "reveals", "rounds", "rulebook",
        "rulings", "several_columns", "special", "token_kinds", "top",
    )  # fmt: skip

    def __init__(self, rulebook: Rulebook, board: Board, players: int, rounds: int) -> None:
        self.rulebook = rulebook
        self.board = board
        self.players = players
        self.rounds = rounds
        self.rulings = rulebook.rulings
        self.kinds = rulebook.piece_index
        self.key = (rulebook.variant.digest or rulebook.variant.id, board.id, players,
                    tuple(sorted(rulebook.rulings.items(), key=repr)))  # fmt: skip
        terrains = rulebook.variant.terrains
        base = rulebook.variant.base_cost
        self.printed = tuple(base + terrains[region.terrain].defence for region in board.regions)
        self.own_tokens_defend = bool(self.rulings["own_decline_token_defends"])
        self.own_counts_non_empty = bool(self.rulings["own_decline_counts_nonempty"])
        self.die_needs_all_dear = self.rulings["final_die_condition"] == "no_region_affordable"
        self.die = rulebook.variant.die
        self.top = max(self.die)
        self.offers: dict[tuple[str, str], Action] = {}
        self.offered_sets: dict[tuple[str, str, int], OfRegion] = {}
        self._grounds: dict[int, Ground] = {}
        self.must_conquer = bool(self.rulings["must_conquer_or_decline"])
        self.retreat_first = self.rulings["defender_redeploy_order"] == "before_active"
        self.bank = rulebook.variant.bank if self.rulings["coin_bank"] == "finite" else None
        self.token_kinds = tuple(i for i, kind in enumerate(rulebook.pieces) if kind.token)
        self.holding_kinds = tuple(i for i, kind in enumerate(rulebook.pieces) if kind.holds)
        self.immune_kinds = tuple(i for i, kind in enumerate(rulebook.pieces) if kind.immune)
        self.own_kinds = tuple((i, kind) for i, kind in enumerate(rulebook.pieces) if kind.own)
        self.fleeting_kinds = tuple(i for i, kind in enumerate(rulebook.pieces) if kind.occupied)
        self.reveals = tuple(self._revealing(relic.id) for relic in rulebook.relics)
        self.columns = self._columns()
        self.several_columns = len({*self.columns.of_player, *self.columns.of_race} - {NOBODY}) > 1
        self.ordinary: dict[str, tuple[tuple[Action, ...], tuple[Action, ...], tuple[Action, ...]]] = {}
        self._islands = tuple(self._layout())
        self.special: dict[tuple[tuple[str, ...], str], tuple[Action, ...]] = {}
        self._sets: dict[Hashable, tuple[Any, ...]] = {}
        self.deployments: dict[int, Sequence[Row]] = {}
        self.no_kit = self.kit(NONE, NONE, True)

    def kit(self, race: int, power: int, declined: bool, relics: tuple[int, ...] = ()) -> Kit:
        """The compiled abilities of a combo; made when first needed."""
        return self.rulebook.kit((race, power, declined, relics))

    def ground(self, kit: Kit) -> Ground:
        """The board as a kit sees it; most see the same."""
        found = self._grounds.get(kit.outlook)
        if found is None:
            make_room = self.rulebook.make_room
            make_room()
            found = self._grounds[kit.outlook] = Ground(self.board, kit.local, make_room)
        return found

    def forget(self) -> None:
        """Let go of everything that is made again when it is needed, and whose number grows with the games."""
        self._grounds.clear()
        self.offers.clear()
        self.offered_sets.clear()

    def _revealing(self, relic: str) -> tuple[Callable[..., None], ...]:
        """Who wants to know when a relic is turned up: its own abilities."""
        return tuple(item.call for item in self.rulebook.hooks["relic_revealed"] if item.ability.source == relic)

    def _columns(self) -> Columns:
        """Which race lies in which column; commonly there is one for all (R-SETUP-4)."""
        book = self.rulebook
        factions = [race.faction for race in book.races]
        answers = [item.call(factions, self.players) for item in book.hooks["columns"]]
        own = [answer for answer in answers if answer is not None]
        return own[0] if own else Columns((0,) * len(factions), (0,) * self.players, book.variant.column)

    def region_actions(self, verb: str, suffix: str, run: Run, means: tuple[str, ...] = ()) -> tuple[Action, ...]:
        """The action ``VERB R SUFFIX`` of every region; made when first needed."""
        declined = suffix.endswith(" as decline")
        return self._each(
            (verb, suffix),
            lambda name, i: Action(f"{verb} {name}{suffix}", run, region=i, means=means, as_decline=declined),
        )

    def deploys(self, most: int, run: Run) -> Sequence[Row]:
        """For every region the actions ``deploy R 1`` to ``deploy R MOST``."""
        if most > HANDS_KEPT:
            return [self._deploy_row(region.id, i, most, run) for i, region in enumerate(self.board.regions)]
        found = self._each(("deploy", most), lambda name, i: self._deploy_row(name, i, most, run))
        self.deployments[most] = found
        return found

    def _deploy_row(self, name: str, region: int, most: int, run: Run) -> Row:
        """One row for a region, whatever is in hand: smaller hands see its beginning."""
        row: list[Action] = self.rulebook.rows.setdefault((name, region), [])
        for count in range(len(row) + 1, most + 1):
            row.append(Action(f"deploy {name} {count}", run, region=region, number=count))
        return row[:most]

    def offered_set(self, key: tuple[str, str, int], make: Callable[[str, int], Action]) -> OfRegion:
        """The actions of one ability for every region, to be kept under ability key, text and first region.

        ``{}`` in the text is the region, or the first one and the second.
        """
        _, text, first = key
        self.rulebook.make_room()
        found: OfRegion
        if first >= 0:
            name = self.board.regions[first].id
            found = _Pairs(make, text.format(name, "{}"), self.rulebook.pairs.setdefault((key, name), {}), self.board)
        else:
            found = self._each(key, lambda name, region: make(text.format(name), region))
        self.offered_sets[key] = found
        return found

    def _each(self, key: Hashable, make: Callable[[str, int], T]) -> tuple[T, ...]:
        """Something for every region; shared by all tables of the rulebook on which an island lies alike."""
        found = self._sets.get(key)
        if found is None:
            shared = self.rulebook.shared
            for start, names in self._islands:
                part = shared.get((key, start, names))
                if part is None:
                    part = tuple([make(name, start + place) for place, name in enumerate(names)])
                    shared[key, start, names] = part
                found = part if found is None else found + part
            self._sets[key] = found or ()
        return found or ()

    def _layout(self) -> Iterator[tuple[int, tuple[str, ...]]]:
        """First region of every island, and the ids of its regions."""
        start = 0
        for face in self.board.faces:
            yield start, tuple(region.id for region in face.regions)
            start += len(face.regions)
