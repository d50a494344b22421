"""The editions as data: one folder a variant."""
