"""``python -m smallworld``."""

from __future__ import annotations

from smallworld.cli import main

if __name__ == "__main__":
    main()
