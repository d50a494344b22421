"""``smallworld schema``: JSON schemas for editors: of a kind of file, with all installed abilities, next to files."""

from __future__ import annotations

import copy
import json
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from smallworld import N_, SmallWorldError, Variant, _, lazy, ngettext
from smallworld_cli.common import plugin_option, plugins_of, print_json, variant_of
from smallworld_cli.parameter_types import FilePath, Word
from smallworld_editions.form import is_part, kind_of, schema_of, schema_text
from smallworld_editions.reading.files import MAX_BYTES
from smallworld_editions.reading.reader import read
from smallworld_editions.variants.plain_data import Schemas
from smallworld_output.safe_text import safe
from smallworld_output.whole_files import write_whole

KINDS = ("board", "variant", "language", "scenario", "replay")


@click.command()
@click.argument("kind", type=Word(KINDS), required=False)
@click.option("--complete", is_flag=True, help="Of a variant: with the installed abilities and their parameters.")
@click.option("--install", "folder", metavar="FOLDER", type=FilePath(),
              help="Write the schemas into this folder; the first line of its YAML files then names them.")  # fmt: skip
@click.option("--against", metavar="VARIANT", default="",
              help="With --complete or --install: propose the names of this variant.")  # fmt: skip
@plugin_option
@click.option("--json", "as_json", is_flag=True, help="With --install: print the files that changed as JSON.")
def command(
    kind: str | None, complete: bool, folder: Path | None, against: str, plugin_names: tuple[str, ...], as_json: bool
) -> None:
    """Print the JSON schema (2020-12) of a kind of file.

    With --install, an editor with a YAML language server completes and checks the files of a folder,
    with your abilities and without a network.

    \b
    Examples:
      smallworld schema board > board.json
      smallworld schema variant --complete --against base > variant.schema.json
      smallworld schema --install my-edition
    """
    if folder is not None:
        if kind or complete:
            raise click.UsageError(_("--install writes the schemas of all kinds; write: schema --install FOLDER"))
        _install(folder, against, plugin_names, as_json)
        return
    click.echo(_schema(kind, against, plugin_names, complete=complete).rstrip("\n"))


def _schema(kind: str | None, against: str, plugin_names: tuple[str, ...], *, complete: bool) -> str:
    """Return the schema of a kind of file."""
    if kind is None:
        sentence = N_("name a kind of file ({kinds}), or write: schema --install FOLDER")
        raise click.UsageError(_(sentence, kinds=", ".join(KINDS)))
    if complete and kind != "variant":
        sentence = N_("--complete adds abilities, which only variants have; write: schema variant --complete")
        raise click.UsageError(_(sentence))
    if (against or plugin_names) and not complete:
        raise click.UsageError(_("--against and --plugin need --complete or --install"))
    return _complete(against, plugin_names) if complete else schema_text(kind)


def _complete(against: str, plugin_names: tuple[str, ...]) -> str:
    plugins = plugins_of(plugin_names)
    names = names_of(variant_of(against, plugins)) if against else None
    return complete_schema(plugins.parameter_schemas(), names)


def _install(folder: Path, against: str, plugin_names: tuple[str, ...], as_json: bool) -> None:
    schemas = {kind: schema_text(kind) for kind in ("board", "language", "scenario")}
    try:
        changed = install_schemas(folder, schemas | {"variant": _complete(against, plugin_names)})
    except SmallWorldError as error:
        raise click.UsageError(str(error)) from None
    if as_json:
        print_json({"changed": [str(path) for path in changed]})
        return
    for path in changed:
        click.echo(safe(str(path)))
    number = len(changed)
    click.echo(ngettext("{count} file written", "{count} files written", number) if number else _("nothing to change"))


Names = Mapping[str, Sequence[str]]
"""Kind of entry, such as ``terrain`` or ``race`` → the ids that a variant can use or change."""


def names_of(variant: Variant) -> Names:
    """Return the ids that a variant can use if it extends this one."""
    kinds = ("terrain", "symbol", "piece", "ruling", "race", "power", "relic")
    return {kind: [*getattr(variant, f"{kind}s")] for kind in kinds}


def complete_schema(abilities: Schemas, names: Names | None = None) -> str:
    """Return the JSON schema of variants with the known abilities, as text.

    :param abilities: ability name → JSON schema of its parameters.
    :param names: ids to propose; a file may use others, which it defines itself.
    """
    schema = copy.deepcopy(schema_of("variant"))
    del schema["$id"]  # this schema is no longer the published one
    schema["title"] = "Variant, with the installed abilities"
    listed = {name: _ability(dict(parameters), names or {}) for name, parameters in sorted(abilities.items())}
    bare = {"type": "string", "enum": [name for name, entry in listed.items() if "required" not in entry]}
    single = {"type": "object", "minProperties": 1, "maxProperties": 1, "additionalProperties": False}
    schema["$defs"]["abilities"]["items"] = {"anyOf": [bare, {**single, "properties": listed}]}
    changes = {name: {**entry, "type": "object", "minProperties": 1} for name, entry in listed.items()}
    for entry in changes.values():
        entry.pop("required", None)
    schema["$defs"]["abilities_change"] |= {"properties": changes, "additionalProperties": False}
    for section, entry in schema["properties"]["change"]["properties"].items():
        values = entry.get("additionalProperties")
        if values is not None:  # a file may extend several variants, so other ids than these are allowed
            entry["properties"] = dict.fromkeys((names or {}).get(section.removesuffix("s"), ()), values)
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


def _ability(parameters: dict[str, Any], names: Names) -> dict[str, Any]:
    """Return the schema of the parameters of an ability, each a value or the answer to a ruling."""
    entries = {key: _parameter(dict(entry), names) for key, entry in parameters.get("properties", {}).items()}
    kinds = "object" if parameters.get("required") else ["object", "null"]
    return {**parameters, "type": kinds, "properties": entries}


def _parameter(entry: dict[str, Any], names: Names) -> dict[str, Any]:
    texts: dict[str, Any] = {key: entry[key] for key in ("title", "description", "default") if key in entry}
    proposed = list(names.get(entry.get("x-names", ""), ()))
    values = [{"enum": proposed}] if proposed and entry.get("type") == "string" else []
    if proposed and entry.get("type") == "array":
        entry["items"] = {"anyOf": [{"enum": proposed}, entry.get("items", {})]}
    return {**texts, "anyOf": [*values, entry, {"$ref": "#/$defs/by_ruling"}]}


HEAD = re.compile(rb"\A(\xef\xbb\xbf)?(#\s*yaml-language-server:[^\r\n]*(?:\r?\n|\Z))?")
"""A byte-order mark and the line that names a schema, both optional."""


def install_schemas(folder: Path, schemas: Mapping[str, str]) -> list[Path]:
    """Write schemas into a folder and name them in the first line of its YAML files; return the files that changed.

    :param schemas: kind of file → JSON schema as text; other kinds are left alone.
    :raises SmallWorldError: the folder does not exist, has no such file, or a file cannot be written.
    """
    if not folder.is_dir():
        sentence = N_("{folder!r} is not a folder; name the folder that holds your YAML files")
        raise SmallWorldError(lazy(sentence, folder=str(folder)))
    kinds = {path: kind for path, kind in _kinds_below(folder) if kind in schemas}
    if not kinds:
        sentence = N_("no variant, board or scenario is below {folder!r}; name the folder that has them")
        raise SmallWorldError(lazy(sentence, folder=str(folder)))
    targets = {kind: folder / f"{kind}.schema.json" for kind in sorted(set(kinds.values()))}
    changed = [path for kind, path in targets.items() if _replace(path, schemas[kind].encode())]
    changed += [path for path, kind in kinds.items() if _name_schema(path, targets[kind])]
    return changed


def _kinds_below(folder: Path) -> Iterator[tuple[Path, str]]:
    """Yield the YAML files below a folder with their kinds; hidden folders and files of no known kind are left out."""
    for path in sorted(folder.rglob("*.y*ml")):
        is_hidden = any(part.startswith(".") for part in path.relative_to(folder).parts)
        if is_hidden or path.suffix not in (".yaml", ".yml") or not path.is_file() or path.stat().st_size > MAX_BYTES:
            continue
        documents, _ = read(path.read_text("utf-8-sig", "replace"), path.name)
        data = documents[0].data if documents else None
        kind = kind_of(data)
        if kind is not None and isinstance(data, dict) and not is_part(data):
            yield path, kind


def _name_schema(path: Path, schema: Path) -> bool:
    """Let the first line of a file name a schema by its relative path; return whether the file changed."""
    content = path.read_bytes()
    head = HEAD.match(content)
    assert head is not None  # both parts are optional
    newline = b"\r\n" if b"\r\n" in content else b"\n"
    place = Path(os.path.relpath(schema, path.parent)).as_posix()
    line = f"# yaml-language-server: $schema={place}".encode()
    return _replace(path, (head[1] or b"") + line + newline + content[head.end() :])


def _replace(path: Path, content: bytes) -> bool:
    """Write a file if its content differs; return whether it did."""
    try:
        if path.is_file() and path.read_bytes() == content:
            return False
        write_whole(path, content)
    except OSError as error:
        sentence = N_("{path!r} cannot be written: {reason}; change its permissions")
        raise SmallWorldError(lazy(sentence, path=str(path), reason=error.strerror)) from None
    return True
