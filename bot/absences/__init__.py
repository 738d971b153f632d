"""Absences: begun and ended by their users, or begun when a clock runs out."""
