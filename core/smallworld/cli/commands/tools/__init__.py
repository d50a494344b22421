"""Commands about the installation: completion in shells and editors, facts for bug reports."""
