"""Advice for the player who decides: an action that the bot ``hard`` prefers, with its estimate as the reason."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from smallworld.game import Game
from smallworld.languages import _
from smallworld.languages.messages import format_count
from smallworld_bots.greedy import Greedy
from smallworld_bots.greedy.conquest_gains import ConquestGain, conquest_gains
from smallworld_bots.greedy.turn_plans import turn_plans
from smallworld_play.priced_actions import die_odds

SAMPLES = 4
"""Guesses at dice and hidden stacks; their mean is the estimate."""


def advise(game: Game) -> str:
    """Write an action that is good for the player who decides, with the reason; it knows only what they know."""
    player = game.to_move
    assert player is not None
    legal = list(map(str, game.legal_actions()))
    if len(legal) == 1:
        return _("{legal}: the only action that is possible", legal=legal[0])
    view, rng = game.view(player), Random(game.log_length)
    if game.phase not in ("pick", "conquer"):
        return _placing_advice(game, Greedy().choose(view, game.legal_actions(), rng))
    seat, guess = view.players.index(player), view.imagine(rng)
    plans = turn_plans([view.imagine(rng) for _rest in range(SAMPLES)], seat, guess.legal_actions(), rng)
    values = {action: plan.coins for action, plan in plans.items()}
    best, *alternatives = sorted(values, key=lambda action: -values[action])
    if alternatives and (game.phase == "pick" or best == "decline"):
        return _plan_advice(guess, values, best, alternatives[0])
    return _conquest_advice(game, best, list(conquest_gains(guess, seat, guess.legal_actions())))


def _plan_advice(game: Game, values: dict[str, float], best: str, second: str) -> str:
    """Compare two plans by the coins that the player may have at the end."""
    price = _price(game, best)
    terms = {"best": best, "coins": f"{values[best]:.0f}", "second": second, "other_coins": f"{values[second]:.0f}"}
    if not price:
        return _("{best}: you may end with about {coins} coins; next best: {second}, about {other_coins}", **terms)
    terms["price"] = price
    return _("{best}: {price}, you may end with about {coins} coins; next best: {second}, about {other_coins}", **terms)


def _price(game: Game, action: str) -> str:
    """Return the coins that an action takes or brings at once; empty without a change."""
    trial, player = game.copy(), game.to_move
    seat = game.players.index(str(player))
    before = trial.state.coins[seat]
    trial.apply(action)
    coins = trial.state.coins[seat] - before if action != "decline" else 0
    text = format_count(abs(coins), "coin")
    if coins > 0:
        return _("brings {coins}", coins=text)
    return _("costs {coins}", coins=text) if coins < 0 else ""


def _conquest_advice(game: Game, best: str, gains: Sequence[ConquestGain]) -> str:
    """Compare two conquests by the coins of this turn and the tokens that they cost."""
    preferred = next((gain for gain in gains if gain.action == best), None)
    if preferred is None:
        odds = die_odds(game, best)
        if odds is not None:
            return _(
                "{best}: a last attempt with the tokens that remain; it succeeds with {odds}", best=best, odds=odds
            )
        return _("{best}: no conquest adds coins for your tokens now", best=best)
    alternatives = sorted((gain for gain in gains if gain.action != best), key=lambda gain: -gain.merit)
    if not alternatives:
        return f"{best}: {_gain_text(preferred)}"
    second, reason, other = alternatives[0].action, _gain_text(preferred), _gain_text(alternatives[0])
    if reason == other:
        return _("{best}: {reason}; as good: {second}", best=best, reason=reason, second=second)
    return _("{best}: {reason}; next best: {second}, {other}", best=best, reason=reason, second=second, other=other)


def _gain_text(gain: ConquestGain) -> str:
    coins, tokens = format_count(round(gain.coins), "more coin"), format_count(gain.tokens, "token")
    if gain.merit > gain.coins / gain.tokens:
        return _("{coins} this turn for {tokens}, and another player loses the region", coins=coins, tokens=tokens)
    return _("{coins} this turn for {tokens}", coins=coins, tokens=tokens)


def _placing_advice(game: Game, best: str) -> str:
    """Give the reason for a deployment or the end of a phase."""
    action = game.read(best)
    if action.verb != "deploy":
        return _("{best}: no other action leaves you more coins this turn", best=best)
    state = game.state
    region = state.board.regions[action.region].id
    tokens = format_count(state.defence[action.region], "token")
    values = {"best": best, "region": region, "tokens": tokens}
    return _("{best}: {region} is the region that others take most easily, for {tokens}", **values)
