"""A table in the browser: people, bots and spectators play one game by links.

| module | contents |
| --- | --- |
| ``routes`` | the routes |
| ``table`` | a table: its session, its seats and the number of its last event |
| ``table_registry`` | all tables of a store |
| ``table_terms`` | the terms of a table: its clock, what follows a player who leaves, lessons |
| ``table_clock`` | the clock of a table, kept in its events |
| ``table_people`` | the people at tables: links, seats, who leaves, who plays again |
| ``shared_screen`` | several people at one screen, and the page between two of them |
| ``lobby`` | open tables on the start page, at which anybody takes a seat |
| ``undo_questions`` | undo: at once in one's own turn, afterwards if the others agree; its part of the bar |
| ``served_time`` | the clock of all tables, which stops while no process serves them |
| ``table_log`` | the events of a table, and its log in words |
| ``store`` | append-only events and hashed links, in SQLite or PostgreSQL |
| ``database`` | the database of a store: address, driver, set-up |
| ``role_links`` | roles and their secret links |
| ``page_data`` | everything that a page shows; the only place that turns a game into page data |
| ``table_panels`` | the panels of a page: the bar, the races to choose from, the log, the end |
| ``player_panel`` | the panel of the players, and their clocks |
| ``region_card`` | the card of a region or an action: its price as a sum, or the reasons against it |
| ``marks`` | the shapes of players, glyphs and signs in pages |
| ``environment`` | the templates of the pages |
| ``board_data`` | the board of a table, drawn once for everybody, with the actions of one person |
| ``page_sets`` | pages that other packages bring to the server |
| ``page_updates`` | the states that pages show, and the differences between them |
| ``server_sent_events`` | server-sent events |
| ``bot_workers`` | bots in worker processes |
| ``bot_turns`` | which bot thinks next, when a table sleeps, what happens after a fault |
| ``public_sentences`` | sentences about faults for visitors, without any place of the server |
| ``host_routes`` | the routes of the host of a table |
| ``company_routes`` | the routes of people: seats, remarks, pace, another game, their feed and group |
| ``turn_feed`` | the feed of a person: tables at which it is their turn |
| ``group_page`` | the finished games of a group that plays often |
| ``calls`` | webhooks: messages to people when it is their turn |
| ``answers`` | the answers of the routes, and large ones that are kept |
| ``request_bodies`` | the bodies of requests |
| ``admin`` | the page of the host of the server |
| ``middleware`` | every request: headers, checks, budgets of clients, the language |
| ``edition_catalog`` | editions that can be played, and faults of those that cannot |
| ``offered_editions`` | one edition: read again when its files change, with everything that is wrong with it |
| ``edition_files`` | pictures of boards, their style sheet, the page with the rules |
| ``site`` | one server process: its tables, streams and bots |
| ``server`` | starts the site; the commands call it |
| ``commands`` | the command ``serve``, and games of ``play --browser`` |
"""
