"""The hooks of the shipped abilities as functions, which mypyc compiles.

A class of an ability stays interpreted, because its annotations and marks are read; each of its methods becomes a
function ``CLASS__HOOK(self, …)`` with all arguments of the hook, which ``hook_implementation.py`` binds instead.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from smallworld.model import values

PREFIX = "_compiled_"
"""Beginning of the names of these modules; ``rules/prepared/hook_implementation.py`` has it, too."""
ABILITY_PACKAGES = ("smallworld.abilities", "smallworld_base", "smallworld_primitives", "smallworld_warcraft")
"""The packages with abilities that are compiled."""
NOT_ABILITIES = {"__init__", "base", "parameters"}

ClassKey = tuple[str, str]
"""Module and name of a class."""


def write_ability_functions(root: Path) -> list[Path]:
    """Write a module of functions next to each module of abilities; return these modules.

    :param root: folder of the packages.
    """
    folders = [root.joinpath(*name.split(".")) for name in ABILITY_PACKAGES]
    paths = [path for folder in folders for path in list_ability_modules(folder)]
    classes = AbilityClasses({".".join(path.relative_to(root).with_suffix("").parts): path for path in paths})
    arguments = _hook_arguments(root / "smallworld" / "hooks")
    written = []
    for module, path in classes.paths.items():
        target = path.with_name(f"{PREFIX}{path.name}")
        target.write_text(_module_of_functions(module, classes, arguments), "utf-8")
        written.append(target)
    return written


def list_ability_modules(folder: Path) -> list[Path]:
    """List the modules of abilities of a folder.

    :raises ValueError: it has none.
    """
    paths = [path for path in sorted(folder.glob("*.py")) if path.stem not in NOT_ABILITIES]
    paths = [path for path in paths if not path.name.startswith(PREFIX)]
    if not paths:
        raise ValueError(f"{folder.name} has no abilities to compile; adapt smallworld_native/ability_functions.py")
    return paths


class AbilityClasses:
    """The classes of all modules of abilities."""

    def __init__(self, paths: dict[str, Path]) -> None:
        self.paths = paths
        self.trees = {module: ast.parse(path.read_text("utf-8")) for module, path in paths.items()}
        self.nodes: dict[ClassKey, ast.ClassDef] = {
            (module, node.name): node
            for module, tree in self.trees.items()
            for node in tree.body
            if isinstance(node, ast.ClassDef)
        }

    def ancestry(self, key: ClassKey) -> Iterator[ClassKey]:
        """Yield a class and its bases among the classes."""
        yield key
        for base in self.nodes[key].bases:
            name = ast.unparse(base)
            same_module = (key[0], name) in self.nodes
            for other in self.nodes:
                if other[1] == name and (not same_module or other[0] == key[0]):
                    yield from self.ancestry(other)
                    break

    def methods(self, key: ClassKey) -> dict[str, ast.FunctionDef]:
        """Return the methods of a class by name."""
        return {node.name: node for node in self.nodes[key].body if isinstance(node, ast.FunctionDef)}

    def owner(self, key: ClassKey, method: str) -> ClassKey | None:
        """Return the class with the helper method that an ability of a class has; None if a subclass replaces it."""
        owner = next((base for base in self.ancestry(key) if method in self.methods(base)), None)
        if owner is None or not is_plain(self.methods(owner)[method]) or self.methods(owner)[method].decorator_list:
            return None
        replaced = any(
            owner in list(self.ancestry(other))[1:] and method in self.methods(other) for other in self.nodes
        )
        return None if replaced else owner


def is_plain(node: ast.FunctionDef) -> bool:
    """Return whether a method can be a function: it is a helper or a hook, and needs nothing of its class."""
    decorators = [ast.unparse(item) for item in node.decorator_list]
    return decorators in ([], ["hookimpl"]) and "super()" not in ast.unparse(node)


class _DirectCalls(ast.NodeTransformer):
    """Calls of helper methods become calls of their functions, and those of classes of values make plain tuples.

    The constructor of a named tuple is interpreted, which takes three times as long as the tuple.
    """

    def __init__(self, key: ClassKey, classes: AbilityClasses) -> None:
        self.key, self.classes = key, classes
        self.owners: set[tuple[str, str]] = set()

    def visit_Call(self, node: ast.Call) -> ast.Call:
        self.generic_visit(node)
        function, cls = node.func, getattr(values, ast.unparse(node.func), None)
        if isinstance(cls, type) and issubclass(cls, tuple):
            return _plain_tuple(node, cls)
        if isinstance(function, ast.Attribute) and isinstance(function.value, ast.Name) and function.value.id == "self":
            owner = self.classes.owner(self.key, function.attr)
            if owner is not None:
                name = _helper_name(owner[1], function.attr)
                self.owners.add((owner[0], name))
                node.func = ast.Name(name, ast.Load())
                node.args.insert(0, ast.Name("self", ast.Load()))
        return node


def _plain_tuple(call: ast.Call, cls: Any) -> ast.Call:
    """Return ``new_tuple(CLASS, (…))`` for a call of a named tuple that names all its fields, else the call."""
    passed = dict(zip(cls._fields, call.args, strict=False)) | {item.arg: item.value for item in call.keywords}
    fields = {**{name: ast.Constant(value) for name, value in cls._field_defaults.items()}, **passed}
    if fields.keys() != set(cls._fields) or any(isinstance(value, ast.Starred) for value in call.args):
        return call
    plain = ast.Tuple([fields[name] for name in cls._fields], ast.Load())
    return ast.Call(ast.Name("new_tuple", ast.Load()), [call.func, plain], [])


def _helper_name(cls: str, method: str) -> str:
    return f"{cls}__{method.strip('_')}_"


def _module_of_functions(module: str, classes: AbilityClasses, arguments: dict[str, list[str]]) -> str:
    """Return the source: the module without its classes, and the functions of their methods."""
    tree = ast.parse(classes.paths[module].read_text("utf-8"))
    classes_here = {node.name for node in tree.body if isinstance(node, ast.ClassDef)}
    body: list[ast.stmt] = []
    imports: set[tuple[str, str]] = set()
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            calls = _DirectCalls((module, node.name), classes)
            for method in node.body:
                if isinstance(method, ast.FunctionDef) and _can_be_function(method, classes_here, arguments):
                    body.append(_function(node.name, calls.visit(method), arguments))
            imports |= {(owner, name) for owner, name in calls.owners if owner != module}
        elif not (isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "ABILITIES"):
            body.append(node)
    lines = [f"from {_functions_of(owner)} import {name}" for owner, name in sorted(imports)]
    lines += ["from smallworld.model.values import new_tuple", "from typing import TYPE_CHECKING", "if TYPE_CHECKING:"]
    lines += [f"    from {module} import {name}" for name in sorted(classes_here)]
    future = "from __future__ import annotations\n"
    rest = ast.unparse(ast.Module(body, [])).replace(future, "", 1)
    return future + "\n".join(lines) + "\n" + rest


def _functions_of(module: str) -> str:
    package, _, name = module.rpartition(".")
    return f"{package}.{PREFIX}{name}"


def _can_be_function(method: ast.FunctionDef, classes_here: set[str], arguments: dict[str, list[str]]) -> bool:
    """Return whether a method becomes a function; those that use a class of the module or the holder do not."""
    names = {node.id for part in method.body for node in ast.walk(part) if isinstance(node, ast.Name)}
    parameters = {item.arg for item in method.args.args}
    is_hook = not method.decorator_list or method.name in arguments
    return is_plain(method) and is_hook and not names & classes_here and "holder" not in parameters


def _function(cls: str, method: ast.FunctionDef, arguments: dict[str, list[str]]) -> ast.FunctionDef:
    parameters = {item.arg: item for item in method.args.args}
    parameters["self"].annotation = ast.Name(cls, ast.Load())
    if method.decorator_list:
        method.args.args = [parameters["self"]] + [
            parameters.get(name) or ast.arg(name, ast.Name("object", ast.Load())) for name in arguments[method.name]
        ]
        method.name = f"{cls}__{method.name}"
    else:
        method.name = _helper_name(cls, method.name)
    method.decorator_list = []
    return method


def _hook_arguments(folder: Path) -> dict[str, list[str]]:
    """Read the arguments of every rule hook from the specifications."""
    return {
        node.name: [item.arg for item in node.args.args if item.arg != "self"]
        for name in ("ability_hooks.py", "edition_hooks.py")
        for node in ast.walk(ast.parse((folder / name).read_text("utf-8")))
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_")
    }
