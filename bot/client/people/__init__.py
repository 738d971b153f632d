"""People and servers as the bot remembers them: absences, preferences, notes, names."""
