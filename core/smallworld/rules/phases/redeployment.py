"""Redeployment of the active player and retreat of defenders (rules G, R-LOSS-3 to 7)."""

from __future__ import annotations

from collections.abc import Collection
from operator import attrgetter
from typing import TYPE_CHECKING, Final, NamedTuple

from smallworld.actions import Action, Row
from smallworld.events import HAND, WITHDRAWN, PhaseBegan
from smallworld.model.aliases import Player, Race, Regions, Tokens
from smallworld.model.regions import indexes, recent_indexes
from smallworld.model.values import HAS_CONQUERED, new_tuple
from smallworld.rules.operations.capture import abandon, ready_race, rejoin_tokens
from smallworld.rules.operations.conquest_targets import is_vetoed, refused_regions
from smallworld.rules.phases.conquest import demanded
from smallworld.rules.prepared.game_table import select_actions
from smallworld.rules.state.pieces import count_carried, move_tokens, pick_up_pieces, put_down_pieces, report_moved

if TYPE_CHECKING:
    from smallworld.rules.game_state import GameState


def movers(state: GameState, player: Player) -> tuple[Race, ...]:
    """Return the races of a player that may move tokens: the active one, declined ones that act (R-REDEP-3)."""
    races: tuple[Race, ...] = (player,) if state.hook_tables[player].race_index >= 0 else ()
    for race in state.actors:
        if race % state.players == player:
            races += (race,)
    return races


def begin_redeployment(state: GameState) -> None:
    """Bring everything above the minimum to hand and let reinforcements join (R-REDEP-1, R-REDEP-2)."""
    player = state.turn
    state.phase = "redeploy"
    state.to_move = player
    if state.events is not None:
        state.events.append(PhaseBegan("redeploy", player))
    state.stage = HAS_CONQUERED
    state.decline_stage = HAS_CONQUERED
    state.readied = state.fresh = True
    for race in movers(state, player) if state.actors else (player,):
        if state.withdrawn[race]:
            rejoin_tokens(state, race)
        hook_table = state.hook_tables[race]
        if not hook_table.stays_put:
            ready_race(state, race)
        if hook_table.redeployment_gain:
            gained = 0
            for call in hook_table.redeployment_gain:
                gained += call(state, race)
            state.gain_tokens(race, gained)
        if hook_table.conquests_ended:
            for call in hook_table.conquests_ended:
                call(state, race)
        if hook_table.is_regrouping and is_regrouping(state, race):
            take_all(state, race)


def redeploy_actions(state: GameState) -> list[Action]:
    """List the legal actions of the active player's redeployment."""
    player = state.to_move
    hook_table = state.hook_tables[player]
    if hook_table.moves_plainly and not state.actors and not state.carried:
        spare = state.hand[player] - hook_table.reserve
        return deploys(state, state.regions[player], spare) or [DONE] if spare > 0 else [DONE]
    actions: list[Action] = []
    finished = True
    for race in movers(state, player) if state.actors else (player,):
        mover = state.hook_tables[race]
        if mover.demands_redeploy:
            forced = demanded(state, race, mover.demands_redeploy)
            if forced:
                return forced
        offers: list[Action] = []
        for call in mover.offers_redeploy:
            offers += call(state, race, "redeploy")
        if mover.is_regrouping and is_regrouping(state, race):
            regroups, settled = regroup_actions(state, race, offers)
            actions += regroups
            finished = finished and settled
        else:
            spare, regions = state.hand[race] - mover.reserve, state.regions[race]
            if mover.vetoes_deploy_redeploy:
                regions = rooms_of(state, race)
            if mover.reserved_tokens:
                for call in mover.reserved_tokens:
                    spare -= call(state, race)
            if spare > 0 and regions:
                finished = False
                plain = min(spare, state.hand[race] - count_carried(state, race)) if state.carried else spare
                actions += deploys(state, regions, plain)
        if offers:
            actions += offers
            if mover.is_regrouping:  # it may have to abandon a region, and an ability may offer that, too
                actions = list(dict.fromkeys(actions))
        if state.carried:
            if is_regrouping(state, race):
                rooms = deploy_limits(state, race, region_needs(state, race), offers)
            else:
                rooms = [(rooms_of(state, race), state.hand[race] - reserve_of(state, race))]
            actions += place_actions(state, race, rooms, actions)
    if finished and not (hook_table.vetoes_done_redeploy and is_vetoed(state, player, "done")):
        actions.append(DONE)
    return actions


def rooms_of(state: GameState, race: Race) -> Regions:
    """Return the regions of a race that may get tokens in redeployment or retreat."""
    hook_table = state.hook_tables[race]
    if hook_table.vetoes_deploy_redeploy or hook_table.vetoes_deploy_retreat:
        return state.regions[race] & ~refused_regions(state, race, "deploy")
    return state.regions[race]


def retreat_actions(state: GameState) -> list[Action]:
    """List the legal actions of a defender: withdrawn tokens and pieces go to regions of the same race (R-LOSS-3)."""
    actions: list[Action] = []
    for race in state.seats[state.to_move]:
        if not state.regions[race]:
            continue
        plain = state.withdrawn[race]
        if plain and state.carried:
            plain = max(0, plain - count_carried(state, race))
        if plain:
            actions += _retreats(state, race, plain)
        for call in state.hook_tables[race].offers_retreat:
            actions += call(state, race, "retreat")
        if state.carried:
            rooms = [(rooms_of(state, race), state.withdrawn[race])]
            actions += place_actions(state, race, rooms, actions)
    return actions


def _retreats(state: GameState, race: Race, most: int) -> list[Action]:
    """List the deployments of withdrawn tokens that leave no region with fewer than the race needs (W-TAUREN-1)."""
    regions, least = state.regions[race], state.hook_tables[race].garrison
    if state.hook_tables[race].vetoes_deploy_retreat:
        regions = rooms_of(state, race)
    if least == 1:
        return deploys(state, regions, most)
    thin = sum(1 << region for region in indexes(regions) if state.tokens[region] < least)
    return deploys(state, regions & ~thin, most) + [
        action for action in deploys(state, thin, most) if state.tokens[action.region] + action.number >= least
    ]


def may_retreat(state: GameState) -> bool:
    """Return whether the defender who decides has tokens or pieces to place, and a region for them."""
    for race in state.seats[state.to_move]:
        if (
            state.withdrawn[race]
            and state.regions[race]
            and state.hook_tables[race].garrison == 1
            and not state.hook_tables[race].vetoes_deploy_retreat
            and not state.carried
        ):
            return True  # without a list of all the places
    return bool(retreat_actions(state))


def next_defender(state: GameState) -> bool:
    """Let the next defender clockwise retreat; return false if nobody has to (R-LOSS-6)."""
    player = state.turn
    while state.hit:
        player = (player + 1) % state.players
        if state.hit >> player & 1:
            state.to_move = player
            if player != state.turn and may_retreat(state):
                state.phase = "retreat"
                if state.events is not None:
                    state.events.append(PhaseBegan("retreat", player))
                return True
            state.hit &= ~(1 << player)
    state.to_move = state.turn
    return False


def to_place(state: GameState, player: Player) -> Tokens:
    """Count the tokens that a player has to place now: neither a reserve nor pieces that count as tokens."""
    if state.phase == "retreat":
        off = {race: state.withdrawn[race] for race in state.seats[player]}
    else:
        off = {race: state.hand[race] - reserve_of(state, race) for race in movers(state, player)}
    return sum(max(0, count - count_carried(state, race)) for race, count in off.items() if rooms_of(state, race))


def end_redeployment(state: GameState, action: Action) -> None:
    """End the redeployment (``done``)."""
    state.phase_over = True


DONE: Final = Action("done", end_redeployment)


def deploys(state: GameState, regions: Regions, most: int) -> list[Action]:
    """List the actions that put 1 to ``most`` tokens into a region."""
    try:
        rows = state.table.deployments[most]
    except KeyError:
        rows = state.table.deploys(most, deploy)
    actions: list[Action] = []
    for region in recent_indexes(regions):
        actions += rows[region]
    return actions


def deploy(state: GameState, action: Action) -> None:
    """Put tokens from the hand, or withdrawn ones, into an own region."""
    region, count = action.region, action.number
    state.tokens[region] += count
    state.defence[region] += count
    if state.events is not None:
        source = WITHDRAWN if state.phase == "retreat" else HAND
        report_moved(state.events, state.occupant[region], count, source, region)
    if state.phase == "retreat":
        state.withdrawn[state.occupant[region]] -= count
    else:
        state.fresh = False
        state.hand[state.occupant[region]] -= count


# --- pieces that are tokens (W-BEAST-5)


def place_actions(state: GameState, race: Race, rooms: Limits, offered: Collection[Action]) -> list[Action]:
    """List the placements of the pieces in hand of a race that no ability offers.

    :param rooms: regions, with the most pieces that may go to each. :param offered: actions of abilities.
    """
    actions: list[Action] = []
    for (kind, carrier), number in state.carried.items():
        piece = state.table.rulebook.pieces[kind].id
        for count in range(1, number + 1) if carrier == race else ():
            regions = sum([regions for regions, most in rooms if most >= count])
            suffix = f" {count}" if count > 1 else ""
            placements = state.table.region_actions(f"place {piece}", suffix, place_piece, number=count)
            actions += select_actions(placements, regions)
    return sorted([action for action in actions if action not in offered], key=attrgetter("region"))


def place_piece(state: GameState, action: Action) -> None:
    """Put pieces that are tokens from the hand, or withdrawn ones, into an own region."""
    if state.phase == "redeploy":
        state.fresh = False
    race, source = state.occupant[action.region], WITHDRAWN if state.phase == "retreat" else HAND
    put_down_pieces(state, race, action.operands[0], action.region, action.number)
    move_tokens(state, race, action.number, source, action.region)


# --- redeploying from scratch: the tokens that each region needs or may get (W-REDEP-3)


class Needs(NamedTuple):
    """The tokens that the regions of a race still need.

    :ivar full: regions with enough tokens. :ivar piece_held: regions without a token that a piece holds alone.
    :ivar bare: regions without a token or a holding piece.
    :ivar thin: pairs of regions with too few tokens, and the number that each of them lacks.
    :ivar total: tokens that all regions lack together.
    """

    full: Regions
    piece_held: Regions
    bare: Regions
    thin: list[tuple[int, int]]
    total: int


Limits = list[tuple[int, int]]
"""Regions, with the most tokens that may go to each of them."""


def region_needs(state: GameState, race: Race) -> Needs:
    """Compute the tokens that the regions of the race still need."""
    hook_table, full, tokens, bare = state.hook_tables[race], state.regions[race], state.tokens, 0
    garrison, piece_held = hook_table.garrison, 0
    for region in recent_indexes(full):
        if not tokens[region]:
            bare |= 1 << region
    full ^= bare
    if state.marked & bare:
        for kind in state.table.holding_kinds:
            piece_held |= state.piece_regions[kind]
        piece_held &= bare
        bare ^= piece_held
    total = garrison * bare.bit_count()
    thin: list[tuple[int, int]] = []
    if garrison > 1:
        for lacks in range(1, garrison):
            regions = state.with_tokens(full, garrison - lacks)
            if regions:
                thin.append((regions, lacks))
                total += lacks * regions.bit_count()
        for regions, _lacks in thin:
            full ^= regions
    return new_tuple(Needs, (full, piece_held, bare, thin, total))


def _rooms_of_holders(state: GameState, race: Race, bare: Regions, offers: list[Action]) -> Regions:
    """Return the bare regions that a piece in hand could hold alone, by an action on offer."""
    holders, regions = state.hook_tables[race].holders, 0
    for action in offers:
        if action.ability in holders and action.region >= 0:
            regions |= 1 << action.region
    return regions & bare


def reserve_of(state: GameState, race: Race) -> Tokens:
    """Return the tokens that stay in hand when the race redeploys (R-AMAZON-3)."""
    hook_table = state.hook_tables[race]
    reserve = hook_table.reserve
    for call in hook_table.reserved_tokens:
        reserve += call(state, race)
    return reserve


def deploy_limits(state: GameState, race: Race, needs: Needs, offers: list[Action]) -> Limits:
    """List the most tokens that may go to each region now, so that the other regions can still get theirs.

    Regions that may get no tokens are left out.

    :param needs: the result of :func:`region_needs`. :param offers: actions of abilities, which may place a piece.
    """
    full, piece_held, bare, thin, total = needs
    hook_table = state.hook_tables[race]
    garrison, hand = hook_table.garrison, state.hand[race]
    if hook_table.reserves and (reserve := reserve_of(state, race)):
        hand = max(hand - reserve, min(hand, total))  # needs go before the reserve
    if not (bare or thin or piece_held):  # the fast path: half of all calls
        return [(full, hand)] if full and hand > 0 else []
    limits: Limits = []
    spare = hand - total
    bare_limit = spare + garrison  # includes the need of the bare region itself
    holdable = _rooms_of_holders(state, race, bare, offers) if bare and hook_table.holders else 0
    only = holdable if holdable and not holdable & (holdable - 1) else 0
    if holdable:  # the piece in hand can hold one bare region, so the others may get more
        spare += garrison
        if only and bare_limit >= garrison and hand >= garrison:
            limits.append((only, bare_limit))
        bare, bare_limit = bare ^ only, bare_limit + garrison
    if full and spare > 0:
        limits.append((full, spare))
    if piece_held and spare >= garrison:
        limits.append((piece_held, spare))
    for regions, lacks in thin:
        if spare >= 0 and hand >= lacks:
            limits.append((regions, spare + lacks))
    if bare and bare_limit >= garrison and hand >= garrison:
        limits.append((bare, bare_limit))
    return limits


def regions_for_holder(state: GameState, race: Race) -> Regions:
    """Return the regions to which a holding piece may go, so that all other regions can still get tokens."""
    regions = state.regions[race]
    if state.hand[race] >= state.hook_tables[race].garrison * regions.bit_count():
        return regions
    needs = region_needs(state, race)
    short = needs.total - state.hand[race]
    if short <= 0:
        return regions
    return needs.bare if state.hook_tables[race].garrison >= short else 0


def is_regrouping(state: GameState, race: Race) -> bool:
    """Return whether the race redeploys with everything in hand."""
    calls = state.hook_tables[race].is_regrouping
    for call in calls:
        if call(state, race):
            return True
    # Its piece may leave the game while everything is in hand.
    return bool(calls) and state.phase == "redeploy" and bool(region_needs(state, race).bare)


def take_all(state: GameState, race: Race) -> None:
    """Bring every token of the race to hand; it keeps its regions."""
    tokens, defence, total = state.tokens, state.defence, 0
    for region in indexes(state.regions[race]):
        if state.marked >> region & 1:
            pick_up_pieces(state, race, region)
        count = tokens[region]
        total += count
        tokens[region] = 0
        defence[region] -= count
        if state.events is not None:
            report_moved(state.events, race, count, region, HAND)
    state.hand[race] += total


def regroup_actions(state: GameState, race: Race, offers: list[Action]) -> tuple[list[Action], bool]:
    """List the actions with the hand apart from those on offer, and whether the redeployment may end.

    ``deploy`` for what is in hand, or ``abandon`` where the tokens do not suffice for every region. The
    redeployment may end when no region lacks anything and nothing in hand could be placed.
    """
    needs, hand = region_needs(state, race), state.hand[race]
    total = needs.total
    short = total - hand
    if short > 0 and _rooms_of_holders(state, race, needs.bare, offers):
        short -= state.hook_tables[race].garrison
    if short > 0:  # one of the regions without enough tokens has to be given up
        surplus = needs.bare + sum([regions for regions, _ in needs.thin])
        return select_actions(state.table.region_actions("abandon", "", abandon), surplus), False
    if not hand:
        return [], not total
    rooms = deploy_limits(state, race, needs, offers)
    if state.hook_tables[race].vetoes_deploy_redeploy:
        closed = needs.full & ~rooms_of(state, race)
        rooms = [(regions & ~closed, most) for regions, most in rooms if regions & ~closed]
    plain = hand - count_carried(state, race) if state.carried else hand
    return _deploys(state, rooms, plain) if plain > 0 else [], not (total or rooms)


def _deploys(state: GameState, rooms: Limits, plain: Tokens) -> list[Action]:
    """List the deployments of plain tokens into regions with room for different numbers, in board order."""
    if len(rooms) == 1:
        regions, most = rooms[0]
        return deploys(state, regions, most if most < plain else plain)
    table, every = state.table, 0
    actions: list[Action] = []
    rows: list[tuple[int, tuple[Row, ...]]] = []
    for regions, most in rooms:
        if most > plain:
            most = plain
        rows.append((regions, table.deployments.get(most) or table.deploys(most, deploy)))
        every |= regions
    for region in indexes(every):
        for regions, row_of in rows:
            if regions >> region & 1:
                actions += row_of[region]
    return actions
