"""The plan of a tile: every shape, anchor and mark on it, north up, before anything is painted."""
