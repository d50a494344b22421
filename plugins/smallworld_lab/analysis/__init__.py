"""Statistics of result files, and the report made of them."""
