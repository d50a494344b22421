"""Jobs of workers as functions in a test."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Job = Callable[..., dict[str, Any]]
"""Does a job: its name, the files of the draft, and further values of the request."""
VARIANT = "variant: mine\nname: Mine\nextends: base\n"
