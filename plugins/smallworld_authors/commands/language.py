"""``smallworld language``: how far each language is translated, and files to begin another one."""

from __future__ import annotations

import importlib.util
import json
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from smallworld.errors import SmallWorldError
from smallworld.languages import ENGLISH, N_, PN_, _, decimal, in_language, is_code, languages, pgettext
from smallworld.versions import pip_install
from smallworld_cli.common import json_option, plugin_option, plugins_of, print_json, variants_of, write_file
from smallworld_cli.console import print_columns
from smallworld_cli.parameter_types import FOLDER

if TYPE_CHECKING:
    from smallworld.model.variant import Variant
    from smallworld_editions.language_files import TextPath

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
    sentence = N_("next: translate the comments in {file}, then check it: {command}")
    click.echo(_(sentence, file=first, command=shlex.join(check)))


def _check_code(code: str) -> str:
    """Return a code as files have it."""
    language, sign, region = code.replace("-", "_").partition("_")
    name = f"{language.lower()}{sign}{region}"
    if not is_language(name):
        sentence = N_("{code!r} is not the code of a language; write a code of ISO 639, e.g. hu or pt_BR")
        raise click.UsageError(_(sentence, code=code))
    if language.lower() == ENGLISH:
        raise click.UsageError(_("English is the language of the program and of variant files; it is not translated"))
    return name


def _write_file(edition: Variant, code: str, folder: Path | None) -> Path:
    """Write the language file of an edition, or the comment about what it lacks."""
    from smallworld_editions.language_files import FOLDER

    home = Path(edition.path).parent
    if folder is not None or {"site-packages", "dist-packages"} & {*home.parts}:  # nobody looks there for their work
        home = (folder or Path()) / edition.id
    path = home / FOLDER / f"{code}.yaml"
    return _short_path(write_file(path, language_file(edition, code, path), make_folder=True))


def _short_path(path: Path) -> Path:
    """Return a path as short as it can be written."""
    return path.resolve().relative_to(Path.cwd()) if path.resolve().is_relative_to(Path.cwd()) else path


def _write_catalogue(code: str) -> Path | None:
    """Write the catalogue of the program in a checkout that has Babel; else return None."""
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


# --- what is translated, and what is missing


@dataclass(frozen=True, slots=True)
class Completeness:
    """The share of the texts of an edition that a language has."""

    language: str
    translated: int
    all: int
    unofficial: int = 0
    """Names in no official source, which the translators chose."""

    @property
    def percent(self) -> float:
        """The share in percent; 100 for an edition without texts."""
        return 100 * self.translated / self.all if self.all else 100.0


def completeness(variant: Variant, language: str) -> Completeness:
    """Count the texts of an edition that a language has."""
    count, missing = len([*_texts_of(variant)]), len([*missing_texts(variant, language)])
    unofficial = sum(bool(entry.get("unofficial")) for entry in variant.translations(language).values())
    return Completeness(language, count - missing, count, unofficial)


def missing_texts(variant: Variant, language: str) -> Iterator[tuple[TextPath, str]]:
    """Yield the texts of an edition that a language lacks, with their English."""
    texts = variant.translations(language)
    for path, english in _texts_of(variant):
        if not texts.get(path[:2], {}).get(path[2]):
            yield path, english


def _texts_of(variant: Variant) -> Iterator[tuple[TextPath, str]]:
    from smallworld_validate.variant_checks.lint import texts_of  # not for --help

    return texts_of(variant.content["variant"], variant.content["boards"])


def languages_of(variant: Variant) -> list[str]:
    """List the languages for which an edition has a file."""
    return variant.translations.languages() if hasattr(variant.translations, "languages") else []


MARK = "# --- not translated yet:"
"""First line of the comments about missing texts; they reach to the end of the file."""
HEAD = """\
# {name} ({variant}) in the language {language}: see docs/languages.md. Take the # away where you have translated.
language: {language}
"""
_CODES = (
    "aaabaeafakamanarasavayazbabebgbhbibmbnbobrbscacechcocrcscucvcydadedvdzeeeleneoeseteufafffifjfofrfyga"
    "gdglgngugvhahehihohrhthuhyhziaidieigiiikioisitiujajvkakgkikjkkklkmknkokrkskukvkwkylalblglilnloltlulv"
    "mgmhmimkmlmnmrmsmtmynanbndnengnlnnnonrnvnyocojomorospapiplpsptqurmrnrorurwsascsdsesgsiskslsmsnsosqsr"
    "ssstsusvswtatetgthtitktltntotrtstttwtyugukuruzvevivowawoxhyiyozazhzu"
)
TWO_LETTERS = frozenset(_CODES[place : place + 2] for place in range(0, len(_CODES), 2))
"""The codes of ISO 639-1."""


def is_language(code: str) -> bool:
    """Return whether a code is that of a language: ``hu``, ``pt_BR``, ``hsb``; not ``xx`` or ``Hungarian``.

    >>> is_language("hu"), is_language("xx"), is_language("pt_BR")
    (True, False, True)
    """
    from locale import locale_alias  # not for --help

    language = code.partition("_")[0]
    three_letters = {name.partition("_")[0] for name in locale_alias} - TWO_LETTERS
    return is_code(code) and (language in TWO_LETTERS or (len(language) == 3 and language in three_letters))


def language_file(variant: Variant, language: str, path: Path) -> str:
    """Return the content of a language file: what it has, then a comment with everything that is missing.

    Nothing of a file that exists is changed, except the comment of an earlier call. The missing texts are YAML in
    comments, in their sections.
    """
    head = HEAD.format(name=variant.name, variant=variant.id, language=language)
    content = path.read_text("utf-8") if path.is_file() else head
    lines = [*content.partition(f"\n{MARK}")[0].rstrip().splitlines()]
    entries: dict[str, dict[str, list[str]]] = {}
    for (section, key, field), english in missing_texts(variant, language):
        text = f"{field}: {json.dumps(english.strip(), ensure_ascii=False)}"
        entries.setdefault(section, {}).setdefault(key, []).append(text)
    if entries:
        remedy = "without the #: here, or in its section above if there is one"
        lines += ["", f"{MARK} write each entry in {language}, {remedy}"]
    for section, keys in entries.items():
        if section == "edition":
            lines += (f"# {text}" for text in keys[""])
            continue
        lines.append(f"# {section}:")
        for key, texts in keys.items():
            lines += [f"#   {key}:", *(f"#     {text}" for text in texts)]
    return "\n".join(lines) + "\n"
