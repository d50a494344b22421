"""A short edition: the base game for two players, with three rounds."""

from __future__ import annotations

from pathlib import Path

from smallworld.model.variant_folder import shipped_folder


def write_short(folder: Path, text: str) -> Path:
    """Write an edition that extends the base game, with one board of its own; return its file."""
    board = (shipped_folder() / "base" / "boards" / "base-2p.yaml").read_text("utf-8")
    assert "rounds: 10\n" in board
    (folder / "boards").mkdir()
    (folder / "boards" / "short.yaml").write_text(board.replace("rounds: 10\n", "rounds: 3\n"), "utf-8")
    path = folder / "variant.yaml"
    path.write_text(f"{text.rstrip()}\nboards: {{2: short}}\nremove: {{boards: [3, 4, 5]}}\n", "utf-8")
    return path
