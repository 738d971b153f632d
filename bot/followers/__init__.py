"""Users who follow a game by direct messages."""
