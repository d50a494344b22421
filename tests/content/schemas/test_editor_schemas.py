"""``schema --install``: an editor completes and checks the files of a folder without a network."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

import pytest
from click.testing import CliRunner, Result

from smallworld_authors.commands.schema import command as schema

VARIANT = """\
variant: moor
name: The Moor
extends: base
races:
  peat_cutters:
    name: Peat Cutters
    banner: 6
    supply: 11
    text: A coin for every mine.
    abilities:
      - symbol_bonus: {symbol: mine}
"""


def install(*arguments: str) -> Result:
    return CliRunner().invoke(schema, ["--install", *arguments])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "boards").mkdir()
    (tmp_path / "variant.yaml").write_text(VARIANT, "utf-8")
    pond = b"\xef\xbb\xbf# yaml-language-server: $schema=old\r\nregions: []\r\n"
    (tmp_path / "boards" / "pond.yaml").write_bytes(pond)
    (tmp_path / "languages").mkdir()
    (tmp_path / "languages" / "cs.yaml").write_text("language: cs\n", "utf-8")
    (tmp_path / "other.yaml").write_text("shopping: [milk]\n", "utf-8")
    return tmp_path


def test_install_names_the_schemas_by_relative_paths(folder: Path) -> None:
    result = install(str(folder), "--json")
    changed = {Path(path).relative_to(folder).as_posix() for path in json.loads(result.output)["changed"]}
    schemas = {f"{kind}.schema.json" for kind in ("board", "language", "variant")}
    assert changed == schemas | {"variant.yaml", "boards/pond.yaml", "languages/cs.yaml"}
    language = (folder / "languages" / "cs.yaml").read_text("utf-8")
    assert language == "# yaml-language-server: $schema=../language.schema.json\nlanguage: cs\n"
    first, rest = (folder / "variant.yaml").read_text("utf-8").split("\n", 1)
    assert (first, rest) == ("# yaml-language-server: $schema=variant.schema.json", VARIANT)
    line = b"\xef\xbb\xbf# yaml-language-server: $schema=../board.schema.json\r\nregions: []\r\n"
    assert (folder / "boards" / "pond.yaml").read_bytes() == line
    assert (folder / "other.yaml").read_text("utf-8") == "shopping: [milk]\n"
    assert install(str(folder)).output == "nothing to change\n"


def test_install_on_wrong_places(tmp_path: Path) -> None:
    for arguments, message in [
        ((str(tmp_path / "none"),), "is not a folder; name the folder that holds your YAML files"),
        ((str(tmp_path),), "no variant, board or scenario is below"),
        ((str(tmp_path), "--complete"), "--install writes the schemas of all kinds"),
    ]:
        result = install(*arguments)
        assert (result.exit_code, message in result.output) == (2, True), result.output


class Server:
    """A YAML language server as an editor uses it."""

    def __init__(self, command: list[str]) -> None:
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.count = 0

    def send(self, method: str, parameters: Any, **more: int) -> None:
        body = json.dumps({"jsonrpc": "2.0", "method": method, "params": parameters, **more}).encode()
        stream = self.process.stdin
        assert stream is not None
        stream.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        stream.flush()

    def messages(self) -> Iterator[dict[str, Any]]:
        stream = self.process.stdout
        assert stream is not None
        while size := self._size(stream):
            message: dict[str, Any] = json.loads(stream.read(size))
            if "method" in message and "id" in message:  # the server asks for settings
                self._answer(message["id"])
            yield message

    def _size(self, stream: IO[bytes]) -> int:
        size = 0
        while line := stream.readline().strip():
            name, _, value = line.partition(b":")
            size = int(value) if name.lower() == b"content-length" else size
        return size

    def _answer(self, number: int) -> None:
        body = json.dumps({"jsonrpc": "2.0", "id": number, "result": None}).encode()
        assert self.process.stdin is not None
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.process.stdin.flush()

    def ask(self, method: str, parameters: Any) -> Any:
        self.count += 1
        self.send(method, parameters, id=self.count)
        return next(
            message["result"] for message in self.messages() if message.get("id") == self.count and "result" in message
        )

    def completions(self, path: Path, line: int, column: int) -> set[str]:
        uri = path.as_uri()
        place = {"textDocument": {"uri": uri}, "position": {"line": line, "character": column}}
        return {item["label"] for item in self.ask("textDocument/completion", place)["items"]}

    def open(self, path: Path) -> list[str]:
        """Open a file; return the messages of its problems."""
        document = {"uri": path.as_uri(), "languageId": "yaml", "version": 1, "text": path.read_text("utf-8")}
        self.send("textDocument/didOpen", {"textDocument": document})
        for message in self.messages():
            if message.get("method") == "textDocument/publishDiagnostics" and message["params"]["uri"] == path.as_uri():
                return [problem["message"] for problem in message["params"]["diagnostics"]]
        raise AssertionError("the server has ended")


@pytest.fixture
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    npm, node = shutil.which("npm"), shutil.which("node")
    if npm is None or node is None:
        pytest.skip("needs npm and Node.js")
    place = tmp_path_factory.mktemp("server")
    command = [npm, "install", "--loglevel", "error", "--prefix", str(place), "yaml-language-server"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    server = Server([str(place / "node_modules" / ".bin" / "yaml-language-server"), "--stdio"])
    yield server
    server.process.kill()
    server.process.communicate()


@pytest.mark.editor
@pytest.mark.timeout(400)
def test_a_language_server_completes_and_checks(server: Server, folder: Path) -> None:
    assert install(str(folder), "--against", "base").exit_code == 0
    path = folder / "variant.yaml"
    capabilities = {"textDocument": {"completion": {"completionItem": {}}, "publishDiagnostics": {}}}
    server.ask("initialize", {"processId": None, "rootUri": folder.as_uri(), "capabilities": capabilities})
    server.send("initialized", {})
    settings = {"yaml": {"validate": True, "completion": True, "schemaStore": {"enable": False}}}
    server.send("workspace/didChangeConfiguration", {"settings": settings})
    assert server.open(path) == []
    lines = path.read_text("utf-8").split("\n")
    ability = next(number for number, line in enumerate(lines) if "symbol_bonus" in line)
    assert {"symbol_bonus", "terrain_discount"} <= server.completions(path, ability, lines[ability].index("symbol_"))
    assert {"mine", "magic"} <= server.completions(path, ability, lines[ability].index("mine}"))
    wrong = folder / "wrong.yaml"
    wrong.write_text(path.read_text("utf-8").replace("banner: 6", "banner: six"), "utf-8")
    assert any("integer" in message for message in server.open(wrong))
