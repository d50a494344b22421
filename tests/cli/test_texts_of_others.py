"""Texts of bots, plugins and damaged files: they steer no terminal, have an end, and name their origin."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from programs import run_program
from smallworld.errors import MOST_LETTERS, SmallWorldError, sentence_of

BOT = r"""
import json, os, sys
os.write(2, b"thinking\x1b[2J \xc2\x9b1m bad \xff, p\xc5\x99\xc3\xad\n")
for line in sys.stdin:
    question = json.loads(line)
    if "legal" in question:
        print(json.dumps({"do": question["legal"][0]}), flush=True)
"""
LOUD = """
from smallworld import SmallWorldError, hookimpl

class Loud:
    def choose(self, view, actions, rng):
        raise ERROR("x" * 3_000_000)

@hookimpl
def smallworld_bots():
    return {"loud": Loud}
"""


def test_an_external_bot_cannot_steer_the_terminal(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(BOT, "utf-8")
    done = run_program("play", "--player", f"ann={sys.executable} {tmp_path / 'bot.py'}", "--player", "bob=random")
    assert done.returncode == 0
    assert "thinking\ufffd[2J \ufffd1m bad \ufffd, p\u0159\u00ed\n" in done.stderr


def test_the_last_words_of_a_bot_are_printed(tmp_path: Path) -> None:
    """More than its pipe holds, and no newline at the end."""
    (tmp_path / "bot.py").write_text("import sys\nsys.stderr.write('y' * 100_000 + '\\x1bend')\nsys.exit(1)", "utf-8")
    done = run_program("play", "--player", f"ann={sys.executable} {tmp_path / 'bot.py'}", "--player", "bob=random")
    assert done.stderr.count("y") >= 100_000
    assert "\ufffdend" in done.stderr
    assert "the program has ended (status 1)" in done.stderr


@pytest.mark.parametrize("kind", ["SmallWorldError", "ValueError"])
def test_a_message_of_megabytes_is_cut(kind: str, tmp_path: Path) -> None:
    (tmp_path / "loud.py").write_text(LOUD.replace("ERROR", kind), "utf-8")
    done = run_program(
        "play", "--plugin", "loud.py", "--player", "ann=loud", "--player", "bob=random", "--bot-failure", "stop",
        cwd=tmp_path,
    )  # fmt: skip
    assert "bot of ann failed" in done.stderr
    assert "xxx…" in done.stderr
    assert len(done.stderr) < 2 * MOST_LETTERS
    assert len(sentence_of(SmallWorldError("é" * MOST_LETTERS))) == MOST_LETTERS


def test_a_plugin_whose_import_is_interrupted_is_named(tmp_path: Path) -> None:
    (tmp_path / "slow.py").write_text("raise KeyboardInterrupt", "utf-8")
    done = run_program("play", "--plugin", "slow.py", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (130, "\nstopped while the plugin 'slow' was loaded\n")


DAMAGED = """
import sys
from pathlib import Path
from smallworld_cli import main
from smallworld.languages import catalogue

catalogue.catalogue_folder = lambda: Path(sys.argv[1])
import smallworld_cli.language
smallworld_cli.language.catalogue_folder = catalogue.catalogue_folder
main(sys.argv[2:])
"""


@pytest.mark.parametrize("length", [0, 3, 100, 5000])
def test_a_damaged_catalogue_is_english_and_one_warning(length: int, tmp_path: Path) -> None:
    from smallworld.languages.catalogue import catalogue_folder

    whole = catalogue_folder() / "cs" / "LC_MESSAGES" / "smallworld.mo"
    target = tmp_path / "cs" / "LC_MESSAGES" / "smallworld.mo"
    target.parent.mkdir(parents=True)
    shutil.copy(whole, target)
    target.write_bytes(target.read_bytes()[:length])
    done = subprocess.run(
        [sys.executable, "-c", DAMAGED, str(tmp_path), "--language", "cs", "validate", "--nonsense"],
        capture_output=True, text=True, check=False, encoding="utf-8",
    )  # fmt: skip
    assert done.returncode == 2
    warning, *rest = done.stderr.splitlines()
    assert warning.startswith("warning: the translations in ")
    assert "damaged" not in "".join(rest)
    assert "lists all of them\nUsage: smallworld validate" in done.stderr
