"""Many games of bots, what can be learnt from them, and whether one race is too strong.

run        what is played: seeds, seats, boards; the same for every split of the work
collect    what one game tells: players, combos, coins by source
playing    one game, one chunk of games
store      the files of a run, and how it goes on after an interruption
work       chunks handed to an executor: this process, a pool of processes, a Dask cluster
results    rows of the files, a batch at a time
tally      counts by race, power, pair, seat …
stats      intervals and effect sizes
report     tables, charts, the page
placing    sampling for one race or power until its place is clear
"""
