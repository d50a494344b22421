"""Check the meaning of a variant with its boards: numbers that fit together, names that exist."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from smallworld.errors import suggest
from smallworld.languages import N_, NN_, lazy, lazy_n
from smallworld.model.rulings import ENGINE_RULINGS, MOST_PLAYERS, fits
from smallworld.model.variant import Ruling
from smallworld_editions.problem import Problem, limit_problems
from smallworld_editions.reading.documents import mapping_of
from smallworld_editions.reading.scalars import write_yaml
from smallworld_editions.variants.merging import Merged, section, whole
from smallworld_editions.variants.plain_data import Schemas, read_ruling, rulings_of, uses_of
from smallworld_validate.schema.phrasing import answer_hint
from smallworld_validate.variant_checks.abilities import check_abilities, check_rivals

MOST_TOKENS = {"banner": 100, "badge": 100, "supply": 1000}
"""Key → the largest number that the schema allows."""
MOST_ADVISED = 5
"""Tokens that a badge brings by the advice of the rulebook; if it brings more, not the race has too few."""
PLAYERS = frozenset(str(number) for number in range(1, MOST_PLAYERS + 1))
"""Numbers of players, as keys of a file have them."""


def check_variant(merged: Merged, abilities: Schemas | None = None) -> list[Problem]:
    """List the mistakes in the meaning of a variant, apart from its boards.

    :param abilities: ability name → JSON schema of its parameters; None = not checked.
    """
    checks = (
        _stand_in_chains(merged),
        _stand_ins(merged),
        _supplies(merged),
        _rounds(merged),
        _rulings(merged),
        _pieces(merged),
        check_abilities(merged, rulings_of(merged.data), abilities),
        check_rivals(merged, uses_of(merged.data), abilities),
    )
    return [problem for check in checks for problem in limit_problems(check)]


def _stand_in_chains(merged: Merged) -> Iterator[Problem]:
    """Report races that stand in for a race that stands in for another: no tokens remain for them."""
    races = section(merged.document.data, "races")
    for key, race in races.items():
        lender = race.get("stands_in_for")
        second = races[lender].get("stands_in_for") if isinstance(lender, str) and lender in races else None
        if isinstance(second, str) and lender != key:
            sentence = N_(
                "{key!r} stands in for {lender!r}, which has no tokens of its own: it stands in for {second!r}"
            )
            message = lazy(sentence, key=key, lender=lender, second=second)
            hint = lazy("name another race, or give {lender} a supply instead of stands_in_for", lender=lender)
            yield merged.document.problem("stand-in", ("races", key, "stands_in_for"), message, hint)
            return


def _stand_ins(merged: Merged) -> Iterator[Problem]:
    for key, race in section(merged.data, "races").items():
        lender, path = race.get("stands_in_for"), ("races", key, "stands_in_for")
        if key in merged.lenders and "supply" in _entry(merged, ("races", key)):
            sentence = N_("{key} use the tokens of {lender!r}, so they have no supply of their own")
            message = lazy(sentence, key=key, lender=lender)
            yield merged.warning("stand-in", ("races", key, "supply"), message, lazy("remove it"), at_key=True)
        if not isinstance(lender, str) or key in merged.lenders:
            continue
        twin = next((other for other, lent in merged.lenders.items() if lent == lender), "")
        hint = suggest(lender, [name for name in merged.data["races"] if name != key])
        message = lazy("the variant has no race {lender!r} to stand in for", lender=lender)
        if lender == key:
            hint = lazy("name another race of the variant, or write a supply instead")
            message = lazy("{key!r} cannot stand in for itself", key=key)
        elif twin:
            hint = lazy("choose another race")
            message = lazy("{key} and {twin} both stand in for {lender!r}", key=key, twin=twin, lender=lender)
        yield merged.problem("stand-in", path, message, hint)


def _supplies(merged: Merged) -> Iterator[Problem]:
    """Report races with fewer tokens than their banner and the largest badge bring, or a badge that is too large."""
    badges = {key: _tokens(power, "badge") or 0 for key, power in section(merged.data, "powers").items()}
    power = max(badges, key=badges.__getitem__, default="")
    badge = badges.get(power, 0)
    poorest: tuple[int, str] | None = None
    for key, race in section(merged.data, "races").items() if badges else ():
        banner, supply = _tokens(race, "banner"), _tokens(race, "supply")
        if banner is None or supply is None or supply >= banner + badge:
            continue
        if merged.is_own(("powers", power)) and (badge > MOST_ADVISED or not merged.is_own(("races", key))):
            poorest = min(poorest or (supply - banner, key), (supply - banner, key))
            continue
        message = lazy_n("{key} have {count} token, but need {need}: banner {banner} and badge {badge} of {power!r}",
                         "{key} have {count} tokens, but need {need}: banner {banner} and badge {badge} of {power!r}",
                         supply, key=key, need=banner + badge, banner=banner, badge=badge, power=power)  # fmt: skip
        hint = lazy("make the supply {count} or more", count=banner + badge)
        yield merged.problem("supply-too-small", ("races", key, "supply"), message, hint, names=(key, power))
    if poorest is not None:
        spare, key = poorest
        message = lazy_n(
            "the badge {badge} of {power!r} is more than the {count} token that {key} have without their banner",
            "the badge {badge} of {power!r} is more than the {count} tokens that {key} have without their banner",
            spare, badge=badge, power=power, key=key,
        )  # fmt: skip
        hint = lazy("make it {count} or less", count=spare)
        yield merged.problem("supply-too-small", ("powers", power, "badge"), message, hint)


def _tokens(entry: Mapping[str, Any], key: str) -> int | None:
    """Return a number of tokens of a race or a power; None for a number that the schema refuses."""
    number = whole(entry.get(key))
    return number if number is not None and 0 <= number <= MOST_TOKENS[key] else None


def _rounds(merged: Merged) -> Iterator[Problem]:
    rounds, boards = merged.data.get("rounds"), merged.data.get("boards")
    if not (isinstance(rounds, dict) and isinstance(boards, dict)):
        return
    no_board = NN_(
        "there are rounds for {count} player, but no board", "there are rounds for {count} players, but no board"
    )
    no_rounds = NN_(
        "there is a board for {count} player, but no number of rounds",
        "there is a board for {count} players, but no number of rounds",
    )
    for players in rounds:
        if players not in boards and players in PLAYERS:
            message, hint = (
                lazy_n(*no_board, int(players)),
                lazy("name one under boards, or remove {players} here", players=players),
            )
            yield merged.problem("missing-board", ("rounds", players), message, hint, at_key=True)
    for players in boards:
        if players not in rounds and players in PLAYERS:
            message, hint = lazy_n(*no_rounds, int(players)), lazy("add it to rounds")
            yield merged.problem("missing-rounds", ("boards", players), message, hint, at_key=True)


def _rulings(merged: Merged) -> Iterator[Problem]:
    entries = mapping_of(merged.data.get("rulings"))
    for key, entry in entries.items():
        if isinstance(entry, dict):
            yield from _declaration(merged, key, entry)
        elif not isinstance(entry, str | int | bool):
            continue  # its form was refused already
        elif key not in ENGINE_RULINGS:
            names = [*ENGINE_RULINGS, *(k for k, e in entries.items() if isinstance(e, dict))]
            hint = suggest(key, names) or lazy("declare it with a default, its values and a text")
            message = lazy("no ruling is called {key!r}", key=key)
            yield merged.problem("unknown-ruling", ("rulings", key), message, hint, at_key=True)
        elif not fits(ENGINE_RULINGS[key], entry):
            yield _no_answer(merged, ("rulings", key), key, entry, ENGINE_RULINGS[key])


def _declaration(merged: Merged, key: str, entry: dict[str, Any]) -> Iterator[Problem]:
    path, ruling = ("rulings", key), read_ruling(key, entry)
    if key in ENGINE_RULINGS:
        message = lazy("the ruling {key!r} belongs to the engine", key=key)
        yield merged.problem("ruling-clash", path, message, lazy("write {key}: ANSWER", key=key), at_key=True)
    elif "default" in entry and "values" not in entry:
        message = lazy("the ruling {key!r} does not list its answers", key=key)
        yield merged.problem("ruling-value", path, message, lazy("list every answer under values"), at_key=True)
    elif "default" in entry and not fits(ruling, ruling.default):
        answer_path = path if "default" not in _entry(merged, path) else (*path, "default")
        yield _no_answer(merged, answer_path, key, ruling.default, ruling)


def _entry(merged: Merged, path: tuple[str, str]) -> Mapping[str, Any]:
    """Return the entry as its own document has it; without a mapping, an empty entry."""
    document, inner = merged.find(path)
    node: Any = document.data
    for part in inner:
        node = node[part]
    return mapping_of(node)


def _no_answer(merged: Merged, path: tuple[str, ...], key: str, answer: object, ruling: Ruling) -> Problem:
    values = [write_yaml(value) for value in ruling.values]
    if ruling.key == "first_player":
        values = ["random", lazy("the number of a seat")]
    message = lazy("{answer} is not an answer to the ruling {key!r}", answer=write_yaml(answer), key=key)
    return merged.problem("ruling-value", path, message, answer_hint(answer, ruling.values, values))


def _pieces(merged: Merged) -> Iterator[Problem]:
    """Report rulings on which keys of pieces depend: those that do not exist, and answers but true and false."""
    rulings = rulings_of(merged.data)
    for key, piece in section(merged.data, "pieces").items():
        for field, value in piece.items():
            name, path = mapping_of(value).get("ruling"), ("pieces", key, field, "ruling")
            if not isinstance(name, str):
                continue
            if name not in rulings:
                message = lazy("no ruling is called {key!r}", key=name)
                yield merged.problem("unknown-ruling", path, message, suggest(name, rulings), names=(name,))
                continue
            strange = [answer for answer in rulings[name].values if not isinstance(answer, bool)]
            if strange:
                sentence = N_("{key!r} needs true or false, but {answer} is an answer to the ruling {ruling!r}")
                message = lazy(sentence, key=field, answer=strange[0], ruling=name)
                hint = lazy("let the answers be true and false; yes and no are text")
                yield merged.problem("ruling-value", path, message, hint)
