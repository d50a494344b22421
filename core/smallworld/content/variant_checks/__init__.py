"""The meaning of variants and boards."""
