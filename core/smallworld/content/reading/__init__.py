"""Bytes and text to plain data with places."""
