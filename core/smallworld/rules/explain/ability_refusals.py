"""Explain why a special conquest or a verb of an ability is unavailable."""

from __future__ import annotations

from smallworld.abilities.base import Ability
from smallworld.errors import Refusal
from smallworld.hooks.decorators import PHASES
from smallworld.languages import N_, _, ngettext, or_list
from smallworld.model.aliases import Race, Region
from smallworld.model.names import word_of
from smallworld.notation import Spoken
from smallworld.rules.game_state import GameState
from smallworld.rules.phases.special_conquests import chosen_conquests, fixed_price, joint_price, list_special_conquests
from smallworld.rules.state.race_instances import abilities_of

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
    phases = [phase for phase in PHASES if any(phase in ability.offers_in for ability in users)]
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
