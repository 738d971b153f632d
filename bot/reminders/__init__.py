"""Notices of waiting turns, and nudges."""
