"""Reasons against actions of several kinds: the phase, vetoes, bars and tolls of abilities."""

from __future__ import annotations

from collections.abc import Iterable

from smallworld.errors import Refusal
from smallworld.languages import N_, _, and_list, ngettext
from smallworld.model.aliases import Race, Region, Regions
from smallworld.model.names import shown_sentence
from smallworld.model.regions import mask_of
from smallworld.model.values import Bar
from smallworld.rules.game_state import GameState
from smallworld.rules.operations.barriers import tolls_due
from smallworld.rules.operations.vetoes import vetoes_of

PHASES = {
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
    return [] if state.phase in phases else [Refusal("wrong_phase", _(PHASES[state.phase]))]


def list_vetoes(state: GameState, matter: str) -> list[Refusal]:
    """List the vetoes of the abilities of the active race in a matter."""
    race = state.to_move
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
            bars = [call(state, guard, race, attempt) for call in state.hook_tables[guard].protection]
            reasons += shown_bars(state, bars, regions)
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
