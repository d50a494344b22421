"""The work of worker processes with drafts; the server itself never reads the content of one."""
