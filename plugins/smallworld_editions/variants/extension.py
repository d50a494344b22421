"""``extends``: combine the files of variants, each counts once; ``change`` and ``remove`` of single entries."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from smallworld.errors import suggest
from smallworld.languages import N_, lazy
from smallworld_editions.problem import Problem
from smallworld_editions.reading.documents import Document, KeyPath, list_of, mapping_of
from smallworld_editions.variants.merging import KEYED, LISTED, REMOVED, Layer, Merged, item_name

_MISSING = {
    "terrains": N_("the extended variants have no terrain {key!r}"),
    "pieces": N_("the extended variants have no piece {key!r}"),
    "rulings": N_("the extended variants have no ruling {key!r}"),
    "races": N_("the extended variants have no race {key!r}"),
    "powers": N_("the extended variants have no power {key!r}"),
    "relics": N_("the extended variants have no relic {key!r}"),
}
"""Section with entries that can be changed → the sentence about an entry that is missing."""


class _Changes:
    """``change`` of one file; each change without a target is a problem."""

    def __init__(self, merged: Merged, layer: Layer) -> None:
        self.merged, self.document = merged, layer.document

    def apply(self, changed: Mapping[str, Any]) -> Iterator[Problem]:
        for section, entries in changed.items():
            if not isinstance(entries, dict):
                continue  # its form was refused already
            if section == "abilities":
                yield from self._abilities(self.merged.data, (), entries, ("change", "abilities"), lazy("the edition"))
            elif section == "natives":
                yield from self._natives(entries)
            elif section in _MISSING:
                yield from self._section(section, entries)

    def _natives(self, fields: Mapping[str, Any]) -> Iterator[Problem]:
        natives = self.merged.data.get("natives")
        if not isinstance(natives, dict):
            yield self._problem(
                ("change", "natives"), lazy("the extended variants have no natives"), lazy("define them under natives")
            )
            return
        self.merged.data["natives"] = {**natives, **fields}
        for name in fields:
            self.merged.replace_origin(("natives", name), self.document, ("change", "natives", name))

    def _section(self, section: str, entries: Mapping[str, Any]) -> Iterator[Problem]:
        inherited = mapping_of(self.merged.data.get(section))
        defined = mapping_of(self.document.data.get(section))
        for key, fields in entries.items():
            place = ("change", section, key)
            if key in defined:
                message = lazy("{key!r} is defined in this file, so there is nothing to change", key=key)
                yield self._problem(
                    place, message, lazy("write the values under {section}, or remove it there", section=section)
                )
            elif key not in inherited and key in self._removed(section):
                message = lazy("{key!r} is removed in this file, so there is nothing to change", key=key)
                yield self._problem(place, message, lazy("remove the change, or leave {key!r} in", key=key))
            elif not isinstance(inherited.get(key), dict):
                yield self._unknown(section, key, inherited)
            elif isinstance(fields, dict):
                yield from self._entry(section, key, fields)

    def _removed(self, section: str) -> list[Any]:
        """List the ids that the file removes from a section."""
        return list(list_of(mapping_of(self.document.data.get("remove")).get(section)))

    def _unknown(self, section: str, key: str, inherited: Mapping[str, Any]) -> Problem:
        if key in inherited:  # the answer to a ruling of the engine
            hint = lazy("write {section}: {{{key}: …}} at the top of the file instead", section=section, key=key)
        else:
            other = next((name for name in _MISSING if key in mapping_of(self.merged.data.get(name))), "")
            proposal = suggest(key, inherited) or lazy("smallworld variant show lists the ids")
            hint = lazy("it is one of the {section}", section=other) if other else proposal
        return self._problem(("change", section, key), lazy(_MISSING[section], key=key), hint)

    def _entry(self, section: str, key: str, fields: Mapping[str, Any]) -> Iterator[Problem]:
        path, entries = (section, key), self.merged.data[section]
        entries[key] = entry = dict(entries[key])
        for name, value in fields.items():
            inner = ("change", section, key, name)
            if name == "abilities" and isinstance(value, dict):
                yield from self._abilities(entry, path, value, inner, repr(key))
                continue
            entry[name] = value
            self.merged.replace_origin((*path, name), self.document, inner)

    def _abilities(
        self, holder: dict[str, Any], path: KeyPath, changed: Mapping[str, Any], inner: KeyPath, owner: str
    ) -> Iterator[Problem]:
        """Change parameters of the abilities of one holder, which is a copy already."""
        uses = list(list_of(holder.get("abilities")))
        names = list(map(item_name, uses))
        for ability, parameters in changed.items():
            place = (*inner, ability)
            if names.count(ability) != 1:
                yield self._no_single(place, ability, names, owner)
                continue
            index = names.index(ability)
            use = uses[index]
            inherited = mapping_of(mapping_of(use).get(ability))
            uses[index] = {ability: {**inherited, **mapping_of(parameters)}}
            for name in mapping_of(parameters):
                self.merged.set_origin((*path, "abilities", index, ability, name), self.document, (*place, name))
        if uses:
            holder["abilities"] = uses

    def _no_single(self, place: KeyPath, ability: str, names: list[str], owner: str) -> Problem:
        if ability in names:
            message = lazy(
                "{owner} has the ability {ability!r} more than once, so it is unclear which one to change",
                owner=owner, ability=ability,
            )  # fmt: skip
            return self._problem(place, message, lazy("write the whole list of abilities"))
        message = lazy("{owner} has no ability {ability!r} to change", owner=owner, ability=ability)
        return self._problem(place, message, suggest(ability, names))

    def _problem(self, place: KeyPath, message: str, hint: str) -> Problem:
        return self.document.problem("change-unknown", place, message, hint, at_key=True)


# --- ``extends``: combine the files of variants; each file counts once


def root_variant(document: Document, key: str = "") -> Merged:
    """Return the data of a variant that extends nothing.

    :param key: the resolved path of its file.
    """
    return extend_variants((), Layer(document, key or document.name))[0]


def extend_variants(parents: Sequence[Merged], layer: Layer) -> tuple[Merged, list[Problem]]:
    """Combine a file with the variants that it extends, from left to right; return also problems of its changes."""
    base = _copy(parents[0], layer) if len(parents) == 1 else _merge_parents(parents, layer)
    problems = _apply_layer(base, layer) if parents else []
    if not parents:
        _add_layer(base, layer)
    base.layers = (*base.layers, layer)
    return base, problems


def layers_of(parents: Sequence[Merged]) -> tuple[Layer, ...]:
    """List the files of several variants, each once and after all that it extends."""
    return tuple({layer.key: layer for parent in parents for layer in parent.layers}.values())


def layer_over(parents: Sequence[Merged], document: Document, key: str = "") -> Layer:
    """Return the layer of a file that extends these variants."""
    return Layer(document, key or document.name, frozenset(layer.key for layer in layers_of(parents)))


def _copy(base: Merged, layer: Layer) -> Merged:
    data = {k: dict(v) if k in KEYED else list(v) if k in LISTED else v for k, v in base.data.items()}
    parts = {entry: list(paths) for entry, paths in base.parts.items()}
    return Merged(data, layer.document, dict(base.origins), dict(base.lenders), base.layers, parts)


def _merge_parents(parents: Sequence[Merged], layer: Layer) -> Merged:
    """Combine the files of several variants; their problems are reported for each variant alone."""
    merged = Merged({}, layer.document)
    for inherited in layers_of(parents):
        if inherited.ancestors:
            _apply_layer(merged, inherited)
        else:
            _add_layer(merged, inherited)
        merged.layers = (*merged.layers, inherited)
    return merged


def _add_layer(merged: Merged, layer: Layer) -> None:
    _add_sections(merged, layer)
    _replace_lenders(merged, layer.document)


def _apply_layer(merged: Merged, layer: Layer) -> list[Problem]:
    _apply_preferences(merged, layer)
    changes = _Changes(merged, layer).apply(mapping_of(layer.document.data.get("change")))
    problems = [*_remove(merged, layer.document), *changes]
    _add_layer(merged, layer)
    return problems


def _apply_preferences(merged: Merged, layer: Layer) -> None:
    """Take the entries that ``prefer`` takes from one of the extended variants."""
    for path, choice in layer.choices.items():
        holder = merged.data.setdefault(path[0], {}) if len(path) == 2 else merged.data
        merged.drop_origins(path)
        if choice.value is REMOVED:
            holder.pop(path[-1], None)
        else:
            holder[path[-1]] = choice.value
            for inner, (document, place) in choice.origins.items():
                merged.set_origin(inner, document, place)


def _add_sections(merged: Merged, layer: Layer) -> None:
    document = layer.document
    for section, value in document.data.items():
        if section in KEYED and isinstance(value, dict):
            mine = merged.data.setdefault(section, {})
            for key, item in value.items():
                mine[key] = _combine_values(merged, layer, section, key, item)
                if mine[key] is item:
                    merged.replace_origin((section, key), document, (section, key))
                else:
                    merged.set_origin((section, key), document, (section, key))
        elif section in LISTED and isinstance(value, list):
            _add_items(merged, layer, section, value)
        elif section not in ("extends", "remove", "change", "prefer", *KEYED, *LISTED):
            merged.data[section] = value
            merged.drop_origins((section,))
        merged.origins[(section,)] = (document, (section,))


def _combine_values(merged: Merged, layer: Layer, section: str, key: str, item: Any) -> Any:
    """Return the new value of an entry: that of the file, unless old and new value can be combined."""
    old = merged.data[section].get(key)
    if section == "rulings" and isinstance(old, dict) and not isinstance(item, dict):
        return {**old, "default": item}
    if section == "plugins" and isinstance(old, str) and isinstance(item, str):
        document, _ = merged.find((section, key))
        if old not in ("", "*", item) and _is_unrelated(merged, document, layer):
            return f"{old}, {item}" if item not in ("", "*") else old
    return item


def _add_items(merged: Merged, layer: Layer, section: str, items: list[Any]) -> None:
    mine = merged.data.setdefault(section, [])
    own_start = len(mine)
    for index, item in enumerate(items):
        if section == "symbols" and item in mine:
            continue
        if any(other == item and _is_unrelated(merged, merged.find((section, place))[0], layer)
               for place, other in enumerate(mine[:own_start])):  # fmt: skip
            continue  # two packs bring the same rule
        merged.origins[section, len(mine)] = (layer.document, (section, index))
        mine.append(item)


def _is_unrelated(merged: Merged, document: Document, layer: Layer) -> bool:
    """Return whether a document belongs to a pack that this file does not extend."""
    return any(other.document is document and not layer.is_related(other) for other in merged.layers)


def _replace_lenders(merged: Merged, document: Document) -> None:
    """Give races on a blank banner the tokens of another race, which leaves the variant."""
    own_names, races = document.data.get("races"), merged.data.get("races")
    if not (isinstance(own_names, dict) and isinstance(races, dict)):
        return
    for key, race in own_names.items():
        lender = mapping_of(race).get("stands_in_for")
        if isinstance(lender, str) and lender != key and isinstance(races.get(lender), dict):
            lent = races.pop(lender)
            merged.drop_origins(("races", lender))
            merged.lenders[key] = lender
            races[key] = {"supply": lent.get("supply"), **race}


def _remove(merged: Merged, document: Document) -> list[Problem]:
    problems = []
    for section, names in mapping_of(document.data.get("remove")).items():
        if section not in (*KEYED, *LISTED):
            continue  # its form was refused already
        entries = merged.data.get(section, {})
        for index, name in enumerate(list_of(names)):
            key, item_names = str(name), list(map(item_name, entries))
            if name in names[:index]:
                continue  # the schema has reported the repetition
            if key not in item_names:
                message = lazy("there is no {key!r} in {section}", key=key, section=section)
                path, hint = ("remove", section, index), suggest(key, item_names) or _other_section(merged, key)
                problems.append(document.problem("remove-unknown", path, message, hint))
            elif isinstance(entries, list):
                for i in reversed([i for i, item in enumerate(item_names) if item == key]):
                    _drop_item(merged, section, entries, i)
            else:
                for part in (section, "rounds") if section == "boards" else (section,):
                    merged.data.get(part, {}).pop(key, None)
                    merged.drop_origins((part, key))
    return problems


def _other_section(merged: Merged, key: str) -> str:
    """Return the remedy for an entry that another section has; empty if none does."""
    sections = (section for section in (*KEYED, *LISTED) if isinstance(merged.data.get(section), dict | list))
    other = next((section for section in sections if key in map(item_name, merged.data[section])), "")
    return lazy("{name!r} is in {section}", name=key, section=other) if other else ""


def _drop_item(merged: Merged, section: str, entries: list[Any], index_of_item: int) -> None:
    """Remove one item of a list, and correct the places of the later ones."""
    del entries[index_of_item]
    merged.drop_origins((section, index_of_item))
    for index in range(index_of_item, len(entries)):
        later = (section, index + 1)
        moved = [(path, merged.origins[path]) for path in (later, *merged.parts.get(later, ()))]
        merged.drop_origins(later)
        for path, (document, inner) in moved:
            merged.set_origin((section, index, *path[2:]), document, inner)
