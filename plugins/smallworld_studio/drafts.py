"""Drafts: their texts as of the last event, changes with conflict detection, history and links."""

from __future__ import annotations

import json
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from smallworld.errors import SmallWorldError
from smallworld.languages import _
from smallworld_editions.problem import Edit, Range
from smallworld_studio.draft_files import EditedFolder, Files, changed, check_files, check_name, difference
from smallworld_studio.draft_store import DraftRow, DraftStore, Event
from smallworld_validate.text_edits.layout import fix_text
from smallworld_web.role_links import WrongLink, derived_secret, digest_of, new_secret, role_of
from smallworld_web.store import Link, NumberTaken
from smallworld_web.table_registry import TooManyTables

EDIT, READ = "edit", "read"
SNAPSHOT_EVERY = 100
"""Fewest events from one with all files to the next; together they have at least ``SHARE`` of its length."""
SHARE = 0.125
JOINED = 0.6
"""Most seconds between two events that the history shows as one revision: those of one word."""
MOST_EVENTS = 10_000_000
MOST_HISTORY = 20_000_000
"""Bytes of the events of a draft."""
MONTH = 30 * 86400.0
MOST_DRAFTS = 2_000
MOST_IN_MEMORY = 200
LONGEST_NAME = 100
MOST_SHOWN = 100
"""Revisions that the history lists."""


class TooManyDrafts(TooManyTables):
    """A new draft where the server has as many as it may have."""


class WrongDraftLink(WrongLink):
    """A link without a draft; the sentence reveals nothing more."""

    def __init__(self) -> None:
        SmallWorldError.__init__(self, _("this link opens no draft; ask for a new one"))


class Conflict(SmallWorldError):
    """A change of a text that was changed elsewhere meanwhile; nothing was kept."""

    def __init__(self, revision: int, files: Mapping[str, str | None]) -> None:
        super().__init__(_("this draft was changed in another window"))
        self.revision, self.files = revision, files


@dataclass(slots=True, eq=False)
class Draft:
    """A draft in memory.

    :ivar number: that of its last event. :ivar snapshot: that of its last event with all files.
    :ivar since: the length of the events since then.
    """

    id: str
    name: str
    based_on: str
    files: dict[str, str]
    number: int
    snapshot: int
    since: int = 0
    lock: threading.RLock = field(default_factory=threading.RLock)


class Drafts:
    """All drafts of a store; those that were used last are in memory."""

    def __init__(self, store: DraftStore) -> None:
        self.store = store
        self.folders: dict[str, EditedFolder] = {}
        """Draft → the folder in which it is edited."""
        self._drafts: OrderedDict[str, Draft] = OrderedDict()
        self._lock = threading.Lock()

    # --- making

    def create(self, name: str, files: Files, parent: str = "", revision: int = 0) -> tuple[str, str]:
        """Keep a new draft; return its id and the secret of its edit link.

        :param parent: the draft from which it was forked, at a revision.
        :raises WrongFiles: a file cannot be one of a draft. :raises TooManyDrafts: the server is full.
        """
        check_files(files)
        if self.store.count() >= MOST_DRAFTS:
            raise TooManyDrafts(_("this server has as many drafts as it may have; try again later"))
        draft_id, secret = secrets.token_hex(8), new_secret()
        row = DraftRow(name[:LONGEST_NAME], 0, parent, revision)
        self.store.create(draft_id, row, [_snapshot(files)], _links(secret, 1))
        return draft_id, secret

    def open_folder(self, folder: EditedFolder, secret: str) -> None:
        """Edit a folder as a draft, with its history so far; its edit link gets a new secret.

        :raises SmallWorldError: its files cannot be those of a draft.
        """
        files, draft_id = folder.read(), folder.draft_id
        check_files(files)
        folder.on_disk = dict(files)
        if self.store.row(draft_id) is None:
            self.store.create(
                draft_id, DraftRow(folder.name[:LONGEST_NAME], 0, "", 0), [_snapshot(files)], _links(secret, 1)
            )
        else:
            generation = max(number for _role, number, _digest in self.store.store.links(draft_id)) + 1
            self.store.replace_links(draft_id, _links(secret, generation))
            draft = self.get(draft_id)
            self.keep(draft_id, draft.number, {**dict.fromkeys(draft.files.keys() - files.keys()), **files})
        self.folders[draft_id] = folder

    # --- reading

    def enter(self, draft_id: str, secret: str) -> tuple[Draft, str]:
        """Return a draft as it is now, and the role of a link to it.

        :raises WrongLink: it opens nothing.
        """
        try:
            role = role_of(self.store.store.links(draft_id), secret).kind
        except WrongLink:
            raise WrongDraftLink from None
        if role not in (EDIT, READ):
            raise WrongDraftLink
        return self.get(draft_id), role

    def get(self, draft_id: str) -> Draft:
        """Return a draft as it is now.

        :raises WrongLink: it does not exist.
        """
        with self._lock:
            draft = self._drafts.get(draft_id)
        if draft is None:
            draft = self._read(draft_id)
        with draft.lock:
            self._follow(draft)
        with self._lock:
            self._drafts[draft_id] = draft
            self._drafts.move_to_end(draft_id)
            while len(self._drafts) > MOST_IN_MEMORY:
                self._drafts.popitem(last=False)
        return draft

    def _read(self, draft_id: str) -> Draft:
        row = self.store.row(draft_id)
        if row is None:
            raise WrongDraftLink
        parent = self.store.row(row.parent) if row.parent else None
        based_on = (parent.name if parent else _("a draft that was removed")) if row.parent else ""
        start = self.store.last_snapshot(draft_id)
        return Draft(draft_id, row.name, based_on, {}, start - 1, start)

    def _follow(self, draft: Draft) -> None:
        """Carry out the events that others have appended."""
        for event in self.store.events(draft.id, draft.number + 1):
            _apply(draft, event)

    def forget(self, draft_id: str) -> None:
        """Remove a draft from memory."""
        with self._lock:
            self._drafts.pop(draft_id, None)

    # --- changing

    def keep(self, draft_id: str, revision: int, changes: Mapping[str, str | None]) -> int:
        """Keep new texts of files; return the number of the revision.

        :param revision: the last one that the author has seen. :param changes: file → its text; None removes it.
        :raises Conflict: the draft was changed meanwhile. :raises WrongFiles: a file cannot be one of a draft.
        :raises SmallWorldError: its folder cannot be read or written.
        """
        draft, folder = self.get(draft_id), self.folders.get(draft_id)
        with draft.lock:
            if folder is not None:
                self._take_in(draft, folder)
            if revision < draft.number:
                later = self._changed_since(draft, revision)
                if later:
                    raise Conflict(draft.number, later)
            for name in changes:
                check_name(name)
            self._append_changes(draft, changes)
            if folder is not None:
                folder.write(draft.files)
            return draft.number

    def take_in(self, draft_id: str) -> bool:
        """Keep what other programs have changed in the folder of a draft; return whether they have.

        :raises SmallWorldError: the files cannot be read, or cannot be those of a draft.
        """
        draft, folder = self.get(draft_id), self.folders[draft_id]
        with draft.lock:
            return self._take_in(draft, folder)

    def _take_in(self, draft: Draft, folder: EditedFolder) -> bool:
        changes = folder.changes()
        if not changes:
            return False
        self._append_changes(draft, changes)
        for name, text in changes.items():
            if text is None:
                folder.on_disk.pop(name, None)
            else:
                folder.on_disk[name] = text
        return True

    def _append_changes(self, draft: Draft, changes: Mapping[str, str | None]) -> None:
        """Append new texts to a draft that is up to date.

        :raises WrongFiles: a file cannot be one of a draft. :raises Conflict: another process was first.
        """
        files = changed(draft.files, changes)
        check_files(files)
        lines = list(_lines_of_change(draft.files, files))
        if not lines:
            return
        since = draft.since + sum(map(len, lines))
        if draft.number + len(lines) - draft.snapshot >= SNAPSHOT_EVERY and since >= SHARE * sum(
            map(len, files.values())
        ):
            lines.append(_snapshot(files))
        self._append(draft, lines)

    def _append(self, draft: Draft, lines: Sequence[str], name: str | None = None) -> None:
        """Append events to a draft that is up to date; its history is joined where it is too long."""
        start = draft.number
        self._join_history(draft, sum(map(len, lines)))
        try:
            self.store.append(draft.id, start + 1, lines, name)
        except NumberTaken:
            self._follow(draft)
            raise Conflict(draft.number, self._changed_since(draft, start)) from None
        for place, line in enumerate(lines, start + 1):
            _apply(draft, Event(place, 0.0, line))

    def _join_history(self, draft: Draft, more: int) -> None:
        """Join the events that are older than a month, where the history is as long as it may be."""
        row = self.store.row(draft.id)
        if row is None or row.bytes + more <= MOST_HISTORY:
            return
        old = [event for event in self.store.events(draft.id) if event.time < time.time() - MONTH]
        if old:
            files = self.files_at(draft.id, old[-1].number)
            self.store.join(draft.id, old[-1].number, _snapshot(files))
            row = self.store.row(draft.id)
        if row is not None and row.bytes + more > MOST_HISTORY:
            raise SmallWorldError(
                _("the history of this draft has more than {most} bytes; go on in a fork", most=MOST_HISTORY)
            )

    def _changed_since(self, draft: Draft, revision: int) -> dict[str, str | None]:
        """Return the texts of the files that have changed after a revision."""
        changed: dict[str, str | None] = {}
        for event in self.store.events(draft.id, revision + 1):
            name = json.loads(event.line).get("file")
            if name:
                changed[name] = draft.files.get(name)
        return changed

    def rename(self, draft_id: str, name: str) -> None:
        """Give a draft another name.

        :raises SmallWorldError: the name is empty or too long.
        """
        if not name.strip() or len(name) > LONGEST_NAME or not name.isprintable():
            raise SmallWorldError(_("a draft has a name of 1 to {most} letters", most=LONGEST_NAME))
        draft = self.get(draft_id)
        with draft.lock:
            self._append(draft, [json.dumps({"name": name.strip()})], name.strip())

    # --- history

    def files_at(self, draft_id: str, number: int) -> dict[str, str]:
        """Return the files of a draft as they were after an event.

        :raises SmallWorldError: the history does not reach so far back.
        """
        number = min(number, MOST_EVENTS)
        start = self.store.last_snapshot(draft_id, number)
        events = [event for event in self.store.events(draft_id, start) if event.number <= number]
        draft = Draft(draft_id, "", "", {}, start - 1, start)
        if not events or events[-1].number != number or "snapshot" not in json.loads(events[0].line):
            raise SmallWorldError(_("this draft has no revision {number}", number=number))
        for event in events:
            _apply(draft, event)
        return draft.files

    def history(self, draft_id: str) -> dict[str, list[Any]]:
        """Return the latest revisions, and for each the texts of its files before and after.

        ``revisions`` have number, time and names of files; ``steps`` have file → its two texts. Revisions without a
        pause between them are one.
        """
        events = self.store.events(draft_id)
        draft = Draft(draft_id, "", "", {}, -1, 0)
        revisions, steps = [], []
        before, name = dict[str, str](), ""
        for event, following in pairwise([*events, None]):
            assert event is not None
            _apply(draft, event)
            is_first = event is events[0]
            if following is not None and _is_one_word(event, following):
                continue
            names = [file for file in sorted({*before, *draft.files}) if before.get(file) != draft.files.get(file)]
            if is_first or names or draft.name != name:
                revisions.append({"number": event.number, "time": event.time, "files": names})
                steps.append({
                    "name": draft.name if draft.name != name else "", "is_first": is_first,
                    "files": {file: [before.get(file), draft.files.get(file)] for file in names},
                })  # fmt: skip
            before, name = dict(draft.files), draft.name
        return {"revisions": revisions[-MOST_SHOWN:], "steps": steps[-MOST_SHOWN:]}

    def restore(self, draft_id: str, revision: int, number: int) -> int:
        """Go back to the files of an earlier revision, which makes a new one; return its number.

        :raises Conflict: the draft was changed meanwhile.
        """
        files = self.files_at(draft_id, number)
        present = self.get(draft_id).files
        return self.keep(draft_id, revision, {**dict.fromkeys(present.keys() - files.keys()), **files})

    # --- links

    def links(self, draft_id: str, secret: str) -> dict[str, str]:
        """Return the secrets of both links, for the owner of the edit link."""
        numbers = {role: generation for role, generation, _digest in self.store.store.links(draft_id)}
        return {EDIT: secret, READ: derived_secret(secret, READ, numbers.get(READ, 1))}

    def renew_link(self, draft_id: str, secret: str, role: str) -> dict[str, str]:
        """Replace the read link, or both; return their secrets.

        :raises SmallWorldError: no draft has such a link.
        """
        if role not in (EDIT, READ):
            raise SmallWorldError(_('a link is for "edit" or "read"'))
        generation = max(number for _role, number, _digest in self.store.store.links(draft_id)) + 1
        fresh = secret if role == READ else new_secret()
        self.store.replace_links(draft_id, [link for link in _links(fresh, generation) if role in (EDIT, link[0])])
        return self.links(draft_id, fresh)


def _links(secret: str, generation: int) -> list[Link]:
    read = derived_secret(secret, READ, generation)
    return [(EDIT, generation, digest_of(secret)), (READ, generation, digest_of(read))]


# --- events


def _snapshot(files: Files) -> str:
    return json.dumps({"snapshot": dict(sorted(files.items()))})


def _lines_of_change(old: Files, new: Files) -> Iterable[str]:
    """Yield the events that turn files into others."""
    for name in sorted({*old, *new}):
        before, after = old.get(name), new.get(name)
        if before == after:
            continue
        if before is None or after is None:
            yield json.dumps({"file": name, "text": after})
            continue
        edit = difference(before, after)
        place = [edit.range.line, edit.range.column, edit.range.end_line, edit.range.end_column]
        if len(edit.text) * 2 > len(after):
            yield json.dumps({"file": name, "text": after})
        else:
            yield json.dumps({"file": name, "edits": [[*place, edit.text]]})


def _is_one_word(event: Event, following: Event) -> bool:
    """Return whether two events are edits of one file without a pause between them."""
    heads = {one.line.partition(', "edits": ')[:2] for one in (event, following)}
    return len(heads) == 1 and all(mark for _file, mark in heads) and following.time - event.time < JOINED


def _apply(draft: Draft, event: Event) -> None:
    """Carry out an event."""
    content: dict[str, Any] = json.loads(event.line)
    draft.number, draft.since = event.number, draft.since + len(event.line)
    if "snapshot" in content:
        draft.files, draft.snapshot, draft.since = dict(content["snapshot"]), event.number, 0
    elif "name" in content:
        draft.name = content["name"]
    elif "edits" in content:
        edits = [Edit(Range(*row[:4]), row[4]) for row in content["edits"]]
        draft.files[content["file"]] = fix_text(draft.files[content["file"]], edits)
    elif content["text"] is None:
        draft.files.pop(content["file"], None)
    else:
        draft.files[content["file"]] = content["text"]
