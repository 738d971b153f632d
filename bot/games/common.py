"""The refusals, nouns and rule topics that every game has."""

from collections.abc import Mapping
from typing import Final

from bot.games.topic import Topic
from bot.games.vocabulary import BagWords, KindWords, Nouns, TermWords
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
    return ngettext("{number} follower", "{number} followers", number)


NOUNS: Final = Nouns(
    kinds={
        "follower": KindWords(N_("follower"), _followers),
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
        N_("The drawn tile"),
        N_("""\
A tile is drawn at the start of its player's turn, not before, and everybody sees it at once: all \
may look and give advice.
The tiles not yet drawn are hidden from everybody. Their order is pure chance."""),
        ("COM-03", "COM-04", "COM-05"),
    ),
    Topic(
        "placing",
        N_("Where a tile may go"),
        N_("""\
A new tile shares at least one whole side with a tile on the board; meeting at a corner is not \
enough.
On **every** side where it meets a tile, up to four of them, the terrain must be the same on both.
All four rotations are allowed; those that look the same are one.
The board has no edge to stop at. Once laid, a tile is never moved, turned or taken away."""),
        ("COM-06", "COM-07", "COM-08", "COM-10", "COM-23"),
    ),
    Topic(
        "nowhere",
        N_("A tile that fits nowhere"),
        N_("""\
If there is no place at all on the board for a drawn tile, in any rotation, it leaves the game for \
all to see and the same player draws another one, several times if need be.
If that uses up the pile, the turn ends without a tile and the final scoring follows."""),
        ("COM-09",),
    ),
)

SHARING_TOPICS: Final = (
    Topic(
        "merging",
        N_("Joining features"),
        N_("""\
Nobody may join others in a feature directly.
But a later tile may connect two features that both hold figures: that is always allowed, and from \
then on they are one feature that those figures share.
Who laid the connecting tile may not put a figure there: the feature is taken."""),
        ("COM-12", "COM-13"),
    ),
    Topic(
        "majority",
        N_("Majority and ties"),
        N_("""\
Who has more figures in a feature than anybody else takes all its points.
If several tie for the most, each of them takes **all** the points.
Who has fewer gets nothing, and where nobody stands nobody scores.
A feature worth 10: Ana 1, Bo 1 → 10 each; Ana 2, Bo 1 → Ana 10, Bo 0.
Who laid the last tile does not matter: others can score in your turn."""),
        ("COM-16", "COM-17"),
    ),
)

LAST_TOPICS: Final = (
    Topic(
        "winner",
        N_("Who wins"),
        N_("""\
The most points after the final scoring win.
Leaders who tie share the victory: the rulebooks have no tie-break.
Every score of the game is shown with its sum, so it can be checked."""),
        ("COM-21", "COM-22"),
    ),
    Topic(
        "resigning",
        N_("Leaving a running game"),
        N_("""\
No rulebook speaks of it; at this table it goes like this.
Who resigns is left out when the turn goes round and cannot win any more.
Their figures stay: they go on blocking, count for the majority and score.
A tile in hand goes back on top of its pile.
One that lies is scored at once, as if its player had passed; what the rules demand with it is \
done for them.
With one player left the final scoring follows.
The host may end the game for all, with `/end`.
Either what the last tile finished counts and the final scoring follows, of what lies; or the \
points stay as they are and nobody wins."""),
        ("COM-02", "COM-21", "COM-24", "COM-27"),
    ),
)
