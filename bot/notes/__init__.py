"""The private note of a player at a table."""
