"""Name the ability and the hook in an error of a plugin's code."""

from __future__ import annotations

from types import TracebackType

from smallworld.abilities.base import Ability
from smallworld.errors import PluginError, SmallWorldError, sentence_of
from smallworld.languages import lazy


def blame(error: BaseException) -> BaseException:
    """Return our own errors and Ctrl-C unchanged, for other errors one that names the ability and its hook.

    The traceback names the ability that was called last, so calls need no wrapping and cost nothing.
    """
    if isinstance(error, SmallWorldError | KeyboardInterrupt):
        return error
    frame_owner = None
    trace: TracebackType | None = error.__traceback__
    while trace is not None:
        owner = trace.tb_frame.f_locals.get("self")
        if isinstance(owner, Ability):
            frame_owner = (owner, trace.tb_frame.f_code.co_name)
        trace = trace.tb_next
    if frame_owner is None:
        return error
    ability, hook = frame_owner
    module = type(ability).__module__
    message = lazy(
        "ability {ability!r} of {source!r} ({module}) failed in {hook}: {fault}",
        ability=ability.name, source=ability.source, module=module, hook=hook, fault=sentence_of(error),
    )  # fmt: skip
    return PluginError(message)
