"""Records without checksums, as older versions of the program wrote them: tests change their lines."""

from __future__ import annotations

from smallworld.game import Game
from smallworld_records.record_lines import lines


def plain_record(game: Game) -> str:
    """Return the record of a game; none of its lines has a checksum."""
    return "".join(f"{line}\n" for line in lines(game))
