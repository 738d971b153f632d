"""Results, statistics and ratings."""
