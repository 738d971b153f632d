"""A table before its game: opened, filled, set, started; and challenges."""
