"""Reminders, nudges and direct messages: each reserved in the database before it is sent."""
