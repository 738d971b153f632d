"""Cups: tournaments in rounds of matches between two players."""
