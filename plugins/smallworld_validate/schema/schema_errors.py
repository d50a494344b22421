"""List the differences between data and their JSON schema as problems, without consequences of others."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import takewhile
from typing import Any

from jsonschema.exceptions import ValidationError
from jsonschema.protocols import Validator

from smallworld.errors import did_you_mean
from smallworld.languages import N_, LazyText, lazy, lazy_n, lazy_or
from smallworld_editions.compiled_schema import first_duplicate
from smallworld_editions.problem import Edit, Problem, Range, limit_problems, sort_problems
from smallworld_editions.reading.documents import Document, KeyPath, mapping_of
from smallworld_editions.reading.scalars import write_yaml
from smallworld_validate.schema import key_errors, phrasing
from smallworld_validate.schema.key_errors import FormError
from smallworld_validate.text.odd_characters import CURLY
from smallworld_validate.text_edits.layout import node_at


def explain_form(document: Document, validator: Validator, data: Any, path: KeyPath = ()) -> list[Problem]:
    """List the mistakes of data that do not fit their schema."""
    raised = _plain_errors(validator.iter_errors(data))  # in any order: jsonschema keeps unknown keys in a set
    listed = sorted(raised, key=lambda error: document.key((*path, *error.absolute_path)))
    errors, intended = _without_echoes(listed, validator)
    problems = (problem for error in errors for problem in _complain(document, error, path, intended))
    joined = limit_problems(key_errors.each_once(_join_board_slips(problems)))
    return sort_problems(key_errors.join_missing_keys(joined))


def _without_echoes(
    errors: Iterable[ValidationError], validator: Validator
) -> tuple[list[ValidationError], dict[KeyPath, str]]:
    """Drop the errors that another error of the same mapping explains.

    :returns: the other errors; and path of an unknown key → the key that its author meant, empty if the key is
        only a part of another mistake.
    """
    listed = [(tuple(error.absolute_path), error) for error in errors]
    crowded = [path for path, error in listed if error.validator == "maxProperties"]
    listed = [(path, error) for path, error in listed if not any(_is_inside(path, outer) for outer in crowded)]
    listed = [each for each in listed if each[0] not in crowded or "propertyNames" not in each[1].absolute_schema_path]
    extra = [(path, error) for path, error in listed if error.validator == "additionalProperties"]
    intended = {(*path, key): name for path, error in extra for key, name in _intended_keys(error, validator).items()}
    emptied = [path for path, error in listed if error.instance is None and _is_emptied(path, extra)]
    typed = [path for path, error in listed if error.validator == "type" and path not in emptied]

    def is_echo(path: KeyPath, error: ValidationError) -> bool:
        if error.validator == "minItems" and any(_is_inside(inner, path) for inner in typed):
            return True
        keys = [key for place, other in extra if place == path for key in key_errors.extra_keys(other)]
        is_missing = error.validator == "required" and bool(keys)
        return path in emptied or (is_missing and _is_explained(error, path, keys, intended))

    return [error for path, error in listed if not is_echo(path, error)], intended


def _is_emptied(path: KeyPath, extra: Iterable[tuple[KeyPath, ValidationError]]) -> bool:
    """Return whether a mapping is empty because its keys lack indentation and are read as keys next to it."""
    for around, error in extra:
        mapping, schema = mapping_of(error.instance), mapping_of(error.schema)
        for key in key_errors.extra_keys(error) if path and around == path[:-1] else ():
            is_section = not around and key_errors.fitting_section((key,), mapping[key]) == path[-1]
            if is_section or key_errors.empty_key_before(key, mapping, schema) == path[-1]:
                return True
    return False


def _is_explained(error: ValidationError, path: KeyPath, keys: list[str], intended: dict[KeyPath, str]) -> bool:
    """Return whether a missing key has another reason: it is misspelt, or its mapping is in the wrong section."""
    missing, properties = key_errors.missing_key(error), mapping_of(error.schema).get("properties", {})
    is_misspelt = any(key_errors.is_misspelt(key, missing) for key in keys if key not in properties)
    is_extension = not path and missing != "variant" and any(key_errors.is_misspelt(key, "extends") for key in keys)
    is_meant = missing in {intended.get((*path, key)) for key in keys}
    return is_meant or is_misspelt or is_extension or bool(key_errors.fitting_section(path, error.instance))


def _intended_keys(error: ValidationError, validator: Validator) -> dict[str, str]:
    """Return unknown key → the key that its author meant, as far as the values show it."""
    schema, mapping, keys = mapping_of(error.schema), mapping_of(error.instance), key_errors.extra_keys(error)
    if key_errors.fitting_section(tuple(error.absolute_path), mapping):
        return {}
    scattered = {key: "" for key in keys if mapping[key] is None and key in key_errors.scattered_items(mapping, schema)}
    scattered |= {key: "" for key in keys if len(key_errors.rest_of_text(key, mapping, schema)) > 2}
    missing = [key for key in schema.get("required", ()) if key not in mapping]
    if len(missing) == len(keys) == 1 and mapping[keys[0]] is not None:
        part = validator.evolve(schema=schema.get("properties", {}).get(missing[0], {}))
        is_free = part.is_valid("any text")  # fits there, so a key with a place of its own proves nothing
        is_placed = is_free and key_errors.placement_hint(tuple(error.absolute_path), keys[0], mapping) != ""
        if part.is_valid(mapping[keys[0]]) and not is_placed:
            return {keys[0]: missing[0]}
    return scattered


def _is_inside(path: KeyPath, outer: KeyPath) -> bool:
    """Return whether a value is inside of another one."""
    return len(path) > len(outer) and path[: len(outer)] == outer


def _plain_errors(errors: Iterable[ValidationError]) -> Iterator[ValidationError]:
    """Replace an error of ``oneOf`` or ``anyOf`` by the errors of the branch that was meant."""
    for error in errors:
        if error.validator in ("oneOf", "anyOf") and error.context:
            branch = _errors_of_meant_branch(error)
            if branch:
                yield from _plain_errors(branch)
                continue
        yield error


def _errors_of_meant_branch(error: ValidationError) -> list[ValidationError]:
    """Return the errors of the branch that has the type of the value and most of its keys.

    Where each branch has another tag and none has this one, the only error lists all tags.
    """
    branches: dict[Any, list[ValidationError]] = {}
    for inner in error.context or ():
        branch = inner.schema_path[0] if inner.schema_path else None  # a branch that is just `false`
        branches.setdefault(branch, []).append(inner)
    fitting = [b for b in branches.values() if not any(e.validator == "type" and not e.path for e in b)]
    tags = [tag for branch in fitting if (tag := next(filter(_is_tag, branch), None))]
    if len(tags) == len(fitting) > 1 and len({str(tag.path) for tag in tags}) == 1:
        listing = ValidationError.create_from(tags[0])
        listing.validator, listing.validator_value = "enum", [tag.validator_value for tag in tags]
        return [listing]
    return max(fitting, key=_likeness, default=[])


def _is_tag(error: ValidationError) -> bool:
    """Return whether a key such as ``kind: circle`` excludes the branch."""
    return error.validator == "const" and len(error.path) == 1


def _likeness(branch: list[ValidationError]) -> tuple[bool, bool, bool, int, int]:
    top = [e for e in branch if not e.path]
    no_missing = not any(e.validator in ("required", "const", "enum") for e in top)
    return (
        not any(map(_is_tag, branch)),
        key_errors.has_misspelt_key(top),
        no_missing,
        max(len(e.path) for e in branch),
        -len(branch),
    )


# --- an error of jsonschema as a problem: place, sentence, hint


def _complain(
    document: Document, failed: ValidationError, prefix: KeyPath, intended: Mapping[KeyPath, str]
) -> Iterator[Problem]:
    """Describe a validation error: a problem for each unknown key, else a single problem.

    :param prefix: path of the validated data in the document.
    :param intended: path of an unknown key in the data → the key that its author meant; empty = no mistake of its own.
    """
    error = FormError(failed, (*prefix, *failed.absolute_path))
    if "propertyNames" in failed.absolute_schema_path and isinstance(error.value, str):
        yield _bad_key(document, error)
    elif (slip := key_errors.misplaced_change(document, error)) is not None:
        yield slip
    elif error.keyword == "additionalProperties" and error.expected is False:
        keys = {key: intended.get((*failed.absolute_path, key)) for key in key_errors.extra_keys(failed)}
        is_out_of_place = any(key_errors.empty_key_before(key, error.value, error.schema) for key in keys)
        if is_out_of_place or key_errors.fitting_section(error.path, error.value):
            keys = dict([*keys.items()][:1])
        for key in (key for key, meant in keys.items() if meant != ""):
            yield key_errors.complain_of_unknown_key(document, error, key, keys[key])
    elif error.keyword == "type" and (holders := key_errors.unindented_keys(document, error.path)):
        key = str(error.path[-1])
        if key in holders and [*holders].index(key) == [*holders.values()].index(holders[key]):  # one for all of them
            mistake = key_errors.INDENTATION
            yield key_errors.complain_of_indentation(document, error.path[:-1], holders[key], key, mistake)
        elif key not in holders and error.value is not None:
            yield _wrong_type(document, error)
    else:
        problem = _board_slip(document, error) or _COMPLAINTS.get(error.keyword, _other)(document, error)
        yield _with_remedy(document, error, problem)


_COMMENT = re.compile(r":\s+(#[^\s,}\]]+)"), re.compile(r":\s+(#\S.*?)(?=\s+#|\s*$)")
"""A comment in place of a value: within brackets, and in a line of its own."""


def _with_remedy(document: Document, error: FormError, problem: Problem) -> Problem:
    """Add the remedy for a value that is left out, is a comment, or has typographic quotes."""
    if isinstance(error.value, str) and error.value[:1] in CURLY and len(error.value) > 1:
        return replace(problem, hint=lazy("write straight quotes, \" or '"))
    if error.value is not None or problem.range is None:
        return problem
    glued = re.match(r"([^\s:]+):\S", str(error.path[-1])) if error.path else None
    if glued is not None:
        message = lazy("{key!r} is one word to YAML, a key without a value", key=error.path[-1])
        return replace(problem, message=message, hint=lazy("write a space after '{key}:'", key=glued[1]))
    line = document.text.split("\n")[problem.range.line - 1]
    written = line[problem.range.column - 1 : problem.range.end_column - 1]
    if written in ("~", "null") and "string" in phrasing.allowed_types(error.expected):
        return replace(problem, hint=lazy('quote it: "{text}"', text=written))
    is_block = not re.search(r"[{\[]", line[: problem.range.column])
    match = _COMMENT[is_block].match(line, problem.range.end_column - 1)
    if match is None:
        absent = (
            N_("give it a value, or remove the item") if error.is_item else N_("give it a value, or remove the key")
        )
        return replace(problem, hint=problem.hint or lazy(absent))
    place = Range.at(problem.range.line, match.start(1) + 1, len(match[1]))
    message = lazy("# begins a comment here, so {key} has no value", key=error.name)
    return replace(problem, range=place, message=message, hint=lazy('quote it: "{text}"', text=match[1]))


def _wrong_type(document: Document, error: FormError) -> Problem:
    expected_types = phrasing.allowed_types(error.expected)
    hint = _items_hint(document, error) or phrasing.type_hint(error.value, expected_types, error.schema)
    if error.is_item and isinstance(error.value, list):
        hint = lazy("remove the inner brackets")
    if not hint and expected_types == ["boolean"]:
        hint = lazy("write true or false")
    if {"object", "null"} <= set(expected_types) and error.path:
        hint = lazy("write {key} alone, or a mapping after it", key=error.path[-1])
    return document.problem("wrong-type", error.path, _type_fault(error, expected_types), hint)


def _type_fault(error: FormError, types: list[str]) -> str:
    """Write that a value has none of the expected types."""
    expected = lazy_or(lazy(phrasing.TYPES[name]) for name in types)
    sentence = N_("{key} must be {expected}, not {value}")
    if error.is_item:
        sentence = N_("an item of {key} must be {expected}, not {value}")
    return lazy(sentence, key=error.name, expected=expected, value=phrasing.type_name(error.value))


def _items_hint(document: Document, error: FormError) -> str:
    """Write the list that ``adjacent: a, b`` means: without brackets ``b`` is a key of its own."""
    place = document.value(error.path)
    if isinstance(error.value, str) and place.end_line > place.line and error.expected == "array":
        return lazy("begin each entry with '- ', the first one too")
    mapping = node_at(document.data, error.path[:-1])
    is_meant = "array" in phrasing.allowed_types(error.expected) and isinstance(error.value, str | int | float)
    keys = list(mapping) if is_meant and isinstance(mapping, dict) else []
    following = keys[keys.index(str(error.path[-1])) + 1 :] if keys else []
    items = list(takewhile(lambda key: mapping[key] is None, following))
    return lazy("write [{names}]", names=", ".join([str(error.value), *items])) if items else ""


def _not_among(document: Document, error: FormError) -> Problem:
    value, values = error.value, [error.expected] if error.keyword == "const" else list(error.expected)
    message = lazy("{key} cannot be {value}", key=error.name, value=phrasing.show_value(value))
    hint = did_you_mean(str(value), map(str, values))
    if isinstance(value, str) and value in map(str, values):
        hint = lazy("remove the quotes")
    elif not hint and error.path[-2:-1] == ("expect",):
        hint = lazy("for example {value}", value=f"{{owner: {write_yaml(value)}}}")
    hint = hint or lazy("write {values}", values=lazy_or(phrasing.show_value(v).strip("'") for v in values))
    return document.problem("bad-value", error.path, message, hint)


def _pattern(document: Document, error: FormError) -> Problem:
    text, description, examples = str(error.value), error.schema.get("description", ""), error.schema.get("examples")
    message = lazy("{key} cannot be {value}", key=error.name, value=phrasing.show_value(error.value))
    hint = lazy("allowed: {rule}", rule=LazyText(phrasing.write_rule, description)) if description else ""
    file = re.fullmatch(r"(?:.*/)?([\w-]+)\.(?:ya?ml|json)", text)
    if error.expected == phrasing.ONE_LINE and not text.strip():
        message, hint = lazy("{key} is blank", key=error.name), lazy("write a name that people can see")
    elif error.expected == phrasing.ONE_LINE:
        message, hint = lazy("{key} has several lines", key=error.name), lazy("write it in one line")
    elif file is not None and {"board", "boards"} & {*error.path}:
        hint = lazy("write {file}, the name of the file without its folder and ending", file=file[1])
    elif ids := _ids_hint(error):
        hint = ids
    elif re.match(r"[\w-]+:\s*[\[{]", text):
        hint = lazy("remove the quotes")
    elif examples:
        hint = lazy("for example {value}", value=examples[0])
    return document.problem("bad-value", error.path, message, hint)


def _ids_hint(error: FormError) -> str:
    """Return a hint how to write several ids without a comma, or an ability like a call of a function."""
    text = str(error.value)
    branches = error.failed.parent.validator_value if error.failed.parent is not None else ()
    may_be_list = isinstance(branches, list) and any(mapping_of(branch).get("type") == "array" for branch in branches)
    if may_be_list and re.fullmatch(r"[\w.-]+(?:, *[\w.-]+)+", text):
        return lazy("write [{value}]", value=text)
    if error.path and isinstance(error.path[-1], int) and re.fullmatch(r"[\w-]+(?: +[\w-]+)+", text):
        return lazy("write a comma between the items: {names}", names=", ".join(text.split()))
    call = re.fullmatch(r"([\w-]+)\((.*)\)", text)
    if call is None or "abilities" not in error.path:
        return ""
    parameters = re.sub(r"\s*[=:]\s*", ": ", call[2])
    return lazy("write {value}", value=f"{call[1]}: {{{parameters}}}" if parameters else call[1])


_BOUNDS = {
    "minimum": (N_("{key} must be at least {expected}, not {value}"), N_("write {count} or more")),
    "maximum": (N_("{key} must be at most {expected}, not {value}"), N_("write {count} or less")),
}


def _range_of_numbers(document: Document, error: FormError) -> Problem:
    sentence, hint = _BOUNDS[error.keyword]
    message = lazy(sentence, key=error.name, expected=error.expected, value=error.value)
    return document.problem("out-of-range", error.path, message, lazy(hint, count=error.expected))


def _length(document: Document, error: FormError) -> Problem:
    value, hint = error.value, phrasing.example_of(error.schema)
    if error.keyword == "maxProperties" and error.expected == 1:
        first, second = list(value)[:2]
        if value[first] is None:  # the others lack indentation
            return key_errors.complain_of_indentation(document, error.path, first, second)
        message = lazy("{owner} must have one key, not {count}", owner=error.owner, count=len(value))
        hint = lazy("make each key an item of its own")
        return document.problem("bad-length", error.path, message, hint, at_key=True)
    message = lazy_n(*phrasing.LENGTHS[error.keyword], error.expected, key=error.name, length=len(value))
    if isinstance(value, list) and len(value) == 1 and isinstance(value[0], float):  # 20.12 for 20, 12
        hint = lazy("write {value}", value=f"[{str(value[0]).replace('.', ', ')}]")
    at_key = isinstance(value, dict) or value == []
    return document.problem("bad-length", error.path, message, hint, at_key=at_key)


def _too_many_items(document: Document, error: FormError) -> Problem:
    allowed = len(error.schema.get("prefixItems", ()))
    hint = lazy("remove it")
    if len(error.value) == 2 * allowed and all(type(item) is int for item in error.value):  # 11,5 for 11.5
        whole_parts, fractions = error.value[::2], error.value[1::2]
        numbers = ", ".join(f"{whole}.{part}" for whole, part in zip(whole_parts, fractions, strict=True))
        hint = lazy("write {value}", value=f"[{numbers}]")
    message = lazy_n(
        "{key} must have at most {count} item", "{key} must have at most {count} items", allowed, key=error.name
    )
    return document.problem("bad-length", (*error.path, allowed), message, hint)


def _duplicate_item(document: Document, error: FormError) -> Problem:
    items: list[Any] = error.value
    first, second = first_duplicate(items) or (0, 0)
    related = document.related(lazy("the first one is here"), (*error.path, first))
    message = lazy("{key} names {value} twice", key=error.name, value=phrasing.show_value(items[second]))
    return document.problem("duplicate-item", (*error.path, second), message, lazy("remove one"), related=related)


def _bad_key(document: Document, error: FormError) -> Problem:
    key = str(error.value)
    rule = str(error.schema.get("description") or error.schema.get("title") or "")
    hint = lazy("allowed: {rule}", rule=LazyText(phrasing.write_rule, rule)) if rule else ""
    if re.fullmatch(r"[\w-]+(?: [\w-]+)+", key) and error.keyword == "pattern":
        hint = lazy("write {value}", value=key.replace(" ", "_"))
    message = lazy("{key!r} cannot be a key here", key=key)
    return document.problem("bad-key", (*error.path, key), message, hint, at_key=True)


def _other(document: Document, error: FormError) -> Problem:
    inner = [each for each in error.failed.context or () if each.validator == "type" and not each.path]
    types = list(dict.fromkeys(name for each in inner for name in phrasing.allowed_types(each.validator_value)))
    if error.keyword in ("oneOf", "anyOf") and types:
        fault = _type_fault(error, types)
        return document.problem("wrong-type", error.path, fault, _alternative_hint(error))
    message = lazy("{key} does not fit here: {fault}", key=error.name, fault=error.failed.message.splitlines()[0][:120])
    return document.problem("bad-form", error.path, message)


def _alternative_hint(error: FormError) -> str:
    """Return a hint how to write a value that fits none of several branches."""
    value, branches = error.value, list(map(mapping_of, error.expected))
    expected = {str(branch.get("type")) for branch in branches}
    if "boolean" in expected and any("$ref" in branch for branch in branches):  # or the answer of a ruling
        hint = phrasing.type_hint(value, ["boolean"])
        if not hint and isinstance(value, str) and re.fullmatch(r"[\w-]{1,64}", value):
            hint = lazy("write true or false, or {{ruling: {value}}}", value=value)
        if hint:
            return hint
    if isinstance(value, list) and error.path[:1] == ("steps",):
        return lazy("write each action as a step of its own")
    numbers = re.fullmatch(r"([0-9]{1,2}) *- *([0-9]{1,2})", value) if isinstance(value, str) else None
    if "array" in expected and numbers is not None and 0 < int(numbers[2]) - int(numbers[1]) < 12:
        return lazy("write [{value}]", value=", ".join(map(str, range(int(numbers[1]), int(numbers[2]) + 1))))
    mappings = [branch for branch in branches if branch.get("type") == "object"]
    hint = phrasing.type_hint(value, ["integer"]) if "integer" in expected else ""
    if not hint and "array" in expected and isinstance(value, bool | int | float):  # an id, or several
        hint = lazy("quote it")
    return hint or (phrasing.type_hint(value, ["object"], mappings[0]) if len(mappings) == 1 else "")


_COMPLAINTS: dict[str, Callable[[Document, FormError], Problem]] = {
    "type": _wrong_type,
    "required": key_errors.complain_of_missing_key,
    "enum": _not_among,
    "const": _not_among,
    "pattern": _pattern,
    **dict.fromkeys(("minimum", "maximum"), _range_of_numbers),
    **dict.fromkeys(("minItems", "maxItems", "minLength", "maxLength", "minProperties", "maxProperties"), _length),
    "items": _too_many_items,
    "uniqueItems": _duplicate_item,
}


NUMBERS, PIXELS = "numbers as ids", "centers in pixels"
"""Marks of problems that are joined to one."""


def _board_slip(document: Document, error: FormError) -> Problem | None:
    """Return the problem of a number as the id of a region, or of a center outside of the board; else None."""
    if error.path[:1] != ("regions",) or isinstance(error.value, bool) or not isinstance(error.value, int | float):
        return None
    if error.keyword == "type" and {"id", "adjacent"} & {*error.path[2:3]} and isinstance(error.value, int):
        ids = [str(mapping_of(region).get("id")) for region in document.data["regions"]]
        meant = [name for name in ids if re.fullmatch(rf"[a-z-]+0*{error.value}", name)]
        if len(meant) == 1:
            message = lazy("the board has no region {name!r}", name=str(error.value))
            return document.problem("wrong-type", error.path, message, lazy("did you mean {name!r}?", name=meant[0]))
        message = lazy("ids of regions are text, but {value} is a number", value=error.value)
        hint = lazy('quote all such ids, as in "{value}"; validate --fix does', value=error.value)
        edit = Edit(document.value(error.path), f'"{error.value}"')
        return document.problem("wrong-type", error.path, message, hint, edits=(edit,), mistake=NUMBERS)
    if error.keyword == "maximum" and error.path[2:3] == ("center",):
        message = lazy("a center is in percent of the board, so it is at most 100, not {value}", value=error.value)
        hint = lazy("write percent of the width and of the height: pixels times 100 / the size of the picture")
        return document.problem("out-of-range", error.path, message, hint, mistake=PIXELS)
    return None


def _join_board_slips(problems: Iterable[Problem]) -> Iterator[Problem]:
    """Yield all problems; those of one slip of the whole board as one, with all edits."""
    joined: dict[str, list[Problem]] = {NUMBERS: [], PIXELS: []}
    for problem in problems:
        if problem.mistake in joined:
            joined[problem.mistake].append(problem)
        else:
            yield problem
    for group in filter(None, joined.values()):
        yield replace(group[0], edits=tuple(edit for problem in group for edit in problem.edits))
