"""How strong a race or a power is: games of bots, a few at a time, until the interval is narrow."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from smallworld.errors import SmallWorldError, UnknownName
from smallworld.languages import _
from smallworld_studio.draft_files import VARIANT
from smallworld_studio.jobs.draft_folder import DraftFolder

GAMES = 20
"""Games of a batch; a batch takes less time than a job may."""
BOT = "greedy"
FEWEST = 50
"""Picks before the estimate may end."""
WITHIN = 0.04
"""Half the width of the interval of a win rate at which it ends."""


def games(folder: DraftFolder, request: Mapping[str, Any]) -> dict[str, Any]:
    """Play a batch of games; return the win rate less the even share in percent, and the sums for the next batch.

    ``values`` are the sums of the batches before: games, then count, sum and squares of wins and of even shares.

    :raises SmallWorldError: the edition has no such race or power, or the packages for statistics are missing.
    """
    kind, name = str(request.get("kind")), str(request.get("id"))
    variant = folder.variant()
    names = {"race": variant.races, "power": variant.powers}.get(kind)
    if names is None or name not in names:
        raise UnknownName("race or power", name[:60], [*variant.races, *variant.powers])
    try:
        from smallworld_lab.analysis.aggregate import Aggregate, Group, flat
        from smallworld_lab.analysis.stats import Moments
        from smallworld_lab.api import play
    except ImportError:
        raise SmallWorldError(_("this server has no packages for statistics, so it plays no games")) from None
    seed = int(request.get("batch", 0)) + 1
    rows = play(VARIANT, BOT, GAMES, seed, players=min(variant.rounds), plugins=folder.plugin_names)
    results = Aggregate()
    results.add(flat(rows), (kind,))
    played, *sums = [float(value) for value in request.get("values") or [0.0] * 7]
    won, even = Moments(int(sums[0]), *sums[1:3]), Moments(int(sums[3]), *sums[4:6])
    one = results.groups[kind].get((name,))
    if one is not None:
        won, even = won.plus(one.values["won"]), even.plus(one.values["even"])
    played += results.games
    lift = Group({"won": won, "even": even}).lift() if won.n else None
    return {
        "games": int(played), "picked": won.n, "values": [played, *won, *even],
        "mean": round(100 * lift.value, 1) if lift else None,
        "low": round(100 * lift.low, 1) if lift else None, "high": round(100 * lift.high, 1) if lift else None,
        "done": lift is not None and won.n >= FEWEST and lift.high - lift.low <= 2 * WITHIN,
    }  # fmt: skip
