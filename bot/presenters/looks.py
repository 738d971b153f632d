"""Answers to who wants to know: the scores, the tiles left, the record, help."""

from collections import Counter
from typing import Final

from bot.presenters import scores
from bot.presenters.cast import Cast
from bot.presenters.games import ABOUT
from bot.table import Phase, Table
from rules.game import Game
from rules.story import Scored
from rules.tiles import Tile
from rules.variants import rulebook

HELP: Final = """\
## {title}
*{note}*
**Your turn**: lay the tile so that all its touching sides match, then put a figure on it or not.
`/place 3 -1 rot90 {figure} b`: column 3, row -1, a quarter turn clockwise, a figure on segment b. \
Every option suggests what is legal. Leave the figure out and you are asked; `none` puts none.
`/pass`: no figure on the tile you were asked about · `/undo`: take your last move back until \
the next player has moved · `/resign`: leave the game
**Figures**
{figures}
**Looking**: `/board` the whole board · `/score` points and why · `/tiles` what is still to come · \
`/export` the game as a record
**Table**: `/new` opens one · `/join` `/leave` `/start` · `/end` stops the game (its host, or who \
manages the server)"""


def help_text(name: str) -> str:
    """How to play a game, every command, and its figures, in short."""
    about = ABOUT[name]
    role = next(iter(rulebook(name).ruleset.roles)).name
    return HELP.format(title=about.title, note=about.note, figures=about.figures, figure=role)


def score_text(table: Table, cast: Cast) -> str:
    """Points by kind, what each seat has left, and the arithmetic of every event so far."""
    game = table.game
    assert game is not None
    lines = [scores.table(game, cast)]
    if table.phase is Phase.PLAYING:
        lines += [
            f"{cast.shown(seat)}: {scores.supplies(game, seat)} left" for seat in range(game.seats)
        ]
    events = [event for event in game.story if isinstance(event, Scored) and event.points]
    lines += ["", *(scores.scored(event, cast) for event in events)]
    if not events:
        lines.append("Nothing has been scored yet.")
    return "\n".join(lines)


def tiles_text(game: Game) -> str:
    """What is left in each bag, by the sides of the tiles and by what is printed, not by order."""
    lines = []
    for bag, tile_set in game.book.ruleset.bags.items():
        left = [tile_set.tiles[tile] for tile in game.bags[bag]]
        name = {"bag": "Tiles", "bonus": "Bonus tiles"}.get(bag, bag)
        lines.append(f"**{name} left: {len(left)}**")
        for sides, number in sorted(Counter(map(_sides, left)).items(), key=lambda i: (-i[1], i)):
            lines.append(f"{number} × {sides}")
        marks = Counter[str]()
        for tile in left:
            for zone in tile.zones:
                marks.update(zone.marks)
                marks["spring"] += zone.inner_end == "spring"
        if +marks:
            lines.append("Printed on them: " + ", ".join(f"{n} {m}" for m, n in (+marks).items()))
    return "\n".join(lines)


def export_text(table: Table) -> str:
    """The record; while the game runs, without the tiles nobody has seen."""
    if table.game is None or table.header is None:
        raise ValueError("no game has begun")
    if table.phase is Phase.OVER:
        return table.record()
    game = table.game
    lines = [f"game: {table.name}", f"seats: {game.seats}"]
    lines += [f"{switch}: {value}" for switch, value in table.options.items()]
    for bag, order in table.header.bags.items():
        seen = order[: len(order) - len(game.bags[bag])]
        lines.append(f"{bag}: {' '.join([*seen, '…'])}")
    lines.append("# … stands for the tiles nobody has seen; the record tells them after the end.")
    return "\n".join([*lines, "", *(line.text for line in table.lines), ""])


def _sides(tile: Tile) -> str:
    """``2 forest, 1 river, 1 meadow``."""
    found = Counter(tile.at_port(3 * side + 1).terrain.value for side in range(4))
    return ", ".join(f"{number} {terrain}" for terrain, number in sorted(found.items()))
