"""What to do now, in a sentence or two with examples that are legal."""

from __future__ import annotations

from collections.abc import Iterator

from smallworld.game import Game
from smallworld.model.content import Power, Race

PICK = "Pick a combo: pick 1 is free, each place further down costs a coin."
OPENINGS = {"retreat": "You lost a region.", "finish": "The turn is scored."}
"""Phase → what it is, where the examples do not say it."""


def hint(game: Game) -> str:
    """What to do in this phase: an example of every kind of action that is legal."""
    if game.phase == "pick":
        return PICK
    examples = examples_of(game)
    main = _conquests(examples) if game.phase == "conquer" else _deploys(game, examples)
    told = [OPENINGS.get(game.phase, ""), main]
    if examples:
        told.append(f"{'Also' if main else 'Say'}: {_listed(examples)}.")
    return " ".join(filter(None, told))


def meanings(game: Game) -> Iterator[str]:
    """What the race's abilities say of choices that are all there is to do: Stout's decline, the form of Worgen."""
    examples = examples_of(game)
    examples.pop("done", "")
    if not examples or game.phase == "pick" or any(kind.split()[0] in ("conquer", "deploy") for kind in examples):
        return
    things: dict[str, Race | Power] = {**game.variant.races, **game.variant.powers}
    abilities = game.position.abilities_of(game.position.to_move)
    offering = {a.source for a in abilities if game.phase in a.offers_in and hasattr(a, "offer_actions")}
    for source in sorted(offering & set(things)):
        yield f"{things[source].name}: {things[source].text}"


def also(game: Game) -> str:
    """What could be done beside ``done`` before the phase ends; empty if nothing."""
    examples = examples_of(game)
    examples.pop("done", "")
    return f"Also possible before done: {_listed(examples)}." if examples else ""


def examples_of(game: Game) -> dict[str, str]:
    """Kind of action → the first legal one.

    A kind is a verb, for conquests with its means (joined ones are left out); of a choice of words each is a kind.
    """
    found: dict[str, str] = {}
    choices = {verb for verb, pattern in game.position.table.rulebook.verbs.items() if pattern in ("WORD", "PLAYER")}
    for action in map(str, game.legal_actions()):
        verb, _, rest = action.partition(" ")
        means = rest.partition(" by ")[2]
        if "+" not in means:
            kind = f"{verb} by {means}" if means else action if verb in choices else verb
            found.setdefault(kind, action)
    return found


def _conquests(examples: dict[str, str]) -> str:
    """Conquests, which are taken out of the examples."""
    plain, die = examples.pop("conquer", ""), examples.pop("conquer by die", "")
    told = [f"Take regions: {plain}."] if plain else []
    if die:
        told.append(f"Short of tokens: {die} (your last attempt).")
    return " ".join(told)


def _deploys(game: Game, examples: dict[str, str]) -> str:
    """Deployments, which are taken out of the examples."""
    if "deploy" not in examples:
        return ""
    del examples["deploy"]
    regions = [action.split()[1] for action in map(str, game.legal_actions()) if action.startswith("deploy ")]
    several = f", {regions[-1]} 1" if regions[-1] != regions[0] else ""
    return f"Put tokens where they are needed: deploy {regions[0]} 1{several}."


def _listed(examples: dict[str, str]) -> str:
    *most, last = examples.values()
    return f"{', '.join(most)} or {last}" if most else last
