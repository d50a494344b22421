"""Preparation of the sources for mypyc: the same rules in forms that it compiles well.

Every replacement that does not fit the source any more is an error of the build, never a silent omission.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path


def replace_text(text: str, old: str, new: str) -> str:
    """Replace a part of a source.

    :raises ValueError: the source does not have it.
    """
    if old not in text:
        raise ValueError(f"the source to compile does not contain {old!r}; adapt smallworld_native/preparation.py")
    return text.replace(old, new)


def open_arguments(path: Path) -> None:
    """Let the public functions take arguments of any type, because they check them and explain what is wrong."""
    text = path.read_text("utf-8")
    lines = text.split("\n")
    functions = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef)]
    for function in functions:
        if function.name.startswith("_"):
            continue
        for argument in (*function.args.args, *function.args.kwonlyargs):
            annotation = argument.annotation
            if annotation is not None:
                lines[annotation.lineno - 1] = lines[annotation.lineno - 1].replace(
                    f"{argument.arg}: {ast.unparse(annotation)}", f"{argument.arg}: Any"
                )
    path.write_text("\n".join(lines), "utf-8")


RECENT_INDEXES = "recent_indexes: Final[Callable[[Regions], tuple[int, ...]]] = lru_cache(maxsize=32)(indexes)"
PLAIN_INDEXES = """_LATER: Final = [_SECOND, _THIRD, _FOURTH, _FIFTH, _SIXTH]


def indexes(mask: Regions) -> tuple[int, ...]:
    if mask >> 60:
        return _indexes_of_any(mask)
    bits: i64 = mask
    found: tuple[int, ...] = _FIRST[bits & 1023]
    place: i64 = 0
    bits >>= 10
    while bits:
        if bits & 1023:
            found = found + _LATER[place][bits & 1023] if found else _LATER[place][bits & 1023]
        place += 1
        bits >>= 10
    return found


def recent_indexes(mask: Regions) -> tuple[int, ...]:
    return indexes(mask)
"""


def prepare_regions(path: Path) -> None:
    """List sets with machine words, and keep no recent ones: listing takes less than half of a look-up."""
    text = replace_text(path.read_text("utf-8"), RECENT_INDEXES, PLAIN_INDEXES)
    text = replace_text(
        text,
        'def indexes(mask: Regions) -> tuple[int, ...]:\n    "',
        'def _indexes_of_any(mask: Regions) -> tuple[int, ...]:\n    "',
    )
    future = "from __future__ import annotations\n"
    path.write_text(
        replace_text(
            text,
            future,
            f"{future}from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from mypy_extensions import i64\n",
        ),
        "utf-8",
    )


def prepare_game(path: Path) -> None:
    """List actions by the function that names the frequent phases: they are called directly."""
    text = replace_text(path.read_text("utf-8"), "CHOICES[state.phase](state)", "legal_actions(state)")
    path.write_text(replace_text(text, "import CHOICES, advance", "import advance, legal_actions"), "utf-8")


COPIER = re.compile(r"^(\w+) = copier\(.*\)\n", re.MULTILINE)


def prepare_copier(path: Path, name: str) -> None:
    """Write out the function that copies objects of a class; the generated one finds each attribute by its name."""
    text = path.read_text("utf-8")
    line = COPIER.search(text)
    if line is None:
        raise ValueError(f"{path.name} has no copier; adapt smallworld_native/preparation.py")
    cls = next(node for node in ast.parse(text).body if isinstance(node, ast.ClassDef) and node.name == name)
    kinds = {
        node.attr: ""
        for node in ast.walk(cls)
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and ast.unparse(node.value) == "self"
    }
    kinds |= {
        ast.unparse(node.target): ast.unparse(node.annotation) for node in cls.body if isinstance(node, ast.AnnAssign)
    }
    lines = [f"def {line[1]}(old: {name}, new: {name}) -> None:"]
    lines += [f"    new.{attribute} = {_copied(attribute, kind)}" for attribute, kind in kinds.items()]
    path.write_text(text[: line.start()] + "\n".join(lines) + "\n" + text[line.end() :], "utf-8")


def _copied(attribute: str, kind: str) -> str:
    """Return the value in a copy, as ``hook_implementation.copier`` has it."""
    if not kind.startswith("list["):
        return f"old.{attribute}"
    return "None" if "None" in kind else f"old.{attribute}.copy()"


class NamedTuples:
    """The named tuples of a module: their constructor is interpreted, which takes three times as long as the tuple.

    :ivar fields: name of the class → its fields, each with its default as source text, None without one.
    """

    def __init__(self, path: Path) -> None:
        tree = ast.parse(path.read_text("utf-8"))
        self.module = f"smallworld.model.{path.stem}"
        constants = {
            ast.unparse(node.target): ast.unparse(node.value)
            for node in tree.body
            if isinstance(node, ast.AnnAssign) and node.value is not None
        }
        self.fields: dict[str, dict[str, str | None]] = {}
        for node in tree.body:
            if isinstance(node, ast.ClassDef) and "NamedTuple" in map(ast.unparse, node.bases):
                fields = [item for item in node.body if isinstance(item, ast.AnnAssign)]
                values = [None if item.value is None else ast.unparse(item.value) for item in fields]
                self.fields[node.name] = {
                    ast.unparse(item.target): constants.get(value or "", value)
                    for item, value in zip(fields, values, strict=True)
                }

    def plain_call(self, call: ast.Call) -> str | None:
        """Return ``new_tuple(CLASS, (…))`` for a call of such a class with all its fields; None for any other call."""
        fields = self.fields.get(ast.unparse(call.func))
        if fields is None or any(isinstance(value, ast.Starred) for value in call.args):
            return None
        passed = dict(zip(fields, call.args, strict=False)) | {item.arg or "": item.value for item in call.keywords}
        values = [ast.unparse(passed[name]) if name in passed else default for name, default in fields.items()]
        if "" in passed or None in values:
            return None
        return f"new_tuple({ast.unparse(call.func)}, ({', '.join(map(str, values))},))"


def write_plainly(path: Path, tuples: NamedTuples) -> None:
    """Write statements in the forms that become machine operations.

    ``numbers[i] += 1`` adds objects, while ``numbers[i] = numbers[i] + 1`` adds machine words.
    """
    text = path.read_text("utf-8")
    changes: list[tuple[ast.stmt | ast.expr, str]] = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Subscript) and _is_plain_item(node.target):
            item, value = ast.unparse(node.target), ast.unparse(node.value)
            operation = ast.unparse(ast.BinOp(ast.Name(item), node.op, ast.Name(f"({value})")))
            changes.append((node, f"{item} = {operation}"))
        elif isinstance(node, ast.Call):
            plain = tuples.plain_call(node)
            if plain is not None:
                changes.append((node, plain))
    text = _with_changes(text, changes)
    if "new_tuple(" in text and not re.search(r"^from .*\bnew_tuple\b", text, re.MULTILINE):
        future = "from __future__ import annotations\n"
        text = replace_text(text, future, f"{future}from {tuples.module} import new_tuple\n")
    path.write_text(text, "utf-8")


def _is_plain_item(target: ast.Subscript) -> bool:
    """Return whether reading the container and the index twice does the same as once: names and attributes."""
    return all(
        isinstance(node, ast.Name | ast.Attribute | ast.Constant | ast.expr_context | ast.Subscript)
        for node in ast.walk(target)
    )


def _with_changes(text: str, changes: list[tuple[ast.stmt | ast.expr, str]]) -> str:
    """Replace parts of a source, the last first; of parts in one another only the outer one."""
    lines = text.encode().split(b"\n")
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)
    source, last = text.encode(), len(text.encode()) + 1

    def place(node: ast.stmt | ast.expr) -> tuple[int, int]:
        assert node.end_lineno is not None and node.end_col_offset is not None
        return starts[node.lineno - 1] + node.col_offset, starts[node.end_lineno - 1] + node.end_col_offset

    outer = [
        (node, new) for node, new in changes
        if not any(place(other)[0] <= place(node)[0] and place(node)[1] <= place(other)[1] for other, _ in changes
                   if other is not node)
    ]  # fmt: skip
    for node, new in sorted(outer, key=lambda change: -place(change[0])[0]):
        start, end = place(node)
        assert end <= last
        source, last = source[:start] + new.encode() + source[end:], start
    return source.decode()


def prepare_state(path: Path, root: Path) -> None:
    """Write the state's methods out: a line ``leave = capture.leave_region`` does not make a compiled method.

    :param root: folder of the packages.
    """
    text = path.read_text("utf-8")
    tree = ast.parse(text)
    imports = _imports(tree)
    imported: dict[str, str] = {}

    def method(match: re.Match[str]) -> str:
        name, module, function = match.groups()
        source = root / f"{imports[module].replace('.', '/')}/{module}.py"
        line, names = _method(
            name, module, function, ast.parse(source.read_text("utf-8")), f"{imports[module]}.{module}"
        )
        imported.update(names)
        return line

    text = re.sub(r"^    (\w+) = (\w+)\.(\w+)$", method, text, flags=re.MULTILINE)
    types = "".join(
        f"    from {module} import {name}\n"
        for name, module in sorted(imported.items())
        if name not in imports and not path.match(f"*/{module.replace('.', '/')}.py")
    )
    text = replace_text(text, "if TYPE_CHECKING:\n", "if TYPE_CHECKING:\n" + types)
    text = _rename_modules(text)
    path.write_text(text, "utf-8")


def _rename_modules(text: str) -> str:
    """Import the modules under another name that have the name of an argument of a method."""
    for module in sorted({match[1] for match in re.finditer(r"\b_(\w+)_module\.", text)}):
        imported = re.search(rf"(?:^    |import |, ){module}(?=,|$)", text, re.MULTILINE)
        if imported is None:
            raise ValueError(f"the state does not import {module}; adapt smallworld_native/preparation.py")
        text = f"{text[: imported.end()]} as _{module}_module{text[imported.end() :]}"
        text = re.sub(rf"(?<![\w.]){module}\.(?=\w+\()", f"_{module}_module.", text)
    return text


def _imports(tree: ast.Module) -> dict[str, str]:
    """Map each imported name to the module or package that has it."""
    return {
        alias.asname or alias.name: node.module
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module
        for alias in node.names
    }


def _method(name: str, module: str, function: str, tree: ast.Module, full_name: str) -> tuple[str, dict[str, str]]:
    """Write a method that calls a function of a module; return it, and the names in it with their modules."""
    node = next(node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == function)
    names = {**dict.fromkeys(_defined(tree), full_name), **_imports(tree)}
    arguments = node.args
    positional, named = [item.arg for item in arguments.args[1:]], [item.arg for item in arguments.kwonlyargs]
    arguments.args[0] = ast.arg("self")
    signature, returns = ast.unparse(arguments), ast.unparse(node.returns) if node.returns else "None"
    passed = ", ".join(["self", *positional, *(f"{argument}={argument}" for argument in named)])
    called = f"_{module}_module" if module in (*positional, *named) else module
    identifiers = set(re.findall(r"\w+", f"{signature} {returns}"))
    answer = "" if returns == "None" else "return "
    line = f"    def {name}({signature}) -> {returns}: {answer}{called}.{function}({passed})"
    return line, {identifier: names[identifier] for identifier in identifiers if identifier in names}


def _defined(tree: ast.Module) -> Iterator[str]:
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Assign):
            yield from (target.id for target in node.targets if isinstance(target, ast.Name))
