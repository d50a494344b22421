"""Seats that no game can have, as wrong usage of a command."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import click

from smallworld.languages import _


@contextmanager
def usage_errors() -> Iterator[None]:
    """Report seats that no game can have as wrong usage, with the option that chooses a bot again."""
    from smallworld_play.seats import SeatError, UntrustedBot, is_program  # not for --help

    try:
        yield
    except UntrustedBot as error:
        values = {"error": error, "player": error.player, "bot": error.kind}
        if is_program(error.kind):
            sentence = _(
                "{error}; add --player {player}=PROGRAM to let it play on, or --player {player}=human", **values
            )
        else:
            sentence = _("{error}; add --player {player}={bot} to let it play on, or another bot", **values)
        raise click.UsageError(sentence) from None
    except SeatError as error:
        raise click.UsageError(str(error)) from None
