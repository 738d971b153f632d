"""Posts of servers at their hour: the puzzle, the digest."""
