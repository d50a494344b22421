"""Reasons why tokens cannot be deployed, or a phase cannot be ended, now."""

from __future__ import annotations

from smallworld.errors import Refusal
from smallworld.languages import _, ngettext
from smallworld.model.aliases import Tokens
from smallworld.notation import Spoken
from smallworld.rules.explain.barrier_refusals import PHASES, list_region_vetoes, list_vetoes, wrong_phase
from smallworld.rules.game_state import GameState
from smallworld.rules.operations.deploy_limits import region_needs, reserve_of
from smallworld.rules.phases.redeployment import is_regrouping, movers, rooms_of, to_place
from smallworld.rules.state.pieces import count_carried


def refuse_deployment(state: GameState, spoken: Spoken) -> list[Refusal]:
    """List the reasons against a deployment."""
    wrong = wrong_phase(state, "redeploy", "retreat")
    if wrong:
        return wrong
    name = spoken.operands[0]
    race = state.occupant[spoken.region]
    if race not in movers(state, state.to_move):
        return [Refusal("not_yours", _("{name} is not held by a race of yours that may move tokens", name=name))]
    vetoes = list_region_vetoes(state, race, "deploy", spoken.region)
    if vetoes:
        return vetoes
    hand = state.withdrawn[race] if state.phase == "retreat" else state.hand[race] - reserve_of(state, race)
    least = state.hook_tables[race].garrison
    hand = max(0, hand - count_carried(state, race))
    if not spoken.number:
        return [Refusal("no_tokens", _("at least one token has to be deployed"))]
    if not hand:
        return [Refusal("no_tokens", _("no token is left to deploy"))]
    if not 0 < spoken.number <= hand:
        reason = ngettext("only {count} token is left to deploy", "only {count} tokens are left to deploy", hand)
        return [Refusal("no_tokens", reason)]
    if state.phase == "retreat":
        return [Refusal("too_few", _("{name} needs {least} tokens at once", name=name, least=least))]
    reason = _("{number} tokens in {name} are too few or leave other regions without", number=spoken.number, name=name)
    return [Refusal("needed_elsewhere", reason)]


def refuse_done(state: GameState, spoken: Spoken) -> list[Refusal]:
    """List the reasons against the end of a phase."""
    if state.phase in ("pick", "answer"):
        return [Refusal("wrong_phase", _(PHASES[state.phase]))]
    if state.phase == "retreat":
        return [Refusal("tokens_left", _("everything withdrawn has to be placed"))]
    if state.phase == "conquer":
        return list_vetoes(state, "act") + list_vetoes(state, "done") or [
            Refusal("must_conquer", _("conquer something, or decline") if state.fresh else _("conquer something first"))
        ]
    races = [race for race in movers(state, state.to_move) if rooms_of(state, race)]
    unplaced = [race for race in races if state.hand[race] > reserve_of(state, race)]
    if unplaced:
        return [Refusal("tokens_left", _to_place(state, sum(reserve_of(state, race) for race in unplaced)))]
    return list_vetoes(state, "done") or _thin(state)


def _thin(state: GameState) -> list[Refusal]:
    """List the reason of a race that redeploys from scratch and has regions without enough tokens."""
    for race in movers(state, state.to_move):
        needs = region_needs(state, race) if is_regrouping(state, race) else None
        if needs is not None and needs.total:
            reason = _("regions still need {total} tokens; deploy them, or abandon regions", total=needs.total)
            return [Refusal("tokens_left", reason)]
    return []


def _to_place(state: GameState, kept: Tokens) -> str:
    count = to_place(state, state.to_move)
    if not count:
        return _("the pieces in hand have to be placed")
    if not kept:
        return ngettext("{count} token has to be placed", "{count} tokens have to be placed", count)
    return ngettext(
        "{count} token has to be placed; {kept} stay in hand",
        "{count} tokens have to be placed; {kept} stay in hand",
        count,
        kept=kept,
    )
