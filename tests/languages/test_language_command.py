"""``smallworld language``: what is translated, and files to begin with."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner, Result

from languages.codes import FINISHED, NOBODY_HAS
from smallworld.languages import in_language, languages
from smallworld_authors.commands import language
from smallworld_authors.commands.language import is_language
from smallworld_editions.editions import load_variant

ROOT = Path(__file__).parents[2]


def run(*arguments: str) -> Result:
    return CliRunner().invoke(language.command, arguments)


@pytest.fixture
def edition(tmp_path: Path) -> Path:
    """A copy of the base edition."""
    shutil.copytree(ROOT / "variants" / "base", tmp_path / "base")
    return tmp_path / "base"


def test_languages_are_listed_with_their_shares() -> None:
    result = run("list")
    assert result.exit_code == 0, result.output
    head, *rows = result.output.splitlines()
    assert head.split() == ["program", "unreviewed", "base", "warcraft"]
    assert [row.split()[0] for row in rows] == list(languages())
    assert len({row.rindex("%") for row in rows}) == 1, result.output
    shares = json.loads(run("list", "--json").output)
    assert shares[0] == {"language": "en", "program": 100.0, "unreviewed": 0.0, "base": 100.0, "warcraft": 100.0}
    # A catalogue that an older build compiled has no counts.
    assert all(share["base"] == 100.0 for share in shares if share["language"] in FINISHED)


def test_a_new_file_has_every_text_as_a_comment(edition: Path) -> None:
    result = run("new", NOBODY_HAS, "--variant", str(edition))
    path = edition / "languages" / f"{NOBODY_HAS}.yaml"
    assert result.exit_code == 0 and f"smallworld validate {path}" in result.output
    assert yaml.safe_load(path.read_text("utf-8")) == {"language": NOBODY_HAS}
    comment = path.read_text("utf-8").partition("# ---")[2].partition("\n")[2]
    entries = yaml.safe_load(comment.replace("\n# ", "\n").removeprefix("# "))
    english = load_variant(edition)
    assert entries["races"]["trolls"] == {"name": english.races["trolls"].name, "text": english.races["trolls"].text}
    assert entries["races"].keys() == english.races.keys()


def test_translations_stay_and_only_what_is_missing_is_listed(edition: Path) -> None:
    path = edition / "languages" / f"{NOBODY_HAS}.yaml"
    mine = f"# by Ágnes\nlanguage: {NOBODY_HAS}\nraces:\n  trolls: {{name: Trollok}}  # mine"
    path.write_text(f"{mine}\n", "utf-8")
    for _call in range(2):
        assert run("new", NOBODY_HAS, "--variant", str(edition)).exit_code == 0
        content = path.read_text("utf-8")
        assert content.startswith(f"{mine}\n\n# --- ")
        assert content.count("# ---") == 1 and '#     name: "Trolls"' not in content and '#     name: "Orcs"' in content
    with in_language(NOBODY_HAS):
        assert load_variant(edition).races["trolls"].name == "Trollok"


def test_a_complete_file_does_not_change(edition: Path) -> None:
    path = edition / "languages" / "cs.yaml"
    before = path.read_text("utf-8")
    assert run("new", "cs", "--variant", str(edition)).exit_code == 0
    assert path.read_text("utf-8") == before


def test_files_for_the_edition_of_somebody_else(tmp_path: Path) -> None:
    result = run("new", "pt-BR", "--variant", "warcraft", "--to", str(tmp_path))
    path = tmp_path / "warcraft" / "languages" / "pt_BR.yaml"
    assert path.is_file() and "--against warcraft" in result.output


@pytest.mark.parametrize("code", ["xx", "Hungarian", "q1", "en", "hu_", "../hu"])
def test_codes_that_are_not_a_language_to_translate_into_are_refused(code: str, tmp_path: Path) -> None:
    result = run("new", code, "--to", str(tmp_path))
    assert result.exit_code == 2 and list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("code", ["hu", "pt_BR", "zh", "hsb", "sr_Latn"])
def test_codes_of_languages(code: str) -> None:
    assert is_language(code)


def test_the_catalogue_is_begun_and_completed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from babel.messages.catalog import Catalog
    from babel.messages.pofile import read_po, write_po

    from smallworld_native import catalogues as build

    messages = Catalog()
    for text in ("the game is over", ("{count} token", "{count} tokens")):
        messages.add(text, None, [("game.py", None)])
    monkeypatch.setattr(build, "CATALOGUES", tmp_path)
    monkeypatch.setattr(build, "template", lambda: messages)
    path = build.begin(NOBODY_HAS)
    with path.open("rb") as content:
        catalogue = read_po(content, locale=NOBODY_HAS)
    assert len(catalogue) == 2
    assert not any(message.string for message in catalogue if isinstance(message.id, str) and message.id)
    catalogue["the game is over"].string = "vége a játéknak"
    with path.open("wb") as content:
        write_po(content, catalogue)
    build.begin(NOBODY_HAS)
    assert 'msgstr "vége a játéknak"' in path.read_text("utf-8")


def test_translations_that_nobody_has_read_are_counted() -> None:
    """By a flag of each, or by a line above the header for all of them."""
    from babel.messages.pofile import read_po

    from smallworld_native import catalogues as build

    def unread(text: str) -> list[str]:
        return [message.id for message in build.unreviewed(read_po(text.splitlines(keepends=True), locale="cs"))]

    po = '# by Ágnes\nmsgid ""\nmsgstr ""\n\n#, unreviewed\nmsgid "a"\nmsgstr "á"\n\nmsgid "b"\nmsgstr "bé"\n\n'
    po += '#, unreviewed\nmsgid "c"\nmsgstr ""\n'
    assert unread(po) == ["a"]
    assert unread(f"# unreviewed: all\n{po}") == ["a", "b"]
