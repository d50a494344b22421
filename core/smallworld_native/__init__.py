"""The compiled build of the rules by mypyc."""
