"""``variant show`` in the language of the reader."""

from __future__ import annotations

from terminal import Run


def test_ids_are_shown_with_the_names_that_the_reader_knows(run: Run) -> None:
    code, text = run("variant", "show", "base", "--language", "cs")
    assert code == 0 and "amazons (Amazonky)" in text
    code, text = run("variant", "show", "base", "--language", "en")
    assert code == 0 and "  amazons  " in text and "amazons (" not in text
