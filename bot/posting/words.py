"""The status card of a table: the message that is edited to show its state."""

from bot.table.table import Phase, Table
from bot.text import emoji as colours
from bot.text.i18n import _, relative_timestamp
from bot.text.message import Message
from bot.text.names import Names
from bot.words import scores
from bot.words.game_texts import game_title
from bot.words.state import closed_line, pause_lines, time_lines


def status_card(table: Table, names: Names, newest: str = "") -> Message:
    """``newest`` links to the newest post. Nobody is pinged."""
    game = table.running_game
    lines = [
        f"### {game_title(table.name)}",
        *(_player_line(table, names, seat) for seat in range(game.seats)),
        *_turn_lines(table, names),
    ]
    if newest:
        lines.append(_("➡️ [To the newest post]({link})", link=newest))
    colour = names.colour(game.turn) if table.phase is Phase.PLAYING else None
    return Message("\n".join(lines), colour=colour)


def _player_line(table: Table, names: Names, seat: int) -> str:
    """``🔴 **Ana** 12``, with a mark for a resigned player."""
    game = table.running_game
    line = f"{colours.emblem(names.colour(seat))} {names.bold_name(seat)} {game.scores[seat]}"
    return _("{player} · resigned", player=line) if seat in game.out else line


def _turn_lines(table: Table, names: Names) -> list[str]:
    if table.phase is not Phase.PLAYING:
        return [closed_line(table, names)]
    return [*pause_lines(table, names), _turn_line(table, names), *time_lines(table, names)]


def _turn_line(table: Table, names: Names) -> str:
    game = table.running_game
    who, tiles = names.bold_name(game.turn), scores.tiles_left(game)
    since = relative_timestamp(table.since)
    return _("▶️ {who}'s turn since {when} · {tiles}", who=who, when=since, tiles=tiles)
