"""What the bot says: pure functions from outcomes and tables to texts, pictures and buttons."""
