"""Animated pictures as WebP: the replay of a whole game, and what one turn scored."""
