"""``smallworld studio FOLDER``: the files of a folder are edited in place, next to any other editor."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from browsing import make_store

from smallworld.errors import SmallWorldError
from smallworld_cli import main
from smallworld_studio import draft_files
from smallworld_studio.draft_files import EditedFolder, WrongFiles
from smallworld_studio.draft_store import DraftStore
from smallworld_studio.drafts import Conflict, Drafts
from smallworld_web.role_links import WrongLink

TEXT = "variant: fen\r\nname: Fen  # é\r\nextends: base\r\n"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    folder = tmp_path / "fen"
    (folder / "boards").mkdir(parents=True)
    (folder / "variant.yaml").write_bytes(TEXT.encode())
    (folder / "boards" / "pond.yaml").write_text("regions: []\n")
    (folder / "variant.schema.json").write_text("{}")
    (folder / "boards" / "Big.yaml").write_text("regions: []\n")
    return folder


@pytest.fixture
def drafts(tmp_path: Path) -> Iterator[Drafts]:
    store = make_store(tmp_path / "tables.db")
    yield Drafts(DraftStore(store))
    store.close()


@pytest.fixture
def draft(drafts: Drafts, path: Path) -> str:
    folder = EditedFolder(path)
    drafts.open_folder(folder, "secret")
    return folder.draft_id


def test_a_revision_is_written_into_the_folder(drafts: Drafts, draft: str, path: Path) -> None:
    assert drafts.enter(draft, "secret")[0].files == {"variant.yaml": TEXT, "boards/pond.yaml": "regions: []\n"}
    assert not drafts.take_in(draft) and (path / "variant.yaml").read_bytes() == TEXT.encode()
    drafts.keep(draft, 0, {"variant.yaml": TEXT.replace("Fen", "Moor"), "languages/de.yaml": "language: de\n"})
    assert (path / "variant.yaml").read_bytes() == TEXT.replace("Fen", "Moor").encode()
    assert (path / "languages" / "de.yaml").read_text() == "language: de\n"
    drafts.keep(draft, drafts.get(draft).number, {"boards/pond.yaml": None})
    assert not (path / "boards" / "pond.yaml").exists()
    assert (path / "boards" / "Big.yaml").exists() and (path / "variant.schema.json").exists()


def test_another_editor_is_another_window(drafts: Drafts, draft: str, path: Path) -> None:
    (path / "variant.yaml").write_text("variant: fen\nname: Theirs\n")
    with pytest.raises(Conflict) as conflict:
        drafts.keep(draft, 0, {"variant.yaml": "variant: fen\nname: Mine\n"})
    assert conflict.value.files == {"variant.yaml": "variant: fen\nname: Theirs\n"}
    assert (path / "variant.yaml").read_text() == "variant: fen\nname: Theirs\n"
    number = drafts.keep(draft, conflict.value.revision, {"variant.yaml": "variant: fen\nname: Both\n"})
    assert (path / "variant.yaml").read_text() == "variant: fen\nname: Both\n"
    (path / "boards" / "pond.yaml").unlink()
    (path / "boards" / "lake.yaml").write_text("regions: []\n")
    assert drafts.take_in(draft) and not drafts.take_in(draft)
    assert drafts.get(draft).number > number
    assert set(drafts.get(draft).files) == {"variant.yaml", "boards/lake.yaml"}
    assert "Theirs" in drafts.files_at(draft, conflict.value.revision)["variant.yaml"], "nothing is lost"


def test_the_history_goes_on_at_the_next_start(drafts: Drafts, draft: str, path: Path) -> None:
    drafts.keep(draft, 0, {"README.md": "one\n"})
    (path / "README.md").write_text("while nobody looked\n")
    again = Drafts(drafts.store)
    again.open_folder(EditedFolder(path), "another")
    with pytest.raises(WrongLink):
        again.enter(draft, "secret")
    opened, role = again.enter(draft, "another")
    assert role == "edit" and opened.files["README.md"] == "while nobody looked\n"
    assert again.files_at(draft, 1)["README.md"] == "one\n"


def test_a_file_that_cannot_be_written_is_written_later(
    drafts: Drafts, draft: str, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_path: Path, _content: bytes) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(draft_files, "write_whole", fail)
        with pytest.raises(SmallWorldError, match=r"cannot write .*/README.md: no space left"):
            drafts.keep(draft, 0, {"README.md": "one\n"})
    assert not drafts.take_in(draft), "an older file on the disk is not a change of another program"
    drafts.keep(draft, drafts.get(draft).number, {})
    assert (path / "README.md").read_text() == "one\n"


@pytest.mark.parametrize("content", [b"\xff\xfe\x00", b"x" * 400_001])
def test_files_that_no_draft_may_have_change_nothing(drafts: Drafts, draft: str, path: Path, content: bytes) -> None:
    (path / "boards" / "pond.yaml").write_bytes(content)
    with pytest.raises(WrongFiles):
        drafts.keep(draft, 0, {"README.md": "one\n"})
    assert (path / "boards" / "pond.yaml").read_bytes() == content and not (path / "README.md").exists()


def test_other_files_are_named_and_left_alone(path: Path) -> None:
    assert EditedFolder(path).left_alone() == ["boards/Big.yaml"]


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("nosuch", "no folder is called 'nosuch'"),
        ("fen/variant.yaml", "'fen/variant.yaml' is a file; name its folder"),
        ("empty", "the folder empty has no variant.yaml"),
    ],
)
def test_wrong_folders_are_one_sentence(
    path: Path, name: str, sentence: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(path.parent)
    (path.parent / "empty").mkdir()
    with pytest.raises(SystemExit) as stop:
        main(["studio", "--no-open", name])
    error = capsys.readouterr().err
    assert stop.value.code == 2 and sentence in error and "Traceback" not in error
