"""``python -m smallworld``: the program, which is a package around the engine."""

from __future__ import annotations

from smallworld_cli import main

if __name__ == "__main__":
    main()
