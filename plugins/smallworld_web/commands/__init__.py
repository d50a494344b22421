"""The command ``serve``."""
