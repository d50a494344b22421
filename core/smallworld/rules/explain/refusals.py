"""Reasons why an action is not legal now, the most useful first."""

from __future__ import annotations

from collections.abc import Iterator

from smallworld.abilities.base import Ability, name_ability
from smallworld.errors import PluginError, Refusal
from smallworld.hooks.decorators import MATTERS, may_refuse
from smallworld.languages import _, lazy, lazy_join, ngettext
from smallworld.model.aliases import Tokens
from smallworld.model.names import word_of
from smallworld.notation import Spoken
from smallworld.rules.explain import conquest_refusals
from smallworld.rules.game_state import GameState
from smallworld.rules.operations.combo_column import choices_of, pick_price
from smallworld.rules.phases.redeployment import is_regrouping, movers, region_needs, reserve_of, rooms_of, to_place
from smallworld.rules.state.pieces import count_carried
from smallworld.rules.state.race_instances import abilities_of
from smallworld.rules.turn import legal_actions


def deadlock_error(state: GameState) -> PluginError:
    """Return the error for a player who has to decide, but has no legal action because of abilities."""
    vetoes: dict[str, dict[str, None]] = {}
    for ability, matter in _refusing(state):
        vetoes.setdefault(name_ability(ability), {})[matter] = None
    causes: list[str] = [
        lazy("{ability} refuses {matters}", ability=name, matters=", ".join(matters))
        for name, matters in vetoes.items()
    ]
    nobody = lazy("no ability refuses an action, so an ability has removed something that the game needs")
    return PluginError(
        lazy(
            "{player} has no legal action in the phase {phase}: {causes}; "
            "an ability that refuses things has to leave or offer something",
            player=state.names[state.to_move],
            phase=state.phase,
            causes=lazy_join("; ", causes or [nobody]),
        )
    )


def _refusing(state: GameState) -> Iterator[tuple[Ability, str]]:
    """Yield the abilities of the player to move that refuse something now, with the matter."""
    for race in state.seats[state.to_move]:
        for item in state.table.rulebook.implementations(state.hook_tables[race].key, "veto"):
            ability = item.ability
            for matter in MATTERS:
                if may_refuse(ability, matter, state.phase) and item.call(state, race, matter) is not None:
                    yield ability, matter


# --- reasons why tokens cannot be deployed, or a phase cannot be ended, now


def refuse_deployment(state: GameState, spoken: Spoken) -> list[Refusal]:
    """List the reasons against a deployment."""
    wrong = conquest_refusals.wrong_phase(state, "redeploy", "retreat")
    if wrong:
        return wrong
    name = spoken.operands[0]
    race = state.occupant[spoken.region]
    if race not in movers(state, state.to_move):
        return [Refusal("not_yours", _("{name} is not held by a race of yours that may move tokens", name=name))]
    vetoes = conquest_refusals.list_region_vetoes(state, race, "deploy", spoken.region)
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
        return [Refusal("wrong_phase", _(conquest_refusals.TASKS[state.phase]))]
    if state.phase == "retreat":
        return [Refusal("tokens_left", _("everything withdrawn has to be placed"))]
    if state.phase == "conquer":
        return conquest_refusals.list_vetoes(state, "act") + conquest_refusals.list_vetoes(state, "done") or [
            Refusal("must_conquer", _("conquer something, or decline") if state.fresh else _("conquer something first"))
        ]
    races = [race for race in movers(state, state.to_move) if rooms_of(state, race)]
    unplaced = [race for race in races if state.hand[race] > reserve_of(state, race)]
    if unplaced:
        return [Refusal("tokens_left", _to_place(state, sum(reserve_of(state, race) for race in unplaced)))]
    for race in movers(state, state.to_move):
        needs = region_needs(state, race) if is_regrouping(state, race) else None
        if needs is not None and needs.total:
            reason = _("regions still need {total} tokens; deploy them, or abandon regions", total=needs.total)
            return conquest_refusals.list_vetoes(state, "done") or [Refusal("tokens_left", reason)]
    return conquest_refusals.list_vetoes(state, "done")


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


# --- reasons why an action is not legal now, the most useful first


def refusals(state: GameState, spoken: Spoken) -> list[Refusal]:
    """List all reasons against an action that is not legal; never empty.

    :raises NotationError: a region, player or other name in it does not exist.
    """
    if state.phase == "over":
        return [Refusal("over", _("the game is over"))]
    checks = {
        "pick": _pick, "decline": _decline, "abandon": _abandon, "conquer": conquest_refusals.refuse_conquest,
        "deploy": refuse_deployment, "done": refuse_done,
    }  # fmt: skip
    check = checks.get(spoken.verb, _other)
    return check(state, spoken) or [
        Refusal("not_now", _("not possible now: {reason}", reason=_(conquest_refusals.TASKS[state.phase])))
    ]


def _pick(state: GameState, spoken: Spoken) -> list[Refusal]:
    wrong = conquest_refusals.wrong_phase(state, "pick")
    if state.phase == "answer":
        return wrong
    if wrong:
        return [Refusal("has_race", _("you have an active race; decline it before you pick another"))]
    places = len(choices_of(state, state.to_move))
    if not 1 <= spoken.number <= places:
        return [Refusal("no_such_combo", _("the column has places 1 to {places}", places=places))]
    coins, price = state.coins[state.to_move], pick_price(state, state.to_move, spoken.number - 1)
    if isinstance(price, Refusal):
        return [conquest_refusals.shown_refusal(state, price)]
    reason = ngettext(
        "place {number} costs {count} coin, you have {coins}",
        "place {number} costs {count} coins, you have {coins}",
        price,
        number=spoken.number,
        coins=coins,
    )
    return [Refusal("coins", reason)]


def _decline(state: GameState, spoken: Spoken) -> list[Refusal]:
    wrong = conquest_refusals.wrong_phase(state, "conquer", "finish")
    if wrong:
        return wrong
    if state.phase == "finish":
        return [Refusal("scored", _("this race cannot decline after scoring"))]
    if state.picked:
        return [Refusal("just_picked", _("a race cannot decline on the turn on which it was picked"))]
    if not state.fresh:
        return [Refusal("acted", _("declining has to be the first action of a turn"))]
    return conquest_refusals.list_vetoes(state, "decline")


def _abandon(state: GameState, spoken: Spoken) -> list[Refusal]:
    if state.occupant[spoken.region] not in state.seats[state.to_move]:
        return [Refusal("not_yours", _("{region} is not a region of yours", region=spoken.operands[0]))]
    wrong = conquest_refusals.wrong_phase(state, "conquer")
    if wrong:
        return wrong
    race = state.occupant[spoken.region]
    if race >= state.players and not state.hook_tables[race].acts:
        return [Refusal("declined", _("tokens of a declined race cannot be taken back"))]
    vetoes = conquest_refusals.list_vetoes(state, "act") + conquest_refusals.list_region_vetoes(
        state, race, "abandon", spoken.region
    )
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
    barred = [conquest_refusals.immune_region(state, region) for region in regions if immune >> region & 1]
    barred += conquest_refusals.list_guards(state, state.to_move, regions, spoken.verb)
    if barred:
        return barred
    kind = [action for action in legal_actions(state) if action.verb == spoken.verb]
    if kind:
        return [Refusal("not_there", _("not this one; legal now: {kind}", kind=", ".join(kind[:6])))]
    return conquest_refusals.list_vetoes(state, "act") or [conquest_refusals.verb_refused(state, spoken, verb, mine)]


def _knows(ability: Ability, spoken: Spoken) -> bool:
    """Return whether an ability uses a verb; of ``place`` also the piece has to be its own."""
    if spoken.verb == "place":
        return spoken.operands[0] in (*ability.pieces, *ability.place_words)
    return spoken.verb in ability.verbs
