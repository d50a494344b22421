"""Check the form of files by JSON schemas, and explain the errors in sentences."""
