"""Absences of users, during which the clocks of their turns stop."""
