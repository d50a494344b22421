"""Text for people at a terminal: lines that fit the window, tables, explanations."""
