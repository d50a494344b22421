"""Check the abilities of a variant: they exist, and their parameters fit."""
