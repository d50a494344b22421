"""Redeployment of the active player and retreat of defenders (rules G, R-LOSS-3 to 7)."""

from __future__ import annotations

from smallworld.actions import Action
from smallworld.model.regions import indexes
from smallworld.rules.conquest import demanded
from smallworld.rules.deploying import deploys
from smallworld.rules.position import Position
from smallworld.rules.regrouping import regroup_actions, regroups, take_all


def movers(game: Position, player: int) -> tuple[int, ...]:
    """Races of a player whose tokens may move: the active one, declined ones that act (R-REDEP-3)."""
    found: tuple[int, ...] = (player,) if game.kit[player].race >= 0 else ()
    for race in game.actors:
        if race % game.players == player:
            found += (race,)
    return found


def begin_redeployment(game: Position) -> None:
    """Bring everything above the minimum to hand and let reinforcements join (R-REDEP-1, R-REDEP-2)."""
    player = game.turn
    game.phase = "redeploy"
    game.to_move = player
    game.stage = 2
    game.decline_stage = 2
    game.readied = game.fresh = True
    for race in movers(game, player) if game.actors else (player,):
        if game.withdrawn[race]:
            game.rejoin(race)
        game.ready(race)
        kit = game.kit[race]
        gained = 0
        for call in kit.redeploy_gain:
            gained += call(game, race)
        if gained:
            game.gain_tokens(race, gained)
        for call in kit.conquests_ended:
            call(game, race)
        if kit.regroups and regroups(game, race):
            take_all(game, race)


def redeploy_actions(game: Position) -> list[Action]:
    """Legal actions of the active player's redeployment."""
    player = game.to_move
    kit = game.kit[player]
    if kit.moves_plainly and not game.actors:
        spare = game.hand[player] - kit.reserve
        return deploys(game, game.regions[player], spare) or [DONE] if spare > 0 else [DONE]
    found: list[Action] = []
    finished = True
    for race in movers(game, player) if game.actors else (player,):
        mover = game.kit[race]
        if mover.demands_redeploy:
            forced = demanded(game, race, mover.demands_redeploy)
            if forced:
                return forced
        if mover.regroups and regroups(game, race):
            actions, settled = regroup_actions(game, race)
            found += actions
            finished = finished and settled
        else:
            spare, regions = game.hand[race] - mover.reserve, game.regions[race]
            if spare > 0 and regions:
                finished = False
                found += deploys(game, regions, spare)
        for call in mover.offers_redeploy:
            found += call(game, race, "redeploy")
    if finished and not (kit.vetoes_done_redeploy and game.vetoed(player, "done")):
        found.append(DONE)
    return found


def retreat_actions(game: Position) -> list[Action]:
    """Legal actions of a defender: withdrawn tokens and pieces go to regions of the same race (R-LOSS-3)."""
    found: list[Action] = []
    for race in game.seats[game.to_move]:
        if not game.regions[race]:
            continue
        plain = game.withdrawn[race]
        if plain and game.carried:
            plain -= game.carries(race)
        if plain:
            found += _retreats(game, race, plain)
        for call in game.kit[race].offers_retreat:
            found += call(game, race, "retreat")
    return found


def _retreats(game: Position, race: int, most: int) -> list[Action]:
    """Deployments of withdrawn tokens that leave no region with fewer than the race needs (W-TAUREN-1)."""
    regions, least = game.regions[race], game.kit[race].garrison
    if least == 1:
        return deploys(game, regions, most)
    thin = sum(1 << region for region in indexes(regions) if game.tokens[region] < least)
    return deploys(game, regions & ~thin, most) + [
        action for action in deploys(game, thin, most) if game.tokens[action.region] + action.number >= least
    ]


def may_retreat(game: Position) -> bool:
    """Whether the defender who decides has anything to place, and a region for it."""
    for race in game.seats[game.to_move]:
        if game.withdrawn[race] and game.regions[race] and game.kit[race].garrison == 1 and not game.carried:
            return True  # without a list of all the places
    return bool(retreat_actions(game))


def next_defender(game: Position) -> bool:
    """Let the next defender clockwise retreat; false if nobody has to (R-LOSS-6)."""
    for step in range(1, game.players + 1):
        if not game.hit:
            break
        player = (game.turn + step) % game.players
        if game.hit >> player & 1:
            game.to_move = player
            if player != game.turn and may_retreat(game):
                game.phase = "retreat"
                return True
            game.hit &= ~(1 << player)
    game.to_move = game.turn
    return False


def to_place(game: Position, player: int) -> int:
    """Tokens that a player has to place now: neither a reserve nor pieces that count as tokens."""
    if game.phase == "retreat":
        off = {race: game.withdrawn[race] for race in game.seats[player]}
    else:
        off = {race: game.hand[race] - game.kit[race].reserve for race in movers(game, player)}
    return sum(max(0, count - game.carries(race)) for race, count in off.items() if game.regions[race])


def end_redeployment(game: Position, action: Action) -> None:
    """``done``: everything is placed."""
    game.phase_over = True


DONE = Action("done", end_redeployment)
