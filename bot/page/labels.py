"""The words of a page that no game changes: buttons, headings, sentences around the board."""

from collections.abc import Mapping
from typing import Final

from bot.text.i18n import N_

LABELS: Final[Mapping[str, str]] = {
    "board": N_("Board"),
    "boardAfter": N_("The board after {turn}: {tiles} tiles. It is listed under “In words”."),
    "boardHelp": N_("Tap a feature to see who holds it. Swipe or use ← → for other turns."),
    "chart": N_("Chart"),
    "chartTitle": N_("Points after each turn"),
    "close": N_("Close"),
    "dark": N_("Dark colours"),
    "deal": N_("Start"),
    "earlier": N_("Earlier turn"),
    "end": N_("To the end"),
    "final": N_("Final scoring"),
    "fit": N_("Whole board"),
    "larger": N_("Zoom in"),
    "later": N_("Later turn"),
    "light": N_("Light colours"),
    "listHelp": N_("Choose a feature to see it on the board."),
    "names": N_("Players"),
    "notes": N_("Also on the board"),
    "nothing": N_("Nothing was scored yet."),
    "play": N_("Play"),
    "points": N_("Points"),
    "review": N_("Review"),
    "reviewNone": N_("No costly move."),
    "scoredBefore": N_("Scored so far"),
    "scores": N_("Scores"),
    "seal": N_("Fair shuffle"),
    "sealBad": N_("The text below doesn't give the seal: this page has been changed."),
    "sealDrawn": N_("The tiles of this page were drawn in exactly that order."),
    "sealGood": N_("Checked: the order of the tiles gives the seal posted at the start."),
    "sealHelp": N_(
        "The seal is the SHA-256 of the text below, with each line ended by one line feed. Compare "
        "it with the one posted at the start of the game."
    ),
    "sealHow": N_("Your browser has just calculated it. To check it elsewhere, hash this text:"),
    "sealNone": N_("This shuffle was not sealed, so there is nothing to check."),
    "sealOff": N_("This browser can't calculate a SHA-256 here."),
    "sealOrder": N_("The tiles of this page don't follow the sealed order."),
    "sealWait": N_("A running game keeps its order secret. It can be checked after the end."),
    "smaller": N_("Zoom out"),
    "start": N_("To the start"),
    "tiles": N_("Tiles"),
    "total": N_("Total"),
    "turn": N_("Turn {number}"),
    "turnSlider": N_("Turns"),
    "turnOf": N_("Turn {number} · {who}"),
    "views": N_("Views of the game"),
    "words": N_("In words"),
}
"""English messages by the names that the page's script uses; braces are filled in by it."""
