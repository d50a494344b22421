"""Read files, check them, report every mistake with its line, and build the model.

text → events → plain data with places → JSON schema → meaning → model
"""

from smallworld.content.load import load_board, load_boards, load_variant, load_variant_file
from smallworld.content.reading.documents import Document
from smallworld.content.reading.reader import read_documents
from smallworld.content.report.problem import Problem, Range
from smallworld.content.variants.discovery import find_variants
from smallworld.model.rulings import ENGINE_RULINGS

__all__ = [
    "ENGINE_RULINGS",
    "Document",
    "Problem",
    "Range",
    "find_variants",
    "load_board",
    "load_boards",
    "load_variant",
    "load_variant_file",
    "read_documents",
]
