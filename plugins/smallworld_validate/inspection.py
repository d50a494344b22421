"""The answers of this package to the loader: it explains mistakes, and checks the meaning of files."""

from __future__ import annotations

from typing import Any

from jsonschema.protocols import Validator

from smallworld_editions.inspection import inspection
from smallworld_editions.problem import Problem
from smallworld_editions.reading.documents import Document, KeyPath
from smallworld_editions.reading.text_log import TextLog
from smallworld_editions.variants.file_reader import Bundle
from smallworld_editions.variants.plain_data import Schemas
from smallworld_validate.text.text_inspector import TextInspector


@inspection
def inspect_text(text: str, name: str) -> TextLog:
    """Return the log of one text."""
    return TextInspector(text, name)


@inspection
def explain_form(document: Document, validator: Validator, data: Any, path: KeyPath) -> list[Problem]:
    """List the mistakes of data that do not fit their schema."""
    from smallworld_validate.schema import form_errors  # only for a mistake

    return form_errors.explain_form(document, validator, data, path)


@inspection
def check_edition(bundle: Bundle, abilities: Schemas | None) -> list[Problem]:
    """List the mistakes in the meaning of an edition and its boards."""
    from smallworld_validate.variant_checks.supply import check_edition

    return check_edition(bundle, abilities)


@inspection
def check_board(document: Document) -> list[Problem]:
    """List the mistakes in the meaning of a board that is loaded alone."""
    from smallworld_validate.variant_checks.board import check_board

    return check_board(document)
