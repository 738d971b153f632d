"""Copying a whole database to another one, of the same kind or the other."""
