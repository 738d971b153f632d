"""The terrains that have a drawing of their own, by the names the rules use.

What only matters by how it lies on a tile is told by its `Extent` instead.
"""

from typing import Final

CITY: Final = "city"
FOREST: Final = "forest"
ROAD: Final = "road"
RIVER: Final = "river"
LAKE: Final = "lake"
FIELD: Final = "field"
MEADOW: Final = "meadow"
