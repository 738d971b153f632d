"""What the bot keeps about people and servers: absences, preferences, notes, names."""
