"""``--language``: the language of a run of the program, with the texts of ``--help``."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from inspect import cleandoc
from weakref import WeakKeyDictionary

import click

from smallworld.languages import ENGLISH, N_, _, chosen_language, is_code, languages, set_language
from smallworld.languages.catalogue import DOMAIN, PSEUDO, catalogue_folder, load_catalogue, nearest_language

OPTION = "--language"
MACHINE_FORMATS = frozenset({"json", "sarif", "github"})
"""Values of ``--format`` for programs, which are English always."""

_english: WeakKeyDictionary[click.Command | click.Option, str] = WeakKeyDictionary()
"""Command or option → its help as it is in the code."""


def choose_language(arguments: Sequence[str]) -> None:
    """Write the sentences of this run in the language that its arguments or its environment name.

    Output for programs (``--json``, ``--format sarif``) is English always.
    """
    if is_for_programs(arguments):
        set_language(ENGLISH)
        return
    code = _value_of(OPTION, arguments)
    language = nearest_language(code) or code if code else chosen_language(os.environ)
    language = language.replace("-", "_")
    set_language(language if is_code(language) else ENGLISH)
    if language != ENGLISH:
        _translate_click(language)


def is_for_programs(arguments: Sequence[str]) -> bool:
    """Return whether the output is for programs, not for people."""
    return "--json" in arguments or _value_of("--format", arguments) in MACHINE_FORMATS


def _value_of(option: str, arguments: Sequence[str]) -> str:
    """Return the last value of an option among arguments that nobody has parsed yet."""
    value = ""
    for place, argument in enumerate(arguments):
        if argument == "--":
            break
        if argument == option and place + 1 < len(arguments):
            value = arguments[place + 1]
        elif argument.startswith(f"{option}="):
            value = argument.partition("=")[2]
    return value


def _translate_click(language: str) -> None:
    """Let click write its own sentences ("Usage", "Missing argument") from the same catalogue."""
    import gettext

    if language == PSEUDO:
        from smallworld_output.text_width import translate_gettext  # not for people

        translate_gettext()
        return
    if not isinstance(load_catalogue(language), gettext.GNUTranslations):
        return  # it is missing or damaged
    os.environ["LANGUAGE"] = language
    gettext.bindtextdomain(DOMAIN, str(catalogue_folder()))
    gettext.textdomain(DOMAIN)


def _check_language(context: click.Context, parameter: click.Parameter, code: str | None) -> None:
    """Refuse a language that cannot be one."""
    if not code or nearest_language(code):
        return
    codes = ", ".join(languages())
    if not is_code(code.replace("-", "_")):
        raise click.UsageError(
            _("{code!r} is not the code of a language; choose one of: {codes}", code=code, codes=codes)
        )
    note = _(
        "note: the program has no sentences in {code!r} ({codes}); they are English, and names are translated "
        "where an edition has languages/{code}.yaml", code=code, codes=codes,
    )  # fmt: skip
    click.echo(note, err=True)


def add_language(command: click.Command) -> click.Command:
    """Give a command and its subcommands the option ``--language``, and their help in the language of the run."""
    if not any(parameter.name == "language" for parameter in command.params):
        command.params.append(click.Option(
            [OPTION], metavar="CODE", expose_value=False, is_eager=True, callback=_check_language,
            help=N_("Language of sentences and names, e.g. cs; default: SMALLWORLD_LANGUAGE, else the locale."),
        ))  # fmt: skip
    items: list[click.Command | click.Option] = [command, *(p for p in command.params if isinstance(p, click.Option))]
    for item in items:
        if item.help:
            item.help = _(cleandoc(_english.setdefault(item, item.help)))
    for inner in command.commands.values() if isinstance(command, click.Group) else ():
        add_language(inner)
        inner.short_help = _first_sentence(inner.help or "")
    return command


def _first_sentence(text: str) -> str:
    """Return the line about a command in the list of its group; click would cut it where a language needs more room."""
    paragraph = " ".join(text.partition("\n\n")[0].split())
    ends = (match.end() for match in re.finditer(r"\. ", paragraph) if paragraph[match.end() :][:1].isupper())
    return paragraph[: next(ends, len(paragraph))].rstrip()
