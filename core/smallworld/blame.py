"""Name the ability and the hook when a plugin's code fails."""

from __future__ import annotations

from types import TracebackType

from smallworld.ability import Ability
from smallworld.errors import PluginError, SmallWorldError


def blame(error: Exception) -> Exception:
    """The error itself if it is one of ours, else one that names the ability and its hook.

    The traceback tells which ability was asked last, so calls need no wrapping and cost nothing.
    """
    if isinstance(error, SmallWorldError):
        return error
    found = None
    trace: TracebackType | None = error.__traceback__
    while trace is not None:
        owner = trace.tb_frame.f_locals.get("self")
        if isinstance(owner, Ability):
            found = (owner, trace.tb_frame.f_code.co_name)
        trace = trace.tb_next
    if found is None:
        return error
    ability, hook = found
    where = type(ability).__module__
    return PluginError(f"ability {ability.name!r} of {ability.source!r} ({where}) failed in {hook}: "
                       f"{type(error).__name__}: {error}")  # fmt: skip
