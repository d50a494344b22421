"""Edits of the text of a content file, as a person would make them: comments and layout stay."""
