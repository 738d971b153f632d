"""The database in a SQLite file, for one process."""
