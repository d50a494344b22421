"""Why an action is not legal now: every reason, the most telling first."""

from __future__ import annotations

from smallworld.ability import Ability
from smallworld.errors import NotationError, Refusal
from smallworld.model.regions import mask_of
from smallworld.notation import Spoken
from smallworld.rules.conquest import is_sure
from smallworld.rules.declining import DECLINE
from smallworld.rules.means import means_on_offer
from smallworld.rules.position import Position
from smallworld.rules.redeployment import movers, to_place
from smallworld.rules.turn import legal_actions
from smallworld.rules.unavailable import means_refused, verb_refused

PHASES = {
    "pick": "a combo has to be picked first: pick N",
    "conquer": "this is the time of conquests; end it with done",
    "redeploy": "this is the time of redeployment; the conquests are over",
    "retreat": "withdrawn tokens have to be placed now",
    "finish": "the turn is scored; only its last choices are left",
    "over": "the game is over",
}


def refusals(game: Position, spoken: Spoken) -> list[Refusal]:
    """All reasons against an action that is not legal; never empty.

    :raises NotationError: a region, player or other name in it does not exist.
    """
    if game.phase == "over":
        return [Refusal("over", "the game is over")]
    checks = {
        "pick": _pick, "decline": _decline, "abandon": _abandon, "conquer": _conquer,
        "deploy": _deploy, "done": _done,
    }  # fmt: skip
    check = checks.get(spoken.verb, _other)
    return check(game, spoken) or [Refusal("not_now", f"not possible now: {PHASES[game.phase]}")]


def _wrong_phase(game: Position, *phases: str) -> list[Refusal]:
    return [] if game.phase in phases else [Refusal("wrong_phase", PHASES[game.phase])]


def _vetoes(game: Position, what: str) -> list[Refusal]:
    race = game.to_move
    found = [call(game, race, what) for call in game.vetoes(race, what)]
    return [refusal for refusal in found if refusal is not None]


def _pick(game: Position, spoken: Spoken) -> list[Refusal]:
    wrong = _wrong_phase(game, "pick")
    if wrong:
        return [Refusal("has_race", "you have an active race; decline it before you pick another")]
    places = len(game.choices_of(game.to_move))
    if not 1 <= spoken.number <= places:
        return [Refusal("no_such_combo", f"the column has places 1 to {places}")]
    coins = game.coins[game.to_move]
    return [Refusal("coins", f"place {spoken.number} costs {spoken.number - 1} coins, you have {coins}")]


def _decline(game: Position, spoken: Spoken) -> list[Refusal]:
    wrong = _wrong_phase(game, "conquer", "finish")
    if wrong:
        return wrong
    if game.phase == "finish":
        return [Refusal("scored", "this race cannot decline after scoring")]
    if game.picked:
        return [Refusal("just_picked", "a race cannot decline on the turn on which it was picked")]
    return [Refusal("acted", "declining has to be the first action of a turn")]


def _abandon(game: Position, spoken: Spoken) -> list[Refusal]:
    if game.occupant[spoken.region] not in game.races_of(game.to_move):
        return [Refusal("not_yours", f"{spoken.operands[0]} is not a region of yours")]
    wrong = _wrong_phase(game, "conquer")
    if wrong:
        return wrong
    race = game.occupant[spoken.region]
    if race >= game.players and not game.kit[race].acts:
        return [Refusal("declined", "tokens of a declined race cannot be taken back")]
    return _vetoes(game, "act") or [Refusal("conquered", "regions are abandoned before the first conquest")]


def _conquer(game: Position, spoken: Spoken) -> list[Refusal]:
    wrong = _wrong_phase(game, "conquer")
    if wrong:
        return wrong
    race = game.to_move
    if spoken.as_decline:
        race = game.acting_race(game.to_move)
        if race < 0:
            return [Refusal("no_such_race", "you have no declined race that may conquer")]
        if game.decline_stage == 2:
            return [Refusal("step_over", "the declined race has had its conquests this turn")]
    elif game.kit[race].race < 0:
        return [Refusal("no_race", "you have no active race")]
    pending = game.pending
    if pending is not None and pending.last and (spoken.region, spoken.means) != (pending.region, ("die",)):
        only = f"conquer {game.board.regions[pending.region].id} by die"
        return [Refusal("conquests_over", f"that attempt fell short; only {only!r} or done is left")]
    return [*_vetoes(game, "act"), *_target(game, race, spoken), *_price(game, race, spoken)]


def _target(game: Position, race: int, spoken: Spoken) -> list[Refusal]:
    """Reasons that lie in the region (F.1)."""
    region, bit = spoken.region, 1 << spoken.region
    name = spoken.operands[0]
    found = []
    if game.immune & bit:
        found.append(_immune(game, region))
    if game.regions[race] & bit:
        found.append(Refusal("own", f"{name} is yours already"))
    elif not game.ground[race].open & bit:
        found.append(Refusal("water", f"{name} is {game.board.regions[region].terrain}, closed to this race"))
    found += _guarded(game, race, [region], "conquest")
    if not found and not game.reach(race) & bit and not _far(game, race, spoken):
        where = "adjacent to a region of this race" if game.regions[race] else "a region where a race may enter"
        found.append(Refusal("out_of_reach", f"{name} is not {where}"))
    return found


def _far(game: Position, race: int, spoken: Spoken) -> bool:
    wanted = [means for means in means_on_offer(game, race) if means.name in spoken.means]
    return any(means.targets is not None and means.targets >> spoken.region & 1 for means in wanted)


def _immune(game: Position, region: int) -> Refusal:
    kinds = game.table.rulebook.pieces
    names = [kinds[kind].name for kind, where in game.pieces if where == region and kinds[kind].immune]
    piece = f"a {names[0]}" if names else "something"
    return Refusal("immune", f"{game.board.regions[region].id} is immune: {piece} stands there")


def _guarded(game: Position, race: int, regions: list[int], attempt: str) -> list[Refusal]:
    """What other players' abilities have against an attempt on some regions together: bars and tolls (F.4)."""
    found, mask = [], mask_of(regions)
    for guard in game.guards:
        if game.owner(guard) != game.owner(race):
            bars = [call(game, guard, race, attempt) for call in game.kit[guard].protects]
            found += [Refusal(bar.code, bar.reason) for bar in bars if bar is not None and bar.regions & mask]
    coins = game.coins[game.owner(race)]
    tolls = [toll for _, _, toll in game.dues(race, mask, attempt)]
    if sum(toll.coins for toll in tolls) > coins:
        names = " and ".join(game.board.regions[region].id for region in regions)
        due = f"{sum(toll.coins for toll in tolls)} coins ({'; '.join(toll.reason for toll in tolls)})"
        found.append(Refusal("toll", f"an attack on {names} costs {due}, you have {coins}"))
    return found


def _price(game: Position, race: int, spoken: Spoken) -> list[Refusal]:
    """Reasons that lie in the means, the hand and the die."""
    special = [name for name in spoken.means if name != "die"]
    if special:
        offered = {means.name: means for means in means_on_offer(game, race)}
        if not offered.keys() >= set(special):
            return [means_refused(game, race, spoken, special)]
        own, coins = game.land_of(game.owner(race)) >> spoken.region & 1, game.coins[game.owner(race)]
        toll = 0 if own else sum(offered[name].toll for name in special)
        due = toll + sum(toll.coins for _, _, toll in game.dues(race, 1 << spoken.region))
        if toll and due > coins:
            return [Refusal("toll", f"{'+'.join(special)} on {spoken.operands[0]} costs {due} coins, you have {coins}")]
        return [means_refused(game, race, spoken, special)]
    hand, price = game.hand_now(race), game.cost(race, spoken.region)
    if hand < game.kit[race].garrison:
        return [Refusal("no_tokens", "no token in hand")]
    vetoes = _vetoes(game, "die" if spoken.means else "conquer")
    if vetoes:
        return vetoes
    if not spoken.means:
        return (
            [Refusal("too_dear", f"{spoken.operands[0]} costs {price} tokens, you have {hand}")] if hand < price else []
        )
    return _die(game, race, spoken, hand, price)


def _die(game: Position, race: int, spoken: Spoken, hand: int, price: int) -> list[Refusal]:
    if game.die_used:
        return [Refusal("die_used", "the final die was rolled this turn")]
    if hand >= price:
        return [
            Refusal("no_die_needed", f"{spoken.operands[0]} costs {price}, you have {hand}: conquer it without die")
        ]
    if hand + game.table.top < price:
        return [
            Refusal("too_dear", f"{spoken.operands[0]} costs {price}; {hand} tokens and a {game.table.top} do not do")
        ]
    sure = [action for action in legal_actions(game) if action.verb == "conquer" and is_sure(game, action)]
    if game.table.die_needs_all_dear and sure:
        return [Refusal("die_too_early", f"the die waits until no region can be taken without it, as by {sure[0]!r}")]
    return []


def _deploy(game: Position, spoken: Spoken) -> list[Refusal]:
    wrong = _wrong_phase(game, "redeploy", "retreat")
    if wrong:
        return wrong
    name = spoken.operands[0]
    race = game.occupant[spoken.region]
    if race not in movers(game, game.to_move):
        return [Refusal("not_yours", f"{name} is not held by a race of yours whose tokens may move")]
    hand = game.withdrawn[race] if game.phase == "retreat" else game.hand[race] - game.kit[race].reserve
    least = game.kit[race].garrison
    hand = max(0, hand - game.carries(race))
    if spoken.number < 1 or spoken.number > hand:
        left = (
            f"only {hand} token{' is' if hand == 1 else 's are'} left to deploy"
            if hand
            else "no token is left to deploy"
        )
        return [Refusal("no_tokens", left if spoken.number else "at least one token has to be deployed")]
    if game.phase == "retreat":
        return [Refusal("too_few", f"{name} needs {least} tokens at once")]
    return [Refusal("needed_elsewhere", f"{spoken.number} tokens in {name} are too few or leave other regions without")]


def _done(game: Position, spoken: Spoken) -> list[Refusal]:
    if game.phase == "pick":
        return [Refusal("wrong_phase", PHASES["pick"])]
    if game.phase == "retreat":
        return [Refusal("tokens_left", "everything withdrawn has to be placed")]
    if game.phase == "conquer":
        return _vetoes(game, "act") + _vetoes(game, "done") or [
            Refusal("must_conquer", "conquer something, or decline" if game.fresh else "conquer something first")
        ]
    left = [
        race for race in movers(game, game.to_move) if game.hand[race] > game.kit[race].reserve and game.regions[race]
    ]
    if left:
        return [Refusal("tokens_left", _to_place(game, sum(game.kit[race].reserve for race in left)))]
    return _vetoes(game, "done")


def _to_place(game: Position, kept: int) -> str:
    count = to_place(game, game.to_move)
    if not count:
        return "the pieces in hand have to be placed"
    stays = f"; {kept} stay in hand" if kept else ""
    return f"{'1 token has' if count == 1 else f'{count} tokens have'} to be placed{stays}"


def _other(game: Position, spoken: Spoken) -> list[Refusal]:
    """Verbs of abilities: say who could use them."""
    users = {ability.source for ability in game.table.rulebook.abilities() if _knows(ability, spoken)}
    held = (ability for race in game.races_of(game.to_move) for ability in game.abilities_of(race))
    mine = [ability for ability in held if _knows(ability, spoken)]
    what = f"place {spoken.operands[0]}" if spoken.verb == "place" else spoken.verb
    if not mine:
        owners = ", ".join(sorted(users)) or "nobody"
        return [Refusal("no_such_power", f"{what!r} belongs to {owners}, which you do not have")]
    regions = [game.board.index[name] for name in spoken.operands if name in game.board.index]
    strange = game.immune & ~game.land_of(game.to_move)
    barred = [_immune(game, region) for region in regions if strange >> region & 1]
    barred += _guarded(game, game.to_move, regions, spoken.verb)
    if barred:
        return barred
    kind = [action for action in legal_actions(game) if action.split(" ")[0] == spoken.verb]
    if kind:
        return [Refusal("not_there", f"not this one; legal now: {', '.join(kind[:6])}")]
    return _vetoes(game, "act") or [verb_refused(game, spoken, what, mine)]


def _knows(ability: Ability, spoken: Spoken) -> bool:
    """Whether an ability uses a verb; of ``place`` also the piece has to be its own."""
    if spoken.verb == "place":
        return spoken.operands[0] in (getattr(ability, "piece", ""), *getattr(ability, "places", ()))
    return spoken.verb in ability.verbs


__all__ = ["DECLINE", "NotationError", "refusals"]
