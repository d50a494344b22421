"""Lines of a person as actions: several actions, short region ids, ``deploy rest`` and ``deploy even``.

>>> import smallworld
>>> from smallworld_play.shorthand import expand_line
>>> game = smallworld.new_game(smallworld.load_variant("base"), ["ann", "bob"], seed=7)
>>> game.apply("pick 1")
>>> expand_line(game, "conquer r2, r3, done, deploy even")
['conquer r02', 'conquer r03', 'done', 'deploy r02 6', 'deploy r03 5']
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from itertools import combinations

from smallworld import ActionError, Game, NotationError
from smallworld.languages import N_, _, and_list, or_list
from smallworld.notation import CORE_VERBS, join_player_names
from smallworld_play.priced_actions import list_menu

REST, EVEN = "rest", "even"
"""Words behind ``deploy``: all tokens that still have to be placed; the same number everywhere."""
OPERANDS = {
    "REGION": N_("a region"), "N": N_("a number"), "PIECE": N_("a piece"), "PLAYER": N_("a player"),
    "WORD": N_("a word"),
}  # fmt: skip
"""Kind of operand → its name in a sentence about one that is missing."""
SEVERAL = 4
"""Most actions that such a sentence proposes."""
GROUPS = re.compile(r"[0-9]+|[a-z]+")


def expand_line(game: Game, text: str) -> list[str]:
    """Return the actions that a line means; nothing is done.

    :raises NotationError: a region is ambiguous, an operand is missing, or nothing can be deployed.
    """
    trial, actions = game, list[str]()
    parts, is_possible = parts_of_line(game, text), True
    for number, part in enumerate(parts):
        new = part(trial) if is_possible else [part.keywords["part"]]
        actions += new
        if number == len(parts) - 1:
            break
        trial = trial.copy() if trial is game else trial
        is_possible = is_possible and all(_try(trial, action) for action in new)
    return actions


def parts_of_line(game: Game, text: str) -> list[partial[list[str]]]:
    """Return the parts of a line; each is called with the position before it, and returns the actions that it means.

    ``deploy r01 2, r05 1`` is two parts: one without a verb has that of the part before.

    :raises NotationError: (a part that is called) a region is ambiguous, an operand is missing, or nothing can be
        deployed.
    """
    verbs, verb, parts = verbs_of(game), "", list[str]()
    for part in filter(None, map(str.strip, re.split(r"[,;]", join_player_names(text, game.players)))):
        word = part.split()[0].lower()
        if parts and word not in verbs:
            part = f"{verb} {part}"
        else:
            verb = word
        parts.append(part)
    return [partial(_expand, part=part) for part in parts]


def verbs_of(game: Game) -> dict[str, str]:
    """Return the first word of each action → the pattern of its operands."""
    return {**CORE_VERBS, **game.state.table.rulebook.verbs}


def find_region(game: Game, text: str, verb: str = "") -> str:
    """Return the id of the region that a short form means: ``r4`` is r04, ``s7`` is s2b-07.

    An id is shortened by leaving out zeros, signs, and parts before the last number. A text without a letter is
    never a short form, because numbers belong to lists. Other texts are returned as they are.

    :param verb: of several regions, the only one that a legal action with this verb names is meant.
    :raises NotationError: several regions are meant, or a number.
    """
    regions = [region.id for region in game.state.board.regions]
    groups = _groups(text)
    if text in regions:
        return text
    if text.isdecimal() and (with_letter := _with_letter(text, regions)):
        sentence = N_("{text!r} is not a region, as numbers alone belong to lists; write {with_letter}")
        raise NotationError(_(sentence, text=text, with_letter=with_letter))
    if len(groups) < 2 or not groups[-1].isdecimal():
        return text
    matches = [region for region in regions if _shortens(groups, _groups(region))]
    if len(matches) > 1:
        legal = {word for action in game.legal_actions() if action.verb == verb for word in action.operands}
        matches = [region for region in matches if region in legal] or matches
    if len(matches) > 1:
        raise NotationError(_("{text!r} may be {matches}; write more of it", text=text, matches=or_list(matches)))
    return matches[0] if matches else text


def short_ids(game: Game) -> dict[str, str]:
    """Return id → the shortest form of every region that means no other one: ``r4``, ``l5``, ``l1-5``."""
    regions = {region.id: _groups(region.id) for region in game.state.board.regions}
    return {region: _shortest(groups, list(regions.values())) or region for region, groups in regions.items()}


def _shortest(groups: list[str], all_groups: list[list[str]]) -> str:
    """Return the shortest text that means only one region; empty without one that begins with a letter."""
    *first, last = groups
    for size in range(1, len(first) + 1):
        for part in combinations(first, size):
            short = [*part, last]
            if part[0].isalpha() and sum(_shortens(short, other) for other in all_groups) == 1:
                return "".join(part) + ("-" if part[-1].isdecimal() else "") + last
    return ""


def _with_letter(number: str, regions: Sequence[str]) -> str:
    """Return the short ids that end with a number; empty without one."""
    matches = {region: _groups(region) for region in regions if _groups(region)[-1:] == _groups(number)}
    return or_list(
        dict.fromkeys(groups[0] + groups[-1] if groups[0].isalpha() else region for region, groups in matches.items())
    )


def _groups(text: str) -> list[str]:
    """Return the runs of letters and the numbers of an id, without leading zeros."""
    return [group.lstrip("0") or group for group in GROUPS.findall(text.lower())]


def _shortens(short: list[str], full: list[str]) -> bool:
    """Return whether groups are among those of an id, in their order and with its last one."""
    if short[-1:] != full[-1:]:
        return False
    rest = iter(full)
    return all(group in rest for group in short)


def _expand(game: Game, part: str) -> list[str]:
    """Return the actions of one part of a line."""
    if part in game.legal_actions():  # a region may be called like a word of a line: "deploy rest 2"
        return [part]
    verb, *operands = part.split()
    verb = verb.lower()
    pattern = verbs_of(game).get(verb, "")
    places = ["REGION", "REGION"] if pattern == "PAIR" else pattern.split()
    if verb == "deploy" and any(word.lower() in (REST, EVEN) for word in operands):
        return _deploy(game, [word.lower() for word in operands])
    for place, word in enumerate(places[: len(operands)]):
        if word.rstrip("?") == "REGION":
            operands[place] = find_region(game, operands[place], verb)
    _refuse_incomplete(game, verb, operands, places, part)
    text = " ".join([verb, *operands])
    return [next((str(action) for action in game.legal_actions() if action.lower() == text.lower()), text)]


def _refuse_incomplete(game: Game, verb: str, operands: Sequence[str], places: Sequence[str], text: str) -> None:
    """Refuse an action that lacks operands, with some legal actions that have them.

    :param places: the kind of each operand that the verb has.
    """
    needed = [place for place in places if place in OPERANDS]
    only_means = verb == "conquer" and operands[:1] in (["by"], ["as"])
    missing = needed if only_means else needed[len(operands) :]
    if not missing:
        return
    typed = {verb, *operands}
    items = [item for item in list_menu(game) if item.action.verb == verb]
    if verb == "pick" and items:
        combos = or_list(f"{item.action} ({', '.join(item.terms())})" for item in items)
        raise NotationError(_("pick needs the number of a combo; possible now: {combos}", combos=combos))
    actions = [item.action for item in items]
    raise _missing_operands(text, missing, [action for action in actions if typed <= {action.verb, *action.operands}])


def _missing_operands(text: str, missing: Sequence[str], examples: Sequence[str]) -> NotationError:
    """Return the sentence about operands that a text lacks, with some examples."""
    operands = and_list(_(OPERANDS[place]) for place in missing)
    if not examples:
        return NotationError(
            _("{text!r} lacks {operands}, and no such action is possible now; legal lists the possible ones",
              text=text, operands=operands)
        )  # fmt: skip
    actions = or_list(examples[:SEVERAL])
    return NotationError(
        _("{text!r} lacks {operands}; possible now: {actions}",
          text=text, operands=operands, actions=actions)
    )  # fmt: skip


def _try(game: Game, action: str) -> bool:
    try:
        game.apply(action)
    except ActionError:
        return False  # the session reports it, with the reasons
    return True


# --- deployment


def _deploy(game: Game, operands: list[str]) -> list[str]:
    """Return the deployments of ``deploy rest REGION`` or ``deploy even``."""
    if not _deployments(game):
        raise NotationError(_("no tokens have to be placed now, so nothing was deployed"))
    if operands == [EVEN]:
        return _deploy_evenly(game)
    if operands == [REST]:
        examples = dict.fromkeys(f"deploy rest {region}" for region, _count in _deployments(game))
        raise _missing_operands("deploy rest", ["REGION"], list(examples))
    regions = [word for word in operands if word != REST]
    if EVEN in operands or len(regions) != 1:
        sentence = N_("cannot read 'deploy {operands}'; write: deploy rest REGION, or: deploy even")
        raise NotationError(_(sentence, operands=" ".join(operands)))
    region = find_region(game, regions[0], "deploy")
    counts = [count for place, count in _deployments(game) if place == region]
    return [f"deploy {region} {max(counts, default=1)}"]  # an impossible one is refused with its reasons


def _deploy_evenly(game: Game) -> list[str]:
    """Return deployments after which all regions have as equal numbers of tokens as possible."""
    trial, sums = game.copy(), dict[str, int]()
    index = {region.id: place for place, region in enumerate(game.state.board.regions)}
    to_move, phase, steps = game.to_move, game.phase, list[str]()
    while (trial.to_move, trial.phase) == (to_move, phase) and (choices := _deployments(trial)):
        tokens = trial.state.tokens
        region, count = min(choices, key=lambda choice: (tokens[index[choice[0]]], choice[1]))
        steps.append(f"deploy {region} {count}")
        trial.apply(steps[-1])
        sums[region] = sums.get(region, 0) + count
    merged = [f"deploy {region} {count}" for region, count in sums.items()]
    joined = game.copy()
    return merged if all(_try(joined, action) for action in merged) else steps


def _deployments(game: Game) -> list[tuple[str, int]]:
    """List region and number of every legal deployment of tokens."""
    actions = [action for action in game.legal_actions() if action.verb == "deploy" and len(action.operands) == 2]
    return [(action.operands[0], action.number) for action in actions]
