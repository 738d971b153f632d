"""Presenters of messages that only one user sees."""
