"""Immutable content: what an edition consists of, without any behaviour."""
