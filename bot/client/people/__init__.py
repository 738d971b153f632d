"""People and servers: names, absences, preferences, notes, orders, server settings, results."""
