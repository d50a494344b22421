"""Advice for the player who decides: what the search of the bot ``hard`` prefers, and by how many coins."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from smallworld import Game, _
from smallworld.languages.messages import format_count
from smallworld_bots.greedy import Greedy
from smallworld_bots.planned_turns import Plan
from smallworld_bots.planner import PLANS, outlooks
from smallworld_bots.turn_plans import ConquestGain, conquest_gains
from smallworld_play.priced_actions import coins_gained, die_odds, tried

CONQUESTS = 4
"""Conquests that are compared: those with the most coins for their tokens in this turn."""


def advise(game: Game, plans: int = PLANS) -> str:
    """Write an action that is good for the player who decides, with the reason; it knows only what they know.

    :param plans: how many plans are tried.
    """
    player = game.to_move
    assert player is not None
    legal = list(map(str, game.legal_actions()))
    if len(legal) == 1:
        return _("{legal}: the only action that is possible", legal=legal[0])
    view, rng = game.view(player), Random(game.log_length)
    if not is_compared(game):
        return _placing_advice(game, Greedy().choose(view, game.legal_actions(), rng))
    gains = _gains(game, rng)
    ranking = outlooks(view, _candidates(game, gains), rng, plans)
    parts = [_reason(game, ranking[0].first, gains)]
    if len(ranking) > 1:
        parts.append(_comparison(game, ranking[0], ranking[1]))
    reasons = "; ".join(filter(None, parts))
    return (
        f"{ranking[0].first}: {reasons}"
        if reasons
        else _("{best}: no conquest adds coins for your tokens now", best=ranking[0].first)
    )


def is_compared(game: Game) -> bool:
    """Return whether actions are compared by what they promise: combos, conquests and declining are."""
    return game.phase in ("pick", "conquer") and game.state.to_move == game.state.turn


def weigh(game: Game, action: str, plans: int = PLANS) -> str:
    """Compare a legal action with the best other one, in coins until the end of the game.

    :param plans: how many plans are tried. :return: a sentence; empty where no two actions are worth a comparison.
    """
    if not is_compared(game):
        return ""
    rng = Random(game.log_length)
    firsts = _candidates(game, _gains(game, rng))
    if action not in firsts:
        firsts.append(action)
    ranking = outlooks(game.view(str(game.to_move)), firsts, rng, plans)
    mine = next(plan for plan in ranking if plan.first == action)
    other = next((plan for plan in ranking if plan is not mine), None)
    return _comparison(game, mine, other) if other else ""


def _gains(game: Game, rng: Random) -> list[ConquestGain]:
    """Return the immediate gains of the conquests that need no die, the best one first."""
    if game.phase != "conquer":
        return []
    guess = game.view(str(game.to_move)).imagine(rng)
    gains = conquest_gains(guess, guess.state.to_move, guess.legal_actions())
    return sorted(gains, key=lambda gain: -gain.merit)


def _candidates(game: Game, gains: Sequence[ConquestGain]) -> list[str]:
    """Return the actions that are worth a comparison."""
    legal = game.legal_actions()
    if game.phase == "pick":
        return [str(action) for action in legal if action.verb == "pick"] or [str(legal[0])]
    best = [str(gain.action) for gain in gains[:CONQUESTS]]
    if not best:
        rest = [str(action) for action in legal if action.verb not in ("abandon", "decline", "deploy")]
        best = rest[:CONQUESTS] or [str(legal[0])]
    return [*best, "decline"] if "decline" in legal else best


def _comparison(game: Game, mine: Plan, other: Plan) -> str:
    """Compare two actions by the coins that the player may have at the end of the game."""
    coins = round(mine.coins) - round(other.coins)
    own_turns = game.view(str(game.to_move)).turns_left[str(game.to_move)]
    terms = {"coins": format_count(abs(coins), "coin"), "turns": format_count(own_turns, "turn"), "other": other.first}
    if coins > 0:
        return _("+{coins} over {turns}, compared with {other}", **terms)
    if coins < 0 and mine.value > other.value:
        return _("-{coins} over {turns}, compared with {other}, but a better chance of victory", **terms)
    if coins < 0:
        return _("-{coins} over {turns}, compared with {other}", **terms)
    return _("as many coins over {turns} as {other}", **terms)


def _reason(game: Game, action: str, gains: Sequence[ConquestGain]) -> str:
    """Return what an action brings or costs at once; empty if it is nothing."""
    gain = next((gain for gain in gains if gain.action == action), None)
    if gain is not None:
        return _gain_text(gain)
    odds = die_odds(game, action)
    if odds is not None:
        return _("a last attempt with the tokens that remain; it succeeds with {odds}", odds=odds)
    return _price(game, action) if game.phase == "pick" else ""


def _price(game: Game, action: str) -> str:
    """Return the coins that an action takes or brings at once; empty without a change."""
    coins = coins_gained(tried(game, action), game.state.to_move)
    text = format_count(abs(coins), "coin")
    if coins > 0:
        return _("brings {coins}", coins=text)
    return _("costs {coins}", coins=text) if coins < 0 else ""


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
