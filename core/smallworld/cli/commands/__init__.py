"""The commands, a module each; they are imported when they are called."""
