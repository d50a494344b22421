"""The files of a release: checked, complete, and started by one command from an index."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from smallworld import __version__
from smallworld.versions import DISTRIBUTION

ROOT = Path(__file__).parents[2]
BUILT = f"{DISTRIBUTION.replace('-', '_')}-{__version__}"

pytestmark = pytest.mark.package


def run(*command: str | Path, cwd: Path = ROOT, **settings: str) -> str:
    """Standard output of a command that must succeed."""
    surroundings = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")} | settings
    done = subprocess.run([str(part) for part in command], cwd=cwd, env=surroundings, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def release(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The source archive, and the wheel that is built from it."""
    folder = tmp_path_factory.mktemp("release")
    run(sys.executable, "-m", "build", "--outdir", folder, ROOT)
    return folder / f"{BUILT}.tar.gz", folder / f"{BUILT}-py3-none-any.whl"


@pytest.fixture(scope="module")
def index(release: tuple[Path, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel and all that it needs, as an index; pipx also wants pip there."""
    folder = tmp_path_factory.mktemp("index")
    run(sys.executable, "-m", "pip", "download", "-q", "--only-binary", ":all:", "--dest", folder, release[1], "pip")
    return folder


def test_descriptions_and_contents_have_no_fault(release: tuple[Path, Path]) -> None:
    run(sys.executable, "-m", "twine", "check", "--strict", *release)
    run(sys.executable, "-m", "check_wheel_contents", release[1])


def test_the_source_archive_has_every_file_of_the_wheel(release: tuple[Path, Path]) -> None:
    """The wheel comes from the archive, so it must equal one from the checkout."""
    with zipfile.ZipFile(release[1]) as wheel:
        names = {name for name in wheel.namelist() if ".dist-info/" not in name}
    assert len(names) > 400
    with tarfile.open(release[0]) as archive:
        members = {Path(name).as_posix().partition("/")[2] for name in archive.getnames()}
    assert {"LICENSE", "README.md", "pyproject.toml"} <= members
    folders = {"smallworld/schemas": "schemas", "smallworld/variants": "variants"}
    for data, folder in folders.items():
        files = {path.relative_to(ROOT / folder).as_posix() for path in (ROOT / folder).rglob("*.*")}
        files = {file for file in files if file.endswith((".json", ".yaml", ".py"))}
        assert files <= {name.removeprefix(f"{data}/") for name in names if name.startswith(f"{data}/")}
    for folder in ("core", "plugins"):
        modules = {path.relative_to(ROOT / folder).as_posix() for path in (ROOT / folder).rglob("*.py")}
        assert modules - {module for module in modules if "/templates/" in module} <= names


def test_the_metadata_has_the_version_of_the_source(release: tuple[Path, Path]) -> None:
    with zipfile.ZipFile(release[1]) as wheel:
        metadata = wheel.read(f"{BUILT}.dist-info/METADATA").decode("utf-8")
    assert f"\nVersion: {__version__}\n" in metadata


def test_uvx_runs_the_program(index: Path, tmp_path: Path) -> None:
    options = ("--no-index", "--find-links", index, "--python", sys.executable)
    command = ("--from", DISTRIBUTION, "smallworld")
    cache = {"UV_CACHE_DIR": str(tmp_path / "cache"), "UV_TOOL_DIR": str(tmp_path / "tools")}
    output = run(sys.executable, "-m", "uv", "tool", "run", *options, *command, "--version", cwd=tmp_path, **cache)
    assert output == f"smallworld, version {__version__}\n"


def test_pipx_runs_the_program(index: Path, tmp_path: Path) -> None:
    options = ("--backend", "pip", "--pip-args", f"--no-index --find-links {index}", "--python", sys.executable)
    options += ("--spec", DISTRIBUTION)
    home = {"PIPX_HOME": str(tmp_path / "pipx"), "PIPX_BIN_DIR": str(tmp_path / "bin")}
    output = run(sys.executable, "-m", "pipx", "run", *options, "smallworld", "--version", cwd=tmp_path, **home)
    assert output == f"smallworld, version {__version__}\n"
