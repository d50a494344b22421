"""All chance of a game (dice, shuffles and draws), and what it and the actions write to the log, ``state.log``.

Every result is written there, and a script (a replay, a scenario, a search) may decide it beforehand. The generator is
SplitMix64: its whole state is one number, so copies are free and the sequence is the same on every Python.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import FunctionType
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar

from smallworld.errors import ChanceError
from smallworld.events import Decided, Event
from smallworld.languages import lazy
from smallworld.model.aliases import Region

if TYPE_CHECKING:
    from mypy_extensions import i64

    from smallworld.rules.state.fields import Fields

T = TypeVar("T")
WORD: Final = (1 << 64) - 1
STEP: Final = 0x9E3779B97F4A7C15
"""The step from one state of SplitMix64 to the next."""
FIRST: Final = 0xBF58476D1CE4E5B9
"""The first factor of SplitMix64."""
SECOND: Final = 0x94D049BB133111EB
"""The second factor of SplitMix64."""
SIGNED_STEP: Final = -0x61C8864680B583EB
SIGNED_FIRST: Final = -0x40A7B892E31B1A47
SIGNED_SECOND: Final = -0x6B2FB644ECCEEE15
"""The same numbers as machine words with a sign."""
LOW: Final = 0xFFFFFFFF


def seed_state(seed: int) -> int:
    """Return the generator's state for a seed."""
    return seed & WORD


IS_PLAIN: Final = isinstance(seed_state, FunctionType)  # not the compiled build


class Source:
    """The chance of a game before its table is laid.

    :ivar random: state of the generator. :ivar script: results that chance is given in advance, by kind.
    :ivar log: everything that was drawn, the last first.
    """

    __slots__ = ("events", "log", "random", "script")

    def __init__(self, seed: int, script: Mapping[str, tuple[Any, ...]]) -> None:
        self.random: Any = seed_state(seed)
        self.script: Mapping[str, tuple[Any, ...]] = dict(script)
        self.log: Any = None
        self.events: list[Event] | None = None


Generator: TypeAlias = "Fields | Source"
"""A position, or the chance before there is one."""


def below(state: Generator, limit: int) -> int:
    """Draw a number from 0 to ``limit - 1``, all equally likely; not logged."""
    if not IS_PLAIN and limit < 1 << 31:
        return _native_below(state, limit)
    mixed: Any = (state.random + STEP) & WORD
    state.random = mixed
    mixed = ((mixed ^ (mixed >> 30)) * FIRST) & WORD
    mixed = ((mixed ^ (mixed >> 27)) * SECOND) & WORD
    result: int = ((mixed ^ (mixed >> 31)) * limit) >> 64
    return result


def _native_below(state: Generator, limit: i64) -> int:
    """Do the same as :func:`below` with machine words, which only a compiled build has; sums and products wrap there.

    It leaves the state of the generator as a number with a sign, equal modulo 2 to the power of 64.

    :param limit: less than 2 to the power of 31.
    """
    word: i64
    try:
        word = state.random
    except (OverflowError, ValueError):  # a number without a sign, as views and programs set it
        word = state.random - WORD - 1
    word += SIGNED_STEP
    if isinstance(state, Source):  # for each class apart: the attribute of a union is found by its name
        state.random = word
    else:
        state.random = word
    mixed: i64 = word
    mixed = (mixed ^ ((mixed >> 30) & 0x3FFFFFFFF)) * SIGNED_FIRST
    mixed = (mixed ^ ((mixed >> 27) & 0x1FFFFFFFFF)) * SIGNED_SECOND
    mixed ^= (mixed >> 31) & 0x1FFFFFFFF
    return (((mixed >> 32) & LOW) * limit + (((mixed & LOW) * limit) >> 32)) >> 32


KINDS: Final = ("island", "first_player", "banners", "badges", "relics", "die", "draw", "relic")
"""Kinds of chance of the engine and of shared abilities; abilities may log others, mostly under the id of a piece."""
SETUP: Final = ("island", "first_player", "banners", "badges", "relics", "secrets")
"""Kinds of chance that belong to the set-up; a script for ``draw`` does not decide them."""


def _decide(state: Generator, kind: str, result: Any, region: Region = -1) -> Any:
    """Return the script's result, if it has one, else the drawn one, and log it."""
    if not state.script:
        state.log = (state.log, kind, result)
    else:
        result = _scripted(state, kind, result)
    if state.events is not None:
        state.events.append(Decided(state.log[1], result, region))
    return result


def _scripted(state: Generator, kind: str, result: Any) -> Any:
    queue = state.script.get(kind)
    if not queue and kind not in SETUP and kind != "die":
        kind, logged = ("draw", kind) if state.script.get("draw") else (kind, kind)
        queue = state.script.get(kind)
    else:
        logged = kind
    if queue:
        state.script = {**state.script, kind: queue[1:]}
        result = queue[0]
    state.log = (state.log, logged, result)
    return result


def roll(state: Fields, region: Region = -1) -> int:
    """Roll the reinforcement die (R-COMP-7).

    :param region: the region that it is about, for the log.
    """
    die = state.table.die
    result = _decide(state, "die", die[below(state, len(die))], region)
    if result not in die:
        faces = ", ".join(map(str, sorted(set(die))))
        message = lazy("the die cannot show {result!r}; its faces are {faces}", result=result, faces=faces)
        raise ChanceError(message, "die", result)
    return int(result)


def shuffle(state: Generator, kind: str, items: Sequence[str]) -> list[str]:
    """Put names in a random order, logged under ``kind``."""
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        index = below(state, last + 1)
        order[last], order[index] = order[index], order[last]
    drawn = tuple(order)
    result = _decide(state, kind, drawn)
    if result is drawn:
        return order
    if not isinstance(result, tuple) or sorted(map(str, result)) != sorted(items):
        message = lazy("the recorded order of {kind} does not hold the same names as the game", kind=kind)
        raise ChanceError(message, kind, result)
    return list(result)


def draw(state: Generator, kind: str, options: Sequence[str], region: Region = -1) -> str:
    """Draw one of several names, logged under ``kind``; repeat a name to make it more likely.

    :param region: the region that it is about, for the log.
    """
    result = _decide(state, kind, options[below(state, len(options))], region)
    if result not in options:
        names = ", ".join(sorted(set(options)))
        message = lazy("{kind} cannot be {result!r} here; possible: {options}", kind=kind, result=result, options=names)
        raise ChanceError(message, kind, result)
    return str(result)


def recorded_chances(events: Iterable[Mapping[str, Any]]) -> dict[str, list[Any]]:
    """Return the results of chance in recorded events, by kind and in order: a script for ``new_game``."""
    script: dict[str, list[Any]] = {}
    for event in events:
        if "chance" in event:
            script.setdefault(str(event["chance"]), []).append(event.get("result"))
    return script


# --- the log: a chain of actions and chance, of which all copies of a state share the earlier part


def count_events(link: Any) -> int:
    """Count the events of a chain: ``GameState.log``."""
    count = 0
    while link is not None:
        count, link = count + 1, link[0]
    return count


def events_since(link: Any, start: int, players: Sequence[str]) -> list[dict[str, Any]]:
    """Return the events of a chain from a place on, as they are recorded.

    They are ``{"by": …, "do": …}`` and ``{"chance": …, "result": …}``.
    """
    events: list[dict[str, Any]] = []
    for _place in range(count_events(link) - start):
        link, source, event = link
        if isinstance(source, int):
            events.append({"by": players[source], "do": str(event)})
        else:
            events.append({"chance": source, "result": list(event) if isinstance(event, tuple) else event})
    events.reverse()
    return events
