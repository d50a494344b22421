"""Many games of bots, their results, and statistics of races and powers. ``README.md`` lists the modules."""
