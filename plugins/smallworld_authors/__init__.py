"""For authors: templates, and the commands that list and explain what is installed."""
