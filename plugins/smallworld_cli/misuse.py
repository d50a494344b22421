"""A wrong command line in one sentence with its remedy, and the sentences of click that it leaves as they are."""

from __future__ import annotations

import re
from collections.abc import Iterable

import click

from smallworld.languages import N_, NN_, _, ngettext, or_list
from smallworld_cli.parameter_types import WrongValue


def format_misuse(error: click.ClickException) -> str:
    """Write the fault of a command line in one line, and its usage below."""
    message = _sentence(error).strip().rstrip(".")
    # A sentence of click continues in lower case; "SVG" and the like stay as they are.
    message = message[:1].lower() + message[1:] if message[1:2].islower() or message[1:2] == " " else message
    context = error.ctx if isinstance(error, click.UsageError) else None
    if context is None:
        return _("error: {message}", message=message)
    lines = [_("error: {message}", message=message), context.get_usage()]
    return "\n".join([*lines, _("{command} --help explains it", command=context.command_path)])


def _sentence(error: click.ClickException) -> str:
    match error:
        case WrongValue():
            return error.message
        case click.MissingParameter():
            return _missing_value(error)
        case click.NoSuchOption():
            return _unknown(_("unknown option {name!r}", name=error.option_name), error.possibilities or (), error.ctx)
        case click.exceptions.NoSuchCommand():
            return _unknown_command(error)
        case click.BadOptionUsage():
            return _option_usage(error)
        case click.UsageError():
            return _surplus(error) or error.format_message()
    return error.format_message()


def _missing_value(error: click.MissingParameter) -> str:
    """Name the argument or option that is missing, with the shortest command that has it."""
    context, parameter = error.ctx, error.param
    if context is None or parameter is None:
        return error.format_message()
    arguments = (part for part in context.command.params if isinstance(part, click.Argument) and part.required)
    command = " ".join([context.command_path, *(argument.make_metavar(context) for argument in arguments)])
    name = parameter.make_metavar(context).removesuffix("...")
    return _("{name} is missing; write: {command}", name=name, command=command)


def _unknown_command(error: click.exceptions.NoSuchCommand) -> str:
    """Name a command that does not exist, with those of its group that are alike."""
    from difflib import get_close_matches  # not for correct input

    context = error.ctx
    group = context.command if context is not None else None
    names = group.list_commands(context) if context is not None and isinstance(group, click.Group) else ()
    sentence = _("unknown command {name!r}", name=error.command_name)
    return _unknown(sentence, get_close_matches(error.command_name, names), context)


def _unknown(sentence: str, possibilities: Iterable[str], context: click.Context | None) -> str:
    """Add the names that are alike, or the command that lists all of them."""
    names = or_list([repr(name) for name in sorted(possibilities)])
    if names:
        return _("{sentence}; did you mean {names}?", sentence=sentence, names=names)
    command = context.command_path if context is not None else "smallworld"
    return _("{sentence}; {command} --help lists all of them", sentence=sentence, command=command)


def _option_usage(error: click.BadOptionUsage) -> str:
    """Name an option without its value, or with one that it does not have."""
    if error.message == _("Option {name!r} does not take a value.", name=error.option_name):
        return _("{option} has no value; write {option} alone", option=error.option_name)
    return _("{option} needs a value; write it after {option}", option=error.option_name)


def _surplus(error: click.UsageError) -> str:
    """Name the arguments for which a command has no use; empty if the error is another one."""
    for number in (1, 2):
        before, _values, after = ngettext(
            "Got unexpected extra argument ({args})", "Got unexpected extra arguments ({args})", number, args="\0"
        ).partition("\0")
        surplus = re.fullmatch(f"{re.escape(before)}(.*){re.escape(after)}", error.message, re.DOTALL)
        if surplus is not None and error.ctx is not None:
            return _("{command} cannot use {arguments!r}; leave it out",
                     command=error.ctx.command_path, arguments=surplus[1])  # fmt: skip
    return ""


# --- sentences that click writes by itself, marked so that the catalogues have them


MESSAGES = (
    N_("Usage:"),
    N_("Options"),
    N_("Show the version and exit."),
    N_("Show this message and exit."),
    N_("%(prog)s, version %(version)s"),
    N_("default: {default}"),
    N_("required"),
    N_("Missing command."),
    N_("Missing argument"),
    N_("Missing option"),
    N_("Missing parameter"),
    N_("Invalid value: {message}"),
    N_("Invalid value for {param_hint}: {message}"),
    N_("No such option {name!r}."),
    N_("No such command {name!r}."),
    N_("Option {name!r} does not take a value."),
    N_("Could not open file {filename!r}: {message}"),
    N_("{value!r} is not a valid {number_type}."),
    N_("{value} is not in the range {range}."),
    N_("{name} {filename!r} does not exist."),
    N_("{name} {filename!r} is a file."),
    N_("{name} {filename!r} is a directory."),
    N_("{name} {filename!r} is not readable."),
    N_("{name} {filename!r} is not writable."),
    N_("file"),
    N_("directory"),
    N_("path"),
    N_("Aborted!"),
    N_("Commands"),
    N_("deprecated"),
    N_("env var: {var}"),
    N_("(dynamic)"),
    N_("Missing parameter: {param_name}"),
    N_("Missing {param_type}"),
    N_("unknown error"),
    N_("Choose from:\n\t{choices}"),
    N_("{value!r} is not a valid boolean. Recognized values: {states}"),
    N_("{name} {filename!r} is not executable."),
)
"""Sentences of :mod:`click` that a person reads; click looks them up in our catalogue (``language.py``)."""
PLURALS = (
    NN_("Got unexpected extra argument ({args})", "Got unexpected extra arguments ({args})"),
    NN_("Did you mean {possibility}?", "(Did you mean one of: {possibilities}?)"),
    NN_("Option {name!r} requires an argument.", "Option {name!r} requires {nargs} arguments."),
    NN_("Argument {name!r} takes {nargs} values.", "Argument {name!r} takes {nargs} values."),
    NN_("Takes {nargs} values but 1 was given.", "Takes {nargs} values but {len} were given."),
    NN_("{value!r} is not {choice}.", "{value!r} is not one of {choices}."),
)
"""Sentences of :mod:`click` with a number of things: singular and plural."""
