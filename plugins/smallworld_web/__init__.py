"""A table in the browser: people, bots and spectators play one game by links.

| module | contents |
| --- | --- |
| ``routes`` | the application: start page, new tables, editions, the page of the server's host, faults |
| ``table_routes`` | the routes of a table: its page, decisions, streams |
| ``company_routes`` | the routes of people, of the host of a table, and of the lobby |
| ``answers`` | what requests bring and get; faults in a sentence without any place of the server |
| ``request_checks`` | every request: headers, checks, the language |
| ``client_limits`` | budgets of clients |
| ``table`` | a table: its session, its seats and the number of its last event |
| ``table_registry`` | all tables of a store |
| ``table_clock`` | the terms of a table, its clock, and the clock of all tables |
| ``table_people`` | the people at tables: links, seats, who leaves, plays again, takes an action back; the lobby |
| ``table_log`` | the events of a table, and its log in words |
| ``role_links`` | roles and their secret links |
| ``store`` | append-only events and hashed links, in SQLite or PostgreSQL |
| ``database`` | the database of a store: address, driver, set-up |
| ``page_data`` | everything that a page shows; the only place that turns a game into page data |
| ``board_data`` | the board of a table, drawn once for everybody, with the actions of one person |
| ``table_panels`` | the panels of a page: the bar, players, the races to choose from, the log, the end |
| ``environment`` | the templates of the pages, and marks in them |
| ``page_updates`` | the states that pages show, their differences, and the streams that bring them |
| ``page_sets`` | pages that other packages bring to the server |
| ``personal_pages`` | the feed of a person, and the finished games of a group |
| ``webhooks`` | messages to people when it is their turn |
| ``bot_workers`` | bots in worker processes |
| ``bot_turns`` | which bot thinks next, when a table sleeps, what happens after a fault |
| ``edition_catalog`` | editions that can be played, read again when their files change, and faults of the others |
| ``site`` | one server process: its tables, streams and bots |
| ``server`` | starts the site; the commands call it |
| ``commands`` | the command ``serve``, and games of ``play --browser`` |
"""
