"""The seat of a channel: its people vote for each move."""
