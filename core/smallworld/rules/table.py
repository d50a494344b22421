"""A table: rulebook, board and number of players, with everything compiled that games share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from smallworld.ability import Ability
from smallworld.actions import PART, Action, ActionPart, ActionSet
from smallworld.model.board import Board
from smallworld.rules.kit import NONE, Kit, KitKey
from smallworld.rules.records import NOBODY, Columns
from smallworld.rules.rulebook import Rulebook

Run = Callable[[Any, Action], None]


class Table:
    """What does not change during a game. Shared by all games with the same set-up.

    :ivar rounds: rounds of the game (R-COMP-8).
    :ivar printed: what each region costs when nothing lies in it.
    """

    def __init__(self, rulebook: Rulebook, board: Board, players: int, rounds: int) -> None:
        self.rulebook = rulebook
        self.board = board
        self.players = players
        self.rounds = rounds
        self.rulings = rulebook.rulings
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
        self._offered: dict[tuple[str, str], Action] = {}
        self._kits: dict[KitKey, Kit] = {}
        self.must_conquer = bool(self.rulings["must_conquer_or_decline"])
        self.retreat_first = self.rulings["defender_redeploy_order"] == "before_active"
        self.bank = rulebook.variant.bank if self.rulings["coin_bank"] == "finite" else None
        self.token_kinds = tuple(i for i, kind in enumerate(rulebook.pieces) if kind.token)
        self.holding_kinds = tuple(i for i, kind in enumerate(rulebook.pieces) if kind.holds)
        self.fleeting_kinds = tuple(i for i, kind in enumerate(rulebook.pieces) if kind.occupied)
        self.reveals = tuple(self._revealing(relic.id) for relic in rulebook.relics)
        self.columns = self._columns()
        self.several_columns = len({*self.columns.of_player, *self.columns.of_race} - {NOBODY}) > 1
        self.ordinary: dict[str, tuple[tuple[Action, ...], tuple[Action, ...], ActionSet]] = {}
        self._sets: dict[tuple[Any, ...], ActionSet] = {}
        self.no_kit = self.kit(NONE, NONE, True, ())

    def kit(self, race: int, power: int, declined: bool, relics: tuple[int, ...] = ()) -> Kit:
        """The compiled abilities of a combo; made when first needed."""
        key = (race, power, declined, relics)
        kit = self._kits.get(key)
        if kit is None:
            kits = self.rulebook.kits
            anywhere = kits.get(key)
            if anywhere is None:
                anywhere = kits[key] = Kit(self.rulebook, key, self._abilities(key))
            kit = self._kits[key] = anywhere.laid_on(self.board)
        return kit

    def _abilities(self, key: KitKey) -> tuple[Ability, ...]:
        race, power, declined, relics = key
        if race == NONE:
            return ()
        book = self.rulebook
        found = [*book.race_abilities[race]]
        if power != NONE:
            found += book.power_abilities[power]
        for relic in relics:
            found += book.relic_abilities[relic]
        for relic, abilities in enumerate(book.relic_abilities):
            if relic not in relics:
                found += [ability for ability in abilities if ability.common]
        found += book.edition
        return tuple(ability for ability in found if not declined or ability.in_decline)

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

    def region_actions(self, verb: str, suffix: str, run: Run, means: tuple[str, ...] = ()) -> ActionSet:
        """The actions ``VERB R SUFFIX`` for every region; made when first needed."""
        declined = suffix.endswith(" as decline")
        return self._sets.get((verb, suffix)) or self._set(
            (verb, suffix),
            lambda name, i: [Action(f"{verb} {name}{suffix}", run, region=i, means=means, as_decline=declined)],
        )

    def deploys(self, most: int, run: Run) -> ActionSet:
        """For every region the actions ``deploy R 1`` to ``deploy R MOST``."""
        return self._sets.get(("deploy", most)) or self._set(
            ("deploy", most),
            lambda name, i: [
                Action(f"deploy {name} {count}", run, region=i, number=count) for count in range(1, most + 1)
            ],
        )

    def offered_set(self, key: str, text: str, make: Callable[[str, int], Action]) -> ActionSet:
        """The actions of one ability for every region, ``{}`` in the text being the region; made only once."""
        return self._sets.get((key, text)) or self._set((key, text), lambda name, i: [make(text.format(name), i)])

    def _set(self, key: tuple[Any, ...], row: Callable[[str, int], list[Action]]) -> ActionSet:
        """Make a set; its parts are shared by all tables of the rulebook on which an island lies alike."""
        shared = self.rulebook.parts
        parts, start = [], 0
        for face in self.board.faces:
            for first in range(0, len(face.regions), PART):
                names = tuple(region.id for region in face.regions[first : first + PART])
                index = (*key, start + first, names)
                part = shared.get(index)
                if part is None:
                    rows = [row(name, start + first + i) for i, name in enumerate(names)]
                    part = shared[index] = ActionPart(start + first, rows)
                parts.append(part)
            start += len(face.regions)
        found = self._sets[key] = ActionSet(parts)
        return found

    def offered(self, key: str, text: str, make: Callable[[], Action]) -> Action:
        """The action of one ability with this text; made only once."""
        action = self._offered.get((key, text))
        if action is None:
            action = self._offered[key, text] = make()
        return action
