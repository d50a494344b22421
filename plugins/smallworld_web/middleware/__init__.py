"""Steps of every request before a route answers it: checks, limits, the language."""
