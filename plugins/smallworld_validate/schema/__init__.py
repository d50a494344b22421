"""Explain in sentences how a file differs from its JSON schema."""
