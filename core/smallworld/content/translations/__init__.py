"""Language files: the names and texts of an edition in one language."""
