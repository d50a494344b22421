"""The player of a turn that follows a plan."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from smallworld.model.aliases import Player, Region
from smallworld_bots.greedy.conquest_gains import LEAST_MERIT, Prospect
from smallworld_bots.greedy.placements import coins_after, safety, threatened_regions
from smallworld_bots.greedy.turn_plans import fingerprint
from smallworld_bots.planner.plan import Plan, draw_index
from smallworld_bots.position_value import turns_left
from smallworld_bots.rollout import choose_quickly

if TYPE_CHECKING:
    from smallworld.actions import Action
    from smallworld.game import Game


class TurnPlayer:
    """Plays turns by plans. The merit of a conquest is computed once in a turn: it hardly changes in it.

    :ivar targets: the regions that could be conquered so far, which are worth varying in a plan.
    """

    def __init__(self, seat: Player) -> None:
        self.targets: list[Region] = []
        self._seat = seat
        self._merits: dict[tuple[int, int, Action], float] = {}

    def play(self, game: Game, plan: Plan, rng: Random) -> None:
        """Play a game to the end of the turn, and note the steps in the plan; others act quickly where they must."""
        state, seat = game.state, self._seat
        turn, conquests = (state.round, state.turn), 0
        action = next((action for action in game.legal_actions() if action == plan.first), None)
        while state.phase != "over" and (state.round, state.turn) == turn:
            if state.to_move != seat:
                game.proceed(choose_quickly(game, rng))
                continue
            if action is None:
                stops = conquests >= plan.conquests
                conquests += state.phase == "conquer"
                action = self._choose_action(game, plan, rng, stops=stops)
            plan.steps.append((fingerprint(state, seat), action))
            game.proceed(action)
            action = None

    def _choose_action(self, game: Game, plan: Plan, rng: Random, *, stops: bool) -> Action:
        legal, phase = game.legal_actions(), game.state.phase
        if len(legal) == 1:
            return legal[0]
        if phase == "conquer":
            return self._choose_conquest(game, legal, plan, rng, stops=stops)
        if phase == "redeploy":
            if turns_left(game.state, self._seat):  # else nothing has to be held any more
                plan.to_shelter = plan.to_shelter or game.state.regions[self._seat]
            return self._choose_placement(game, legal, plan)
        if phase == "finish":
            return legal[min(plan.finish, len(legal) - 1)]
        return choose_quickly(game, rng)

    def _choose_conquest(
        self, game: Game, legal: tuple[Action, ...], plan: Plan, rng: Random, *, stops: bool
    ) -> Action:
        """Choose the conquest with the highest merit; else a roll or an ability's action; else the end of conquests."""
        state = game.state
        best, chosen = LEAST_MERIT, None
        attempts, offers = [], []
        for action in legal:
            if action.verb == "conquer":
                if "die" in action.means:
                    attempts.append(action)
                    self._note_target(action)
                elif not stops:
                    merit = self._merit(game, action) * plan.likes.get(action.region, 1.0)
                    if merit > best:
                        best, chosen = merit, action
            elif action.verb == "abandon":
                if action.region == plan.abandoned and state.fresh:
                    return action
            elif action not in ("done", "decline"):
                offers.append(action)
        if chosen is not None:
            return chosen
        if "roll" in offers:
            return next(action for action in offers if action == "roll")
        if attempts and not stops:
            return max(
                attempts,
                key=lambda action: plan.likes.get(action.region, 1.0) / max(1, state.defence[action.region]),
            )
        return _choose_end(legal, offers, rng)

    def _merit(self, game: Game, action: Action) -> float:
        """Return the merit of a conquest, computed once in a turn; 0 for one that the race cannot hold."""
        hooks = game.state.hook_tables[self._seat]
        key = (hooks.race_index, hooks.power_index, action)
        if key in self._merits and not hooks.reserve:
            return self._merits[key]
        self._note_target(action)
        gain = Prospect(game, self._seat).gain(action)
        if gain is None:
            return 0.0
        self._merits[key] = gain.merit
        return gain.merit

    def _note_target(self, action: Action) -> None:
        if action.region >= 0 and action.region not in self.targets:
            self.targets.append(action.region)

    def _choose_placement(self, game: Game, legal: tuple[Action, ...], plan: Plan) -> Action:
        """Place pieces where they earn most, then single tokens where attackers are nearest."""
        state, seat = game.state, self._seat
        shelter = plan.shelter
        placements = [action for action in legal if action.verb not in ("deploy", "done", "abandon")]
        if placements:
            return max(
                placements, key=lambda action: coins_after(game, action, seat) + 0.6 * shelter.get(action.region, 0.0)
            )
        single = [action for action in legal if action.number == 1 and action.verb == "deploy"]
        if single:
            threat = threatened_regions(state, seat)
            return min(
                single,
                key=lambda action: safety(state, action.region, threat) - shelter.get(action.region, 0.0),
            )
        given_up = [action for action in legal if action.verb == "abandon"]
        return max(given_up or legal, key=lambda action: coins_after(game, action, seat))


def _choose_end(legal: tuple[Action, ...], offers: list[Action], rng: Random) -> Action:
    """Choose an ability's action, sometimes; else the end of conquests."""
    if offers and rng.random() < 0.3:
        return offers[draw_index(rng, len(offers))]
    ends = [action for action in legal if action == "done"]
    return (ends or offers or [action for action in legal if action != "decline"] or list(legal))[0]
