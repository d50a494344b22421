"""Reasons why an action is not legal now, the most useful first."""

from __future__ import annotations

from collections.abc import Iterable

from smallworld.abilities.base import Ability
from smallworld.errors import NotationError, Refusal
from smallworld.languages import ENGLISH, N_, _, and_list, current_language, ngettext
from smallworld.model.aliases import Race, Region, Regions, Tokens
from smallworld.model.id_names import shown_sentence, word_of
from smallworld.model.regions import mask_of
from smallworld.model.values import Bar
from smallworld.notation import Spoken
from smallworld.rules.explain.ability_refusals import special_refused, verb_refused
from smallworld.rules.operations.barriers import tolls_due
from smallworld.rules.operations.combo_column import choices_of
from smallworld.rules.operations.combo_price import pick_price
from smallworld.rules.operations.conquest_cost import conquest_cost
from smallworld.rules.operations.deploy_limits import region_needs, reserve_of
from smallworld.rules.operations.targets import reachable_regions
from smallworld.rules.operations.vetoes import vetoes_of
from smallworld.rules.phases.conquest import is_sure
from smallworld.rules.phases.declining import DECLINE
from smallworld.rules.phases.redeployment import is_regrouping, movers, to_place
from smallworld.rules.phases.special_conquests import chosen_conquests, list_special_conquests
from smallworld.rules.state.state import GameState
from smallworld.rules.turn import legal_actions

PHASES = {
    "pick": N_("a combo has to be picked first: pick N"),
    "conquer": N_("this is the time of conquests; end it with done"),
    "redeploy": N_("this is the time of redeployment; the conquests are over"),
    "answer": N_("a question has to be answered first"),
    "retreat": N_("withdrawn tokens have to be placed now"),
    "finish": N_("the turn is scored; only its last choices are left"),
    "over": N_("the game is over"),
}


def refusals(state: GameState, spoken: Spoken) -> list[Refusal]:
    """List all reasons against an action that is not legal; never empty.

    :raises NotationError: a region, player or other name in it does not exist.
    """
    if state.phase == "over":
        return [Refusal("over", _("the game is over"))]
    checks = {
        "pick": _pick, "decline": _decline, "abandon": _abandon, "conquer": _conquer,
        "deploy": _deploy, "done": _done,
    }  # fmt: skip
    check = checks.get(spoken.verb, _other)
    return check(state, spoken) or [Refusal("not_now", _("not possible now: {reason}", reason=_(PHASES[state.phase])))]


def _wrong_phase(state: GameState, *phases: str) -> list[Refusal]:
    return [] if state.phase in phases else [Refusal("wrong_phase", _(PHASES[state.phase]))]


def _vetoes(state: GameState, matter: str) -> list[Refusal]:
    race = state.to_move
    answers = [call(state, race, matter) for call in vetoes_of(state, race, matter)]
    return [shown_refusal(state, refusal) for refusal in answers if refusal is not None]


def shown_refusal(state: GameState, refusal: Refusal) -> Refusal:
    """Return the refusal of an ability in the language of the reader."""
    return Refusal(refusal.code, shown_sentence(state.table.rulebook.variant, refusal.reason))


def _pick(state: GameState, spoken: Spoken) -> list[Refusal]:
    wrong = _wrong_phase(state, "pick")
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
    wrong = _wrong_phase(state, "conquer", "finish")
    if wrong:
        return wrong
    if state.phase == "finish":
        return [Refusal("scored", _("this race cannot decline after scoring"))]
    if state.picked:
        return [Refusal("just_picked", _("a race cannot decline on the turn on which it was picked"))]
    if not state.fresh:
        return [Refusal("acted", _("declining has to be the first action of a turn"))]
    return _vetoes(state, "decline")


def _abandon(state: GameState, spoken: Spoken) -> list[Refusal]:
    if state.occupant[spoken.region] not in state.races_of(state.to_move):
        return [Refusal("not_yours", _("{region} is not a region of yours", region=spoken.operands[0]))]
    wrong = _wrong_phase(state, "conquer")
    if wrong:
        return wrong
    race = state.occupant[spoken.region]
    if race >= state.players and not state.hook_tables[race].acts:
        return [Refusal("declined", _("tokens of a declined race cannot be taken back"))]
    return _vetoes(state, "act") or [Refusal("conquered", _("regions are abandoned before the first conquest"))]


def _conquer(state: GameState, spoken: Spoken) -> list[Refusal]:
    wrong = _wrong_phase(state, "conquer")
    if wrong:
        return wrong
    race = state.to_move
    if spoken.as_decline:
        race = state.acting_race(state.to_move)
        if race < 0:
            return [Refusal("no_such_race", _("you have no declined race that may conquer"))]
        if state.decline_stage == 2:
            return [Refusal("step_over", _("the declined race has had its conquests this turn"))]
    elif state.hook_tables[race].race_index < 0:
        return [Refusal("no_race", _("you have no active race"))]
    pending = state.pending
    if pending is not None and pending.last and (spoken.region, spoken.means) != (pending.region, ("die",)):
        only = f"conquer {state.board.regions[pending.region].id} by die"
        return [Refusal("conquests_over", _("that attempt fell short; only {only!r} or done is left", only=only))]
    return [*_vetoes(state, "act"), *_target(state, race, spoken), *_price(state, race, spoken)]


def _target(state: GameState, race: Race, spoken: Spoken) -> list[Refusal]:
    """List the reasons in the target region (F.1)."""
    region, bit = spoken.region, 1 << spoken.region
    name = spoken.operands[0]
    reasons = []
    if state.immune & bit:
        reasons.append(_immune(state, region))
    if state.regions[race] & bit:
        reasons.append(Refusal("own", _("{name} is yours already", name=name)))
    elif not state.board_profiles[race].open & bit:
        reasons.append(
            Refusal(
                "water",
                _(
                    "{name} is {terrain}, closed to this race",
                    name=name,
                    terrain=_terrain(state, state.board.regions[region].terrain),
                ),
            )
        )
    bars = [call(state, race, state.board) for call in state.hook_tables[race].forbids]
    reasons += _shown_bars(state, bars, bit)
    reasons += _guarded(state, race, [region], "conquest")
    if {*spoken.means} - {"die"}:
        reasons += [bar for bar in _bars(state, race, bit, "special_conquest") if bar not in reasons]
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


def _immune(state: GameState, region: Region) -> Refusal:
    kinds = state.table.rulebook.pieces
    names = [kinds[kind].name for kind, place in state.pieces if place == region and kinds[kind].immune]
    name = state.board.regions[region].id
    if not names:
        return Refusal("immune", _("{region} is immune: it has something", region=name))
    return Refusal("immune", _("{region} is immune: it has a {piece}", region=name, piece=names[0]))


def _bars(state: GameState, race: Race, regions: Regions, attempt: str) -> list[Refusal]:
    """List the bars of other players' abilities against an attempt on some regions."""
    reasons = []
    for guard in state.guards:
        if state.owner(guard) != state.owner(race):
            bars = [call(state, guard, race, attempt) for call in state.hook_tables[guard].protection]
            reasons += _shown_bars(state, bars, regions)
    return reasons


def _shown_bars(state: GameState, bars: Iterable[Bar | None], regions: Regions) -> list[Refusal]:
    """Return the bars that close some of the regions."""
    closing = [bar for bar in bars if bar is not None and bar.regions & regions]
    return [shown_refusal(state, Refusal(bar.code, bar.reason)) for bar in closing]


def _guarded(state: GameState, race: Race, regions: list[int], attempt: str) -> list[Refusal]:
    """List the bars and tolls of other players' abilities against one attempt on some regions together (F.4)."""
    mask = mask_of(regions)
    reasons = _bars(state, race, mask, attempt)
    coins = state.coins[state.owner(race)]
    tolls = [toll for _guard, _source, toll in tolls_due(state, race, mask, attempt)]
    if sum(toll.coins for toll in tolls) > coins:
        names = and_list(state.board.regions[region].id for region in regions)
        total = sum(toll.coins for toll in tolls)
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


def _price(state: GameState, race: Race, spoken: Spoken) -> list[Refusal]:
    """List the reasons in the special conquests, the hand and the die."""
    names = [name for name in spoken.means if name != "die"]
    if names:
        offered = {special.name: special for special in list_special_conquests(state, race)}
        if not offered.keys() >= set(names):
            return [special_refused(state, race, spoken, names)]
        is_own, coins = state.regions_of(state.owner(race)) >> spoken.region & 1, state.coins[state.owner(race)]
        toll = 0 if is_own else sum(offered[name].toll for name in names)
        due = toll + sum(toll.coins for _guard, _source, toll in tolls_due(state, race, 1 << spoken.region))
        if toll and due > coins:
            return [
                Refusal(
                    "toll",
                    ngettext(
                        "{names} on {region} costs {count} coin, you have {coins}",
                        "{names} on {region} costs {count} coins, you have {coins}",
                        due,
                        names="+".join(names),
                        region=spoken.operands[0],
                        coins=coins,
                    ),
                )
            ]
        return _special_die(state, race, spoken, names) or [special_refused(state, race, spoken, names)]
    hand, price = state.hand_now(race), conquest_cost(state, race, spoken.region)
    if hand < state.hook_tables[race].garrison:
        return [Refusal("no_tokens", _("no token in hand"))]
    vetoes = _vetoes(state, "die" if spoken.means else "conquer")
    if vetoes:
        return vetoes
    if not spoken.means:
        return (
            [
                Refusal(
                    "too_dear",
                    ngettext(
                        "{region} costs {count} token, you have {hand}",
                        "{region} costs {count} tokens, you have {hand}",
                        price,
                        region=spoken.operands[0],
                        hand=hand,
                    ),
                )
            ]
            if hand < price
            else []
        )
    return _die(state, race, spoken, hand, price)


def _special_die(state: GameState, race: Race, spoken: Spoken, names: list[str]) -> list[Refusal]:
    """List the reasons against the final die of special conquests that are on offer for the region."""
    chosen = chosen_conquests(state, race, tuple(names), spoken.region)
    if "die" not in spoken.means or len(chosen) < len(names) or any(item.tokens is not None for item in chosen):
        return []
    travel = not any(special.far for special in chosen)
    price = conquest_cost(state, race, spoken.region, sum(special.change for special in chosen), travel=travel)
    return _vetoes(state, "die") or _die(state, race, spoken, state.hand_now(race), price)


def _die(state: GameState, race: Race, spoken: Spoken, hand: Tokens, price: Tokens) -> list[Refusal]:
    if state.die_used:
        return [Refusal("die_used", _("the final die was rolled this turn"))]
    if hand >= price:
        return [
            Refusal(
                "no_die_needed",
                _(
                    "{region} costs {price}, you have {hand}: conquer it without die",
                    region=spoken.operands[0],
                    price=price,
                    hand=hand,
                ),
            )
        ]
    if hand + state.table.top < price:
        return [
            Refusal(
                "too_dear",
                ngettext(
                    "{region} costs {price}; {count} token and a {top} on the die are not enough",
                    "{region} costs {price}; {count} tokens and a {top} on the die are not enough",
                    hand,
                    region=spoken.operands[0],
                    price=price,
                    top=state.table.top,
                ),
            )
        ]
    sure = [action for action in legal_actions(state) if action.verb == "conquer" and is_sure(state, action)]
    if state.table.die_needs_all_dear and sure:
        return [
            Refusal(
                "die_too_early",
                _("the die waits until no region can be taken without it, as by {sure!r}", sure=sure[0]),
            )
        ]
    return []


def _deploy(state: GameState, spoken: Spoken) -> list[Refusal]:
    wrong = _wrong_phase(state, "redeploy", "retreat")
    if wrong:
        return wrong
    name = spoken.operands[0]
    race = state.occupant[spoken.region]
    if race not in movers(state, state.to_move):
        return [Refusal("not_yours", _("{name} is not held by a race of yours that may move tokens", name=name))]
    hand = state.withdrawn[race] if state.phase == "retreat" else state.hand[race] - reserve_of(state, race)
    least = state.hook_tables[race].garrison
    hand = max(0, hand - state.carried_pieces(race))
    if spoken.number < 1 or spoken.number > hand:
        reason = (
            ngettext("only {count} token is left to deploy", "only {count} tokens are left to deploy", hand)
            if hand
            else _("no token is left to deploy")
        )
        return [Refusal("no_tokens", reason if spoken.number else _("at least one token has to be deployed"))]
    if state.phase == "retreat":
        return [Refusal("too_few", _("{name} needs {least} tokens at once", name=name, least=least))]
    return [
        Refusal(
            "needed_elsewhere",
            _("{number} tokens in {name} are too few or leave other regions without", number=spoken.number, name=name),
        )
    ]


def _done(state: GameState, spoken: Spoken) -> list[Refusal]:
    if state.phase in ("pick", "answer"):
        return [Refusal("wrong_phase", _(PHASES[state.phase]))]
    if state.phase == "retreat":
        return [Refusal("tokens_left", _("everything withdrawn has to be placed"))]
    if state.phase == "conquer":
        return _vetoes(state, "act") + _vetoes(state, "done") or [
            Refusal("must_conquer", _("conquer something, or decline") if state.fresh else _("conquer something first"))
        ]
    unplaced = [
        race
        for race in movers(state, state.to_move)
        if state.hand[race] > reserve_of(state, race) and state.regions[race]
    ]
    if unplaced:
        return [Refusal("tokens_left", _to_place(state, sum(reserve_of(state, race) for race in unplaced)))]
    return _vetoes(state, "done") or _thin(state)


def _thin(state: GameState) -> list[Refusal]:
    """List the reason of a race that redeploys from scratch and has regions without enough tokens."""
    for race in movers(state, state.to_move):
        needs = region_needs(state, race) if is_regrouping(state, race) else None
        if needs is not None and needs.total:
            return [
                Refusal(
                    "tokens_left",
                    _("regions still need {total} tokens; deploy them, or abandon regions", total=needs.total),
                )
            ]
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


def _other(state: GameState, spoken: Spoken) -> list[Refusal]:
    """List the reasons against a verb of an ability, with the abilities that have it."""
    users = {ability.source for ability in state.table.rulebook.abilities() if _knows(ability, spoken)}
    abilities = (ability for race in state.races_of(state.to_move) for ability in state.abilities_of(race))
    mine = [ability for ability in abilities if _knows(ability, spoken)]
    verb = f"place {spoken.operands[0]}" if spoken.verb == "place" else spoken.verb
    if not mine:
        owners = ", ".join(word_of(state.table.rulebook.variant, user) for user in sorted(users))
        reason = _("{verb!r} belongs to {owners}, which you do not have", verb=verb, owners=owners)
        return [Refusal("no_such_power", reason if users else _("{verb!r} belongs to nobody", verb=verb))]
    regions = [state.board.index[name] for name in spoken.operands if name in state.board.index]
    immune = state.immune & ~state.regions_of(state.to_move)
    barred = [_immune(state, region) for region in regions if immune >> region & 1]
    barred += _guarded(state, state.to_move, regions, spoken.verb)
    if barred:
        return barred
    kind = [action for action in legal_actions(state) if action.split(" ")[0] == spoken.verb]
    if kind:
        return [Refusal("not_there", _("not this one; legal now: {kind}", kind=", ".join(kind[:6])))]
    return _vetoes(state, "act") or [verb_refused(state, spoken, verb, mine)]


def _knows(ability: Ability, spoken: Spoken) -> bool:
    """Whether an ability uses a verb; of ``place`` also the piece has to be its own."""
    if spoken.verb == "place":
        return spoken.operands[0] in (*ability.pieces, *ability.place_words)
    return spoken.verb in ability.verbs


__all__ = ["DECLINE", "NotationError", "refusals"]
