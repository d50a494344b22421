"""Plans of whole turns, and the player that follows them in imagined games, where each position is computed once."""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TypeVar

from smallworld.actions import Action
from smallworld.game import Game
from smallworld.model.aliases import Player, Region, Regions
from smallworld.model.regions import indexes
from smallworld_bots.position_value import choose_quickly, turns_left
from smallworld_bots.turn_plans import (
    LEAST_MERIT,
    Prospect,
    Step,
    coins_after,
    fingerprint,
    safety,
    threatened_regions,
)  # fmt: skip
from smallworld_bots.value_network import Prospects

T = TypeVar("T")
UNLIMITED = 99
"""As many conquests as possible."""
MOST_POSITIONS = 10_000
"""Positions that are remembered; each takes a few kilobytes."""
PIECE = 0.6
"""Coins for which a piece goes to a region that a plan defends by one token more."""
Weight = tuple[float, Region, Action]
"""How good an action is, with its region."""
Move = tuple[Action, ...]
"""Own actions without a choice between them."""


@dataclass(slots=True)
class Plan:
    """A plan for a turn, with its result.

    It has preferences instead of a list of actions, so it covers the whole turn with any result of the dice.
    """

    first: str = ""
    """The first action, if it is fixed: a combo to pick, or ``decline``."""
    likes: dict[Region, float] = field(default_factory=dict)
    """Region → factor on the merit of its conquest; 1 for all others."""
    shelter: dict[Region, float] = field(default_factory=dict)
    """Region → tokens by which it is defended more than others."""
    conquests: int = UNLIMITED
    """Most conquests of the turn."""
    abandoned: Region = -1
    """A region to abandon first; -1 for none."""
    finish: int = -1
    """Place of the choice after the scoring; the last one is ``done``."""
    steps: list[Step] = field(default_factory=list)
    """Its own actions, with the positions before them."""
    to_shelter: Regions = 0
    """The regions of the active race when its tokens are placed; none in the last turn of its player."""
    value: float = -1.0
    """How good the position at the end of the turn is; higher is better."""
    coins: float = 0.0
    """Coins that the player may have at the end of the game."""

    def again(self) -> Plan:
        """Return the same plan without its result."""
        return Plan(self.first, self.likes, self.shelter, self.conquests, self.abandoned, self.finish)

    def varied(self, rng: Random, targets: Sequence[Region], owned: Regions) -> Plan:
        """Return a plan that differs a little from this one.

        :param targets: regions that can be conquered in this turn. :param owned: regions that can be abandoned.
        """
        plan = self.again()
        own_regions = indexes(self.to_shelter)
        share = rng.random()
        if targets and (share < 0.7 or not own_regions):
            changes = {_drawn(rng, targets): math.exp(rng.gauss(0.0, 0.7)) for _ in range(_drawn(rng, range(1, 5)))}
            plan.likes = {**self.likes, **changes}
        if own_regions and (share > 0.55 or not targets):
            changes = {_drawn(rng, own_regions): rng.gauss(0.0, 2.0) for _ in range(_drawn(rng, range(1, 6)))}
            plan.shelter = {**self.shelter, **changes}
        if rng.random() < 0.15:
            plan.conquests = _drawn(rng, range(8)) if rng.random() < 0.5 else UNLIMITED
        if owned and rng.random() < 0.08:
            plan.abandoned = _drawn(rng, indexes(owned)) if self.abandoned < 0 else -1
        if rng.random() < 0.1:
            plan.finish = _drawn(rng, range(-1, 3))
        return plan


def _drawn(rng: Random, choices: Sequence[T]) -> T:
    return choices[int(rng.random() * len(choices))]


class Position:
    """An own choice in an imagined turn, or the end of the turn. Many plans come by it, so its facts are found once.

    :param legal: the legal actions; none at the end of the turn.
    :param facts: by which it differs from other positions of the turn.
    :param steps: the own actions that led to it from the position before, with the facts before each.
    :ivar after: own move → the position after it, as chance and the others have decided once.
    :ivar weights: conquests without a die with their merits, or placements with their worth.
    :ivar attempts: final attempts. :ivar offers: actions of abilities.
    """

    __slots__ = ("after", "attempts", "facts", "game", "legal", "offers", "prospects", "steps", "weights")

    def __init__(self, game: Game, legal: Sequence[Action], facts: Hashable, steps: Sequence[Step]) -> None:
        self.game, self.legal, self.facts, self.steps = game, legal, facts, steps
        self.after: dict[Move, Position] = {}
        self.weights: list[Weight] | None = None
        self.attempts: Sequence[Action] = ()
        self.offers: Sequence[Action] = ()
        self.prospects: Prospects | None = None


class TurnPlayer:
    """Plays turns by plans. The merit of a conquest is computed once in a turn: it hardly changes in it.

    :ivar targets: the regions that could be conquered so far, which are worth varying in a plan.
    """

    def __init__(self, seat: Player, rng: Random) -> None:
        self.targets: list[Region] = []
        self._seat, self._rng = seat, rng
        self._merits: dict[tuple[int, int, Action], float] = {}
        self._remembered = 0

    def begin(self, game: Game) -> Position:
        """Return the position of a game, which belongs to this player from now on."""
        return Position(game, game.legal_actions(), fingerprint(game.state, self._seat), ())

    def play(self, position: Position, plan: Plan) -> Position:
        """Return the position at the end of the turn by a plan, and note the steps in the plan."""
        conquests = 0
        move = tuple([action for action in position.legal if action == plan.first]) if plan.first else ()
        while position.legal:
            if not move:
                stops = conquests >= plan.conquests
                conquests += position.game.state.phase == "conquer"
                move = self._choose(position, plan, stops=stops)
            position = position.after.get(move) or self._after(position, move)
            plan.steps += position.steps
            move = ()
        return position

    def _after(self, position: Position, move: Move) -> Position:
        """Carry out a move and what follows it without an own choice; others act quickly where they must."""
        game, seat = position.game.scratch_copy(), self._seat
        state = game.state
        turn = (state.round, state.turn)
        first, *further = move
        steps: list[Step] = [(position.facts, first)]
        game.proceed(first)
        for action in further:
            if action not in game.legal_actions():  # abilities may ask for other places first
                break
            steps.append((fingerprint(state, seat), action))
            game.proceed(action)
        legal: tuple[Action, ...] = ()
        while state.phase != "over" and (state.round, state.turn) == turn:
            if state.to_move != seat:
                game.proceed(choose_quickly(game, self._rng))
                continue
            legal = game.legal_actions()
            if len(legal) > 1 or state.phase == "conquer":
                break
            steps.append((fingerprint(state, seat), legal[0]))
            game.proceed(legal[0])
            legal = ()
        after = Position(game, legal, fingerprint(state, seat), steps)
        if self._remembered < MOST_POSITIONS:
            self._remembered += 1
            position.after[move] = after
        return after

    def _choose(self, position: Position, plan: Plan, *, stops: bool) -> Move:
        legal, state = position.legal, position.game.state
        if len(legal) == 1:
            return tuple(legal)
        if state.phase == "conquer":
            return (self._choose_conquest(position, plan, stops=stops),)
        if state.phase == "redeploy":
            if not plan.to_shelter and turns_left(state, self._seat):  # else nothing has to be held any more
                plan.to_shelter = state.regions[self._seat]
            return self._choose_placement(position, plan.shelter)
        if state.phase == "finish":
            return (legal[min(plan.finish, len(legal) - 1)],)
        return (choose_quickly(position.game, self._rng),)

    # --- conquests

    def _choose_conquest(self, position: Position, plan: Plan, *, stops: bool) -> Action:
        """Choose the conquest with the highest merit; else a roll or an ability's action; else the end of conquests."""
        state, likes = position.game.state, plan.likes
        weights = self._weigh_conquests(position) if position.weights is None else position.weights
        if plan.abandoned >= 0 and state.fresh:
            for action in position.legal:
                if action.verb == "abandon" and action.region == plan.abandoned:
                    return action
        if not stops:
            best, chosen = LEAST_MERIT, None
            for merit, region, action in weights:
                merit *= likes.get(region, 1.0)
                if merit > best:
                    best, chosen = merit, action
            if chosen is not None:
                return chosen
        rolls = [action for action in position.offers if action == "roll"]
        if rolls:
            return rolls[0]
        if position.attempts and not stops:
            return max(
                position.attempts,
                key=lambda action: likes.get(action.region, 1.0) / max(1, state.defence[action.region]),
            )
        if position.offers and self._rng.random() < 0.3:  # an ability's action, sometimes
            return _drawn(self._rng, position.offers)
        ends = [action for action in position.legal if action == "done"] or position.offers
        return (ends or [action for action in position.legal if action != "decline"] or position.legal)[0]

    def _weigh_conquests(self, position: Position) -> list[Weight]:
        """Sort the legal actions of a position; return the conquests without a die, with their merits."""
        weights: list[Weight] = []
        attempts: list[Action] = []
        offers: list[Action] = []
        prospect = Prospect(position.game, self._seat)
        for action in position.legal:
            if action.verb == "conquer":
                if action.region >= 0 and action.region not in self.targets:
                    self.targets.append(action.region)
                if "die" in action.means:
                    attempts.append(action)
                else:
                    weights.append((self._merit(prospect, action), action.region, action))
            elif action.verb != "abandon" and action not in ("done", "decline"):
                offers.append(action)
        position.weights, position.attempts, position.offers = weights, attempts, offers
        return weights

    def _merit(self, prospect: Prospect, action: Action) -> float:
        """Return the merit of a conquest, computed once in a turn; 0 for one that the race cannot hold."""
        hooks = prospect.game.state.hook_tables[self._seat]
        key = (hooks.race_index, hooks.power_index, action)
        if key in self._merits and not hooks.reserve:
            return self._merits[key]
        gain = prospect.gain(action)
        if gain is None:
            return 0.0
        self._merits[key] = gain.merit
        return gain.merit

    # --- placements

    def _choose_placement(self, position: Position, shelter: Mapping[Region, float]) -> Move:
        """Place pieces where they earn most, then tokens where attackers are nearest."""
        weights = self._weigh_placements(position) if position.weights is None else position.weights
        if weights[0][2].verb == "deploy":
            levels = [level - shelter.get(region, 0.0) for level, region, _ in weights]
            lowest = weights[levels.index(min(levels))][2]
            return _deployment(position.legal, levels, [region for _, region, _ in weights]) or (lowest,)
        totals = [worth + PIECE * shelter.get(region, 0.0) for worth, region, _ in weights]
        return (weights[totals.index(max(totals))][2],)

    def _weigh_placements(self, position: Position) -> list[Weight]:
        """Return the actions to compare with the coins of the turn after them, or single tokens with their safety."""
        game, legal, seat = position.game, position.legal, self._seat
        placements = [action for action in legal if action.verb not in ("deploy", "done", "abandon")]
        single = [action for action in legal if action.number == 1 and action.verb == "deploy"]
        if single and not placements:
            threat = threatened_regions(game.state, seat)
            weights = [(safety(game.state, action.region, threat), action.region, action) for action in single]
        else:
            placements = placements or [action for action in legal if action.verb == "abandon"] or list(legal)
            weights = [(coins_after(game, action, seat), action.region, action) for action in placements]
        position.weights = weights
        return weights


def _deployment(legal: Sequence[Action], levels: list[float], regions: Sequence[Region]) -> Move:
    """Return the deployment of all tokens, each into the region with the lowest level then.

    :return: nothing if the race may not place them like this.
    """
    tokens = max([action.number for action in legal])
    counts = dict.fromkeys(regions, 0)
    for _ in range(tokens):
        lowest = levels.index(min(levels))
        levels[lowest] += 1.0
        counts[regions[lowest]] += 1
    move = tuple([action for action in legal if action.number and action.number == counts.get(action.region)])
    return move if sum([action.number for action in move]) == tokens else ()
