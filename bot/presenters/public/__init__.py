"""Presenters of messages that everybody in a channel sees."""
