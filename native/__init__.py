"""The compiled build of the rules by mypyc; not part of the installed program."""
