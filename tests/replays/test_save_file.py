"""Saves under attack: damage, line ends, links, devices, removal and replacement while a game is played."""

from __future__ import annotations

import json
import os
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

import smallworld
from records import plain_record
from smallworld.errors import ReplayError, SaveError
from smallworld.game import Game, new_game
from smallworld_play.recorder import Recorder
from smallworld_records.record_lines import read_rows
from smallworld_records.save_file import SaveFile, keep_copy
from smallworld_records.saved_game_reader import Reader, read
from tiers import quick_first


def new(seed: int = 3) -> Game:
    return smallworld.new_game(smallworld.load_variant("base"), ["ann", "bob"], seed=seed)


def play(recorder: Recorder, rng: Random, most: int) -> None:
    for _ in range(most):
        if not recorder.game.over:
            recorder.game.apply(rng.choice(recorder.game.legal_actions()))
            recorder.write(recorder.game, sync=True)


@pytest.fixture
def save(tmp_path: Path) -> Path:
    """A game of 25 actions."""
    path = tmp_path / "game.jsonl"
    with closing(Recorder(new(), path)) as recorder:
        play(recorder, Random(1), 25)
    return path


def resume(path: Path, most: int = 0) -> Game:
    file = SaveFile(path)
    reader = read(file, new_game)
    with closing(Recorder(reader.game, file, resumed=reader)) as recorder:
        play(recorder, Random(2), most)
        return recorder.game


@pytest.mark.parametrize("step", quick_first([5, 1]))
def test_a_flipped_bit_of_any_byte_is_detected_in_its_line(save: Path, step: int) -> None:
    content = save.read_bytes()
    line = 1
    for place, byte in enumerate(content):
        for bit in {place % 8, 5} if place % step == 0 or byte == ord("\n") else ():
            damaged = bytearray(content)
            damaged[place] = byte ^ 1 << bit
            with pytest.raises(ReplayError, match=f"^line {line}: "):
                read_rows(bytes(damaged))
        line += byte == ord("\n")


def test_every_replaced_byte_of_a_line_end_is_detected(save: Path) -> None:
    content = save.read_bytes()
    ends = [place for place, byte in enumerate(content) if byte == ord("\n")]
    for place in (ends[0], ends[1], ends[-1]):
        for byte in set(range(256)) - {ord("\n")}:
            with pytest.raises(ReplayError, match=f"^line {ends.index(place) + 1}: "):
                read_rows(content[:place] + bytes([byte]) + content[place + 1 :])


def test_a_line_that_is_lost_doubled_or_moved_is_detected(save: Path) -> None:
    rows = save.read_bytes().splitlines(keepends=True)
    for changed in (
        [*rows[:9], *rows[10:]],
        [*rows[:10], rows[9], *rows[10:]],
        [*rows[:9], rows[10], rows[9], *rows[11:]],
    ):
        with pytest.raises(ReplayError, match=r"^line 1[01]: the checksum does not match"):
            read_rows(b"".join(changed))


def test_a_damaged_save_goes_on_from_the_line_before(save: Path) -> None:
    rows = save.read_bytes().splitlines(keepends=True)
    rows[20] = rows[20][:4] + bytes([rows[20][4] ^ 1]) + rows[20][5:]
    save.write_bytes(b"".join(rows))
    with pytest.raises(ReplayError, match=r"line 21: .* --up-to 20$"):
        read(save, new_game)
    assert len(read(save, new_game, last_line=20).game.log) >= 19
    with closing(SaveFile(save)) as file:
        assert keep_copy(file).read_bytes() == b"".join(rows)


@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_line_ends_of_any_system_lose_nothing(save: Path, end: bytes, mark: bytes) -> None:
    game = read(save, new_game).game
    content = mark + save.read_bytes().replace(b"\n", end)
    save.write_bytes(content)
    assert resume(save) == game
    assert save.read_bytes() == content
    longer = resume(save, 5)
    assert save.read_bytes().startswith(content)
    assert read(save, new_game).game == longer and len(longer.log) >= len(game.log) + 5


def test_a_save_cut_anywhere_goes_on_from_its_last_whole_line(save: Path) -> None:
    content = save.read_bytes()
    starts = [0, *(place + 1 for place, byte in enumerate(content) if byte == ord("\n"))]
    for cut in range(starts[-3], len(content)):
        save.write_bytes(content[:cut])
        game = resume(save, 1)
        whole = sum(start <= cut for start in starts) - 1
        assert len(game.log) >= whole
        assert read(save, new_game).game == game


def test_a_record_without_checksums_goes_on_without_them(tmp_path: Path) -> None:
    path = tmp_path / "old.jsonl"
    game = new()
    path.write_text(plain_record(game), "utf-8")
    longer = resume(path, 5)
    assert '"check"' not in path.read_text("utf-8")
    assert read(path, new_game).game == longer


def test_a_save_that_was_changed_since_it_was_read_is_not_continued(save: Path) -> None:
    reader = read(save, new_game)
    content = save.read_bytes() + b"{}\n"
    save.write_bytes(content)
    with pytest.raises(SaveError, match="was changed by another program since it was read; try again"):
        Recorder(reader.game, SaveFile(save), resumed=reader)
    assert save.read_bytes() == content


def test_undo_takes_the_lines_back(save: Path) -> None:
    file = SaveFile(save)
    reader = read(file, new_game)
    before, content = reader.game.copy(), save.read_bytes()
    with closing(Recorder(reader.game, file, resumed=reader)) as recorder:
        play(recorder, Random(3), 3)
        recorder.rewrite(before)
        assert save.read_bytes() == content
        play(recorder, Random(4), 3)
    assert read(save, new_game).game == recorder.game


def test_one_program_at_a_time_has_a_save(save: Path) -> None:
    with closing(SaveFile(save)), pytest.raises(SaveError, match="is being played by another program"):
        SaveFile(save)
    SaveFile(save).close()


def test_a_save_that_was_removed_is_written_again(save: Path) -> None:
    file = SaveFile(save)
    reader = read(file, new_game)
    warnings: list[str] = []
    with closing(Recorder(reader.game, file, resumed=reader)) as recorder:
        recorder.warn = warnings.append
        save.unlink()
        play(recorder, Random(5), 4)
        with pytest.raises(SaveError, match="being played"):
            SaveFile(save)
    assert read(save, new_game).game == recorder.game
    assert len(warnings) == 1 and "was removed while it was played" in warnings[0]


@pytest.mark.parametrize("how", ["replaced", "appended", "emptied"])
def test_a_save_that_another_program_changes_is_kept_and_the_game_too(save: Path, how: str) -> None:
    file = SaveFile(save)
    reader = read(file, new_game)
    recorder = Recorder(reader.game, file, resumed=reader)
    if how == "replaced":
        (save.parent / "other").write_bytes(b"other")
        (save.parent / "other").replace(save)
    else:
        with save.open("ab" if how == "appended" else "wb") as stream:
            stream.write(b"x")
    theirs = save.read_bytes()
    with pytest.raises(SaveError, match="while it was played; the whole game is saved in") as error:
        play(recorder, Random(5), 1)
    recorder.close()
    assert save.read_bytes() == theirs
    assert error.value.path == save.with_name("game-1.jsonl")
    assert read(error.value.path, new_game).game == recorder.game


def test_a_save_whose_folder_is_gone_is_not_called_saved(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    recorder = Recorder(new(), folder / "game.jsonl")
    (folder / "game.jsonl").unlink()
    folder.rmdir()
    with pytest.raises(SaveError, match="was removed while it was played, and the game cannot be saved again"):
        play(recorder, Random(5), 1)
    recorder.close()


def test_links_are_written_through_and_modes_stay(tmp_path: Path) -> None:
    target, link, name = tmp_path / "target.jsonl", tmp_path / "link.jsonl", tmp_path / "name.jsonl"
    link.symlink_to(target)
    target.touch(0o640)
    os.link(target, name)
    victim = tmp_path / "victim"
    victim.write_text("precious", "utf-8")
    (tmp_path / "link.jsonl.part").symlink_to(victim)
    (tmp_path / "target.jsonl.part").symlink_to(victim)
    with closing(Recorder(new(), link)) as recorder:
        before = recorder.game.copy()
        play(recorder, Random(1), 1)
        recorder.rewrite(before)
    assert link.is_symlink() and target.stat().st_mode & 0o777 == 0o640
    assert name.samefile(target) and read(name, new_game).game == before
    assert victim.read_text("utf-8") == "precious" and (tmp_path / "link.jsonl.part").is_symlink()


def test_only_regular_files_are_saves(tmp_path: Path) -> None:
    pipe, link, circle = tmp_path / "pipe", tmp_path / "link", tmp_path / "circle"
    os.mkfifo(pipe)
    link.symlink_to("/dev/full")
    circle.symlink_to(circle)
    for path, kind in ((pipe, "a pipe"), (link, "a device"), (tmp_path, "a folder"), (circle, "a link that leads")):
        with pytest.raises(SaveError, match=f"is not a regular file but {kind}"):
            Recorder(new(), path)
    assert pipe.is_fifo() and link.is_symlink() and Path("/dev/full").is_char_device()


def test_a_file_that_is_too_large_is_refused_at_once() -> None:
    with pytest.raises(ReplayError, match="more than 4,000,000 bytes"):
        Reader(b"{}\n" * 2_000_000, new_game)


def test_a_save_declares_its_checksums(save: Path) -> None:
    assert all('"check"' in line for line in save.read_text("utf-8").splitlines())
    assert json.loads(save.read_text("utf-8").splitlines()[0])["chained"] is True
