"""Reasons why a region cannot be conquered now: the target, the price, the die, barriers and abilities."""

from __future__ import annotations

from collections.abc import Iterable

from smallworld.abilities.base import Ability
from smallworld.errors import Refusal
from smallworld.hooks.decorators import OFFER_PHASES
from smallworld.languages import ENGLISH, N_, _, and_list, current_language, ngettext, or_list
from smallworld.model.aliases import Race, Region, Regions, Tokens
from smallworld.model.names import shown_sentence, word_of
from smallworld.model.regions import mask_of
from smallworld.model.values import HAS_CONQUERED, Bar
from smallworld.notation import Spoken
from smallworld.rules.game_state import GameState
from smallworld.rules.operations.capture import most_of_die
from smallworld.rules.operations.conquest_targets import conquest_cost, reachable_regions, tolls_due, vetoes_of
from smallworld.rules.phases.conquest import chosen_conquests, fixed_price, is_sure, joint_price, list_special_conquests
from smallworld.rules.state.race_instances import abilities_of, acting_race
from smallworld.rules.turn import legal_actions

TASKS = {
    "pick": N_("a combo has to be picked first: pick N"),
    "conquer": N_("this is the time of conquests; end it with done"),
    "redeploy": N_("this is the time of redeployment; the conquests are over"),
    "answer": N_("a question has to be answered first"),
    "retreat": N_("withdrawn tokens have to be placed now"),
    "finish": N_("the turn is scored; only its last choices are left"),
    "over": N_("the game is over"),
}


def wrong_phase(state: GameState, *phases: str) -> list[Refusal]:
    """List the reason of an action that belongs to other phases; empty in one of them."""
    return [] if state.phase in phases else [Refusal("wrong_phase", _(TASKS[state.phase]))]


def list_vetoes(state: GameState, matter: str, race: Race | None = None) -> list[Refusal]:
    """List the vetoes of the abilities of a race in a matter.

    :param race: the race that acts; by default the active one of the player who decides.
    """
    race = state.to_move if race is None else race
    answers = [call(state, race, matter) for call in vetoes_of(state, race, matter)]
    return [shown_refusal(state, refusal) for refusal in answers if refusal is not None]


def list_region_vetoes(state: GameState, race: Race, matter: str, region: Region) -> list[Refusal]:
    """List the vetoes of the abilities of a race in a matter that concerns a region."""
    refusals = []
    for call in vetoes_of(state, race, matter):
        answer = call(state, race, matter)
        if isinstance(answer, Bar):
            refusals += shown_bars(state, [answer], 1 << region)
        elif answer is not None:
            refusals.append(shown_refusal(state, answer))
    return refusals


def shown_refusal(state: GameState, refusal: Refusal) -> Refusal:
    """Return the refusal of an ability in the language of the reader."""
    return Refusal(refusal.code, shown_sentence(state.table.rulebook.variant, refusal.reason))


def immune_region(state: GameState, region: Region) -> Refusal:
    """Return the reason of a region with a piece that makes it immune."""
    kinds = state.table.rulebook.pieces
    names = [kinds[kind].name for kind, place in state.pieces if place == region and kinds[kind].immune]
    name = state.board.regions[region].id
    if not names:
        return Refusal("immune", _("{region} is immune: it has something", region=name))
    return Refusal("immune", _("{region} is immune: it has a {piece}", region=name, piece=names[0]))


def list_bars(state: GameState, race: Race, regions: Regions, attempt: str) -> list[Refusal]:
    """List the bars of other players' abilities against an attempt on some regions."""
    reasons = []
    for guard in state.guards:
        if state.owner(guard) != state.owner(race):
            bars = [call(state, guard, race, attempt) for call, _paid in state.hook_tables[guard].bar_pairs]
            reasons += shown_bars(state, [bar for bar in bars if bar is not None and bar.coins is None], regions)
    return reasons


def shown_bars(state: GameState, bars: Iterable[Bar | None], regions: Regions) -> list[Refusal]:
    """Return the bars that close some of the regions."""
    closing = [bar for bar in bars if bar is not None and bar.regions & regions]
    return [shown_refusal(state, Refusal(bar.code, bar.reason)) for bar in closing]


def list_guards(state: GameState, race: Race, regions: list[int], attempt: str) -> list[Refusal]:
    """List the bars and tolls of other players' abilities against one attempt on some regions together (F.4)."""
    mask = mask_of(regions)
    reasons = list_bars(state, race, mask, attempt)
    coins = state.coins[state.owner(race)]
    tolls = [toll for _guard, _source, toll in tolls_due(state, race, mask, attempt)]
    total = sum(toll.coins for toll in tolls)
    if total > coins:
        names = and_list(state.board.regions[region].id for region in regions)
        variant = state.table.rulebook.variant
        reason = ngettext(
            "an attack on {names} costs {count} coin ({reasons}), you have {coins}",
            "an attack on {names} costs {count} coins ({reasons}), you have {coins}",
            total,
            names=names,
            reasons="; ".join(shown_sentence(variant, toll.reason) for toll in tolls),
            coins=coins,
        )
        reasons.append(Refusal("toll", reason))
    return reasons


# --- explain why a special conquest or a verb of an ability is unavailable


WHEN = {
    "conquer": N_("in the time of conquests"),
    "redeploy": N_("in redeployment"),
    "retreat": N_("when withdrawn tokens are placed"),
    "pick": N_("before a combo is picked"),
    "answer": N_("to answer a question"),
    "finish": N_("after the turn is scored"),
}
"""Phase → its words in a refusal, for the phases in which abilities offer something."""


def special_refused(state: GameState, race: Race, spoken: Spoken, names: list[str]) -> Refusal:
    """Explain why some special conquests do not take a region, apart from the final die (W-MEANS-1)."""
    offered = {special.name for special in list_special_conquests(state, race)}
    missing = [name for name in names if name not in offered]
    if missing:
        return Refusal("no_means", _not_offered(state, race, missing[0], spoken.region))
    attempt = _("{region} cannot be taken by {names}", region=spoken.operands[0], names="+".join(names))
    for name in names:
        if not chosen_conquests(state, race, (name,), spoken.region):
            reason = _first_reason(state, race, _abilities_with(state, race, name), spoken.region)
            return Refusal("means", f"{attempt}: {reason or _('{word!r} does not reach it', word=name)}")
    price = _too_dear(state, race, spoken, names)
    return Refusal("too_dear", f"{attempt}: {price}") if price else Refusal("means", attempt)


def verb_refused(state: GameState, spoken: Spoken, verb: str, users: list[Ability]) -> Refusal:
    """Explain why a verb is unavailable now, by the player's abilities that have it."""
    region = next((state.board.index[name] for name in spoken.operands if name in state.board.index), -1)
    phases = [phase for phase in OFFER_PHASES if any(phase in ability.offers_in for ability in users)]
    if state.phase not in phases:
        when = or_list(_(WHEN[phase]) for phase in phases)
        return Refusal("not_now", _("{verb!r} is not possible in this phase, only {when}", verb=verb, when=when))
    reason = _first_reason(state, state.to_move, users, region)
    return Refusal("not_now", reason or _("{verb!r} is used up, or there is nothing for it to do now", verb=verb))


def _abilities_with(state: GameState, race: Race, name: str) -> list[Ability]:
    return [ability for ability in abilities_of(state, race) if ability.special_conquest_word == name]


def _not_offered(state: GameState, race: Race, name: str, region: Region) -> str:
    """Explain why a special conquest is not offered: unknown, of another player, used up or without effect."""
    owners = {ability.source for ability in state.table.rulebook.abilities() if ability.special_conquest_word == name}
    mine = _abilities_with(state, race, name)
    if not owners:
        return _("no conquest by {name!r} is on offer to you", name=name)
    if not mine:
        return _(
            "a conquest by {name!r} belongs to {owners}, which you do not have",
            name=name,
            owners=", ".join(word_of(state.table.rulebook.variant, owner) for owner in sorted(owners)),
        )
    return _first_reason(state, race, mine, region) or _("a conquest by {name!r} is not possible now", name=name)


def _first_reason(state: GameState, race: Race, abilities: list[Ability], region: Region) -> str:
    """Return the first reason that the abilities give; empty if they give none."""
    return next(filter(None, (ability.why_unavailable(state, race, region) for ability in abilities)), "")


def _too_dear(state: GameState, race: Race, spoken: Spoken, names: list[str]) -> str:
    """Explain that the price of a special conquest is more than the hand or the tray has; empty if it is not."""
    chosen = chosen_conquests(state, race, tuple(names), spoken.region)
    if not chosen:
        return ""
    needed, tray = chosen[0].from_tray, state.tray[state.hook_tables[race].race_index]
    if needed > tray:
        return ngettext(
            "it takes {count} token of the tray, which has {tray}",
            "it takes {count} tokens of the tray, which has {tray}",
            needed, tray=tray,
        )  # fmt: skip
    fixed = chosen[0].tokens is not None
    price = fixed_price(state, race, chosen[0]) if fixed else joint_price(state, race, spoken.region, chosen)
    price, hand = max(price, *(special.needs for special in chosen)), state.hand_now(race)
    if hand >= price:
        return ""
    return ngettext(
        "it takes {count} token in hand, you have {hand}", "it takes {count} tokens in hand, you have {hand}",
        price, hand=hand,
    )  # fmt: skip


# --- reasons why a region cannot be conquered now: the target, the price, the die


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
        terrain = state.board.regions[region].terrain
        if current_language() != ENGLISH:
            terrain = state.table.rulebook.variant.terrains[terrain].name
        reasons.append(Refusal("water", _("{name} is {terrain}, closed to this race", name=name, terrain=terrain)))
    bars = [call(state, race, race, "conquest") for call in state.hook_tables[race].own_bars]
    reasons += shown_bars(state, bars, bit)
    reasons += list_guards(state, race, [region], "conquest")
    if {*spoken.means} - {"die"}:
        reasons += [bar for bar in list_bars(state, race, bit, "special_conquest") if bar not in reasons]
    if not reasons and not reachable_regions(state, race) & bit and not _far(state, race, spoken):
        adjacent = _("{name} is not adjacent to a region of this race", name=name)
        entry = _("{name} is not a region where a race may enter", name=name)
        reasons.append(Refusal("out_of_reach", adjacent if state.regions[race] else entry))
    return reasons


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
    vetoes = list_vetoes(state, "die" if spoken.means else "conquer", race)
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
    return list_vetoes(state, "die", race) or _die(state, race, spoken, state.hand_now(race), price)


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
