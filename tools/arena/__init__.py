"""Opponents against each other: the same bags with swapped seats, counted and timed."""
