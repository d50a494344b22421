"""Options of simulated runs: players, numbers of players, shares, rulings."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from smallworld.cli.common import answers_of, plugins_of, variant_of
from smallworld.cli.parameter_types import SEED, WholeNumber
from smallworld.errors import UnknownName
from smallworld.languages import _

if TYPE_CHECKING:
    from smallworld.model.variant import Scalar, Variant
    from smallworld_lab.run_plan import Run

NAMED = re.compile(r"([A-Za-z0-9_-]{1,40})=(.+)\Z")
MOST_PLAYERS = 12
bots_option = click.option(
    "--player", "players", multiple=True, metavar="[NAME=]BOT", help="Who plays; repeat. Default: greedy."
)
counts_option = click.option(
    "--players", "counts", metavar="N[-M]", help="Number of players, or a range taken in turn."
)
run_seed_option = click.option("--seed", type=SEED, help="Number that decides all games; random if not given.")
observer_option = click.option(
    "--observer", "observers", multiple=True, metavar="NAME", help="Let an observer of a plugin count; repeat."
)
jobs_option = click.option(
    "--jobs", type=WholeNumber(1, 1024), default=1, show_default=True, help="Processes that play."
)


@dataclass(frozen=True, slots=True)
class RunOptions:
    """The options that choose the games of a run."""

    variant: str
    players: Sequence[str]
    counts: str | None
    rulings: Sequence[str]
    plugin_names: Sequence[str]
    boards: Sequence[str] = ()
    observers: Sequence[str] = ()


def make_run(options: RunOptions, *, games: int, seed: int, chunk: int, shard: tuple[int, int] = (1, 1)) -> Run:
    """Make a run from its options; the first game of each size is set up, so that faults are reported at once.

    :raises SmallWorldError: an option does not fit.
    """
    from smallworld.cli.edition_argument import note_joined_boards
    from smallworld.decision_limit import DECISION_SECONDS, DecisionLimit, exits_refused
    from smallworld_bots import make  # not for --help
    from smallworld_lab.run_plan import Run
    from smallworld_lab.worker import open_game

    plugins = plugins_of(options.plugin_names)
    entrants = tuple(_parse_entrant(text) for text in options.players or ["greedy"])
    for name, bot in entrants:
        if (name, bot) != next(entrant for entrant in entrants if entrant[0] == name):
            raise click.UsageError(_("two different bots are called {name!r}; give each a name of its own", name=name))
    for _name, bot in entrants:
        make(bot, plugins)
    for name in options.observers:
        if name not in plugins.observers:
            raise UnknownName("observer", name, plugins.observers)
    edition = variant_of(options.variant, plugins)
    counts = _parse_counts(options.counts, len(entrants), edition)
    answers = _changed_answers(edition, answers_of(options.rulings))
    run = Run(
        options.variant, edition.digest, entrants, counts, games, seed, tuple(options.boards), answers,
        tuple(options.plugin_names), chunk, shard, tuple(options.observers),
    )  # fmt: skip
    with exits_refused(), DecisionLimit(DECISION_SECONDS, lambda: 0):
        for number in range(len(run.counts)):
            game = open_game(run, number)
    if options.boards:
        note_joined_boards(game.state.board.faces)
    return run


def parse_shard(text: str) -> tuple[int, int]:
    """Read ``I/N``, the I-th of N shares.

    :raises click.UsageError: the text is not of this form.
    """
    match = re.fullmatch(r"(\d{1,6})/(\d{1,6})", text)
    number, shares = (int(match[1]), int(match[2])) if match else (0, 0)
    if not 1 <= number <= shares:
        raise click.UsageError(_("--shard {text!r} must be I/N with I from 1 to N, e.g. 2/4", text=text))
    return number, shares


def _changed_answers(edition: Variant, options: dict[str, Scalar]) -> tuple[tuple[str, Scalar], ...]:
    """Return the answers to rulings that are not the defaults: a run is the same with and without a default.

    :raises SmallWorldError: the ruling or the answer does not exist.
    """
    from smallworld.tools import resolve

    defaults, answers = resolve(edition, {}), resolve(edition, options)
    return tuple(sorted((key, answers[key]) for key in options if answers[key] != defaults[key]))


def _parse_entrant(text: str) -> tuple[str, str]:
    """Read the name and the bot of ``NAME=BOT`` or ``BOT``."""
    match = NAMED.match(text)
    return (match[1], match[2]) if match else (text, text)


def _parse_counts(text: str | None, entrants: int, edition: Variant) -> tuple[int, ...]:
    """Read the numbers of players of ``3`` or ``2-5``; by default as many as entrants, or 3, or the edition's most."""
    if text is None:
        usual = 3 if 3 in edition.boards or not edition.boards else max(edition.boards)
        return (entrants if entrants > 1 else usual,)
    match = re.fullmatch(r"(\d{1,2})(?:-(\d{1,2}))?", text)
    low, high = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
    if not 1 <= low <= high <= MOST_PLAYERS:
        raise click.UsageError(
            _("--players {text!r} must be a number from 1 to {most} or a range, e.g. 3 or 2-5",
              text=text, most=MOST_PLAYERS)
        )  # fmt: skip
    return tuple(range(low, high + 1))
