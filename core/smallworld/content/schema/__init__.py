"""The form of files: JSON schemas, and sentences about their errors."""
