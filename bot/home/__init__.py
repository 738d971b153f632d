"""The tables of a user in all servers."""
