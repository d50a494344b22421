"""The editions for new tables, each read again when one of its files changes, and the faults of unusable ones."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache
from pathlib import Path
from zlib import crc32

from smallworld import ContentError, Game, Plugins, SmallWorldError, UnknownName, Variant, _, new_game
from smallworld.errors import sentence_of, with_suggestion
from smallworld.languages import current_language
from smallworld.model.variant import Ruling, Scalar
from smallworld.tools import rulings_of
from smallworld_draw.scene import NotDrawable, draw
from smallworld_draw.svg import RATIO, cover_svg
from smallworld_editions.discovery import board_paths, find_variants, is_shipped_file, variant_path
from smallworld_editions.editions import load_variant
from smallworld_editions.problem import Problem, errors_of
from smallworld_editions.variants.file_reader import read_variant
from smallworld_play.seats import DEFAULT_BOTS, HUMAN, SeatError, default_name, is_program
from smallworld_play.tutorial import KIND, OPPONENT, SEED, has_tutorial
from smallworld_validate.check_settings import tiny_board
from smallworld_validate.file_checker import FileChecker, settle
from smallworld_validate.inputs import files_in

Marks = Mapping[Path, tuple[int, int]]
"""File → time of its last change, and size."""
BASE = "base"
"""The edition of the tutorial."""
DRAWN = "drawn"
"""The choice of a board that leaves it to the edition."""
COINS = "coins"
"""The question whether coins are hidden, which the form asks first."""
FIRST_PLAYER = "first_player"
"""The question which seat begins; its answers are seats."""


class OfferedEdition:
    """An edition that tables may have. Tables that were opened keep it as it was then.

    :param name: its id where it is installed, else its file or folder as the host named it.
    :param path: its file.
    :param checker: gives the checker of ``smallworld validate``.
    :param is_named: the host named it: it is offered only while ``validate`` finds no error in its folder.
    :ivar variant: the edition; None while it cannot be played.
    :ivar problem: why it cannot be played, in one sentence.
    :ivar problems: what ``validate`` finds in its folder; of an installed edition only while it cannot be played.
    :ivar version: another one for other content. :ivar has_changed: it was read again, and nobody has noticed yet.
    """

    def __init__(
        self, name: str, path: Path, plugins: Plugins, checker: Callable[[], FileChecker], *, is_named: bool = False
    ) -> None:
        self.name, self.path, self.plugins, self.is_named = name, path, plugins, is_named
        self.is_watched = not is_shipped_file(path)
        self.variant: Variant | None = None
        self.problem, self.version = "", ""
        self.problems: list[Problem] = []
        self.has_changed = False
        self._checker = checker
        self.id = name
        """The id under which it is offered: that in its file, when it was read last, if the host named the file."""
        self._covers: dict[str, str] = {}
        self._parents: frozenset[Path] = frozenset()
        """The files of editions that this one extends."""
        self._marks: Marks | None = None

    def refresh(self) -> bool:
        """Read the edition if it is new, or if one of its files has changed; return whether it was read."""
        if self._marks is not None and not (self.is_watched and self._marks != self._marks_now()):
            return False
        marks = self._marks_now()  # before: a change while it is read is noticed the next time
        self._read()
        self.has_changed = self._marks is not None
        self._marks = {**self._marks_now(), **marks}
        return True

    def take_back(self, other: Path) -> None:
        """Do not offer it, because it has the id of another edition, until its files change."""
        self.problem = _(
            "{file}: its id {name!r} is that of the edition in {other}; give it one of its own, such as {new!r}",
            file=self.path, name=self.id, other=other, new=f"my_{self.id}",
        )  # fmt: skip
        self.variant = None

    def require(self) -> Variant:
        """Return the edition.

        :raises ContentError: with everything that ``validate`` finds. :raises SmallWorldError: another fault.
        """
        if errors_of(self.problems):
            raise ContentError(self.problems)
        if self.variant is None:
            raise SmallWorldError(self.problem)
        return self.variant

    def cover(self, language: str) -> str:
        """Draw the first board in the language of the reader; empty if it cannot be drawn."""
        if self.variant is not None and language not in self._covers:
            try:
                self._covers[language] = cover_svg(next(iter(self.variant.board_files.values())), self.variant)
            except (NotDrawable, StopIteration):
                self._covers[language] = ""
        return self._covers.get(language, "")

    def _read(self) -> None:
        self.variant, self.problem, self.version, self._covers = None, "", "", {}
        self.problems = self._check() if self.is_named else []
        try:
            self.variant = load_variant(self.path, plugins=self.plugins)
            self.id = self.variant.id if self.is_named else self.name
            self.version = f"{crc32(repr(self.variant.content).encode('utf-8', 'surrogatepass')):08x}"
        except Exception as error:  # an ability of a plugin may fail in any way
            self.problem = sentence_of(error).splitlines()[0]
            self.problems = self.problems or (self._check() if self.is_watched else [])
        errors = errors_of(self.problems)
        if errors:
            self.variant, self.problem = None, str(errors[0])
        self._parents = frozenset(self._find_parents()) if self.is_watched else frozenset()

    def _check(self) -> list[Problem]:
        """List what ``validate`` finds in the folder."""
        checker = self._checker()
        checker.forget()
        top = Path(self.name) if self.is_named and Path(self.name).exists() else self.path.parent
        files = files_in(top) or [self.path]
        problems = [problem for file in files for problem in checker.check_file(file, skip_unknown=file != top)]
        return settle(problems)[0]

    def _find_parents(self) -> Iterator[Path]:
        try:
            bundle = read_variant(self.path, tuple(self.plugins.variants))[0]
        except (SmallWorldError, OSError):
            return
        for layer in bundle.merged.layers if bundle is not None else ():
            file = Path(layer.document.name)
            if file != self.path and not is_shipped_file(file):
                yield file

    def _marks_now(self) -> Marks:
        """Describe the files of the edition, and the others of its folder that are checked with it."""
        folder = files_in(Path(self.name)) if self.is_named and Path(self.name).is_dir() else []
        files = [*folder, *(file for path in (self.path, *self._parents) for file in _edition_files(path))]
        marks = {}
        for file in files:
            try:
                status = file.stat()
                marks[file] = status.st_mtime_ns, status.st_size
            except OSError:
                marks[file] = 0, -1
        return marks


def _edition_files(path: Path) -> Iterator[Path]:
    """Yield the file of an edition, its boards and its translations."""
    yield path
    yield from board_paths(path).values()
    yield from (path.parent / "languages").glob("*.yaml")


class EditionCatalog:
    """The editions of the server: those that its host named, then the installed ones.

    :param plugins: the plugins with which all tables are played.
    :param named: ids of editions, or their files or folders.
    :raises UnknownName: a named edition does not exist.
    """

    def __init__(self, plugins: Plugins, named: Sequence[str] = ()) -> None:
        self.plugins = plugins
        self._lock = threading.Lock()
        self._offers = list(self._find(named))
        self._drawn: set[str] = set()
        """Versions of editions with boards that were drawn."""

    def _find(self, named: Sequence[str]) -> Iterator[OfferedEdition]:
        checker = cache(self._make_checker)
        folders, resolved = tuple(self.plugins.variants), set()
        installed = find_variants(folders)
        paths = [(name, variant_path(name, folders), True) for name in named]
        for name, path, is_named in [*paths, *((name, path, False) for name, path in installed.items())]:
            if path.resolve() not in resolved:
                resolved.add(path.resolve())
                yield OfferedEdition(name, path, self.plugins, checker, is_named=is_named)

    def _make_checker(self) -> FileChecker:
        from smallworld_validate.check_settings import CheckSettings  # not for the editions of the program

        return FileChecker(CheckSettings(self.plugins))

    def require_named(self) -> None:
        """Check the editions that the host named.

        :raises ContentError: one has errors; it has everything that ``validate`` finds in its folder.
        :raises SmallWorldError: it has the id of another one.
        """
        self.variants()
        for offer in self._offers:
            if offer.is_named:
                offer.require()

    def variants(self) -> Mapping[str, Variant]:
        """Return the content of every edition that can be played, by id."""
        return {name: offer.variant for name, offer in self.playable().items() if offer.variant is not None}

    def changed(self) -> list[OfferedEdition]:
        """Return the editions that were read again since the last call, as their files had changed."""
        if any(offer.is_watched for offer in self._offers):
            self.playable()
        changed = [offer for offer in self._offers if offer.has_changed]
        for offer in changed:
            offer.has_changed = False
        return changed

    def playable(self) -> Mapping[str, OfferedEdition]:
        """Return every edition that can be played, by id, as its files are now."""
        with self._lock:
            if [offer for offer in self._offers if offer.refresh()]:
                self._name_shared_ids()
            return {offer.id: offer for offer in self._offers if offer.variant is not None}

    def _name_shared_ids(self) -> None:
        """Take editions back that have the id of another one, named ones first."""
        for offer in sorted(self._offers, key=lambda offer: not offer.is_named):
            twin = next((other for other in self._offers if other is not offer and other.id == offer.id), None)
            if twin is not None and offer.variant is not None and twin.variant is not None:
                offer.take_back(twin.path)

    def offers(self) -> list[OfferedEdition]:
        """List the editions that do not come with the program, for the host."""
        self.variants()
        return [offer for offer in self._offers if offer.is_watched]

    def draw_covers(self) -> None:
        """Draw the pictures of the start page in advance."""
        for name in self.variants():
            self.cover(name, current_language())

    def cover(self, name: str, language: str) -> str:
        """Draw the first board of an edition in the language of the reader; empty if it cannot be drawn.

        :raises UnknownName: no edition has this id.
        """
        return self._offer(name).cover(language)

    def draw_boards(self, name: str) -> None:
        """Draw every board of an edition in advance, once, because the first drawing takes a while."""
        offer = self._offer(name)
        with self._lock:
            is_new = offer.version not in self._drawn
            self._drawn.add(offer.version)
        for board in offer.require().board_files.values() if is_new else ():
            with suppress(NotDrawable):
                draw(board, RATIO)

    def faults(self) -> list[tuple[str, str]]:
        """List everything that cannot be used: how it is called, and its problem in one sentence."""
        self.playable()
        rows = [(_("plugin {name}", name=plugin.name), plugin.problem) for plugin in self.plugins.broken()]
        unusable = [offer for offer in self._offers if offer.variant is None]
        return rows + [(_("edition {name}", name=offer.name), offer.problem) for offer in unusable]

    def variant(self, name: str) -> Variant:
        """Return an edition.

        :raises UnknownName: no edition has this id. :raises SmallWorldError: its files have errors at the moment.
        """
        return self._offer(name).require()

    def _offer(self, name: str) -> OfferedEdition:
        offers = self.playable()
        if name not in offers and any(offer.id == name for offer in self._offers):
            raise SmallWorldError(
                _("the files of this edition have errors now; when they are mended, it can be played")
            )
        if name not in offers:
            raise UnknownName("variant", name[:100], offers)
        return offers[name]

    def bots(self) -> list[str]:
        """List the bots that may have a seat."""
        return sorted(self.plugins.bots)

    def usual_seats(self) -> dict[str, str]:
        """Return the seats of a person who wants to play at once: player → ``human`` or the name of a bot."""
        return {default_name(): HUMAN, **dict(zip(DEFAULT_BOTS, self.usual_bots(), strict=True))}

    def usual_bots(self) -> list[str]:
        """List the usual kinds of bots, one for each usual opponent."""
        bots = self.bots()
        return [kind if kind in bots else bots[0] for kind in DEFAULT_BOTS.values()]

    def check_kind(self, kind: str) -> None:
        """Refuse a kind of seat that no table may have.

        :raises SeatError: it is neither a person nor a bot of this server.
        """
        if kind != HUMAN and (is_program(kind) or kind not in self.plugins.bots):
            raise SeatError(with_suggestion(_("unknown bot {kind!r}", kind=kind[:40]), kind[:40], self.bots()))

    def new_game(
        self, variant: str | Variant, seats: Mapping[str, str], board: str, options: Mapping[str, Scalar], seed: int
    ) -> Game:
        """Set up the game of a new table.

        :param variant: the id of an edition, or one that this server may not offer any more.
        :param seats: player → ``human`` or the name of a bot.
        :param board: the id of a board, or :data:`DRAWN`.
        :raises SmallWorldError: the game cannot be set up; the sentence states why.
        """
        edition = self.variant(variant) if isinstance(variant, str) else variant
        for kind in seats.values():
            self.check_kind(kind)
        if board != DRAWN and board not in edition.board_files:
            raise UnknownName("board", board[:100], edition.board_files)
        named = None if board == DRAWN else board
        try:
            return new_game(edition, list(seats), seed=seed, board=named, options=options, plugins=self.plugins)
        except SmallWorldError:
            raise
        except Exception as error:  # abilities take part in the set-up
            raise SmallWorldError(
                _("this edition cannot begin a game: {problem}", problem=sentence_of(error))
            ) from error

    def new_tutorial(self) -> tuple[Game, dict[str, str]]:
        """Set up the game of the tutorial; return it with its seats.

        :raises SmallWorldError: no edition of this server has a tutorial.
        """
        name = self.tutorial_edition()
        if not name:
            raise SmallWorldError(_("no edition of this server has a tutorial"))
        seats = {default_name(): HUMAN, OPPONENT: KIND if KIND in self.plugins.bots else self.bots()[0]}
        board = [tiny_board()]
        return new_game(self.variant(name), list(seats), seed=SEED, board=board, plugins=self.plugins), seats

    def tutorial_edition(self) -> str:
        """Return the id of the edition on which the tutorial is played; empty without one."""
        variant = self.variants().get(BASE)
        return BASE if variant is not None and has_tutorial(variant, tiny_board()) else ""

    def game_like(self, game: Game, seats: Mapping[str, str], seed: int) -> Game:
        """Set up another game of the same people with the same rulings, in which the next seat begins.

        An edition that this server does not offer any more is played as it was.

        :raises SmallWorldError: the game cannot be set up.
        """
        options = {**game.origin["options"], FIRST_PLAYER: next_first_seat(game)}
        board = game.state.board.faces[0].id if game.origin["named"] and len(game.state.board.faces) == 1 else DRAWN
        edition = self.variants().get(game.variant.id, game.variant)
        return self.new_game(edition, seats, board if board in edition.board_files else DRAWN, options, seed)


def next_first_seat(game: Game) -> int:
    """Return the seat, from 1, that begins the next game: the one after the seat that began this one."""
    drawn = [event["result"] for event in game.log if event.get("chance") == FIRST_PLAYER]
    first = drawn[0] if drawn else game.origin["options"].get(FIRST_PLAYER, 1)
    return int(first) % len(game.players) + 1 if isinstance(first, int) else 1


def rulings(variant: Variant) -> list[Ruling]:
    """List the questions that a table may answer differently from its edition, with seats that a table can have."""
    seats = max(variant.rounds)
    rulings = [ruling for ruling in rulings_of(variant).values() if ruling.values and ruling.text]
    return [
        replace(ruling, values=tuple(value for value in ruling.values if not isinstance(value, int) or value <= seats))
        if ruling.key == FIRST_PLAYER
        else ruling
        for ruling in rulings
    ]
