"""The board of a game, and the tiles still to come."""
