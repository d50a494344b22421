"""Check the meaning of variants and boards."""
