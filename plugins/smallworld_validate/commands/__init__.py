"""The command ``validate``."""
