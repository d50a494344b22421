"""Reasons why an action is not legal now, the most useful first."""

from __future__ import annotations

from smallworld.abilities.base import Ability
from smallworld.errors import Refusal
from smallworld.languages import _, ngettext
from smallworld.model.names import word_of
from smallworld.notation import Spoken
from smallworld.rules.explain.ability_refusals import verb_refused
from smallworld.rules.explain.barrier_refusals import (
    PHASES,
    immune_region,
    list_guards,
    list_region_vetoes,
    list_vetoes,
    shown_refusal,
    wrong_phase,
)
from smallworld.rules.explain.conquest_refusals import refuse_conquest
from smallworld.rules.explain.redeployment_refusals import refuse_deployment, refuse_done
from smallworld.rules.game_state import GameState
from smallworld.rules.operations.combo_column import choices_of
from smallworld.rules.operations.combo_price import pick_price
from smallworld.rules.state.race_instances import abilities_of
from smallworld.rules.turn import legal_actions


def refusals(state: GameState, spoken: Spoken) -> list[Refusal]:
    """List all reasons against an action that is not legal; never empty.

    :raises NotationError: a region, player or other name in it does not exist.
    """
    if state.phase == "over":
        return [Refusal("over", _("the game is over"))]
    checks = {
        "pick": _pick, "decline": _decline, "abandon": _abandon, "conquer": refuse_conquest,
        "deploy": refuse_deployment, "done": refuse_done,
    }  # fmt: skip
    check = checks.get(spoken.verb, _other)
    return check(state, spoken) or [Refusal("not_now", _("not possible now: {reason}", reason=_(PHASES[state.phase])))]


def _pick(state: GameState, spoken: Spoken) -> list[Refusal]:
    wrong = wrong_phase(state, "pick")
    if state.phase == "answer":
        return wrong
    if wrong:
        return [Refusal("has_race", _("you have an active race; decline it before you pick another"))]
    places = len(choices_of(state, state.to_move))
    if not 1 <= spoken.number <= places:
        return [Refusal("no_such_combo", _("the column has places 1 to {places}", places=places))]
    coins, price = state.coins[state.to_move], pick_price(state, state.to_move, spoken.number - 1)
    if isinstance(price, Refusal):
        return [shown_refusal(state, price)]
    reason = ngettext(
        "place {number} costs {count} coin, you have {coins}",
        "place {number} costs {count} coins, you have {coins}",
        price,
        number=spoken.number,
        coins=coins,
    )
    return [Refusal("coins", reason)]


def _decline(state: GameState, spoken: Spoken) -> list[Refusal]:
    wrong = wrong_phase(state, "conquer", "finish")
    if wrong:
        return wrong
    if state.phase == "finish":
        return [Refusal("scored", _("this race cannot decline after scoring"))]
    if state.picked:
        return [Refusal("just_picked", _("a race cannot decline on the turn on which it was picked"))]
    if not state.fresh:
        return [Refusal("acted", _("declining has to be the first action of a turn"))]
    return list_vetoes(state, "decline")


def _abandon(state: GameState, spoken: Spoken) -> list[Refusal]:
    if state.occupant[spoken.region] not in state.seats[state.to_move]:
        return [Refusal("not_yours", _("{region} is not a region of yours", region=spoken.operands[0]))]
    wrong = wrong_phase(state, "conquer")
    if wrong:
        return wrong
    race = state.occupant[spoken.region]
    if race >= state.players and not state.hook_tables[race].acts:
        return [Refusal("declined", _("tokens of a declined race cannot be taken back"))]
    vetoes = list_vetoes(state, "act") + list_region_vetoes(state, race, "abandon", spoken.region)
    return vetoes or [Refusal("conquered", _("regions are abandoned before the first conquest"))]


def _other(state: GameState, spoken: Spoken) -> list[Refusal]:
    """List the reasons against a verb of an ability, with the abilities that have it."""
    users = {ability.source for ability in state.table.rulebook.abilities() if _knows(ability, spoken)}
    abilities = (ability for race in state.seats[state.to_move] for ability in abilities_of(state, race))
    mine = [ability for ability in abilities if _knows(ability, spoken)]
    verb = f"place {spoken.operands[0]}" if spoken.verb == "place" else spoken.verb
    if not mine:
        owners = ", ".join(word_of(state.table.rulebook.variant, user) for user in sorted(users))
        reason = _("{verb!r} belongs to {owners}, which you do not have", verb=verb, owners=owners)
        return [Refusal("no_such_power", reason if users else _("{verb!r} belongs to nobody", verb=verb))]
    regions = [state.board.index[name] for name in spoken.operands if name in state.board.index]
    immune = state.immune & ~state.regions_of(state.to_move)
    barred = [immune_region(state, region) for region in regions if immune >> region & 1]
    barred += list_guards(state, state.to_move, regions, spoken.verb)
    if barred:
        return barred
    kind = [action for action in legal_actions(state) if action.verb == spoken.verb]
    if kind:
        return [Refusal("not_there", _("not this one; legal now: {kind}", kind=", ".join(kind[:6])))]
    return list_vetoes(state, "act") or [verb_refused(state, spoken, verb, mine)]


def _knows(ability: Ability, spoken: Spoken) -> bool:
    """Return whether an ability uses a verb; of ``place`` also the piece has to be its own."""
    if spoken.verb == "place":
        return spoken.operands[0] in (*ability.pieces, *ability.place_words)
    return spoken.verb in ability.verbs
