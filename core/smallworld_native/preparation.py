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
PLAIN_INDEXES = """def recent_indexes(mask: Regions) -> tuple[int, ...]:
    return indexes(mask)
"""


def prepare_regions(path: Path) -> None:
    """Keep no recent sets: a compiled function lists a set in half of the instructions of a look-up."""
    path.write_text(replace_text(path.read_text("utf-8"), RECENT_INDEXES, PLAIN_INDEXES), "utf-8")


def prepare_game(path: Path) -> None:
    """List actions by the function that names the frequent phases: they are called directly."""
    text = replace_text(path.read_text("utf-8"), "CHOICES[state.phase](state)", "legal_actions(state)")
    path.write_text(replace_text(text, "import CHOICES, advance", "import advance, legal_actions"), "utf-8")


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
