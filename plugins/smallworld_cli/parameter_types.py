"""Types of the values on a command line, and its faults: each is one sentence with a remedy."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

import click

from smallworld.languages import N_, _, ngettext, or_list


class WrongValue(click.BadParameter):
    """A value that an option or an argument cannot have; its sentence is complete."""

    def format_message(self) -> str:
        """Return the sentence without an introduction by click."""
        return self.message


class WholeNumber(click.IntRange):
    """A whole number from a smallest one on, up to a largest one if there is one."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Read the number.

        :raises WrongValue: the text is not a whole number, or the number is outside the range.
        """
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter:
            values = {"place": _place(param), "value": str(value), "least": self.min, "most": self.max}
        if self.max is None:
            raise WrongValue(_("{place} {value!r} must be a whole number, {least} or more", **values), ctx, param)
        raise WrongValue(_("{place} {value!r} must be a whole number from {least} to {most}", **values), ctx, param)


class Number(click.FloatRange):
    """A number from a smallest one on; NaN is outside of every range."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Read the number.

        :raises WrongValue: the text is not a number, or the number is outside the range.
        """
        with suppress(click.BadParameter):
            number = super().convert(value, param, ctx)
            if not math.isnan(number):
                return number
        values = {"place": _place(param), "value": str(value), "least": self.min, "most": self.max}
        if self.max is None:
            raise WrongValue(_("{place} {value!r} must be a number, {least} or more", **values), ctx, param)
        raise WrongValue(_("{place} {value!r} must be a number from {least} to {most}", **values), ctx, param)


class Points(Number):
    """Percentage points to either side, with or without their sign: ``±2`` or ``2``."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Read the number after the sign.

        :raises WrongValue: it is not a number, or outside the range.
        """
        text = value.strip().removeprefix("±").removeprefix("+-") if isinstance(value, str) else value
        return super().convert(text, param, ctx)


class Word(click.Choice[str]):
    """One of several words."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Read the word.

        :raises WrongValue: it is another one.
        """
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter:
            values = {"place": _place(param), "value": str(value), "words": ", ".join(map(str, self.choices))}
        if isinstance(param, click.Option):
            sentence = _("{place} cannot be {value!r}; choose one of: {words}", **values)
        else:
            sentence = _("unknown argument {value!r}; choose one of: {words}", **values)
        raise WrongValue(sentence, ctx, param)


class FilePath(click.Path):
    """The path of a file, of a folder, or of either.

    :param kind: ``file``, ``folder``, or ``path`` for either.
    :param must_exist: refuse a path at which nothing is.
    :param remedy: the advice about a file that does not exist.
    """

    def __init__(self, kind: str = "path", *, must_exist: bool = False, remedy: str = N_("check the name")) -> None:
        super().__init__(must_exist, file_okay=kind != "folder", dir_okay=kind != "file", path_type=Path)
        self._remedy = remedy

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Read the path.

        :raises WrongValue: nothing is there, or something of the wrong kind, or it cannot be read.
        """
        path = Path(value)
        with suppress(click.BadParameter):
            path = Path(super().convert(value, param, ctx))  # type: ignore[arg-type]
            is_pipe = self.exists and path.is_fifo() and path.parts[:2] not in (("/", "dev"), ("/", "proc"))
            if not is_pipe:  # nobody may ever write into one; <(…) of a shell is below /dev
                return path
        option = f"{_place(param)} " if isinstance(param, click.Option) else ""
        values = {"option": option, "path": str(path), "remedy": _(self._remedy)}
        if path.exists():
            if path.is_dir() and not self.dir_okay:
                sentence = _("{option}{path!r} is a folder; name a file", **values)
            elif path.is_file() and not self.file_okay:
                sentence = _("{option}{path!r} is a file; name a folder", **values)
            elif path.is_fifo():
                sentence = _("{option}{path!r} is a named pipe; name a file", **values)
            else:
                sentence = _("{option}{path!r} cannot be read; change its permissions, or name another one", **values)
        elif not self.dir_okay:
            sentence = _("{option}{path!r}: this file does not exist; {remedy}", **values)
        elif not self.file_okay:
            sentence = _("{option}{path!r}: this folder does not exist; {remedy}", **values)
        else:
            sentence = _("no file or folder is called {path!r}; {remedy}", **values)
        raise WrongValue(sentence, ctx, param)


def _place(param: click.Parameter | None) -> str:
    """Return the option as a person types it, or the name of an argument."""
    if isinstance(param, click.Option):
        return next((name for name in param.opts if name.startswith("--")), param.opts[0])
    return param.human_readable_name if param is not None else ""


SEED = WholeNumber(0, 2**63 - 1)
"""A number that decides chance; one range for all commands, so that each can play the games of the others."""
FILE = FilePath("file")
FOLDER = FilePath("folder")
EXISTING_FOLDER = FilePath("folder", must_exist=True)
SAVED_GAME = FilePath("file", must_exist=True, remedy=N_("name a game that was saved with --save"))


# --- a wrong command line in one sentence with its remedy


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
            from difflib import get_close_matches  # not for correct input

            assert error.ctx is not None and isinstance(error.ctx.command, click.Group)
            names = get_close_matches(error.command_name, error.ctx.command.list_commands(error.ctx))
            return _unknown(_("unknown command {name!r}", name=error.command_name), names, error.ctx)
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
