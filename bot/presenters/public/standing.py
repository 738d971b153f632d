"""The standing card of a table: who plays, whose turn it is, where the newest post is."""

from bot.games.about import title
from bot.presenters.words import scores
from bot.presenters.words.timing import timing
from bot.table.table import Phase, Table
from bot.text import colours
from bot.text.i18n import _
from bot.text.message import Message
from bot.text.moments import from_now, on_day
from bot.text.names import Names
from rules.analysis.chronicle import winners


def card(table: Table, names: Names, newest: str = "") -> Message:
    """The card as it is now; ``newest`` leads to the newest post. It pings nobody."""
    game = table.running_game
    lines = [
        f"### {title(table.name)}",
        *(_player(table, names, seat) for seat in range(game.seats)),
        *_now(table, names),
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
    if seat in table.open_seats:
        return _("{player} · the seat is open", player=line)
    return line


def _now(table: Table, names: Names) -> list[str]:
    """Whose turn it is and what it waits for, or how it ended."""
    game = table.running_game
    match table.phase:
        case Phase.PLAYING:
            return [*_pause(table), _turn(table, names), *timing(table, names)]
        case Phase.OVER:
            return [scores.won(winners(game), game, names)]
        case Phase.ARCHIVED:
            return [_("📦 Nobody came for a long time: the game is put away as it stands.")]
        case _other:
            return [_("⏹️ The game was ended early; nothing more is scored.")]


def _turn(table: Table, names: Names) -> str:
    """Who is to play, named and not pinged, and since when."""
    game = table.running_game
    facts = {"tiles": scores.tiles_left(game), "when": from_now(table.since)}
    if game.turn in table.open_seats:
        return _("▶️ An open seat is to play, since {when} · {tiles}", **facts)
    who = names.shown(game.turn)
    return _("▶️ {who} is to play, since {when} · {tiles}", who=who, **facts)


def _pause(table: Table) -> list[str]:
    if table.paused is None:
        return []
    if table.paused.until is None:
        return [_("⏸️ The game is paused.")]
    return [_("⏸️ The game is paused until {day}.", day=on_day(table.paused.until))]
