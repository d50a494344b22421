"""Explain mistakes in the text of a file: signs, quotes, brackets, indentation."""
