"""Every sentence of the validator is marked: the corpus of bad files in the pseudo-language has no plain words."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import corpus
from languages.pseudo import pseudo_language, words_outside
from smallworld.languages import ENGLISH, _, for_reader, in_language
from smallworld.languages.messages import ABILITY
from smallworld.plugins.manager import default_plugins
from smallworld_authors.reference_text import ability_data, ability_lines
from smallworld_editions.problem import Problem
from smallworld_native.catalogues import KEYWORDS, extract_code
from smallworld_validate.file_checker import FileChecker
from smallworld_validate.inputs import make_checker
from smallworld_validate.reports import explanations, text_report
from tiers import one_in

CORPUS = corpus.BAD_FILES
FILES = sorted(
    path for path in CORPUS.rglob("*") if path.suffix in (".yaml", ".yml", ".jsonl") and path.name not in corpus.DATA
)
IDS = [r"'[^']*'", r"^(?:.*/)?[\w.-]+\.(?:yaml|yml|jsonl)[^⟦]*", r"\[[\w-]+\]", r"pip install .*"]
"""Quoted ids, places, codes, commands."""


@pytest.fixture(scope="module")
def checker() -> FileChecker:
    return make_checker("", (), ())


def sentences(problems: list[Problem]) -> Iterator[str]:
    """Everything that a report shows of problems, the lines of their files left out."""
    for problem in problems:
        yield for_reader(problem.message)
        yield for_reader(problem.hint)
        yield from (for_reader(related.message) for related in problem.related)


@pytest.mark.parametrize("path", one_in(2, FILES), ids=lambda path: path.relative_to(CORPUS).as_posix())
def test_sentences_about_bad_files_are_marked(path: Path, checker: FileChecker) -> None:
    problems = checker.check_file(path)
    with pseudo_language():
        plain = {text: words_outside(text, IDS) for text in sentences(problems)}
    assert {text: unmarked for text, unmarked in plain.items() if unmarked} == {}


@pytest.mark.parametrize("mistake", corpus.mistakes()[:189:3], ids=lambda mistake: mistake["name"])
def test_sentences_about_mistakes_of_authors_are_marked(
    tmp_path: Path, mistake: dict[str, Any], checker: FileChecker
) -> None:
    path = tmp_path / mistake["file"]
    text, _places = corpus.without_marks(mistake["text"])
    problems = checker.check_bytes(text.encode(), str(path), path)
    with pseudo_language():
        plain = {text: words_outside(text, IDS) for text in sentences(problems)}
        report = text_report(problems, lambda _name: ())
    assert {text: unmarked for text, unmarked in plain.items() if unmarked} == {}
    for file in {problem.file for problem in problems} | {r.file for problem in problems for r in problem.related}:
        report = report.replace(file, "")
    assert words_outside(report, IDS) == []


@pytest.mark.parametrize("path", FILES[::14], ids=lambda path: path.relative_to(CORPUS).as_posix())
def test_problems_are_english_for_programs_in_any_language(path: Path, checker: FileChecker) -> None:
    with in_language(ENGLISH):
        english = [problem.as_dict() for problem in checker.check_file(path)]
    checker.forget()
    with pseudo_language():
        assert [problem.as_dict() for problem in checker.check_file(path)] == english


def test_explanations_of_codes_are_marked() -> None:
    with pseudo_language():
        texts = {code: str(explanation).partition("\n\n    ")[0] for code, explanation in explanations().items()}
    unmarked = {code: words_outside(text, [rf"^{code}"]) for code, text in texts.items()}
    assert {code: plain for code, plain in unmarked.items() if plain} == {}


def test_docstrings_of_abilities_are_messages() -> None:
    classes = default_plugins().listed_abilities().values()
    messages = set()
    for file in {inspect.getfile(base) for cls in classes for base in cls.__mro__[:-1]}:
        with open(file, "rb") as source:
            marked = extract_code(source, KEYWORDS, (), {})
            messages |= {
                texts[1] for _line, name, texts, _comments in marked if (name, texts[0]) == ("pgettext", ABILITY)
            }
    for cls in classes:
        data = ability_data(cls)
        entries = data["parameters"].values()
        texts = {data["text"], *data["notes"], *(entry["description"] for entry in entries if "description" in entry)}
        assert texts - messages == set(), cls.name


def test_descriptions_of_abilities_are_marked() -> None:
    data = ability_data(default_plugins().abilities["terrain_bonus"])
    with pseudo_language():
        text = "\n".join(ability_lines(data)).partition(_("Used by"))[0]
    ids = ["terrain_bonus.*", r"smallworld[\w.]*", r"R-\w+-1", "abilities:", "in_decline"]
    assert {*words_outside(text, ids)} <= data["parameters"].keys()
