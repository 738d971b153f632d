"""Lobbies: tables before the start of their game; and challenges."""
