"""Cups: rounds of matches between many players."""
