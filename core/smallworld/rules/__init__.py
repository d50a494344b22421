"""The rules: the course of a turn, asked decision by decision."""
