"""Check language files: entries, texts, completeness."""
