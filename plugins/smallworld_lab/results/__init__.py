"""Result files: their columns, checksums, and whether several of them can be combined."""
