"""``change``: replace single values of inherited entries, without repeating the rest of the entry."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from smallworld.content.problems.problem import Problem
from smallworld.content.reading.documents import KeyPath, list_of, mapping_of
from smallworld.content.variants.file_layers import Layer
from smallworld.content.variants.merging import Merged, item_name
from smallworld.errors import suggest
from smallworld.languages import N_, lazy

_MISSING = {
    "terrains": N_("the extended variants have no terrain {key!r}"),
    "pieces": N_("the extended variants have no piece {key!r}"),
    "rulings": N_("the extended variants have no ruling {key!r}"),
    "races": N_("the extended variants have no race {key!r}"),
    "powers": N_("the extended variants have no power {key!r}"),
    "relics": N_("the extended variants have no relic {key!r}"),
}
"""Section with entries that can be changed → the sentence about an entry that is missing."""


def apply_changes(merged: Merged, layer: Layer) -> list[Problem]:
    """Apply ``change`` of a file to the merged data; return a problem for each change without a target."""
    return list(_Changes(merged, layer).apply(mapping_of(layer.document.data.get("change"))))


class _Changes:
    """The changes of one file."""

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
            elif not isinstance(inherited.get(key), dict):
                yield self._unknown(section, key, inherited)
            elif isinstance(fields, dict):
                yield from self._entry(section, key, fields)

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
