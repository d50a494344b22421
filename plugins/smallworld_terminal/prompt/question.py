"""The question at the prompt: player, phase, tokens in hand, and the action that Enter does."""

from __future__ import annotations

from smallworld.game import Game
from smallworld.languages import _
from smallworld.languages.messages import format_count
from smallworld.model.names import phase_name
from smallworld.notation import CORE_VERBS
from smallworld.tools import to_place, tokens_off_map
from smallworld_play.priced_actions import price_of


def question(game: Game) -> str:
    """Write the prompt of the player who decides: ``you [conquer, 11 tokens]> ``."""
    default = default_action(game)
    state = ", ".join(filter(None, [phase_name(game.phase), tokens_in_hand(game)]))
    return f"{game.to_move} [{state}]{f' ({default})' if default else ''}> "


def hand_over_note(player: str) -> str:
    """Write that another person has to decide now."""
    return _("it is {player}'s turn to decide: hand over, then press Enter", player=player)


def tokens_in_hand(game: Game) -> str:
    """Write the tokens in hand of the player who decides; in redeployment those that have to be placed."""
    state = game.state
    is_placing = game.phase in ("redeploy", "retreat")
    hand = to_place(state, state.to_move) if is_placing else tokens_off_map(state, state.to_move)
    return format_count(hand, "token") if hand else ""


def may_place_free(game: Game) -> bool:
    """Return whether a piece could still be placed that costs nothing, such as a Fortress."""
    verbs = {**CORE_VERBS, **game.state.table.rulebook.verbs}
    pieces = (str(action) for action in game.legal_actions() if "PIECE" in verbs.get(action.verb, ""))
    return any(price_of(game, action)[1] == 0 for action in pieces)


def can_end_turn(game: Game) -> bool:
    """Return whether the phase at the end of a turn can be ended, because nothing has to be done any more."""
    return game.phase in ("redeploy", "finish") and "done" in game.legal_actions()


def default_action(game: Game) -> str:
    """Return the action that Enter does: the only one, or the end of a phase in which nothing has to be done."""
    legal = game.legal_actions()
    if len(legal) == 1:
        return str(legal[0])
    if "done" in legal:
        return "done" if can_end_turn(game) and not may_place_free(game) else ""
    # The whole hand goes to the only region, and the last action is that with the most tokens.
    return str(legal[-1]) if {(action.verb, action.region) for action in legal} == {("deploy", legal[0].region)} else ""
