"""The names of the terrains that the drawing code treats in a way of their own, as in the rules.

All other terrains are drawn by their `Extent` alone: the shape they have on a tile.
"""

from typing import Final

CITY: Final = "city"
FOREST: Final = "forest"
ROAD: Final = "road"
RIVER: Final = "river"
LAKE: Final = "lake"
FIELD: Final = "field"
MEADOW: Final = "meadow"
