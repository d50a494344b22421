"""The command ``scenario``."""
