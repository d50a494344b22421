"""Commands for authors: abilities, plugins, editions, languages, schemas, and facts about the installation."""
