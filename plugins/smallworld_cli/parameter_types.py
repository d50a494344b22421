"""Types of the values on a command line; each refuses a wrong value in one sentence with a remedy."""

from __future__ import annotations

import math
from contextlib import suppress
from pathlib import Path
from typing import Any, NoReturn

import click

from smallworld.languages import N_, _


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
        try:
            path = Path(super().convert(value, param, ctx))  # type: ignore[arg-type]
        except click.BadParameter:
            self._refuse(Path(value), param, ctx)
        if self.exists and path.is_fifo() and path.parts[:2] not in (("/", "dev"), ("/", "proc")):
            self._refuse(path, param, ctx)  # nobody may ever write into it; <(…) of a shell is below /dev
        return path

    def _refuse(self, path: Path, param: click.Parameter | None, ctx: click.Context | None) -> NoReturn:
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
