"""The fields of a position, and the functions about one kind of them."""
