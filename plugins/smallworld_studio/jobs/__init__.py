"""What worker processes do with drafts; the server itself never reads the content of one."""
