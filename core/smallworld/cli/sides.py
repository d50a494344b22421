"""Who plays with whom, in words; empty where everybody plays alone (W-TEAM-1)."""

from __future__ import annotations

from smallworld.game import Game


def sides(game: Game) -> dict[str, list[str]]:
    """Name of each side → its players in the order of their seats; empty where everybody plays alone."""
    columns = game.position.table.columns
    found: dict[str, list[str]] = {}
    for name, column in zip(game.players, columns.of_player, strict=True):
        if columns.sides:
            found.setdefault(columns.sides[column], []).append(name)
    return found


def sides_line(game: Game) -> str:
    """``sides: Alliance ann and cid; Horde bob and dot``."""
    told = "; ".join(f"{side} {' and '.join(names)}" for side, names in sides(game).items())
    return f"sides: {told}" if told else ""


def side_coins(game: Game, side: str) -> str:
    """The coins of a side are not added; the highest score comes first (W-TEAM-5): ``ann 103, cid 91``."""
    scores = game.scores()
    names = sorted(sides(game)[side], key=lambda name: -scores[name])
    return ", ".join(f"{name} {scores[name]}" for name in names)


def winning_sides(game: Game) -> list[str]:
    """The sides whose players have won."""
    winners = set(game.winners())
    return [side for side, names in sides(game).items() if winners & set(names)]
