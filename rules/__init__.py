"""The rules of the games: values and functions, without a clock, chance or a network."""
