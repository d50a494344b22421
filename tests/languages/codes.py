"""The languages that tests are about, from the files that there are: a new one needs no change of a test."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "core" / "smallworld" / "languages"
"""In the repository: the wheel has no glossaries."""
BEGUN = tuple(sorted(path.name for path in (FOLDER / "catalogues").iterdir() if (path / "LC_MESSAGES").is_dir()))
"""Languages with a catalogue; it may be empty."""
FINISHED = tuple(sorted(path.stem for path in (FOLDER / "terms").glob("*.yaml")))
"""Languages with a glossary. Their names are complete, and their sentences are recorded."""
NOBODY_HAS = next(code for code in ("hu", "fi", "mt", "eu", "is", "cy") if code not in BEGUN)
"""The code of a language that is not begun."""
