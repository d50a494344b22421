"""Costs that a defender decides, and regions that are closed to others or to oneself."""

from __future__ import annotations

from smallworld import (
    NOBODY,
    Ability,
    Bar,
    Board,
    Coins,
    CostChange,
    Count,
    GameState,
    Race,
    Region,
    Terrain,
    hookimpl,
    indexes,
    mask_of,
)


class Highlands(Ability):
    """Regions of one terrain cost attackers more.

    :param terrain: the terrain that is dearer.
    :param tokens: additional tokens for an attacker.
    """

    rule = "NEAR-4"
    terrain: Terrain
    tokens: Count = 1

    @hookimpl
    def defence_change(self, board: Board) -> CostChange:
        # Only regions of the defender count, so the whole terrain is a good answer.
        return [(self.tokens, board.terrain(self.terrain))]


class ShieldWall(Ability):
    """Regions with enough neighbours of the race cost attackers more.

    :param neighbours: so many adjacent regions have to belong to the race.
    :param tokens: additional tokens for an attacker.
    """

    rule = "NEAR-5"
    neighbours: Count = 2
    tokens: Count = 1

    @hookimpl
    def defence_change(self, state: GameState, race: Race) -> CostChange:
        regions = state.regions[race]
        covered = [
            region
            for region in indexes(regions)
            if (state.board.neighbours[region] & regions).bit_count() >= self.neighbours
        ]
        return [(self.tokens, mask_of(covered))]


class Trek(Ability):
    """Coins for regions abandoned this turn; they are closed to the race until the turn ends.

    :param coins: coins for each region.
    """

    rule = "NEAR-6"
    bars_for = "own"
    coins: Count = 1

    @hookimpl
    def region_left(self, state: GameState, race: Race, region: Region, attacker: Race) -> None:
        if attacker == NOBODY and state.turn == state.owner(race):
            state.remember_turn(self, state.recall_turn(self, 0) | 1 << region)

    @hookimpl
    def bars(self, state: GameState) -> Bar | None:
        # A cost of a hundred tokens would close a region, too, but a bar has a reason that players can read.
        return Bar(state.recall_turn(self, 0), "abandoned", "the camp was given up this turn")

    @hookimpl
    def score(self, state: GameState) -> Coins:
        return self.coins * int(state.recall_turn(self, 0)).bit_count()


class Pledge(Ability):
    """The race attacks no active race of another player."""

    rule = "NEAR-7"
    bars_for = "own"

    @hookimpl
    def bars(self, state: GameState, race: Race) -> Bar | None:
        closed = 0
        for active in range(state.players):  # the active race of a player has the number of the seat
            if active != state.owner(race):
                closed |= state.regions[active]
        return Bar(closed, "pledge", "the race has pledged peace to active races")


class Mourning(Ability):
    """In decline nobody conquers a region of the race."""

    rule = "NEAR-8"
    in_decline: bool = True

    @hookimpl
    def bars(self, state: GameState, race: Race) -> Bar | None:
        if not state.is_declined(race):
            return None
        return Bar(state.regions[race], "mourned", "nobody disturbs the mourned")


class Deadpan(Ability):
    """Abilities of an attacker neither change the cost of the race's regions nor do anything else to them."""

    rule = "NEAR-9"

    @hookimpl
    def defence_change(self, state: GameState, attacker: Race) -> CostChange:
        return [(-change, regions) for change, regions in state.own_cost_changes(attacker)]

    @hookimpl
    def bars(self, state: GameState, race: Race, attempt: str) -> Bar | None:
        if attempt == "conquest":
            return None
        return Bar(state.regions[race], "deadpan", "no ability impresses them")


ABILITIES = (Highlands, ShieldWall, Trek, Pledge, Mourning, Deadpan)
