"""JSON schemas (2020-12), one for each kind of document."""
