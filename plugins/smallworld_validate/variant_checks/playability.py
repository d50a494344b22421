"""Can games of a variant start? Its numbers, and trial games for every number of players and kind of draw."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from pathlib import Path

from smallworld import Plugins, Variant, new_game
from smallworld.decision_limit import DecisionLimit, OutOfTime
from smallworld.errors import sentence_of
from smallworld.languages import NN_, clauses, lazy, lazy_n
from smallworld.model.variant import Scalar
from smallworld.model.variant_folder import VARIANT_FILE
from smallworld.plugins.plugin import blame
from smallworld_editions.problem import Edit, Problem
from smallworld_editions.reading.documents import Document, KeyPath, mapping_of
from smallworld_editions.variants.merging import Merged, whole
from smallworld_editions.variants.plain_data import rulings_of, uses_of
from smallworld_validate.schema.phrasing import lazy_count
from smallworld_validate.text_edits.layout import NOTHING, Layout, Uneditable
from smallworld_validate.variant_checks.variant import PLAYERS

COINS, BANK = 5, 515
"""Coins of each player and of the box where the variant does not set them."""


def check_numbers(merged: Merged) -> Iterator[Problem]:
    """Report numbers with which no game can start."""
    players = sorted(int(key) for key in mapping_of(merged.data.get("boards")) if key in PLAYERS)
    if players:
        yield from _first_seat(merged, players[0])
        yield from _bank(merged, players[-1])
    elif mapping_of(merged.document.data.get("remove")).get("boards") and merged.data.get("boards") == {}:
        message = lazy("no board is left, so no game can be played")
        hint = lazy("leave one in, or add one under boards")
        yield merged.document.problem("missing-board", ("remove", "boards"), message, hint, at_key=True)


def _first_seat(merged: Merged, fewest: int) -> Iterator[Problem]:
    """Report a first seat that does not exist in a game of few players (R-SETUP-6)."""
    seat = whole(mapping_of(merged.data.get("rulings")).get("first_player"))
    if seat is not None and fewest < seat and str(seat) in PLAYERS:
        sentences = NN_(
            "first_player is seat {seat}, but a game may have {count} player",
            "first_player is seat {seat}, but a game may have {count} players",
        )
        hint = lazy("write random, or a seat from 1 to {last}", last=fewest)
        yield merged.problem("ruling-value", ("rulings", "first_player"), lazy_n(*sentences, fewest, seat=seat), hint)


def _bank(merged: Merged, most: int) -> Iterator[Problem]:
    """Report players who start with more coins than the finite bank has."""
    coins, bank = whole(merged.data.get("coins", COINS)), whole(merged.data.get("bank", BANK))
    is_finite = rulings_of(merged.data)["coin_bank"].default == "finite"
    if not is_finite or coins is None or bank is None or coins * most <= bank:
        return
    path = next((key for key in ("bank", "coins") if (key,) in merged.origins and merged.is_own((key,))), "")
    message = lazy_n("{players} start with {count} coin, but the bank holds {bank}",
                     "{players} start with {count} coins, but the bank holds {bank}",
                     coins * most, players=lazy_count(most, "player"), bank=bank)  # fmt: skip
    hint = lazy("make the bank {bank} or more, or the coins {coins} or less", bank=coins * most, coins=bank // most)
    yield merged.problem("out-of-range", (path,) if path else ("rulings", "coin_bank"), message, hint)


def check_name(document: Document, path: Path | None) -> Iterator[Problem]:
    """Report a file ``variant.yml``: the name of a folder finds only ``variant.yaml``."""
    if path is not None and path.name == "variant.yml":
        message = lazy("the name of the folder finds only a file variant.yaml, not variant.yml")
        hint = lazy("rename it to {name}", name=VARIANT_FILE)
        yield document.problem("file-name", tuple(document.data)[:1], message, hint, at_key=True)


def check_start(merged: Merged, variant: Variant, plugins: Plugins) -> Iterator[Problem]:
    """Report numbers of players for which a game cannot be set up; each reason once."""
    reasons: dict[str, int] = {}
    for players, reason in _failing_starts(plugins, variant):
        reasons.setdefault(reason, players)
    sentences = NN_("no game of {count} player can start: {cause}", "no game of {count} players can start: {cause}")
    for reason, players in reasons.items():
        path: KeyPath = ()  # of the ability that the reason names
        for use, name, _ in uses_of(merged.data):
            user = str(merged.data.get("variant")) if use[0] == "abilities" else str(use[1])
            if not path and f"ability {name!r} of {user!r}" in reason:
                path = use
        cause, hint = clauses(reason)
        other = lazy("mend the ability, or remove it here")
        if not path:
            other = lazy("name another board, or change what is refused")
        message = lazy_n(*sentences, players, cause=cause)
        yield merged.problem("no-start", path or ("boards", str(players)), message, hint or other, at_key=bool(path))


def check_by_plugins(merged: Merged, variant: Variant, plugins: Plugins) -> Iterator[Problem]:
    """Report what plugins find wrong with a variant that can be played."""
    for plugin, place, sentence in plugins.variant_problems(variant):
        fault, hint = clauses(sentence)
        message = lazy("{sentence} (plugin {plugin})", sentence=fault, plugin=plugin)
        path = tuple(place.split(".")) if place else ("variant",)
        is_own = merged.is_own(path[:2])
        yield merged.problem("plugin-finding", path if is_own else ("variant",), message, hint, severity="warning")


def check_order(document: Document) -> Iterator[Problem]:
    """Warn of each table by number of players that does not count upwards."""
    for key in ("rounds", "boards"):
        table = document.data.get(key)
        if not isinstance(table, dict) or not all(number.isdecimal() for number in table):
            continue
        numbers = list(table)
        for earlier, later in pairwise(numbers):
            if int(later) < int(earlier):
                message = lazy("{later} players come after {earlier} in {key!r}", later=later, earlier=earlier, key=key)
                edits = tuple(_sorting_edits(document, key, numbers))
                yield document.warning("order", (key, later), message, lazy("count upwards"), at_key=True, edits=edits)
                break


def _sorting_edits(document: Document, key: str, numbers: list[str]) -> list[Edit]:
    """Return the edits that sort the entries, with the comments behind them; none if one is not in one line."""
    layout = Layout(document)
    try:
        entries = [layout.entry((key, number)) for number in numbers]
    except Uneditable:
        return []
    spans = []
    for entry in entries:
        is_alone = layout.opens_line(entry.start) and NOTHING.match(layout.text, entry.end) is not None
        spans.append((entry.start, layout.line_end(entry.end) if is_alone else entry.end))
    texts = {number: layout.text[start:end] for number, (start, end) in zip(numbers, spans, strict=True)}
    if any("\n" in text for text in texts.values()):
        return []
    order = sorted(numbers, key=int)
    return [layout.edit(*span, texts[number]) for span, number in zip(spans, order, strict=True)]


SECONDS = 10
"""Longest duration of a set-up; the slowest shipped one takes a hundredth of a second."""
NAMES = "abcdefghijkl"
"""Players of a trial game."""


def _failing_starts(plugins: Plugins, variant: Variant) -> Iterator[tuple[int, str]]:
    """Yield each number of players with which no game of a variant can start, and the reason.

    There is a game of each kind: with the defaults, and with each answer that abilities of the edition read.
    """
    values = [value for use in variant.abilities for value in use.parameters.values()]
    rulings = [value["ruling"] for value in values if isinstance(value, Mapping) and set(value) == {"ruling"}]
    draws: list[dict[str, Scalar]] = [{}]
    for ruling in (variant.rulings[key] for key in dict.fromkeys(rulings) if key in variant.rulings):
        draws += [{ruling.key: answer} for answer in ruling.values if answer != ruling.default]
    for players in sorted(variant.boards):
        faces = [face.id for face in variant.further_boards(players)]
        games: list[tuple[dict[str, Scalar], str | None]] = [
            *((options, None) for options in draws),
            *(({}, face) for face in faces),
        ]
        for options, board in games:
            reason = _reason(plugins, variant, players, options, board)
            if reason:
                yield players, reason
                if board is None and "seconds" in reason:
                    return  # the next one would hang too


def _reason(plugins: Plugins, variant: Variant, players: int, options: Mapping[str, Scalar], board: str | None) -> str:
    """Return why a game cannot start; empty if it can.

    :param board: None = the usual one.
    """
    late = lazy_n(
        "its set-up takes more than {count} second; look for an endless loop in an ability",
        "its set-up takes more than {count} seconds; look for an endless loop in an ability",
        SECONDS,
    )
    try:
        with DecisionLimit(SECONDS, lambda: 0, lambda _seconds: late):
            names = list(NAMES[:players])
            new_game(variant, names, seed=1, board=board, options=options, plugins=plugins).legal_actions()
    except OutOfTime as error:
        sentence: str = error.args[0]
        return sentence
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # an ability may raise anything, SystemExit too
        return sentence_of(blame(error))
    return ""
