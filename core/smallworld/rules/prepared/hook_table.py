"""The abilities of one race in play, compiled once: tuples of calls instead of a search.

A hook table belongs to a race, a power, a state (active or declined) and the relics held.
Hooks without implementation are empty tuples, which cost the engine nothing. Answers that
depend on a board alone are in a :class:`~smallworld.rules.prepared.game_table.BoardProfile`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from smallworld.hooks.decorators import Frequency, Whom
from smallworld.hooks.hook_info import rule_hooks
from smallworld.model.aliases import PowerIndex, RaceIndex, RelicIndex, Tokens
from smallworld.rules.prepared.hook_implementation import BY_PLACE, CALL_SLOTS, CHANGING, ITEMISED, PAIRS, copier
from smallworld.rules.prepared.shared_abilities import RENEWING, SharedAbilities, shares

if TYPE_CHECKING:
    from smallworld.abilities.base import Ability
    from smallworld.rules.prepared.hook_implementation import Implementation, ImplementationsByHook
    from smallworld.rules.prepared.rulebook import Rulebook


BoardAnswers = tuple[tuple[str, "Implementation"], ...]
"""Hook and implementation, of the answers that depend on the board alone."""
BOARD_HOOKS: Final = tuple(hook for hook, info in rule_hooks().items() if info.declaration.frequency is Frequency.BOARD)
"""Hooks with answers that may depend on the board alone."""
COMBO_HOOKS: Final = {
    hook: info.declaration.combine
    for hook, info in rule_hooks().items()
    if info.declaration.frequency is Frequency.COMBO and info.declaration.combine is not None
}
"""Hooks with answers that are combined once for each combo → their combination, by field."""
BY_SOURCE: Final = frozenset(hook for hook, info in rule_hooks().items() if info.declaration.whom is Whom.GAINED_RELIC)
"""Hooks with calls that are listed with the relic that they belong to."""


def _list_slots(hook: str) -> tuple[str, ...]:
    """Return the attributes of a hook table that hold calls together with a label or another call."""
    if hook in PAIRS:
        narrowed = rule_hooks()[hook].declaration.narrowed
        return (f"{hook}_pairs",) if narrowed is None else narrowed.pair_slots
    return (f"{hook}_lines",) if hook in ITEMISED or hook in BY_SOURCE else ()


COMPILED_HOOKS: Final = frozenset(
    hook
    for hook in rule_hooks()
    if CALL_SLOTS[hook] or _list_slots(hook) or hook in COMBO_HOOKS or hook in BOARD_HOOKS or hook in PAIRS.values()
)
"""Hooks that hook tables compile; the implementations of other hooks are looked up at each call."""
EMPTY_ATTRIBUTES: Final[Mapping[str, Any]] = {
    **{slot: () for hook in rule_hooks() for slot in (*CALL_SLOTS[hook], *_list_slots(hook))},
    **{name: value for combination in COMBO_HOOKS.values() for name, value in combination.join([]).items()},
}
"""Every attribute of a hook table that hooks fill, with its value where no ability implements them."""


JOINED_HOOKS: Final = frozenset({*COMBO_HOOKS, "offer_actions"})
"""Hooks of which the answers of a combo and of its relics are prepared together."""


class AbilityBundle:
    """The contribution of some abilities to a hook table: all those of a combo, or those of relics that it holds.

    :ivar keys: those of the abilities; :ivar placers: those that may offer to place pieces in redeployment.
    :ivar implementations: their answers to the hooks that tables compile.
    :ivar prepared: hook → attributes of a table where no other ability answers.
    :ivar depends_on_board: an answer may depend on the board alone.
    """

    __slots__ = ("depends_on_board", "implementations", "keys", "placers", "prepared")

    def __init__(self, abilities: Iterable[Ability], implementations: ImplementationsByHook) -> None:
        self.keys = frozenset([ability.key for ability in abilities])
        offering = [item for _, item in implementations.get("offer_actions", ()) if "offers_redeploy" in item.slots]
        self.placers = [item.ability for item in offering if item.ability.pieces]
        self.implementations: ImplementationsByHook = {
            hook: items if len(items) == 1 else sorted(items, key=BY_PLACE)
            for hook, items in implementations.items()
            if hook in COMPILED_HOOKS
        }
        self.prepared = {hook: prepare(hook, self.implementations) for hook in self.implementations}
        self.depends_on_board = not self.implementations.keys().isdisjoint(BOARD_HOOKS)


def prepare(hook: str, implementations: ImplementationsByHook) -> list[tuple[str, Any]]:
    """List the pairs (attribute, value) that one hook contributes to a hook table.

    :param implementations: of the hook, and of the hook that it is paired with.
    """
    items = [item for _, item in implementations[hook]]
    if len(items) == 1 and hook not in PAIRS:
        only = items[0]
        only.prepared = only.prepared or _prepare(hook, items, implementations)
        return only.prepared
    return _prepare(hook, items, implementations)


def _prepare(hook: str, items: list[Implementation], implementations: ImplementationsByHook) -> list[tuple[str, Any]]:
    slots = {slot for item in items for slot in item.slots}
    attributes: list[tuple[str, Any]] = [
        (slot, tuple([item.call for item in items if slot in item.slots])) for slot in slots
    ]
    if hook == "offer_actions" and _may_repeat(items):
        attributes = [(slot, (EachOnce(calls),)) for slot, calls in attributes]
    if hook in COMBO_HOOKS:
        attributes += COMBO_HOOKS[hook].join([item.call() for item in items]).items()
    elif hook in PAIRS:
        partners = {item.ability.key: item.call for _, item in implementations.get(PAIRS[hook], ())}
        attributes += _pairs(hook, items, partners)
    elif hook in ITEMISED:
        lines = [(item.ability.label or item.ability.source, item.call) for item in items]
        attributes.append((f"{hook}_lines", tuple(lines)))
    elif hook in BY_SOURCE:
        attributes.append((f"{hook}_lines", tuple([(item.ability.source, item.call) for item in items])))
    return attributes


def _may_repeat(items: Iterable[Implementation]) -> bool:
    """Return whether two abilities may offer the same action: they share a verb or a piece, or have neither."""
    names = [name for item in items for name in {*item.ability.verbs, *item.ability.pieces} or {""}]
    return len(names) > len({*names})


@dataclass(frozen=True)
class EachOnce:
    """The calls of abilities that may offer the same action; of equal actions only the first is listed."""

    calls: Calls

    def __call__(self, state: Any, race: Any, phase: str) -> Iterable[Any]:
        """List the offers in a phase."""
        lists: list[Iterable[Any]] = [offers for call in self.calls if (offers := call(state, race, phase))]
        if len(lists) > 1:
            return dict.fromkeys([action for offers in lists for action in offers])
        return lists[0] if lists else ()


def _pairs(
    hook: str, items: Iterable[Implementation], partners: Mapping[str, Callable[..., Any]]
) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """Pair the calls of a hook, each with the call of the other hook of the same ability, or None."""
    narrowed = rule_hooks()[hook].declaration.narrowed
    chosen_pairs = None if narrowed is None else narrowed.chosen_pairs
    for slot in _list_slots(hook):
        chosen = [item for item in items if chosen_pairs is None or slot in chosen_pairs(item.ability)]
        yield slot, tuple([(item.call, partners.get(item.ability.key)) for item in chosen])


# --- the abilities of one race in play, compiled once: tuples of calls instead of a search


Calls = tuple[Callable[..., Any], ...]
Lines = tuple[tuple[str, Callable[..., Any]], ...]
Pairs = tuple[tuple[Callable[..., Any], Callable[..., Any] | None], ...]
TableKey = tuple[RaceIndex, PowerIndex, bool, tuple[RelicIndex, ...], SharedAbilities]
"""Race and power as indexes of the rulebook, whether the race is declined, its relics, received abilities."""
NONE: Final = -1
NO_RACE: Final[TableKey] = (NONE, NONE, True, (), ())

EMPTY: Final[dict[str, Any]] = {
    **EMPTY_ATTRIBUTES,
    "reserve": 0,
    "acts": False,
    "board_answers": (),
    "received": (),
    "holders": frozenset(),
    "implementations": {},
    "keys": frozenset(),
    "own_keys": frozenset(),
    "profile_id": -1,
    "shares": (),
}
"""The compiled attributes of a table without any ability."""
ATTRIBUTES: Final = (
    *EMPTY, "conquers_plainly", "declined", "extends_reach", "faction", "key", "moves_plainly", "power_index",
    "race_index", "relics", "reserves", "watched",
)  # fmt: skip


class HookTable:
    """The compiled abilities of one race in play.

    :ivar race_index, power_index: indexes of the rulebook, or ``NONE``.
    :ivar faction: that of the banner; empty for none.
    :ivar garrison, extra_tokens, reserve, outlasts_decline, keeps_badge, acts_in_decline: combined ``traits``;
        :ivar stays_put: the same.
    :ivar extends_reach: abilities may bring regions within its reach that do not border on it.
    :ivar reserves: tokens may stay in hand when it redeploys.
    :ivar acts: it is active, or acts in decline.
    :ivar keys: those of its abilities; :ivar own_keys: without those of the edition and common ones of others.
    :ivar received: abilities of other sources that hold for it; :ivar shares: its own ones that hold for others.
    :ivar implementations: of the combo without relics, with the places in the order of all abilities.
    :ivar board_answers: implementations that depend on a board alone.
    :ivar profile_id: tables with the same board answers have the same number, and on a board one profile.
    :ivar conquers_plainly: the race is active, and no ability has to be asked for more than its conquests.
    :ivar moves_plainly: the race redeploys by the rules alone: no ability has to be asked.
    :ivar watched: it may bar or charge attackers, hears of every conquest, or acts in decline.
    :ivar score_lines: (label, call) for each scoring ability; :ivar taxes_lines: the same for taxes.
    :ivar holders: keys of abilities that may place a piece in redeployment which can hold a region alone.
    :ivar bar_pairs: (call for the bar, call when its toll is paid or None) for each ability with one against others.
    :ivar offers_conquer: calls of abilities that may offer actions in this phase; so for the others.
    :ivar vetoes_die_conquer: calls of abilities that may refuse this matter in this phase; so for the others.
    :ivar demands_conquer: (call for the veto, call for its offers or None) for each ability that may demand an answer
        in this phase; so for the other.
    :ivar relic_gained_lines: (source, call) for each ability that reacts when its relic is gained.
    """

    __slots__ = ATTRIBUTES

    race_index: RaceIndex
    power_index: PowerIndex
    faction: str
    garrison: Tokens
    extra_tokens: Tokens
    reserve: Tokens
    decline_garrison: Tokens
    outlasts_decline: bool
    keeps_badge: bool
    acts_in_decline: bool
    stays_put: bool
    acts: bool
    adjacency: Calls
    conquest_reach: Calls
    conquest_cost: Calls
    own_bars: Calls
    extends_reach: bool
    reserves: bool
    defence_change: Calls
    lent: Calls
    abilities_ended: Calls
    die_change: Calls
    region_value: Calls
    special_conquests: Calls
    losses: Calls
    is_regrouping: Calls
    redeployment_gain: Calls
    reserved_tokens: Calls
    vetoes_act_conquer: Calls
    vetoes_act_redeploy: Calls
    vetoes_decline_conquer: Calls
    vetoes_done_conquer: Calls
    vetoes_done_redeploy: Calls
    vetoes_die_conquer: Calls
    vetoes_conquer_conquer: Calls
    vetoes_abandon_conquer: Calls
    vetoes_deploy_redeploy: Calls
    vetoes_deploy_retreat: Calls
    offers_conquer: Calls
    offers_redeploy: Calls
    offers_retreat: Calls
    offers_finish: Calls
    combo_taken: Calls
    turn_started: Calls
    special_conquest_tried: Calls
    region_conquered: Calls
    conquest_watchers: Calls
    tokens_destroyed: Calls
    region_weakened: Calls
    region_left: Calls
    die_rolled: Calls
    conquests_ended: Calls
    redeployment_ended: Calls
    race_declined: Calls
    score_lines: Lines
    taxes_lines: Lines
    relic_gained_lines: Lines
    bar_pairs: Pairs
    demands_conquer: Pairs
    demands_redeploy: Pairs
    keys: frozenset[str]
    own_keys: frozenset[str]
    received: SharedAbilities
    shares: SharedAbilities
    implementations: ImplementationsByHook
    board_answers: BoardAnswers
    profile_id: int
    holders: frozenset[str]

    def __init__(self, book: Rulebook, key: TableKey, base: HookTable | None = None) -> None:
        """Compile the abilities.

        :param base: the table of the same combo without relics, of which only hooks that relics implement are compiled
            again; for that the table of no race; None = nothing is compiled yet.
        """
        race, power, declined, relics, received = key
        if base is None:
            for name, value in EMPTY.items():
                setattr(self, name, value)
        else:
            _copy(base, self)
        has_combo = base is not None and base.race_index >= 0
        if has_combo:
            bundle = book.relic_bundle(relics, declined)
        else:
            self.race_index, self.power_index, self.declined = race, power, declined
            self.faction = book.races[race].faction if race >= 0 else ""
            bundle = book.combo_bundle(key)
            self.received = received
        self.key, self.relics = key, relics
        self.keys |= bundle.keys
        own_abilities = book.own_abilities(key)
        self.own_keys = frozenset([ability.key for ability in own_abilities])
        self.shares = shares(own_abilities) if book.shares else ()
        self._compile(bundle)
        if not has_combo or bundle.depends_on_board:
            self._collect_board_answers(book, _merged(self.implementations, bundle.implementations))
        if "reserved_tokens" in bundle.implementations:
            self._split_reserve(_merged(self.implementations, bundle.implementations))
        if not has_combo:
            self.implementations = bundle.implementations
        self._sum_up(book, bundle)

    def _compile(self, bundle: AbilityBundle) -> None:
        """Set the attributes of the hooks that the bundle implements, perhaps together with the combo."""
        combo, added = self.implementations, bundle.implementations
        for hook, prepared in bundle.prepared.items():
            before = combo.get(hook)
            if before is None:
                for name, value in prepared:
                    setattr(self, name, value)
            elif before[-1][0] < added[hook][0][0] and hook not in JOINED_HOOKS:  # the combo is asked earlier
                for name, value in prepared:
                    setattr(self, name, getattr(self, name) + value)
            else:
                together = {hook: sorted(before + added[hook], key=BY_PLACE)}
                for name, value in prepare(hook, _merged(combo, added) if hook in PAIRS else together):
                    setattr(self, name, value)

    def _collect_board_answers(self, book: Rulebook, implementations: ImplementationsByHook) -> None:
        self.board_answers = tuple(
            [(hook, item) for hook in BOARD_HOOKS for _, item in implementations.get(hook, ()) if item.of_board]
        )
        self.profile_id = book.profile_ids.setdefault(self.board_answers, len(book.profile_ids))

    def _split_reserve(self, implementations: ImplementationsByHook) -> None:
        """Add up the answers to ``reserved_tokens`` that depend on nothing; only the others are asked again."""
        items = [item for _, item in sorted(implementations["reserved_tokens"], key=BY_PLACE)]
        self.reserve = sum([item.call(None, NONE) for item in items if not CHANGING & set(item.parameters)])
        self.reserved_tokens = tuple([item.call for item in items if CHANGING & set(item.parameters)])

    def _sum_up(self, book: Rulebook, bundle: AbilityBundle) -> None:
        """Derive the flags that the engine reads at every decision."""
        if self.lent:
            for name, call in RENEWING.items():
                if call not in getattr(self, name):
                    setattr(self, name, (call, *getattr(self, name)))
        self.acts = self.acts_in_decline or not self.declined
        acts_in_redeployment = (
            (self.demands_redeploy or self.vetoes_done_redeploy or self.is_regrouping or self.offers_redeploy)
            or self.vetoes_deploy_redeploy
            or self.reserved_tokens
            or self.stays_put
        )
        acts_in_conquests = (
            self.demands_conquer or self.offers_conquer or self.vetoes_decline_conquer or self.vetoes_done_conquer
        )
        self.conquers_plainly = self.race_index >= 0 and not acts_in_conquests
        self.moves_plainly = self.race_index >= 0 and not acts_in_redeployment
        self.extends_reach = bool(self.adjacency or self.conquest_reach)
        self.reserves = bool(self.reserve or self.reserved_tokens)
        self.watched = bool(self.bar_pairs or self.conquest_watchers or (self.declined and self.acts))
        if bundle.placers:
            kinds = {kind.id for kind in book.pieces if kind.holds and not kind.token}
            self.holders |= {ability.key for ability in bundle.placers if not kinds.isdisjoint(ability.pieces)}


def _merged(combo: ImplementationsByHook, added: ImplementationsByHook) -> ImplementationsByHook:
    """Merge the implementations of a combo and of its relics, in the order of their calls."""
    shared = {hook: sorted(combo[hook] + added[hook], key=BY_PLACE) for hook in added if hook in combo}
    return {**combo, **added, **shared}


_copy = copier(dict.fromkeys(ATTRIBUTES, ""))
