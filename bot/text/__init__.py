"""Languages, names, and the values that messages are made of."""
