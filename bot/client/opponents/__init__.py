"""Computer opponents: a pool of worker processes, and the moves, hints and reviews they compute."""
