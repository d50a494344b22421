"""Packages and variants to start from: ``plugin new`` and ``variant new``.

``copier copy`` makes the same files from the repository (``copier.yml``); the command needs neither it nor a network.
"""

from __future__ import annotations

import keyword
import re
import sys
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from smallworld import API_LEVEL, N_, SmallWorldError, Variant, lazy
from smallworld.model.board import BoardFile, RegionSpec
from smallworld.versions import DISTRIBUTION, lower_bound
from smallworld_editions.discovery import find_variants
from smallworld_editions.form import schema_text
from smallworld_output.whole_files import write_whole

SUFFIX = ".jinja"
NAME = re.compile(r"[a-z][a-z0-9]*(?:[-_][a-z0-9]+)*\Z")
FIELD = re.compile(r"\{\{ ?(\w+) ?\}\}")
SCENARIOS = "\n#   smallworld scenario run FOLDER    the small tests in rules.scenario.yaml"
FACTION = "\n    # faction: {name:<20} # or {others}; without it the race is neutral"


class Trial(NamedTuple):
    """Regions of a board on which the race of the template can be tried.

    :ivar paid: the only one of two with the terrain that pays; :ivar other: the second.
    :ivar start, cheaper: neighbours; the second is empty and has the terrain that costs less.
    """

    board: BoardFile
    paid: RegionSpec
    other: RegionSpec
    start: RegionSpec
    cheaper: RegionSpec


@dataclass(frozen=True, slots=True)
class ExtendedVariant:
    """A variant that a new one extends.

    :ivar called: what the new file calls it: its id, or a path.
    :ivar tiny: the board for tests.
    """

    variant: Variant
    called: str
    tiny: BoardFile

    def trial(self) -> Trial | None:
        """Return where two players can try the race of the template; None = nowhere, so there can be no scenario.

        The board for tests comes first if the variant has its terrains, then the variant's own.
        """
        fits = {region.terrain for region in self.tiny.regions} <= set(self.variant.terrains)
        boards = [*([self.tiny] if fits else []), *self.variant.board_files.values()]
        trials = (trial for board in boards for trial in self._trials(board))
        return next(trials, None) if 2 in self.variant.rounds else None

    def _trials(self, board: BoardFile) -> Iterator[Trial]:
        land = [region for region in board.regions if not self.variant.terrains[region.terrain].water]
        for start in land:
            for cheaper in land:
                if cheaper.id not in start.adjacent or cheaper.natives or self._price(cheaper) < 1:
                    continue
                for paid in land:
                    strange = [region for region in land if region.terrain != paid.terrain and region is not paid]
                    if paid.terrain != cheaper.terrain and strange:
                        yield Trial(board, paid, strange[0], start, cheaper)

    def _price(self, region: RegionSpec) -> int:
        """Return the tokens for an empty region at a discount of one."""
        return self.variant.base_cost + self.variant.terrains[region.terrain].defence - 1

    def values(self, trial: Trial | None) -> dict[str, str]:
        """Return the value of each name in the template."""
        variant = self.variant
        factions = sorted({race.faction for race in variant.races.values()} - {"", "neutral"})
        players = min(variant.rounds)
        land = [terrain.id for terrain in variant.terrains.values() if not terrain.water]
        values = {
            "extends": self.called,
            "faction": FACTION.format(name=factions[0], others=" or ".join(factions[1:])) if factions[1:] else "",
            "some_race": list(variant.races)[-1],
            "some_power": list(variant.powers)[-1],
            "coins": str(variant.coins + 2),
            "players": str(players),
            "rounds": str(max(1, variant.rounds[players] - 2)),
            "paying": trial.paid.terrain if trial else land[0],
            "cheap": trial.cheaper.terrain if trial else land[-1],
            "scenarios": SCENARIOS if trial else "",
        }
        if trial is not None:
            values |= {name: part.id for name, part in trial._asdict().items()}
            values |= {"price": str(self._price(trial.cheaper)), "enough": str(self._price(trial.cheaper) + 1)}
        return values


def new_plugin(name: str, folder: Path) -> list[Path]:
    """Write a plugin package into a folder that does not exist yet; returns its files.

    :raises SmallWorldError: the name cannot be one of a package, or the folder is there.
    """
    _check_name(name, "plugin")
    variant = variant_id(name)
    values = {
        "project": name.replace("_", "-"),
        "module": name.replace("-", "_"),
        "prefix": variant.replace("-", "_"),
        "variant": variant,
        "title": variant.replace("-", " ").capitalize(),
        "smallworld": lower_bound(),
        "api_level": str(API_LEVEL),
    }
    return render("plugin", folder, values)


def variant_id(name: str) -> str:
    """Return the id of the variant in the plugin package of this name."""
    return name.replace("_", "-").removeprefix("smallworld-")


def new_variant(name: str, folder: Path, parent: ExtendedVariant | None = None, schema: str = "") -> list[Path]:
    """Write a variant into a folder that does not exist yet, with the schemas of its files; returns its files.

    :param parent: what it changes; None = an edition of its own, with a board.
    :param schema: the JSON schema of the variant, with abilities; "" = the published one, without.
    :raises SmallWorldError: the name cannot be one of a variant, or the folder is there.
    """
    _check_name(name, "variant")
    if name in find_variants():
        raise SmallWorldError(lazy("{name!r} is a variant that comes with the program; choose another name", name=name))
    values = {"variant": name, "title": name.replace("-", " ").replace("_", " ").capitalize()}
    if parent is None:
        kinds, written = ["board", "scenario", "variant"], render("edition", folder, values)
    else:
        trial = parent.trial()
        kinds, left_out = (["scenario", "variant"], ()) if trial else (["variant"], ("rules.scenario.yaml",))
        written = render("variant", folder, values | parent.values(trial), left_out)
    for kind in kinds:  # the first lines of the files name them: an editor needs no network then
        path = folder / f"{kind}.schema.json"
        _write(path, schema if schema and kind == "variant" else schema_text(kind))
        written.append(path)
    return written


def render(template: str, folder: Path, values: Mapping[str, str], left_out: Collection[str] = ()) -> list[Path]:
    """Write every file of a template but those that are left out, with the values put in.

    A template is a folder of files that end in ``.jinja``; in their text and in their paths ``{{ name }}`` is replaced.
    That is the part of copier's language that a package needs.

    :raises SmallWorldError: something is in the folder already, or it cannot be written.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        sentence = N_("{folder!r} is there already; choose another name, or another place with --to")
        raise SmallWorldError(lazy(sentence, folder=str(folder)))
    source = Path(str(files(__package__))) / "templates" / template
    written = []
    for file in sorted(source.rglob(f"*{SUFFIX}")):
        path = folder / _fill(str(file.relative_to(source)).removesuffix(SUFFIX), values)
        if path.name not in left_out:
            _write(path, _fill(file.read_text("utf-8"), values))
            written.append(path)
    return written


def _write(path: Path, text: str) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, text)
    except OSError as error:
        sentence = N_("{path!r} cannot be written: {reason}; choose another --to")
        raise SmallWorldError(lazy(sentence, path=str(path), reason=error.strerror)) from None


def _fill(text: str, values: Mapping[str, str]) -> str:
    return FIELD.sub(lambda field: values[field[1]], text)


_BAD_NAME = {
    "plugin": N_("{name!r} cannot be the name of a plugin; use lower-case letters, digits and '-', e.g. 'misty-lakes'"),
    "variant": N_(
        "{name!r} cannot be the name of a variant; use lower-case letters, digits and '-', e.g. 'misty-lakes'"
    ),
}
"""Kind of package → the sentence about a name that it cannot have."""


def _check_name(name: str, kind: str) -> None:
    if not NAME.match(name):
        raise SmallWorldError(lazy(_BAD_NAME[kind], name=name))
    reserved = {"smallworld", DISTRIBUTION.replace("-", "_"), "test", "tests", *keyword.kwlist}
    if kind == "plugin" and name.replace("-", "_") in reserved | sys.stdlib_module_names:
        sentence = N_("a plugin cannot be called {name!r}, the word is taken by Python or this program; choose another")
        raise SmallWorldError(lazy(sentence, name=name))
