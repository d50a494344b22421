"""Simulations: many games of bots, their results, and statistics of races and powers.

| module | contents |
| --- | --- |
| ``api`` | the functions of ``smallworld.lab`` |
| ``changes`` | editions with changed values |
| ``observers`` | statistics that come with the program |
| ``run_progress`` | the line that shows how far a run is |
| ``sweep`` | an edition with other values, compared with itself |
| ``run_setup`` | makes the plan of a run and checks it; the race, power or pair that a question is about |
| ``run_plan`` | the plan of a run: seeds, seats, boards; the same for every split of the work |
| ``result_collector`` | the data of one game: players, combos, coins by source |
| ``worker`` | one game, one chunk of games |
| ``executors`` | where chunks are played: this process, a pool of processes, a Dask cluster |
| ``results`` | result files: columns, checksums, continuing after an interruption |
| ``ladder`` | bots against each other, rated by Elo |
| ``analysis`` | counts, intervals, tables, charts, the page of a report; the balance of one race or power |
| ``commands`` | the commands ``simulate``, ``report``, ``balance``, ``sweep`` and ``ladder`` |
| ``run_options`` | options of commands that play many games |
"""
