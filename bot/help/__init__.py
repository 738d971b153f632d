"""Help, the rules by topic, and the lessons."""
