"""The art of tiles and pieces, drawn from the data of a tile with a small set of shapes."""
