"""The text editor of the studio is the file that its folder documents."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path

import smallworld_studio

STATIC = Path(smallworld_studio.__file__).parent / "static"
VENDOR = STATIC / "vendor"
IMPORT = re.compile(r'import \{([^}]*)\} from "./vendor/codemirror.js"')
EXPORT = re.compile(r"export \{([^}]*)\}")


def names(pattern: re.Pattern[str], text: str) -> set[str]:
    return {name.strip() for group in pattern.findall(text) for name in group.split(",") if name.strip()}


def test_the_bundle_has_its_documented_checksum() -> None:
    checksum, name = (VENDOR / "SHA256SUMS").read_text("utf-8").split()
    assert hashlib.sha256((VENDOR / name).read_bytes()).hexdigest() == checksum


def test_the_bundle_brings_what_the_scripts_import_and_nothing_else() -> None:
    used = {name for path in STATIC.glob("*.js") for name in names(IMPORT, path.read_text("utf-8"))}
    assert used == names(EXPORT, (VENDOR / "entry.js").read_text("utf-8"))
    [exported] = re.findall(r"export\{([^}]*)\};\s*$", (VENDOR / "codemirror.js").read_text("utf-8"))
    assert used == {name.split(" as ")[-1] for name in exported.split(",")}


def test_every_package_of_the_bundle_has_its_licence() -> None:
    lock = json.loads((VENDOR / "package-lock.json").read_text("utf-8"))["packages"]
    packages = {f"{path.removeprefix('node_modules/')} {entry['version']}" for path, entry in lock.items()
                if path and not entry.get("dev")}  # fmt: skip
    licences = (VENDOR / "LICENCES.txt").read_text("utf-8").splitlines()
    assert packages == {line for line in licences if re.fullmatch(r"[@\w/-]+ \d+\.\d+\.\d+", line)}
    assert {entry["license"] for entry in lock.values() if "license" in entry} == {"MIT"}
    assert not any("resolved" in entry for entry in lock.values())  # no address of a registry
