"""Editions that were checked once, kept ready for the next run of the program."""
