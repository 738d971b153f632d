"""Cups: what their logs mean, pairings and standings."""
