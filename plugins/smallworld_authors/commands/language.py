"""``smallworld language``: list the languages, and write the files for a new one."""

from __future__ import annotations

import importlib.util
import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import click

from smallworld.errors import SmallWorldError
from smallworld.languages import ENGLISH, N_, PN_, _, decimal, in_language, languages, pgettext
from smallworld.versions import pip_install
from smallworld_cli.common import json_option, plugin_option, plugins_of, print_json, variants_of, write_file
from smallworld_cli.console import print_columns
from smallworld_cli.parameter_types import FOLDER

if TYPE_CHECKING:
    from smallworld.model.variant import Variant

NAME = PN_("name of this language", "English")
"""The message of which the translation is the name of a language in that language."""


@click.group()
def command() -> None:
    """Languages: the ones that there are, and files to begin another one."""


@command.command("list")
@plugin_option
@json_option
def list_languages(plugin_names: tuple[str, ...], as_json: bool) -> None:
    """List the languages with the share of the program and of each edition that is translated.

    Unreviewed is the share of the program's translations that no native speaker has read.
    """
    from smallworld_authors.language_file import languages_of

    editions = variants_of((), plugins_of(plugin_names))
    codes = {code for edition in editions for code in languages_of(edition)} | set(languages())
    shares = {code: _shares(code, editions) for code in [ENGLISH, *sorted(codes - {ENGLISH})]}
    heads = ["program", "unreviewed", *(edition.id for edition in editions)]
    if as_json:
        print_json([{"language": code, **dict(zip(heads, row, strict=True))} for code, row in shares.items()])
        return
    rows = [["", "", _("program"), _("unreviewed"), *heads[2:]]]
    for code, row in shares.items():
        with in_language(code):
            name = pgettext("name of this language", NAME)
        own_name = name if code == ENGLISH or name != NAME else ""  # its catalogue does not have it
        percents = ["?" if share is None else _("{percent} %", percent=decimal(share, 1)) for share in row]
        rows.append([code, own_name, *percents])
    print_columns(rows, text_columns=2)


def _shares(code: str, editions: list[Variant]) -> list[float | None]:
    """Return what is translated in percent: of the program, without review in it, and of each edition.

    The share of the program is None if nobody has counted its messages.
    """
    from smallworld.languages.catalogue import finished_messages, unread_messages
    from smallworld_authors.language_file import completeness

    if code == ENGLISH:
        return [100.0, 0.0, *(100.0 for _edition in editions)]
    finished, number = finished_messages(code) if code in languages() else (0, 0)
    program = round(100 * finished / number, 1) if number else None if code in languages() else 0.0
    unread = round(100 * unread_messages(code) / finished, 1) if finished else 0.0
    return [program, unread, *(round(completeness(edition, code).percent, 1) for edition in editions)]


@command.command("new")
@click.argument("code")
@click.option("--variant", "variants", multiple=True, metavar="VARIANT",
              help="The edition to translate, by id or path; repeat. Default: all that are installed.")  # fmt: skip
@click.option("--to", "folder", type=FOLDER, metavar="DIR",
              help="Write VARIANT/languages/CODE.yaml into this folder. Default: next to the variant, or here if it is "
                   "part of an installation.")  # fmt: skip
@plugin_option
def new(code: str, variants: tuple[str, ...], folder: Path | None, plugin_names: tuple[str, ...]) -> None:
    """Write files for a translation into the language CODE, e.g. hu, or add what is missing to them.

    A language file has every id of an edition with its English text as a comment. In a checkout the catalogue with the
    messages of the program is written too. Translations that are there stay as they are.
    """
    code = _check_code(code)
    editions = variants_of(variants, plugins_of(plugin_names))
    written = [_write_file(edition, code, folder) for edition in editions]
    catalogue = None if variants or folder else _write_catalogue(code)
    for path in [*written, *([catalogue] if catalogue else [])]:
        click.echo(_("written: {file}", file=path))
    first, home = written[0], written[0].parent.parent
    is_next_to_variant = (home / "variant.yaml").is_file()
    check = ["smallworld", "validate", str(first), *([] if is_next_to_variant else ["--against", home.name])]
    sentence = _(
        "next: translate the comments in {file}, then check it: {command}", file=first, command=shlex.join(check)
    )
    click.echo(sentence)


def _check_code(code: str) -> str:
    """Return a code as files have it.

    :raises click.UsageError: it is not the code of a language that can be translated.
    """
    from smallworld_authors.language_file import is_language  # not for --help

    language, sign, region = code.replace("-", "_").partition("_")
    name = f"{language.lower()}{sign}{region}"
    if not is_language(name):
        raise click.UsageError(
            _("{code!r} is not the code of a language; write a code of ISO 639, e.g. hu or pt_BR", code=code)
        )
    if language.lower() == ENGLISH:
        raise click.UsageError(_("English is the language of the program and of variant files; it is not translated"))
    return name


def _write_file(edition: Variant, code: str, folder: Path | None) -> Path:
    """Write the language file of an edition, or the comment about what it lacks.

    :raises SmallWorldError: the file cannot be written.
    """
    from smallworld_authors.language_file import language_file
    from smallworld_editions.language_files import FOLDER

    home = Path(edition.path).parent
    if folder is not None or {"site-packages", "dist-packages"} & {*home.parts}:  # nobody looks there for their work
        home = (folder or Path()) / edition.id
    path = home / FOLDER / f"{code}.yaml"
    return _short_path(write_file(path, language_file(edition, code, path), make_folder=True))


def _short_path(path: Path) -> Path:
    """Return a path as short as it can be written."""
    folder = Path.cwd()
    return path.resolve().relative_to(folder) if path.resolve().is_relative_to(folder) else path


def _write_catalogue(code: str) -> Path | None:
    """Write the catalogue of the program in a checkout that has Babel; else return None.

    :raises SmallWorldError: Babel does not know the language.
    """
    root = Path(__file__).parents[3]
    if not (root / "pyproject.toml").is_file() or not (root / ".git").exists():
        return None
    if any(importlib.util.find_spec(name) is None for name in ("babel", "setuptools")):
        install = pip_install("babel", "setuptools")
        click.echo(_("the catalogue of the program is left out: it needs Babel; {install}", install=install), err=True)
        return None
    from babel.core import UnknownLocaleError

    from smallworld_native.catalogues import begin

    try:
        return _short_path(begin(code))
    except UnknownLocaleError:
        sentence = N_("the plural forms of {code!r} are not known; choose the code of a language that Babel has")
        raise SmallWorldError(_(sentence, code=code)) from None
