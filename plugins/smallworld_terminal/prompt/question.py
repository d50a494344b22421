"""The question at the prompt: player, phase, tokens in hand, the action that Enter does; hints about the next step."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from smallworld.game import Game
from smallworld.languages import N_, _, or_list
from smallworld.languages.messages import format_count
from smallworld.model.names import phase_name
from smallworld.model.variant import PowerSpec, RaceSpec
from smallworld.notation import CORE_VERBS
from smallworld.tools import abilities_of, to_place, tokens_off_map
from smallworld_play.action_menu import list_menu
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


# --- hints: the next step in a sentence or two, with examples that are legal


PICK_HINT = N_("Pick a combo: pick 1 is free, each place further down costs a coin; why pick 2 shows what you get.")
OPENINGS = {
    "retreat": N_("You lost a region."),
    "finish": N_("The turn is scored."),
    "answer": N_("A question has to be answered."),
}
"""Phase → a sentence about it, where the examples do not explain it."""
Kind = tuple[str, str]
"""A verb, and the means of a conquest (joined means are left out); of a choice of words each is a kind."""


def hint(game: Game) -> str:
    """Write the next step of this phase, with an example of every kind of action that is legal."""
    if game.phase == "pick":
        further = [example for kind, example in example_actions(game).items() if kind[0] != "pick"]
        return " ".join([_(PICK_HINT), *_further_actions(N_("Also: {actions}."), further)])
    examples = example_actions(game)
    main = _conquest_hint(examples) if game.phase == "conquer" else _deploy_hint(game, examples)
    opening = OPENINGS.get(game.phase, "")
    actions = _further_actions(N_("Also: {actions}.") if main else N_("Type: {actions}."), examples.values())
    return " ".join(filter(None, [_(opening) if opening else "", main, *actions]))


def _further_actions(sentence: str, actions: Collection[str]) -> list[str]:
    return [_(sentence, actions=or_list(actions))] if actions else []


def ability_notes(game: Game) -> Iterator[str]:
    """Yield the texts of abilities that offer the only choices now: Stout's decline, the form of Worgen."""
    examples = example_actions(game)
    examples.pop(("done", ""), "")
    if not examples or game.phase == "pick" or any(verb in ("conquer", "deploy") for verb, _detail in examples):
        return
    entries: dict[str, RaceSpec | PowerSpec] = {**game.variant.races, **game.variant.powers}
    abilities = abilities_of(game.state, game.state.to_move)
    sources = {a.source for a in abilities if game.phase in a.offers_in and hasattr(a, "offer_actions")}
    for source in sorted(sources & set(entries)):
        yield f"{entries[source].name}: {entries[source].text}"


def remaining_actions(game: Game) -> str:
    """List the actions that are possible before ``done`` ends the phase; empty without any."""
    examples = example_actions(game)
    examples.pop(("done", ""), "")
    return _("Also possible before done: {actions}.", actions=or_list(examples.values())) if examples else ""


def example_actions(game: Game) -> dict[Kind, str]:
    """Return kind of action → the cheapest legal one."""
    examples: dict[Kind, str] = {}
    choices = {verb for verb, pattern in game.state.table.rulebook.verbs.items() if pattern in ("WORD", "PLAYER")}
    for item in list_menu(game):
        action = game.read(item.action)
        if len(action.means) < 2:
            detail = item.action if action.verb in choices else "".join(action.means)
            examples.setdefault((action.verb, detail), item.action)
    return examples


def _conquest_hint(examples: dict[Kind, str]) -> str:
    """Write the conquests, and remove them from the examples."""
    plain, die = examples.pop(("conquer", ""), ""), examples.pop(("conquer", "die"), "")
    sentences = [_("Take regions, the cheapest first: {action}.", action=plain)] if plain else []
    if die:
        sentences.append(_("Short of tokens: {action} (your last attempt).", action=die))
    return " ".join(sentences)


def _deploy_hint(game: Game, examples: dict[Kind, str]) -> str:
    """Write the deployments, and remove them from the examples."""
    example = examples.pop(("deploy", ""), "")
    if not example:
        return ""
    region = game.read(example).operands[0]
    several = len({action.region for action in game.legal_actions() if action.verb == "deploy"}) > 1
    ways = f"deploy {region} 1, deploy rest {region}, deploy even" if several else example
    return _("Put tokens where they are needed: {ways}.", ways=ways)
