"""Hints about a valid variant: unused definitions, names that are easily confused."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from smallworld.errors import suggest
from smallworld.languages import N_, NN_, lazy, lazy_n
from smallworld.model.rulings import ENGINE_RULINGS
from smallworld_editions.problem import Problem, errors_of, limit_problems
from smallworld_editions.reading.documents import KeyPath, list_of, mapping_of, texts_in
from smallworld_editions.variants.file_reader import Bundle
from smallworld_editions.variants.merging import Merged, section, whole
from smallworld_editions.variants.plain_data import parameter_texts, regions_of
from smallworld_validate.variant_checks.ambiguous_names import check_names
from smallworld_validate.variant_checks.playability import check_numbers
from smallworld_validate.variant_checks.supply import Boards, check_combos
from smallworld_validate.variant_checks.variant import MOST_ADVISED

EXPLAINED = frozenset({"missing-plugin", "ability-parameter", "unknown-ability", "unknown-board"}) | {
    f"unknown-{kind}" for kind in ("terrain", "symbol", "piece", "ruling")
}
"""Errors that make "unused" warnings meaningless."""


def check_extras(bundle: Bundle, mistakes: Iterable[Problem] = (), broken: bool = False) -> list[Problem]:
    """List hints about unused definitions, ids with two meanings, and advice of the rulebook.

    :param mistakes: what was found already: after some of it "nothing uses this" is only an echo.
    :param broken: something was wrong when the files were read, so parts of them may be lost.
    """
    merged = bundle.merged
    mistakes = list(mistakes)
    checks = (
        _check_unused(merged, bundle.boards),
        _check_relics(merged, bundle.boards),
        check_undrawn_islands(merged, bundle.boards),
        check_names(merged),
        check_numbers(merged),
        _check_region_ids(bundle.boards),
        _advice(merged),
        _check_removals(merged),
        () if broken or errors_of(mistakes) else check_combos(merged),
    )
    echo = broken or any(problem.code in EXPLAINED for problem in mistakes)
    problems = [problem for check in checks for problem in limit_problems(check)]
    return [problem for problem in problems if not (echo and problem.code == "unused")]


_ADVICE = (
    ("races", "banner", 10, NN_(
        "{name!r} brings {count} token; the rulebook advises at most {most} for a race of your own",
        "{name!r} brings {count} tokens; the rulebook advises at most {most} for a race of your own",
    )),
    ("powers", "badge", MOST_ADVISED, NN_(
        "{name!r} brings {count} token; the rulebook advises at most {most} for a power of your own",
        "{name!r} brings {count} tokens; the rulebook advises at most {most} for a power of your own",
    )),
)  # fmt: skip
"""Section, key, the most tokens that the rulebook advises, and the sentence about more."""


def _advice(merged: Merged) -> Iterator[Problem]:
    """Warn of races and powers that exceed the advice of the rulebook."""
    if "extends" not in merged.document.data and "variant" in merged.document.data:
        return
    for kind, key, most, sentences in _ADVICE:
        for name, entry in section(merged.data, kind).items():
            tokens = whole(entry.get(key))
            if tokens is not None and tokens > most and merged.is_own((kind, name, key)):
                message = lazy_n(*sentences, tokens, name=name, most=most)
                yield merged.warning("advice", (kind, name, key), message, lazy("play it a few times"))


_UNUSED = {
    "terrains": N_("no board has the terrain {key!r}"),
    "pieces": N_("no ability names the piece {key!r}"),
    "rulings": N_("nothing depends on the ruling {key!r}"),
    "symbols": N_("nothing uses the symbol {symbol!r}"),
}
"""Section → the sentence about an entry without a use."""


def _check_unused(merged: Merged, boards: Boards) -> Iterator[Problem]:
    """Yield entries without a use; none of an extended variant, where they may be used.

    An ability may change the terrain of regions, so terrains that it names are used.
    """
    texts, regions = parameter_texts(merged.data), _regions_on(boards)
    used = {"pieces": texts, "rulings": texts | texts_in(merged.data.get("pieces")) | ENGINE_RULINGS.keys()}
    if boards:
        used["terrains"] = texts | {str(region.get("terrain")) for region in regions}
        used["symbols"] = texts | {str(symbol) for region in regions for symbol in list_of(region.get("symbols"))}
    entries: list[tuple[KeyPath, object]] = [
        ((name, key), key) for name in ("terrains", "pieces", "rulings") for key in section(merged.data, name)
    ]
    entries += [(("symbols", index), symbol) for index, symbol in enumerate(list_of(merged.data.get("symbols")))]
    for path, key in entries:
        name = str(path[0])
        if name in used and isinstance(key, str) and key not in used[name] and merged.is_own(path):
            message = lazy(_UNUSED[name], key=key, symbol=key)
            yield merged.warning("unused", path, message, lazy("remove it, or is a name misspelt?"), at_key=True)


def _check_relics(merged: Merged, boards: Boards) -> Iterator[Problem]:
    """Yield relics if no board has a slot for them (W-SETUP-4)."""
    if not (section(merged.data, "relics") and boards and merged.is_own(("relics",))):
        return
    if not any(region.get("relic_slot") for region in _regions_on(boards)):
        message, hint = lazy("no region of any board has a place for a relic"), lazy("add relic_slot: true to regions")
        yield merged.warning("unused", ("relics",), message, hint, at_key=True)


def _check_removals(merged: Merged) -> Iterator[Problem]:
    """Yield ``remove``, ``change`` or ``prefer`` in a variant that extends nothing."""
    for key, message in _IDLE.items():
        if key in merged.document.data and "extends" not in merged.document.data:
            hint = lazy("name the other under extends, or leave {key} out", key=key)
            yield merged.warning("unused", (key,), lazy(message), hint, at_key=True)


_IDLE = {
    "remove": N_("there is nothing to remove from: this variant extends no other"),
    "change": N_("there is nothing to change: this variant extends no other"),
    "prefer": N_("there is nothing to choose from: this variant extends no other"),
}
"""Key → the sentence about it in a variant that extends nothing."""


def check_undrawn_islands(merged: Merged, boards: Boards) -> Iterator[Problem]:
    """Yield islands of a size that the set-up never draws."""
    draws = mapping_of(merged.data.get("boards")).values()
    sizes = {size for draw in draws for size in list_of(draw) if isinstance(size, str)}
    for document in boards.values() if sizes else ():
        size = document.data.get("size")
        if isinstance(size, str) and size not in sizes:
            hint = suggest(size, sizes)
            message = lazy("no number of players draws islands of size {size!r}", size=size)
            yield document.warning("unused", ("size",), message, hint)


def _regions_on(boards: Boards) -> list[dict[str, Any]]:
    return [region for document in boards.values() for _, _, region in regions_of(document.data)]


def _check_region_ids(boards: Boards) -> Iterator[Problem]:
    """Yield regions with the same id on two sheets, because islands are on one table."""
    first: dict[str, tuple[str, str]] = {}
    for name, document in boards.items():
        if not document.data.get("size"):
            continue
        sheet = str(document.data.get("sheet") or name)
        for index, region, _ in regions_of(document.data):
            seen, board_id = first.setdefault(region, (sheet, name))
            if seen != sheet:
                message = lazy("the island {board_id!r} has a region {region!r} too", board_id=board_id, region=region)
                yield document.problem("duplicate-id", ("regions", index, "id"), message, lazy("rename one"))
