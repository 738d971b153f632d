"""The words of the games: shared ones here, those of each part in `bot.games.parts`."""
