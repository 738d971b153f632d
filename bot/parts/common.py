"""Nouns and rule topics that several games share, and the topic that explains each refusal."""

from collections.abc import Mapping
from typing import Final

from bot.parts.part import (
    BagWords,
    FeatureWords,
    KindWords,
    Nouns,
    RoleWords,
    TermWords,
    TerrainWords,
    Topic,
)
from bot.text.i18n import N_, ngettext

REFUSALS: Final[Mapping[str, str | None]] = {
    "not-now": "turn",
    "complete": "turn",
    "game-over": "end",
    "out": "resigning",
    "far": "placing",
    "occupied": "placing",
    "apart": "placing",
    "mismatch": "placing",
    "nowhere-here": "placing",
    "no-role": "deploying",
    "no-letter": "deploying",
    "wrong-terrain": "deploying",
    "no-place": "deploying",
    "which-segment": "deploying",
    "supply": "home",
    "alone": "deploying",
    "taken": "taken",
    # How a move is written is no rule of a game.
    "no-move": None,
    "no-words": None,
    "no-rotation": None,
    "no-coordinate": None,
    "no-figure": None,
    "long-letter": None,
    "no-spot": None,
    "no-cell": None,
}
"""The topic that explains a refusal, by its reason; None if the refusal explains itself."""


def _followers(number: int) -> str:
    return ngettext("{number} meeple", "{number} meeples", number)


NOUNS: Final = Nouns(
    kinds={
        "follower": KindWords(N_("meeple"), _followers),
    },
    terms={
        "tiles": TermWords(lambda n: ngettext("{number} tile", "{number} tiles", n)),
        "sections": TermWords(lambda n: ngettext("{number} section", "{number} sections", n)),
        "followers": TermWords(_followers),
    },
    bags={"bag": BagWords(N_("Tiles"))},
    values={"yes": N_("yes"), "no": N_("no")},
)


TILE_TOPICS: Final = (
    Topic(
        "drawn",
        N_("Drawing a tile"),
        N_(
            "You draw a tile at the start of your turn, and everyone sees it: anyone may "
            "give advice.\n"
            "The remaining tiles are hidden from everyone. Their order is pure chance."
        ),
        ("COM-03", "COM-04", "COM-05"),
        words=N_("draw, draw pile, pile, bag, stack, advice"),
    ),
    Topic(
        "placing",
        N_("Where a tile fits"),
        N_(
            "A new tile shares at least one whole side with a tile on the board; "
            "meeting at a corner isn't enough.\n"
            "On **every** side where it meets a tile, up to four of them, the terrain "
            "must be the same on both.\n"
            "All four rotations are allowed; those that look the same count as one.\n"
            "The board has no edge. Once placed, a tile is never moved, turned or "
            "removed."
        ),
        ("COM-06", "COM-07", "COM-08", "COM-10", "COM-23"),
        words=N_("place a tile, tile placement, adjacent, edge, match, rotate, rotation"),
    ),
    Topic(
        "nowhere",
        N_("A tile that fits nowhere"),
        N_(
            "If a drawn tile fits nowhere, it leaves the game for everyone to see and you "
            "draw another, several times if needed.\n"
            "If that uses up the pile, the turn ends without a tile and final scoring "
            "follows."
        ),
        ("COM-09",),
        words=N_("unplaceable, unplayable, discard, no space"),
    ),
)

SHARING_TOPICS: Final = (
    Topic(
        "merging",
        N_("Connecting features"),
        N_(
            "You can't join others in a feature directly.\n"
            "But a later tile may connect two features with meeples: that's always allowed. "
            "From then on they're one feature, shared by those meeples.\n"
            "You can't place a meeple there with the connecting tile: the feature is taken."
        ),
        ("COM-12", "COM-13"),
        words=N_("join, connect, merge, share, steal, link"),
    ),
    Topic(
        "majority",
        N_("Majority and ties"),
        N_(
            "Whoever has the most meeples in a feature scores all its points.\n"
            "If several tie for the most, each of them scores **all** the points.\n"
            "With fewer you get nothing, and without meeples nobody scores.\n"
            "A feature worth 10: Ana 1, Bo 1 → 10 each; Ana 2, Bo 1 → Ana 10, Bo 0.\n"
            "It doesn't matter who placed the last tile: others can score on your turn."
        ),
        ("COM-16", "COM-17"),
        words=N_("tie, tied, most, shared, equal"),
    ),
)

LAST_TOPICS: Final = (
    Topic(
        "winner",
        N_("Who wins"),
        N_(
            "The most points after final scoring win.\n"
            "If several lead, they share the victory: the rulebooks have no tie-break.\n"
            "Every score is shown with its arithmetic, so anyone can check it."
        ),
        ("COM-21", "COM-22"),
        words=N_("win, winning, victory, draw game, tie break, tiebreaker"),
    ),
    Topic(
        "resigning",
        N_("Resigning"),
        N_(
            "The rulebooks don't cover it, so this is how it works here.\n"
            "If you resign, your turns are skipped and you can't win.\n"
            "Your meeples stay: they still block, count and score.\n"
            "A tile in hand goes back on top of the pile.\n"
            "A tile already placed is scored at once, as if you had passed.\n"
            "With one player left, final scoring follows.\n"
            "The host can end the game with `/end`.\n"
            "Either the board is scored, or the points stay as they are and nobody wins."
        ),
        ("COM-02", "COM-21", "COM-24", "COM-27"),
        words=N_("resign, leave, quit, give up, concede, forfeit, drop out"),
    ),
)


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
