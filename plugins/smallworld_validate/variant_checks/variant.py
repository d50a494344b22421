"""Check the meaning of a variant: numbers that fit together, names that exist; and can games of it start?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

from smallworld import Plugins, Variant, new_game
from smallworld.decision_limit import DecisionLimit, OutOfTime
from smallworld.errors import sentence_of, suggest
from smallworld.languages import N_, NN_, clauses, lazy, lazy_n
from smallworld.model.rulings import ENGINE_RULINGS, MOST_PLAYERS, fits
from smallworld.model.variant import Ruling, Scalar
from smallworld.model.variant_folder import VARIANT_FILE
from smallworld.plugins.plugin import blame
from smallworld_editions.problem import Edit, Problem, limit_problems
from smallworld_editions.reading.documents import Document, KeyPath, mapping_of
from smallworld_editions.reading.scalars import write_yaml
from smallworld_editions.variants.merging import Merged, section, whole
from smallworld_editions.variants.plain_data import Schemas, read_ruling, rulings_of, uses_of
from smallworld_validate.schema.phrasing import answer_hint, lazy_count
from smallworld_validate.text_edits.layout import NOTHING, Layout, Uneditable, node_at
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
        sentence = N_("the variant has no race {lender!r} to stand in for")
        hint = suggest(lender, [name for name in merged.data["races"] if name != key])
        if lender in section(merged.data, "powers"):
            hint = lazy("{name!r} is in {section}", name=lender, section="powers")
        if lender == key:
            sentence = N_("{key!r} cannot stand in for itself")
            hint = lazy("name another race of the variant, or write a supply instead")
        elif twin:
            sentence, hint = N_("{key} and {twin} both stand in for {lender!r}"), lazy("choose another race")
        yield merged.problem("stand-in", path, lazy(sentence, key=key, twin=twin, lender=lender), hint)


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
            message = lazy_n(*no_board, int(players))
            hint = lazy("name one under boards, or remove {players} here", players=players)
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
    return mapping_of(node_at(document.data, inner))


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


# --- can games start? numbers, and trial games for every number of players and kind of draw

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


COLUMN = 6
"""Combos in the column where the variant does not set their number."""
_DEMANDS = {
    ("races", True): NN_("{players} need {count} race to pick from", "{players} need {count} races to pick from"),
    ("powers", True): NN_("{players} need {count} power to pick from", "{players} need {count} powers to pick from"),
    ("races", False): NN_(
        "{players} and a column of {column} need {count} race", "{players} and a column of {column} need {count} races"
    ),
    ("powers", False): NN_(
        "{players} and a column of {column} need {count} power",
        "{players} and a column of {column} need {count} powers",
    ),
}
"""Section, and whether the players alone need more → the sentence about how many of its entries are needed."""


def check_combos(merged: Merged) -> Iterator[Problem]:
    """Report races, or powers, that do not suffice for the largest number of players.

    With fewer than players somebody never gets a combo. A column that cannot be filled is legal: the banners have
    run out; but nobody plans it so.
    """
    players = max((int(key) for key in mapping_of(merged.data.get("boards")) if key in PLAYERS), default=0)
    column = whole(merged.data.get("column", COLUMN)) or COLUMN
    for kind in ("races", "powers"):
        have = len(section(merged.data, kind))
        if not isinstance(merged.data.get(kind), dict) or have >= players + column:
            continue
        is_picked, most = have < players, have - players
        need = players if is_picked else players + column
        demand = lazy_n(*_DEMANDS[kind, is_picked], need, players=lazy_count(players, "player"), column=column)
        supply = lazy_n("there is {count}", "there are {count}", have)
        message = lazy("{demand}, but {supply}", demand=demand, supply=supply)
        hint, path = lazy("add {count} or more", count=need - have), (kind,)
        if is_picked:
            hint = lazy("add {count} or more, or have a board for fewer players", count=need - have)
        elif most:
            hint = lazy("{hint}, or make the column {most} or less", hint=hint, most=most)
        if not is_picked and merged.is_own(("column",)) and not merged.is_own((kind,)):
            path = ("column",)
        severity = "error" if is_picked else "warning"
        yield merged.problem("too-few-combos", path, message, hint, at_key=True, severity=severity)


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
        other = (
            N_("mend the ability, or remove it here") if path else N_("name another board, or change what is refused")
        )
        message = lazy_n(*sentences, players, cause=cause)
        yield merged.problem(
            "no-start", path or ("boards", str(players)), message, hint or lazy(other), at_key=bool(path)
        )


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
        games = [*((options, None) for options in draws), *((draws[0], face) for face in faces)]
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
