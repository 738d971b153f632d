"""A table in a thread of its own."""
