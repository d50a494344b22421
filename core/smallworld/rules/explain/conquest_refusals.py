"""Reasons why a region cannot be conquered now: the target, the price, the die."""

from __future__ import annotations

from smallworld.errors import Refusal
from smallworld.languages import ENGLISH, _, current_language, ngettext
from smallworld.model.aliases import Race, Tokens
from smallworld.model.values import HAS_CONQUERED
from smallworld.notation import Spoken
from smallworld.rules.explain.ability_refusals import special_refused
from smallworld.rules.explain.barrier_refusals import (
    immune_region,
    list_bars,
    list_guards,
    list_vetoes,
    shown_bars,
    wrong_phase,
)
from smallworld.rules.game_state import GameState
from smallworld.rules.operations.barriers import tolls_due
from smallworld.rules.operations.capture import most_of_die
from smallworld.rules.operations.conquest_cost import conquest_cost
from smallworld.rules.operations.targets import reachable_regions
from smallworld.rules.phases.conquest import is_sure
from smallworld.rules.phases.special_conquests import chosen_conquests, joint_price, list_special_conquests
from smallworld.rules.state.race_instances import acting_race
from smallworld.rules.turn import legal_actions


def refuse_conquest(state: GameState, spoken: Spoken) -> list[Refusal]:
    """List the reasons against a conquest; empty where the phase alone is the reason."""
    wrong = wrong_phase(state, "conquer")
    if wrong:
        return wrong
    race = state.to_move
    if spoken.as_decline:
        race = acting_race(state, state.to_move)
        if race < 0:
            return [Refusal("no_such_race", _("you have no declined race that may conquer"))]
        if state.decline_stage == HAS_CONQUERED:
            return [Refusal("step_over", _("the declined race has had its conquests this turn"))]
    elif state.hook_tables[race].race_index < 0:
        return [Refusal("no_race", _("you have no active race"))]
    pending = state.pending
    if pending is not None and pending.last and (spoken.region, spoken.means) != (pending.region, ("die",)):
        only = f"conquer {state.board.regions[pending.region].id} by die"
        return [Refusal("conquests_over", _("that attempt fell short; only {only!r} or done is left", only=only))]
    return [*list_vetoes(state, "act"), *_target(state, race, spoken), *_price(state, race, spoken)]


def _target(state: GameState, race: Race, spoken: Spoken) -> list[Refusal]:
    """List the reasons in the target region (F.1)."""
    region, bit = spoken.region, 1 << spoken.region
    name = spoken.operands[0]
    reasons = []
    if state.immune & bit:
        reasons.append(immune_region(state, region))
    if state.regions[race] & bit:
        reasons.append(Refusal("own", _("{name} is yours already", name=name)))
    elif not state.board_profiles[race].open & bit:
        terrain = _terrain(state, state.board.regions[region].terrain)
        reasons.append(Refusal("water", _("{name} is {terrain}, closed to this race", name=name, terrain=terrain)))
    bars = [call(state, race, state.board) for call in state.hook_tables[race].forbids]
    reasons += shown_bars(state, bars, bit)
    reasons += list_guards(state, race, [region], "conquest")
    if {*spoken.means} - {"die"}:
        reasons += [bar for bar in list_bars(state, race, bit, "special_conquest") if bar not in reasons]
    if not reasons and not reachable_regions(state, race) & bit and not _far(state, race, spoken):
        adjacent = _("{name} is not adjacent to a region of this race", name=name)
        entry = _("{name} is not a region where a race may enter", name=name)
        reasons.append(Refusal("out_of_reach", adjacent if state.regions[race] else entry))
    return reasons


def _terrain(state: GameState, terrain: str) -> str:
    """Return the name of a terrain; in English it is the id."""
    return terrain if current_language() == ENGLISH else state.table.rulebook.variant.terrains[terrain].name


def _far(state: GameState, race: Race, spoken: Spoken) -> bool:
    offered = [special for special in list_special_conquests(state, race) if special.name in spoken.means]
    return any(special.targets is not None and special.targets >> spoken.region & 1 for special in offered)


def _price(state: GameState, race: Race, spoken: Spoken) -> list[Refusal]:
    """List the reasons in the special conquests, the hand and the die."""
    names = [name for name in spoken.means if name != "die"]
    if names:
        return _special_price(state, race, spoken, names)
    hand, price = state.hand_now(race), conquest_cost(state, race, spoken.region)
    if hand < state.hook_tables[race].garrison:
        return [Refusal("no_tokens", _("no token in hand"))]
    vetoes = list_vetoes(state, "die" if spoken.means else "conquer")
    if vetoes:
        return vetoes
    if spoken.means:
        return _die(state, race, spoken, hand, price)
    if hand >= price:
        return []
    reason = ngettext(
        "{region} costs {count} token, you have {hand}",
        "{region} costs {count} tokens, you have {hand}",
        price,
        region=spoken.operands[0],
        hand=hand,
    )
    return [Refusal("too_dear", reason)]


def _special_price(state: GameState, race: Race, spoken: Spoken, names: list[str]) -> list[Refusal]:
    """List the reasons against special conquests: they are not on offer, or their tolls or tokens are missing."""
    offered = {special.name: special for special in list_special_conquests(state, race)}
    if not offered.keys() >= set(names):
        return [special_refused(state, race, spoken, names)]
    is_own, coins = state.regions_of(state.owner(race)) >> spoken.region & 1, state.coins[state.owner(race)]
    toll = 0 if is_own else sum(offered[name].toll for name in names)
    due = toll + sum(toll.coins for _guard, _source, toll in tolls_due(state, race, 1 << spoken.region))
    if not toll or due <= coins:
        return _special_die(state, race, spoken, names) or [special_refused(state, race, spoken, names)]
    reason = ngettext(
        "{names} on {region} costs {count} coin, you have {coins}",
        "{names} on {region} costs {count} coins, you have {coins}",
        due,
        names="+".join(names),
        region=spoken.operands[0],
        coins=coins,
    )
    return [Refusal("toll", reason)]


def _special_die(state: GameState, race: Race, spoken: Spoken, names: list[str]) -> list[Refusal]:
    """List the reasons against the final die of special conquests that are on offer for the region."""
    chosen = chosen_conquests(state, race, tuple(names), spoken.region)
    if "die" not in spoken.means or len(chosen) < len(names) or any(item.tokens is not None for item in chosen):
        return []
    price = joint_price(state, race, spoken.region, chosen)
    return list_vetoes(state, "die") or _die(state, race, spoken, state.hand_now(race), price)


def _die(state: GameState, race: Race, spoken: Spoken, hand: Tokens, price: Tokens) -> list[Refusal]:
    region, top = spoken.operands[0], most_of_die(state, race)
    if state.die_used:
        return [Refusal("die_used", _("the final die was rolled this turn"))]
    if hand >= price:
        reason = _(
            "{region} costs {price}, you have {hand}: conquer it without die", region=region, price=price, hand=hand
        )
        return [Refusal("no_die_needed", reason)]
    if hand + top < price:
        reason = ngettext(
            "{region} costs {price}; {count} token and a {top} on the die are not enough",
            "{region} costs {price}; {count} tokens and a {top} on the die are not enough",
            hand,
            region=region,
            price=price,
            top=top,
        )
        return [Refusal("too_dear", reason)]
    sure = [action for action in legal_actions(state) if action.verb == "conquer" and is_sure(state, action)]
    if state.table.die_needs_all_dear and sure:
        reason = _("the die waits until no region can be taken without it, as by {sure!r}", sure=sure[0])
        return [Refusal("die_too_early", reason)]
    return []
