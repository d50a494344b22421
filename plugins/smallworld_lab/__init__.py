"""Simulations: many games of bots, their results, and statistics of races and powers.

| module | contents |
| --- | --- |
| ``api`` | the functions of ``smallworld.lab`` |
| ``changes`` | editions with changed values |
| ``observers`` | what is counted in a game: the columns of its row, statistics that come with the program |
| ``sweep`` | an edition with other values, compared with itself |
| ``run_setup`` | makes the plan of a run and checks it; the race, power or pair that a question is about |
| ``run_plan`` | the plan of a run: seeds, seats, boards; the same for every split of the work |
| ``worker`` | one game, one chunk of games |
| ``executors`` | where chunks are played: this process, a pool of processes, a Dask cluster |
| ``result_file`` | a file of results: its columns, its seal, reading it |
| ``run_files`` | the files of a run, continuing after an interruption |
| ``ladder`` | bots against each other, rated by Elo |
| ``analysis`` | counts, intervals, tables, charts, the page of a report; the balance of one race or power |
| ``commands`` | the commands ``simulate``, ``report``, ``balance``, ``sweep`` and ``ladder`` |
| ``run_options`` | options and progress of commands that play many games |
"""
