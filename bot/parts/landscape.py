"""Words that several parts share: cities, roads, fields, rivers, lakes, and their figures."""

from typing import Final

from bot.parts.part import FeatureWords, RoleWords, TerrainWords
from bot.text.i18n import N_, ngettext

TERRAINS: Final = {
    "city": TerrainWords(
        N_("city"),
        N_("a city"),
        N_("in the city"),
        N_("in the {way} city"),
        lambda n: ngettext("{number} city", "{number} cities", n),
    ),
    "road": TerrainWords(
        N_("road"),
        N_("a road"),
        N_("on the road"),
        N_("on the {way} road"),
        lambda n: ngettext("{number} road", "{number} roads", n),
    ),
    "field": TerrainWords(
        N_("field"),
        N_("a field"),
        N_("in the field"),
        N_("in the {way} field"),
        lambda n: ngettext("{number} field", "{number} fields", n),
        is_ground=True,
    ),
}

RIVER: Final = TerrainWords(
    N_("river"),
    N_("a river"),
    N_("on the river"),
    N_("on the {way} river"),
    lambda n: ngettext("{number} river", "{number} rivers", n),
)

LAKE: Final = TerrainWords(
    N_("lake"),
    N_("a lake"),
    N_("on the lake"),
    N_("on the {way} lake"),
    lambda n: ngettext("{number} lake", "{number} lakes", n),
)

FEATURES: Final = {
    "city": FeatureWords(
        N_("city"),
        N_("a city"),
        N_("Cities"),
        "🏰",
        N_("City finished"),
        N_("{who}'s city"),
        yours=N_("your city"),
    ),
    "road": FeatureWords(
        N_("road"),
        N_("a road"),
        N_("Roads"),
        "🛤️",
        N_("Road finished"),
        N_("{who}'s road"),
        lambda n: ngettext("Longest road: {number} tile", "Longest road: {number} tiles", n),
        yours=N_("your road"),
    ),
    "field": FeatureWords(
        N_("field"),
        N_("a field"),
        N_("Fields"),
        "🌾",
        of_whom=N_("{who}'s field"),
        yours=N_("your field"),
    ),
}

ROLES: Final = {
    "knight": RoleWords(
        N_("knight"),
        N_("a knight"),
        lambda n: ngettext("{number} knight", "{number} knights", n),
    ),
    "thief": RoleWords(
        N_("thief"),
        N_("a thief"),
        lambda n: ngettext("{number} thief", "{number} thieves", n),
    ),
}
