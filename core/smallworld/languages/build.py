"""``python -m smallworld.languages.build``: the catalogues of messages, which ``core/smallworld_native`` makes."""

from __future__ import annotations

from smallworld_native.catalogues import main

if __name__ == "__main__":
    main()
