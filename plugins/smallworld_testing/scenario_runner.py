"""Run scenario files (formats 3): the game, its steps, and the comparison of the state with what they expect."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn

from smallworld import Game, Plugins, PositionError, Variant, load_variant, new_game
from smallworld.api import NATIVES, GameState, Race, indexes
from smallworld.errors import ActionError, ContentError, ReplayError, SmallWorldError, UnknownName, with_suggestion
from smallworld.languages import N_, lazy, lazy_join, lazy_n
from smallworld.model.board import BoardFile
from smallworld.plugins.manager import default_plugins
from smallworld.tools import Wrap, check_names, position_text, public_memory, tokens_off_map
from smallworld_editions.discovery import variant_path
from smallworld_editions.form import check
from smallworld_editions.load import load_board, refuse_errors
from smallworld_editions.reading.documents import Document, KeyPath, mapping_of
from smallworld_editions.reading.reader import read_documents
from smallworld_play.shorthand import expand_line
from smallworld_validate import check_settings
from smallworld_validate.check_settings import Table
from smallworld_validate.game_file_checks.scenario import SPREAD, check_options
from smallworld_validate.game_files import unknown_board


@dataclass(slots=True)
class Library:
    """Finds variants and boards for scenarios; each is loaded once.

    :ivar board_folders: folders of board files that may be named by id.
    :ivar wrap: put around every implementation of a hook, e.g. a :class:`smallworld_cli.hook_trace.Tracer`.
    """

    board_folders: tuple[Path, ...] = ()
    plugins: Plugins = field(default_factory=default_plugins)
    wrap: Wrap | None = None
    _variants: dict[Path, Variant] = field(default_factory=dict)
    _boards: dict[Path, BoardFile] = field(default_factory=dict)

    def variant(self, document: Document, scenario: Path | None) -> Variant:
        """Load the variant of a scenario, by id, or by a path relative to the scenario's folder.

        :raises ContentError: it does not exist, with line and column, or has errors of its own.
        """
        try:
            file = variant_path(document.data["variant"], self.plugins.variants, scenario)
            if file not in self._variants:
                self._variants[file] = load_variant(file, plugins=self.plugins)
            return self._variants[file]
        except ContentError:
            raise
        except UnknownName as error:
            raise ContentError([document.problem("unknown-variant", ("variant",), error.fault, error.advice)]) from None
        except SmallWorldError as error:
            raise _error(document, ("variant",), error.sentence) from None

    def boards(self, document: Document, variant: Variant) -> list[BoardFile | str] | None:
        """Return the boards that a scenario names; None if it leaves them to the variant.

        :raises ContentError: a board does not exist, with line and column.
        """
        named = document.data.get("board")
        if named is None:
            return None
        names = [named] if isinstance(named, str) else named
        boards = [self._board(variant, name) for name in names]
        for index, board in enumerate(boards):
            if isinstance(board, str) and board not in variant.board_files:
                path = ("board",) if isinstance(named, str) else ("board", index)
                files = [file.stem for folder in self.board_folders for file in folder.glob("*.yaml")]
                board_names = {*variant.board_files, *check_settings.kit_boards(), *files}
                raise ContentError([unknown_board(document, path, board, board_names)])
        return boards

    def _board(self, variant: Variant, name: str) -> BoardFile | str:
        """Return a board by id: of the given folders, else of the variant, else of the kit."""
        file = next((file for folder in self.board_folders if (file := folder / f"{name}.yaml").is_file()), None)
        if file is None:
            return name if name in variant.board_files else check_settings.kit_boards().get(name, name)
        if file not in self._boards:
            self._boards[file] = load_board(file)
        return self._boards[file]


def begin(document: Document, library: Library, path: Path | None = None) -> Game:
    """Set up the game at the scenario's first step.

    :raises ContentError: variant, board, players, options or position cannot be, with line and column.
    """
    data = document.data
    variant = library.variant(document, path)
    boards = library.boards(document, variant)
    refuse_errors(list(check_options(document, Table(variant, data["players"], None))))
    script = {"die": list(data.get("dice", ())), "draw": list(data.get("draws", ()))}
    cause = "players"
    try:
        check_names(data["players"], min(2, *variant.boards, 2))
        cause = "board" if boards else "players"
        return new_game(
            variant, data["players"], seed=data.get("seed", 0), board=boards, options=data.get("options", {}),
            given=check_settings.position_of(data), script={kind: queue for kind, queue in script.items() if queue},
            plugins=library.plugins, wrap=library.wrap,
        )  # fmt: skip
    except PositionError as error:
        raise ContentError([check_settings.position_problem(document, error)]) from None
    except SmallWorldError as error:  # a ReplayError: the first turn begins with a draw that cannot be
        key = "draws" if isinstance(error, ReplayError) else cause
        raise _error(document, (key,), error.sentence) from None


def _error(document: Document, path: KeyPath, message: str) -> ContentError:
    """Return an error at the value that causes it."""
    return ContentError([document.problem("scenario", path, message)])


_SCENARIO = re.compile(rb"^\"?scenario\"?\s*:", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a scenario.

    :ivar failure: what did not hold, with file, line and column; empty if it passed.
    """

    title: str
    file: str
    failure: str = ""

    @property
    def passed(self) -> bool:
        """Whether the game did what the scenario expects."""
        return not self.failure


def run_paths(paths: Iterable[Path], library: Library) -> Iterable[Outcome]:
    """Run every scenario of files and folders, in order of their names.

    Of a folder only those files that hold scenarios; its boards and variants are left alone. A file that cannot be read
    is one failure.
    """
    for path in paths:
        for file in sorted(path.rglob("*.yaml")) if path.is_dir() else [path]:
            is_scenario = file == path or file.name.endswith(".scenario.yaml") or _SCENARIO.search(file.read_bytes())
            try:
                documents = read_documents(file) if is_scenario else []
            except ContentError as error:
                yield Outcome(file.name, str(file), error.sentence)
                continue
            for document in documents:
                yield run_document(document, library, file)


def run_document(document: Document, library: Library, path: Path | None = None) -> Outcome:
    """Run one scenario."""
    data = document.data
    title = str(mapping_of(data).get("scenario", "?"))
    try:
        refuse_errors(check(document, "scenario"))
        game = begin(document, library, path)
    except SmallWorldError as error:
        return Outcome(title, document.name, error.sentence)
    steps = Steps(game, document)
    for number, step in enumerate(data["steps"]):
        try:
            steps.play(step, ("steps", number))
        except SmallWorldError as error:
            if not isinstance(error, ContentError):  # such as a result that the die cannot show
                error = _error(document, ("steps", number), error.sentence)
            position = lazy("the position there: {text}", text=position_text(game.state))
            return Outcome(title, document.name, lazy_join("\n", [error.sentence, position]))
    return Outcome(title, document.name)


class Steps:
    """Plays the steps of a scenario.

    Every method raises :class:`ContentError` with line and column where the game differs from the scenario.
    """

    def __init__(self, game: Game, document: Document) -> None:
        self.game, self.document = game, document

    def play(self, step: Any, path: KeyPath) -> None:
        """Play or check one step."""
        if isinstance(step, str):
            self._apply(step, path)
        elif "expect" in step:
            for place, message in differences(self.game, step["expect"]):
                self.fail((*path, "expect", *place), message)
        elif "refused" in step:
            self._check_refusal(step["refused"], step.get("code"), path)
        elif step.keys() & {"legal", "illegal", "legal_only", "offers"}:
            self._check_legality(step, path)
        else:
            ((player, action),) = step.items()
            if not self.game.to_move:
                self.fail(path, lazy("it is nobody's decision, not {player}'s", player=player))
            if self.game.to_move != player:
                sentence = N_("it is {to_move}'s decision, not {player}'s")
                self.fail(path, lazy(sentence, to_move=self.game.to_move, player=player))
            self._apply(action, path)

    def fail(self, path: KeyPath, message: str) -> NoReturn:
        """Report a difference at a place of the scenario."""
        raise _error(self.document, path, message)

    def _apply(self, action: str, path: KeyPath) -> None:
        try:
            for part in expand_line(self.game, action) if SPREAD.fullmatch(action) else (action,):
                self.game.apply(part)
        except ActionError as error:
            self.fail(path, error.sentence)

    def _check_refusal(self, action: str, code: str | None, path: KeyPath) -> None:
        before = self.game.copy()
        try:
            codes = [reason.code for reason in self.game.refusal(action)]
        except ActionError as error:
            if code is not None:
                sentence = N_("{action!r} is not an action, so nothing is refused as {code}: {fault}")
                self.fail(path, lazy(sentence, action=action, code=code, fault=error.sentence))
            return
        if not codes:
            self.fail(path, lazy("{action!r} is legal, but should be refused", action=action))
        if code is not None and code not in codes:
            sentence = N_("{action!r} is refused as {codes}, not as {code}")
            self.fail(path, lazy(sentence, action=action, codes=", ".join(codes), code=code))
        with contextlib.suppress(ActionError):
            self.game.apply(action)
        if self.game != before:
            self.fail(path, lazy("refusing {action!r} changed the game", action=action))

    def _check_legality(self, step: Mapping[str, Any], path: KeyPath) -> None:
        legal = {str(action) for action in self.game.legal_actions()}
        for action in step.get("legal", ()):
            if action not in legal:
                try:
                    reasons = lazy_join("; ", [reason.reason for reason in self.game.refusal(action)])
                except ActionError as error:
                    reasons = error.sentence
                self.fail(path, lazy("{action!r} is not legal: {reasons}", action=action, reasons=reasons))
        for action in step.get("illegal", ()):
            if action in legal:
                self.fail(path, lazy("{action!r} is legal, but should not be", action=action))
        if "offers" in step:
            legal = {str(action) for action in self.game.legal_actions() if action.ability}
        expected = set(step.get("legal_only", step.get("offers", legal)))
        if legal != expected:
            extra, missing = sorted(legal - expected), sorted(expected - legal)
            parts = [lazy("legal in addition: {actions}", actions=", ".join(extra))] if extra else []
            parts += [lazy("not legal: {actions}", actions=", ".join(missing))] if missing else []
            self.fail(path, lazy_join("; ", parts))


# --- expectations

Difference = tuple[KeyPath, str]


def differences(game: Game, expected: Mapping[str, Any]) -> Iterator[Difference]:
    """Yield the differences from what is expected: the path in ``expect``, and a sentence."""
    checks: dict[str, Callable[[Game, Any], Iterator[Difference]]] = {
        "scored": _compare_scores, "tray": _tray, "column": _column, "relics": _relics,
    }  # fmt: skip
    plain = {"to_move": game.to_move or "none", "phase": game.phase, "round": game.round}
    for key, value in expected.items():
        if key in plain:
            yield from _compare((key,), plain[key], value, key)
        elif key in checks:
            yield from checks[key](game, value)
        elif key == "winner":
            winners = [value] if isinstance(value, str) else value
            yield from _compare((key,), sorted(game.winners()), sorted(winners), key)
        elif key in game.players:
            yield from _compare_player(game, key, value)
        elif key.endswith(".decline"):
            yield from _compare_declined(game, key, value)
        else:
            yield from _region(game, key, value)


def _compare(path: KeyPath, actual: Any, expected: Any, label: str) -> Iterator[Difference]:
    if actual != expected:
        sentence = N_("{label} is {actual}, expected {expected}")
        yield path, lazy(sentence, label=label, actual=repr(actual), expected=repr(expected))


def _fields(path: KeyPath, actual: Mapping[str, Any], expected: Mapping[str, Any]) -> Iterator[Difference]:
    for key, value in expected.items():
        if key not in actual:
            yield (*path, key), _nothing_called(key, actual)
        elif key == "memory":
            yield from _compare_memory((*path, key), actual[key], value)
        else:
            yield from _compare((*path, key), actual[key], value, f"{'.'.join(map(str, path))}.{key}")


def _nothing_called(key: str, names: Iterable[str]) -> str:
    return with_suggestion(lazy("nothing is called {key!r} here", key=key), key, names)


def _compare_memory(
    path: KeyPath, actual: Mapping[str, Mapping[str, object]], expected: Mapping[str, Mapping[str, object]]
) -> Iterator[Difference]:
    """Compare public memory by race, power or relic; names that are not expected may have any value."""
    for source, values in expected.items():
        if source not in actual:
            yield (*path, source), with_suggestion(lazy("{source!r} remembers nothing", source=source), source, actual)
            continue
        for name, value in values.items():
            if name not in actual[source]:
                fault = lazy("{source!r} remembers nothing called {name!r}", source=source, name=name)
                yield (*path, source, name), with_suggestion(fault, name, actual[source])
                continue
            now = actual[source][name]
            yield from _compare((*path, source, name), list(now) if isinstance(now, tuple) else now, value, name)


def _compare_player(game: Game, name: str, expected: Any) -> Iterator[Difference]:
    """Compare a player with the expectation; ``none`` is a player without an active race."""
    state, race = game.state, game.players.index(name)
    if expected == "none":
        number = state.hook_tables[race].race_index
        active = state.table.rulebook.races[number].id if number >= 0 else "none"
        yield from _compare((name,), active, "none", f"the active race of {name}")
        return
    memory = public_memory(state, race) if state.is_in_play(race) else {}
    regions = state.regions[race].bit_count()
    actual = {"coins": state.coins[race], **_tokens(state, race), "regions": regions, "memory": memory}
    yield from _fields((name,), actual, expected)


def _tokens(state: GameState, race: Race) -> dict[str, int]:
    counts = {"hand": tokens_off_map(state, race), "withdrawn": state.withdrawn[race]}
    return {**counts, "tokens": state.tokens_on_map(race)}


def _compare_declined(game: Game, key: str, expected: Any) -> Iterator[Difference]:
    """Compare the newest declined race of a player, or the named one, with the expectation."""
    state, book = game.state, game.state.table.rulebook
    name = key.removesuffix(".decline")
    if name not in game.players:
        yield (key,), _unknown_player(game, name)
        return
    declined = state.declined_of(game.players.index(name))
    names = {race: book.races[state.hook_tables[race].race_index].id for race in declined}
    if expected == "none" or expected is None:
        yield from _compare((key,), [*names.values()], [], key)
        return
    chosen = [race for race in names if names[race] == expected.get("race")] or [*names]
    if not chosen:
        yield (key,), lazy("{name} has no declined race", name=name)
        return
    race, power = chosen[-1], state.hook_tables[chosen[-1]].power_index
    regions = {state.board.regions[region].id: state.tokens[region] for region in indexes(state.regions[race])}
    actual = {
        "race": names[race],
        "power": book.powers[power].id if power >= 0 else "",
        **_tokens(state, race),
        "regions": len(regions) if isinstance(expected.get("regions"), int) else regions,
        "memory": public_memory(state, race),
    }
    yield from _fields((key,), actual, expected)


def _region(game: Game, key: str, expected: Any) -> Iterator[Difference]:
    """Compare a region with the expectation; ``none`` is a region without tokens."""
    expected = {"owner": "none", "natives": 0} if expected == "none" else dict(expected)
    state, book = game.state, game.state.table.rulebook
    index = state.board.index.get(key)
    if index is None:
        yield (key,), _nothing_called(key, [*game.players, *state.board.index])
        return
    occupant, tokens, spec = state.occupant[index], state.tokens[index], state.board.regions[index]
    actual = {
        "owner": game.players[state.owner(occupant)] if occupant >= 0 else "none",
        "race": book.races[state.hook_tables[occupant].race_index].id if occupant >= 0 else "none",
        "tokens": tokens if occupant >= 0 else 0,
        "natives": tokens if occupant == NATIVES else 0,
        "in_decline": occupant >= state.players,
        "pieces": {book.pieces[kind].id: n for (kind, region), n in state.pieces.items() if region == index},
        "terrain": spec.terrain,
        "symbols": sorted(spec.symbols),
    }
    if "pieces" in expected:
        expected["pieces"] = check_settings.count_entries(expected["pieces"] or ())
    if "symbols" in expected:
        expected["symbols"] = sorted(expected["symbols"])
    yield from _fields((key,), actual, expected)


def _unknown_player(game: Game, name: str) -> str:
    return with_suggestion(lazy("no player is called {name!r}", name=name), name, game.players)


def _compare_scores(game: Game, expected: Mapping[str, Any]) -> Iterator[Difference]:
    for name, lines in expected.items():
        if name in game.players:
            actual = game.state.scoring_of(game.players.index(name))
            yield from _compare(("scored", name), actual, dict(lines or {}), f"scored.{name}")
        else:
            yield ("scored", name), _unknown_player(game, name)


def _tray(game: Game, expected: Mapping[str, int]) -> Iterator[Difference]:
    index = game.state.table.rulebook.race_indexes
    for race, count in expected.items():
        if race in index:
            yield from _compare(("tray", race), game.state.tray[index[race]], count, f"tray.{race}")
        else:
            yield ("tray", race), with_suggestion(lazy("unknown race {name!r}", name=race), race, index)


def _column(game: Game, expected: list[Mapping[str, Any]]) -> Iterator[Difference]:
    book, column = game.state.table.rulebook, game.state.column
    for place, entry in enumerate(expected):
        if place >= len(column):
            message = lazy_n("the column has only {count} combo", "the column has only {count} combos", len(column))
            yield ("column", place), message
            return
        race, power, coins = column[place]
        actual = {"race": book.races[race].id, "power": book.powers[power].id, "coins": coins}
        yield from _fields(("column", place), actual, entry or {})


def _relics(game: Game, expected: Mapping[str, Any]) -> Iterator[Difference]:
    state, book = game.state, game.state.table.rulebook

    def face(relic: str, face_up: bool) -> str:
        return relic if face_up else f"hidden: {relic}"

    for region, value in expected.items():
        if region not in state.board.index:
            yield ("relics", region), _nothing_called(region, state.board.index)
            continue
        relics = state.relics.get(state.board.index[region], ())
        actual = sorted(face(book.relics[relic].id, face_up) for relic, face_up in relics)
        faces = sorted(face(*entry) for entry in check_settings.relic_entries([] if value == "none" else value))
        yield from _compare(("relics", region), actual, faces, f"relics.{region}")
