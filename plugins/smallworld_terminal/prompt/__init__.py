"""The prompt: reading lines, answering them, completing them, and playing a session until it ends."""
