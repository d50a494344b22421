"""Drafts in the database: every acknowledged revision stays, and an old tab overwrites nothing (acceptance 9)."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from browsing import make_store
from sqlalchemy import update

from smallworld_editions.problem import Range
from smallworld_studio import drafts as module
from smallworld_studio.draft_files import WrongFiles, difference, read_zip, write_zip
from smallworld_studio.draft_store import DRAFTS, EVENTS, DraftStore
from smallworld_studio.drafts import EDIT, READ, Conflict, Drafts, TooManyDrafts
from smallworld_validate.text_edits.layout import fix_text
from smallworld_web.role_links import WrongLink
from smallworld_web.store import Store

FILES = {"variant.yaml": "variant: mine\nname: Mine\n"}


@pytest.fixture
def drafts(tmp_path: Path) -> Iterator[Drafts]:
    store = make_store(tmp_path / "tables.db")
    yield Drafts(DraftStore(store))
    store.close()


def test_each_text_is_kept_as_a_revision_and_read_again(drafts: Drafts) -> None:
    draft, secret = drafts.create("Mine", FILES)
    changed = FILES["variant.yaml"].replace("Mine", "Ours  # é")
    assert drafts.keep(draft, 0, {"variant.yaml": changed}) == 1
    assert drafts.keep(draft, 1, {"variant.yaml": changed}) == 1
    assert drafts.keep(draft, 1, {"boards/vale.yaml": "name: Vale\n"}) == 2
    assert drafts.keep(draft, 2, {"boards/vale.yaml": None}) == 3
    lines = [json.loads(event.line) for event in drafts.store.events(draft)]
    assert lines[1] == {"file": "variant.yaml", "edits": [[2, 7, 2, 11, "Ours  # é"]]}
    again = Drafts(drafts.store)
    assert again.enter(draft, secret)[0].files == {"variant.yaml": changed}
    assert again.files_at(draft, 2)["boards/vale.yaml"] == "name: Vale\n"
    assert again.restore(draft, 3, 0) == 4
    assert again.get(draft).files == FILES
    assert drafts.get(draft).files == FILES  # another process has changed it


def test_an_old_tab_is_told_what_happened_and_keeps_nothing(drafts: Drafts) -> None:
    draft, _secret = drafts.create("Mine", {**FILES, "README.md": "x"})
    drafts.keep(draft, 0, {"README.md": "y"})
    with pytest.raises(Conflict) as conflict:
        drafts.keep(draft, 0, {"variant.yaml": "name: Old\n"})
    assert (conflict.value.revision, conflict.value.files) == (1, {"README.md": "y"})
    assert drafts.get(draft).files == {**FILES, "README.md": "y"}
    other = Drafts(drafts.store)
    one, two = drafts.get(draft), other.get(draft)
    drafts._append(one, [json.dumps({"file": "README.md", "text": "one"})])
    with pytest.raises(Conflict):  # of two processes that append the same number the second is refused
        other._append(two, [json.dumps({"file": "README.md", "text": "two"})])
    assert other.get(draft).files["README.md"] == "one"


def test_a_snapshot_is_made_now_and_then(drafts: Drafts, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "SNAPSHOT_EVERY", 5)
    draft, _secret = drafts.create("Mine", FILES)
    for number in range(12):
        drafts.keep(draft, drafts.get(draft).number, {"README.md": f"{number}"})
    assert drafts.store.last_snapshot(draft) == 12
    assert Drafts(drafts.store).get(draft).files["README.md"] == "11"
    assert drafts.files_at(draft, 3)["README.md"] == "2"


def test_snapshots_of_a_large_draft_do_not_fill_its_history(drafts: Drafts, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "SNAPSHOT_EVERY", 5)
    draft, _secret = drafts.create("Mine", {**FILES, "README.md": "x" * 100_000})
    for number in range(60):
        drafts.keep(draft, drafts.get(draft).number, {"variant.yaml": f"variant: mine\nname: Mine {number}\n"})
    row = drafts.store.row(draft)
    assert row is not None and row.bytes < 3 * 100_000
    assert Drafts(drafts.store).get(draft).files["variant.yaml"].endswith("59\n")


def test_the_letters_of_a_word_are_one_revision_of_the_history(drafts: Drafts) -> None:
    draft, _secret = drafts.create("Mine", {**FILES, "README.md": "Words.\n"})
    texts = ["Words.\n", "Words. a\n", "Words. ab\n", "Words. abc\n", "Words. abcd\n", "Words. abcde\n"]
    for number, text in enumerate(texts[1:]):
        drafts.keep(draft, number, {"README.md": text})
    drafts.rename(draft, "Ours")
    times = {0: 0.0, 1: 0.1, 2: 10.0, 3: 10.3, 4: 10.7, 5: 20.0, 6: 21.0}
    for number, moment in times.items():
        moved = update(EVENTS).where(EVENTS.c.number == number).values(time=moment)
        drafts.store.store.transaction(lambda connection, moved=moved: connection.execute(moved))
    history = drafts.history(draft)
    assert [row["number"] for row in history["revisions"]] == [0, 1, 4, 5, 6]
    assert [step["files"].get("README.md") for step in history["steps"]] == [
        [None, texts[0]], texts[0:2], [texts[1], texts[4]], texts[4:6], None,
    ]  # fmt: skip
    assert [step["name"] for step in history["steps"]] == ["", "", "", "", "Ours"]


def test_the_history_is_joined_where_it_is_too_long(drafts: Drafts, monkeypatch: pytest.MonkeyPatch) -> None:
    draft, _secret = drafts.create("Mine", FILES)
    for number in range(4):
        drafts.keep(draft, number, {"README.md": f"{number}" * 200})
    monkeypatch.setattr(module, "MOST_HISTORY", 1000)
    with pytest.raises(module.SmallWorldError, match="go on in a fork"):
        drafts.keep(draft, 4, {"README.md": "x" * 300})
    old = update(EVENTS).where(EVENTS.c.number < 4).values(time=time.time() - 40 * 86400)
    drafts.store.store.transaction(lambda connection: connection.execute(old))
    assert drafts.keep(draft, 4, {"README.md": "x" * 300}) == 5
    assert [event.number for event in drafts.store.events(draft)] == [3, 4, 5]
    assert drafts.files_at(draft, 4)["README.md"] == "3" * 200
    with pytest.raises(module.SmallWorldError, match="no revision 1"):
        drafts.files_at(draft, 1)


def test_a_read_link_never_leads_to_the_edit_link(drafts: Drafts) -> None:
    draft, secret = drafts.create("Mine", FILES)
    links = drafts.links(draft, secret)
    assert drafts.enter(draft, links[EDIT])[1] == EDIT
    assert drafts.enter(draft, links[READ])[1] == READ
    assert drafts.links(draft, links[READ])[READ] != links[READ]  # nothing can be made of a read link
    renewed = drafts.renew_link(draft, secret, READ)
    for gone in (links[READ], "x", "x" * 100, "é"):
        with pytest.raises(WrongLink):
            drafts.enter(draft, gone)
    fresh = drafts.renew_link(draft, secret, EDIT)
    for gone in (secret, renewed[READ]):
        with pytest.raises(WrongLink):
            drafts.enter(draft, gone)
    assert [drafts.enter(draft, fresh[role])[1] for role in (EDIT, READ)] == [EDIT, READ]


def test_limits_of_drafts(drafts: Drafts, monkeypatch: pytest.MonkeyPatch) -> None:
    draft, _secret = drafts.create("Mine", FILES)
    with pytest.raises(WrongFiles, match="400000 are the most for a file"):
        drafts.keep(draft, 0, {"variant.yaml": "x" * 400_001})
    with pytest.raises(WrongFiles, match="at most 1000000 bytes"):
        drafts.keep(draft, 0, {f"boards/b{number}.yaml": "x" * 300_000 for number in range(4)})
    with pytest.raises(WrongFiles, match="at most 60 files"):
        drafts.keep(draft, 0, {f"boards/b{number}.yaml": "" for number in range(61)})
    for name in (
        "../x.yaml",
        "/etc/passwd",
        "boards/../variant.yaml",
        "boards/x.yaml\n",
        "x.py",
        "boards/a/b.yaml",
        "",
    ):
        with pytest.raises(WrongFiles, match="the names are"):
            drafts.keep(draft, 0, {name: ""})
    monkeypatch.setattr(module, "MOST_DRAFTS", 1)
    with pytest.raises(TooManyDrafts):
        drafts.create("Second", FILES)


def test_idle_drafts_are_swept_with_their_links(drafts: Drafts) -> None:
    (old, secret), (young, _secret) = drafts.create("Old", FILES), drafts.create("Young", FILES)
    ago = update(DRAFTS).where(DRAFTS.c.id == old).values(used=time.time() - 1000)
    drafts.store.store.transaction(lambda connection: connection.execute(ago))
    assert drafts.store.sweep(500) == [old]
    drafts.forget(old)
    with pytest.raises(WrongLink):
        drafts.enter(old, secret)
    assert drafts.get(young).name == "Young"


def test_a_zip_is_read_back_and_a_bomb_is_not() -> None:
    files = {**FILES, "boards/vale.yaml": "name: Vale\n", "README.md": "é\n"}
    assert read_zip(write_zip("mine", files)) == files
    for wrong, sentence in (
        (b"PK nothing", "not a zip"), (write_zip("mine", {}), "not a zip"),
        (write_zip("a", {"README.md": "x", "/README.md": "y"}).replace(b"a//README.md", b"bb/README.md"), "two files"),
        (write_zip("mine", {"evil.py": "x"}), "the names are"),
        (write_zip("mine", {"../variant.yaml": "x"}), "the names are"),
        (write_zip("mine", {"variant.yaml": " " * 30_000_000}), "at most 1000000 bytes"),
        (write_zip("mine", {f"boards/b{number}.yaml": "" for number in range(61)}), "at most 60 files"),
    ):  # fmt: skip
        with pytest.raises(WrongFiles, match=sentence):
            read_zip(wrong)


def test_a_difference_is_one_edit_that_makes_the_new_text() -> None:
    rng = random.Random(1)
    assert difference("a\r\nb", "a\nb").range == Range(1, 2, 2, 1)
    for _ in range(300):
        old, new = ("".join(rng.choices("ab\r\né\u2028", k=rng.randrange(9))) for _text in range(2))
        assert fix_text(old, [difference(old, new)]) == new


EDITOR = """
import sys
from smallworld_studio.draft_store import DraftStore
from smallworld_studio.drafts import Drafts
from smallworld_web.store import Store
drafts = Drafts(DraftStore(Store(sys.argv[1])))
number = drafts.get(sys.argv[2]).number
while True:
    number = drafts.keep(sys.argv[2], number, {"README.md": f"text {number + 1} " + "x" * 2000})
    print(number, flush=True)
"""


def kill_editors(url: str, kills: int) -> None:
    """End a process that edits at random moments; each revision that it has printed must be there."""
    rng, store = random.Random(1), Store(url)
    draft, _secret = Drafts(DraftStore(store)).create("Mine", FILES)
    for _ in range(kills):
        with subprocess.Popen([sys.executable, "-c", EDITOR, url, draft], stdout=subprocess.PIPE, text=True) as editor:
            assert editor.stdout is not None
            first = editor.stdout.readline()
            threading.Timer(rng.random() * 0.05, editor.kill).start()
            acknowledged = [int(first), *(int(line) for line in editor.stdout if line.endswith("\n"))]
        now = Drafts(DraftStore(store)).get(draft)
        assert now.number >= acknowledged[-1]
        assert now.files["README.md"].startswith(f"text {now.number} ") or now.number == now.snapshot
    store.close()


@pytest.mark.full
@pytest.mark.timeout(1800)
def test_no_acknowledged_revision_is_lost_when_the_server_is_killed(tmp_path: Path) -> None:
    kill_editors(f"sqlite:///{tmp_path / 'tables.db'}", 300)
