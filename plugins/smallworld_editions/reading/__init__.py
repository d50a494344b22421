"""Bytes and text to plain data that knows its lines and columns."""
