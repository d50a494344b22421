"""Make the plan of a run from what a person names, and refuse what does not fit before the first game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from smallworld.decision_limit import DECISION_SECONDS, DecisionLimit, exits_refused
from smallworld.errors import SmallWorldError, UnknownName
from smallworld.languages import lazy
from smallworld.model.variant import Variant
from smallworld.plugins.manager import Plugins, default_plugins
from smallworld.tools import resolve
from smallworld_bots import make
from smallworld_lab.changes import changed_variant, format_change, parse_change
from smallworld_lab.observers import check_observers
from smallworld_lab.run_plan import Run
from smallworld_lab.worker import open_game


def plan_run(named: Run, plugins: Plugins, edition: Variant | None = None, own_observers: Sequence[str] = ()) -> Run:
    """Complete a run with the usual players, and with the content of its edition.

    The first game of each size is set up, so that faults are reported at once.

    :param named: what a person names; without entrants or numbers of players the usual ones play.
    :param edition: the edition with the changes of the run, if it is loaded already.
    :param own_observers: names of observers that no plugin has to have.
    :raises SmallWorldError: something does not fit.
    """
    edition = edition or changed_variant(named.variant, named.changes, plugins)
    entrants = named.entrants or (("greedy", "greedy"),)
    _check_names(entrants)
    for _name, bot in entrants:
        make(bot, plugins)
    check_observers(tuple(name for name in named.observers if name not in own_observers), plugins)
    defaults, answers = resolve(edition, {}), resolve(edition, dict(named.options))
    usual = 3 if 3 in edition.boards or not edition.boards else max(edition.boards)
    run = replace(
        named, content=edition.digest, entrants=entrants,
        counts=named.counts or (len(entrants) if len(entrants) > 1 else usual,),
        # Without the defaults: a run is the same with and without one.
        options=tuple(sorted((key, answers[key]) for key in dict(named.options) if answers[key] != defaults[key])),
        changes=tuple(format_change(parse_change(text)) for text in named.changes),
    )  # fmt: skip
    with exits_refused(), DecisionLimit(DECISION_SECONDS, lambda: 0):
        for number in range(len(run.counts)):
            open_game(run, number)
    return run


def load_plugins(names: Sequence[str]) -> Plugins:
    """Load the installed plugins and those that are named.

    :raises SmallWorldError: one that is named cannot be used.
    """
    if not names:
        return default_plugins()
    plugins = Plugins(names)
    for plugin in plugins.broken():
        if plugin.source in names:
            raise SmallWorldError(lazy("plugin {plugin!r}: {problem}", plugin=plugin.name, problem=plugin.problem))
    return plugins


def _check_names(entrants: Sequence[tuple[str, str]]) -> None:
    """Refuse two bots of one name."""
    bots = dict(reversed(entrants))
    for name, bot in entrants:
        if bots[name] != bot:
            raise SmallWorldError(
                lazy("two different bots are called {name!r}; give each a name of its own", name=name)
            )


# --- the entries that are compared: a race, a power, a pair of both, or the seats


Entry = tuple[str, tuple[str, ...]]
"""A group of results, and a key in it."""


def find_entry(edition: Variant, names: Sequence[str]) -> Entry:
    """Return the group of results and the key in it of a race, a power, or a pair in any order.

    :raises UnknownName: a name is neither. :raises SmallWorldError: they are not a pair.
    """
    for name in names:
        if name not in edition.races and name not in edition.powers:
            raise UnknownName("race or power", name, [*edition.races, *edition.powers])
    races, powers = ([name for name in names if name in kind] for kind in (edition.races, edition.powers))
    if len(names) == 1:
        return "race" if races else "power", (names[0],)
    if len(races) != 1 or len(powers) != 1:
        raise SmallWorldError(
            lazy("{names} is not a pair; name a race, a power, or one of each, e.g. {power} {race}",
                 names=" ".join(names), power=next(iter(edition.powers)), race=next(iter(edition.races)))
        )  # fmt: skip
    return "pair", (races[0], powers[0])


def entries_of(edition: Variant, names: Sequence[str], paths: Sequence[str]) -> list[Entry]:
    """Return the named races, powers or pairs; without names the races and powers that paths of changes name.

    :raises SmallWorldError: see :func:`find_entry`.
    """
    if names:
        return [find_entry(edition, name.split()) for name in names]
    kinds = {"races": ("race", edition.races), "powers": ("power", edition.powers)}
    entries: list[Entry] = []
    for section, _dot, rest in (path.partition(".") for path in paths):
        group, entries_of_kind = kinds.get(section, ("", {}))
        entry: Entry = (group, (rest.partition(".")[0],))
        if entry[1][0] in entries_of_kind and entry not in entries:
            entries.append(entry)
    return entries
