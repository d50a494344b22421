"""Going into decline (rules I)."""

from __future__ import annotations

from smallworld.actions import Action
from smallworld.model.regions import indexes
from smallworld.rules.kit import NONE, Kit
from smallworld.rules.position import Position


def choose_decline(game: Position, action: Action) -> None:
    """The active race goes into decline; as the choice of a turn it also ends the turn (R-DECL-1)."""
    ends_turn = game.phase != "finish"
    if ends_turn:
        unready(game, game.to_move)
    decline(game, game.to_move)
    if ends_turn:
        game.phase = "decline"
    game.phase_over = True


def unready(game: Position, player: int) -> None:
    """Declining is taken from the position before readying (formats, Ghouls)."""
    for race, counts in game.before_ready.items():
        for region, count in counts:
            back = count - game.tokens[region]
            game.tokens[region] = count
            game.hand[race] -= back
            game.defence[region] += back
    game.before_ready = {}


def decline(game: Position, player: int) -> None:
    """Flip the active race of a player (R-DECL-1 a to d)."""
    kit = game.kit[player]
    empty = not game.regions[player]
    if not kit.outlasts and not (empty and not game.table.rulings["empty_decline_removes_previous"]):
        _remove_previous(game, player)
    declined = game.table.kit(kit.race, kit.power if kit.power in game.table.rulebook.lasting else NONE, True)
    keep = 1
    for call in kit.decline_keeps:
        keep = max(keep, call(game, player))
    race = _free_instance(game, player)
    _flip(game, player, race, keep)
    if not kit.keeps_badge and kit.power >= 0:
        game.discards += (kit.power,)
    game.set_kit(player, game.table.no_kit)
    game.set_kit(race, declined)
    game.decline_order += (race,)
    for call in kit.race_declined:
        call(game, race)
    _forget(game, kit, declined)
    game.check_gone(race)


def _remove_previous(game: Position, player: int) -> None:
    """Remove earlier declined races that are not protected (R-DECL-3, R-SPIRIT-1)."""
    for race in game.races_of(player)[1:]:
        if not game.kit[race].outlasts:
            game.remove_race(race)


def _free_instance(game: Position, player: int) -> int:
    """A number for the declined race; makes room if all are in use."""
    for race in range(player + game.players, len(game.kit), game.players):
        if game.kit[race].race < 0:
            return race
    game.add_row()
    return len(game.regions) - game.players + player


def _flip(game: Position, player: int, race: int, keep: int) -> None:
    """Leave ``keep`` tokens in each region, the rest goes to the tray; pieces leave as they should."""
    number = game.kit[player].race
    spare = game.hand[player] + game.withdrawn[player]
    if game.carried:
        spare -= game.drop_carried(player, game.carries(player))
    tokens, occupant = game.tokens, game.occupant
    for region in indexes(game.regions[player]):
        if game.marked >> region & 1 and _strip(game, player, region):
            continue
        extra = tokens[region] - keep
        if extra > 0:
            spare += extra
            tokens[region] = keep
            game.defence[region] -= extra
        occupant[region] = race
        if game.marked >> region & 1:
            game.clear_own_pieces(region, declining=True)
    game.tray[number] += spare
    game.hand[player] = game.withdrawn[player] = 0
    game.regions[race], game.adjacent[race] = game.regions[player], game.adjacent[player]
    game.regions[player] = game.adjacent[player] = 0


def _strip(game: Position, player: int, region: int) -> bool:
    """Take pieces that are tokens off a region; true if it is lost with them (W-DECL-1)."""
    pieces = game.pick_up(player, region)
    game.drop_carried(player, pieces)
    game.tokens[region] -= pieces
    game.defence[region] -= pieces
    if game.tokens[region]:
        return False
    game.give_up(player, region)
    return True


def _forget(game: Position, before: Kit, after: Kit) -> None:
    """Abilities that ended with the active race remember nothing."""
    ended = before.keys - after.keys
    if ended & game.memory.keys():
        game.memory = {key: value for key, value in game.memory.items() if key not in ended}


DECLINE = Action("decline", choose_decline)
