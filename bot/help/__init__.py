"""Help, and the rules by topic."""
