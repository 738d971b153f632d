"""Computer opponents: a pool of worker processes, and the moves they compute."""
