"""Text and files that a program writes: safe characters, widths on a terminal, files that are whole or not there."""
