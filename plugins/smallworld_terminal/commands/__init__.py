"""The commands ``play``, ``resume``, ``replay`` and ``legal``."""
