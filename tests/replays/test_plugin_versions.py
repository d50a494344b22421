"""Records of games with plugins: not installed, upgraded, failing; the remedy is in the sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from records import plain_record
from smallworld import Game, load_variant, new_game
from smallworld.errors import ReplayError
from smallworld.game import new_game as begin
from smallworld.plugins.manager import Plugins
from smallworld_records.saved_game_reader import Reader

MOSS = """
from smallworld import Ability, hookimpl
__version__ = "{version}"
class MossBonus(Ability):
    '''Coins every turn.'''
    rule = "MOSS-1"
    @hookimpl
    def score(self):
        {answer}
@hookimpl
def smallworld_abilities():
    return [MossBonus]
"""


def plugins(folder: Path, version: str, answer: str) -> Plugins:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "moss_pack.py").write_text(MOSS.format(version=version, answer=answer), "utf-8")
    return Plugins([str(folder / "moss_pack.py")])


@pytest.fixture
def record(tmp_path: Path) -> str:
    """A game of two turns in which the ability of the plugin pays a coin."""
    file = tmp_path / "variant.yaml"
    file.write_text('variant: moss\nextends: base\nplugins: {moss_pack: ">=1"}\nabilities: [moss_bonus]\n', "utf-8")
    loaded = plugins(tmp_path / "old", "1.2", "return 1")
    game = new_game(load_variant(str(file), plugins=loaded), ["ann", "bob"], seed=3, plugins=loaded)
    while not game.over:
        game.apply(game.legal_actions()[0])
    return plain_record(game)


def test_a_record_without_its_plugin_names_version_and_remedy(record: str) -> None:
    with pytest.raises(ReplayError) as caught:
        Game.loads(record)
    assert str(caught.value) == (
        "line 1: this game needs the plugin moss_pack 1.2, which is not installed; "
        "pip install moss-pack==1.2, or name it with --plugin"
    )


def test_a_record_of_an_older_plugin_can_be_read_up_to_the_difference(record: str, tmp_path: Path) -> None:
    newer = plugins(tmp_path / "new", "2.0", "return 2")
    with pytest.raises(ReplayError) as caught:
        Game.loads(record, plugins=newer)
    last = record.count("\n")
    assert str(caught.value).startswith(f"line {last}: the result is ")
    assert str(caught.value).endswith(
        "; the plugin moss_pack was 1.2 in this game and is 2.0 here: pip install moss-pack==1.2; "
        f"--up-to {last - 1} reads the lines before"
    )
    assert Reader(record, begin, plugins=newer, last_line=last - 1).game.over


def test_a_newer_plugin_that_changes_nothing_is_not_a_difference(record: str, tmp_path: Path) -> None:
    reader = Reader(record, begin, plugins=plugins(tmp_path / "new", "2.0", "return 1"))
    assert (reader.warnings, reader.finished) == ([], True)


def test_a_newer_plugin_that_fails_has_a_line(record: str, tmp_path: Path) -> None:
    failing = plugins(tmp_path / "new", "2.0", 'raise ValueError("no")')
    with pytest.raises(
        ReplayError, match=r"^line \d+: .*failed in score: ValueError: no .*; .* is 2.0 here.*; --up-to \d+"
    ):
        Game.loads(record, plugins=failing)


def test_records_contain_no_path(record: str, tmp_path: Path) -> None:
    assert str(tmp_path) not in record and "\\\\" not in record


def test_a_record_played_with_another_edition_is_one_sentence(record: str, tmp_path: Path) -> None:
    older = plugins(tmp_path / "old2", "2.0", "return 1")
    with pytest.raises(ReplayError) as caught:
        Game.loads(record, plugins=older, variant=load_variant("warcraft"))
    assert str(caught.value) == (
        "this game was recorded with the edition 'moss' and cannot be played with 'warcraft' (line 3: "
        "the recorded order of banners does not hold the same names as the game); name files of "
        "'moss' with --variant, or leave it out"
    )


def test_another_edition_with_the_same_content_is_a_warning(record: str, tmp_path: Path) -> None:
    same = plugins(tmp_path / "old2", "1.2", "return 1")
    file = tmp_path / "variant.yaml"
    file.write_text(file.read_text("utf-8").replace("variant: moss", "variant: fen"), "utf-8")
    reader = Reader(record, begin, plugins=same, variant=load_variant(str(file), plugins=same))
    assert (reader.finished, reader.warnings) == (True, ["this game was recorded with the edition 'moss', not 'fen'"])
