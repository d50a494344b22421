"""Why a special conquest or a verb of an ability is not to be had now."""

from __future__ import annotations

from smallworld.ability import PHASES, Ability
from smallworld.errors import Refusal
from smallworld.notation import Spoken
from smallworld.rules.means import chosen_means, fixed_price, means_on_offer
from smallworld.rules.position import Position

WHEN = {
    "conquer": "in the time of conquests",
    "redeploy": "in redeployment",
    "retreat": "when withdrawn tokens are placed",
    "finish": "after the turn is scored",
}
"""Phases in which abilities offer something, as they are told."""


def means_refused(game: Position, race: int, spoken: Spoken, special: list[str]) -> Refusal:
    """Why a region cannot be conquered by some means, the final die aside (W-MEANS-1)."""
    offered = {means.name for means in means_on_offer(game, race)}
    missing = [name for name in special if name not in offered]
    if missing:
        return Refusal("no_means", _not_offered(game, race, missing[0], spoken.region))
    what = f"{spoken.operands[0]} cannot be taken by {'+'.join(special)}"
    for name in special:
        if not chosen_means(game, race, (name,), spoken.region):
            said = _said(game, race, _with_means(game, race, name), spoken.region)
            return Refusal("means", f"{what}: {said or f'{name!r} does not reach it'}")
    return Refusal("means", f"{what}{_too_dear(game, race, spoken, special)}")


def verb_refused(game: Position, spoken: Spoken, what: str, users: list[Ability]) -> Refusal:
    """Why a verb is not to be had now by those abilities of a player that know it."""
    region = next((game.board.index[name] for name in spoken.operands if name in game.board.index), -1)
    phases = [phase for phase in PHASES if any(phase in ability.offers_in for ability in users)]
    if game.phase not in phases:
        when = " or ".join(WHEN[phase] for phase in phases)
        return Refusal("not_now", f"{what!r} is not possible in this phase, only {when}")
    said = _said(game, game.to_move, users, region)
    return Refusal("not_now", said or f"{what!r} is used up, or there is nothing for it to do now")


def _with_means(game: Position, race: int, name: str) -> list[Ability]:
    return [ability for ability in game.abilities_of(race) if getattr(ability, "means", "") == name]


def _not_offered(game: Position, race: int, name: str, region: int) -> str:
    """Why no means of this name is on offer at all: unknown, somebody else's, used or without a use."""
    owners = {ability.source for ability in game.table.rulebook.abilities() if getattr(ability, "means", "") == name}
    mine = _with_means(game, race, name)
    if not owners:
        return f"no conquest by {name!r} is on offer to you"
    if not mine:
        return f"a conquest by {name!r} belongs to {', '.join(sorted(owners))}, which you do not have"
    return _said(game, race, mine, region) or f"a conquest by {name!r} is not possible now"


def _said(game: Position, race: int, abilities: list[Ability], region: int) -> str:
    """The first reason that one of some abilities gives."""
    return next(filter(None, (ability.unavailable(game, race, region) for ability in abilities)), "")


def _too_dear(game: Position, race: int, spoken: Spoken, special: list[str]) -> str:
    """What a region costs by some means, if that is more than is in hand."""
    chosen = chosen_means(game, race, tuple(special), spoken.region)
    if not chosen:
        return ""
    travel = not any(means.far for means in chosen)
    price = fixed_price(game, race, chosen[0])
    if chosen[0].tokens is None:
        price = game.cost(race, spoken.region, sum(means.change for means in chosen), travel=travel)
    price, hand = max(price, *(means.needs for means in chosen)), game.hand_now(race)
    return f": it takes {price} token{'' if price == 1 else 's'} in hand, you have {hand}" if hand < price else ""
