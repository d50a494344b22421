"""What authors of plugins need to test their work: laws that every position obeys."""
