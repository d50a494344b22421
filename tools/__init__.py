"""Tools for building the program; they are not installed."""
