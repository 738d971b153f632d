"""The settings of a player and of a server."""
