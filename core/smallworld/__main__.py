"""``python -m smallworld``: the program, which is the package ``smallworld_cli``."""

from __future__ import annotations

from smallworld_cli import main

if __name__ == "__main__":
    main()
