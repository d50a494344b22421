"""The command ``board``."""
