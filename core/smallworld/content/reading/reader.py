"""Read YAML files and texts as documents.

The reader takes the events of ruamel's pure parser and builds dicts, lists and scalars
itself, in one pass and without recursion. So nothing in a file can run code, nest too
deep, expand without end or become a date; and every key and value has its place.
"""

from __future__ import annotations

from pathlib import Path

from smallworld.content.problems.problem import Problem, errors_of, sort_problems
from smallworld.content.reading.decoding import ReadAborted, decode
from smallworld.content.reading.documents import Document
from smallworld.content.reading.files import read_bytes
from smallworld.content.reading.yaml_builder import Builder
from smallworld.errors import ContentError


def read(text: str | bytes, name: str) -> tuple[list[Document], list[Problem]]:
    """Read all documents of a text; return them and the mistakes in its form.

    After a mistake that hides the rest of the file the list of documents is empty.
    """
    try:
        source = decode(text, name) if isinstance(text, bytes) else text
        builder = Builder(source, name)
        builder.run()
    except ReadAborted as stopped:
        return [], [*stopped.earlier, stopped.problem]
    return builder.documents, builder.log.problems


def read_documents(path: Path) -> list[Document]:
    """Read all documents of a file.

    :raises ContentError: with everything that is wrong with the form of the file.
    """
    documents, problems = read(read_bytes(path), str(path))
    if errors_of(problems):
        raise ContentError(sort_problems(problems))
    return documents
