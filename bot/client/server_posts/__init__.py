"""Posts of servers at their hour: the puzzle of the day, and the week in one post."""
