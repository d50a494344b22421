"""The studio: make an edition in the browser.

A draft is the text of a few files. The server checks it, answers wishes with edits of the text, draws its boards and
opens tables for it; everything that reads a draft runs in worker processes.

- :mod:`.routes`, :mod:`.pages`: addresses, and the hook that brings them to the server
- :mod:`.drafts`, :mod:`.draft_store`, :mod:`.draft_files`: drafts, their events in the database, their files
- :mod:`.edited_folder`: a folder of one's own that a draft edits in place
- :mod:`.proposal`: a patch and a text for a repository
- :mod:`.live`: streams of pictures and results
- :mod:`.jobs`: what workers do: checks, wishes, pictures, forms, trial games, tests, imports, balance
"""
