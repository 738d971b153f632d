"""The parts of a page that no turn changes: its labels, tile kinds, piles, seal, review."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Final

from bot.games import nouns
from bot.page.number_tables import TextTable
from bot.presenters.private.hints import losses_text, mistake_lines, positions_before
from bot.text.i18n import N_
from bot.text.names import Names
from rules.analysis.tile_groups import group_tiles, merge_equal_kinds
from rules.fairness import canonical_text, commitment
from rules.game import Game
from rules.header import Header
from rules.opponents.review import Review

LABELS: Final[Mapping[str, str]] = {
    "board": N_("Board"),
    "boardAfter": N_("The board after {turn}: {tiles} tiles. It is listed under “In words”."),
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
    "tapHelp": N_("Tap a feature to see who holds it."),
    "tiles": N_("Tiles"),
    "total": N_("Total"),
    "turn": N_("Turn {number}"),
    "turnHelp": N_("Swipe or use ← → for other turns."),
    "turnSlider": N_("Turns"),
    "turnOf": N_("Turn {number} · {who}"),
    "views": N_("Views of the game"),
    "words": N_("In words"),
}
"""The words around the board: English messages by the names that the page's script uses.

The script fills in the braces.
"""


def kind_numbers(game: Game) -> dict[str, int]:
    """The number of each kind of tile."""
    return {name: number for number, name in enumerate(game.book.forms)}


def pile_rows(
    game: Game, header: Header, kinds: Mapping[str, int], texts: TextTable
) -> list[dict[str, Any]]:
    """Each pile: its name, and its kinds of tiles in groups that look alike.

    A group is the kind that stands for it, then pairs of a kind and its number of tiles. The order
    is that of the picture of the tiles left, not that of the pile.
    """
    rows = []
    for bag, order in header.bags.items():
        box = Counter(sorted(order))
        ordered = [kind for group in group_tiles(game, box) for kind in group.kinds]
        members: dict[object, list[list[int]]] = {}
        for name, number in ordered:
            members.setdefault(_shape(game, name), []).append([kinds[name], number])
        rows.append(
            {
                "bag": bag,
                "name": texts.add(partial(nouns.bag_name, bag)),
                "groups": [
                    [kinds[name], members[_shape(game, name)]]
                    for name, _number in merge_equal_kinds(game, ordered)
                ],
            }
        )
    return rows


def _shape(game: Game, name: str) -> object:
    """The zones of a kind of tile without its marks."""
    return game.book.forms[name].tile.shape


def seal_row(header: Header, *, ended: bool) -> dict[str, Any]:
    """The text that is hashed, the commitment and the order of each pile.

    Without a nonce there is none; before the end of a game its order is left out.
    """
    if not header.nonce:
        return {"state": "none"}
    if not ended:
        return {"state": "wait", "commitment": commitment(header)}
    return {
        "state": "sealed",
        "commitment": commitment(header),
        "text": canonical_text(header),
        "bags": {bag: list(order) for bag, order in header.bags.items()},
    }


def review_row(
    review: Review, record: str, names: Names, texts: TextTable, tiles: Sequence[Sequence[int]]
) -> dict[str, Any]:
    """The most expensive moves of each seat with the turn of each, and the points lost in all.

    ``tiles`` are the rows of tiles, each with its turn.
    """
    seats = []
    for mistakes in review.mistakes:
        games = positions_before(record, mistakes)
        lines = texts.add_all(partial(_mistake_lines, mistakes, games, names))
        turns = [tiles[mistake.tile][4] for mistake in mistakes]
        seats.append([list(pair) for pair in zip(lines, turns, strict=True)])
    return {"seats": seats, "lost": texts.add(partial(losses_text, review, names))}


def _mistake_lines(*given: Any) -> list[str]:
    return list(mistake_lines(*given))
