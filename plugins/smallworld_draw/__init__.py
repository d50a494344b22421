"""Pictures of boards and games: one geometry, drawn as SVG, as text and as a page."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from smallworld import hookimpl

if TYPE_CHECKING:
    from smallworld.model.variant import Variant
    from smallworld.player_view import View


@hookimpl
def smallworld_renderers() -> Mapping[str, Callable[[View], str]]:
    """Return the renderers of this package."""
    return {"svg": _svg, "text": _text}


@hookimpl
def smallworld_check_variant(variant: Variant) -> Sequence[str | tuple[str, str]]:
    """Return what is wrong with the symbols and colours of an edition."""
    from smallworld_draw.colours import picture_problems  # not for a game

    return picture_problems(variant)


def _svg(view: View) -> str:
    from smallworld_draw.svg import board_svg  # not for a game that nobody draws

    return board_svg(view.blanked())


def _text(view: View) -> str:
    from smallworld_draw.text import board_text  # not for a game that nobody draws

    return board_text(view.blanked())
