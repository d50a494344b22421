"""Immutable content: what an edition consists of, without any behaviour; ``smallworld_editions`` reads the files."""
