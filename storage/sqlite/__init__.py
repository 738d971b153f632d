"""The log in a SQLite file, for one process."""
