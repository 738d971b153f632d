"""Queries on positions and games: drafts, odds, features, turns, rankings, honours, tile groups."""
