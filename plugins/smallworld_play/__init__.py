"""One game between people and bots: seats, bots, record, undo and log text.

Nothing in here prints or reads lines: a terminal and a web server show a :class:`Session` in their own way.
"""

from __future__ import annotations

from smallworld_play.session import Session

__all__ = ["Session"]
