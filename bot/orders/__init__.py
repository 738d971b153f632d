"""Standing orders, and the plan of a cell."""
