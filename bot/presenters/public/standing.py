"""The standing card of a table: who plays, whose turn it is, where the newest post is."""

from bot.games.about import title
from bot.presenters.words import scores
from bot.table.table import Phase, Table
from bot.text import colours
from bot.text.i18n import _
from bot.text.message import Message
from bot.text.names import Names
from rules.analysis.chronicle import winners


def card(table: Table, names: Names, newest: str = "") -> Message:
    """The card as it is now; ``newest`` leads to the newest post. It pings nobody."""
    game = table.running_game
    lines = [
        f"### {title(table.name)}",
        *(_player(table, names, seat) for seat in range(game.seats)),
        _now(table, names),
    ]
    if newest:
        lines.append(_("➡️ [To the newest post]({link})", link=newest))
    colour = names.colour(game.turn) if table.phase is Phase.PLAYING else None
    return Message("\n".join(lines), colour=colour)


def _player(table: Table, names: Names, seat: int) -> str:
    """``▸ 🔴 **Ana** 12``, with what keeps a seat from playing."""
    game = table.running_game
    line = f"{colours.emblem(names.colour(seat))} {names.shown(seat)} {game.scores[seat]}"
    if seat in game.out:
        return _("{player} · has resigned", player=line)
    return line


def _now(table: Table, names: Names) -> str:
    """Whose turn it is, or how it ended."""
    game = table.running_game
    match table.phase:
        case Phase.PLAYING:
            tiles = scores.tiles_left(game)
            return _("▶️ {who} is to play · {tiles}", who=names.shown(game.turn), tiles=tiles)
        case Phase.OVER:
            return scores.won(winners(game), game, names)
        case _other:
            return _("⏹️ The game was ended early; nothing more is scored.")
