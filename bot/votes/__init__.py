"""A stalled turn: votes, pauses, archived games."""
