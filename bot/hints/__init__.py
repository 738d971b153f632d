"""Hints for the player to move, and reviews of ended games."""
