"""The board of a game and the tiles left, shown privately."""
