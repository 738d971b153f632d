"""The status card of a table, and posts that newer ones have replaced."""

from dataclasses import replace

from bot.games.about import title
from bot.presenters.public import lobby, stalled_turn, turns, undo_vote
from bot.presenters.words import scores
from bot.presenters.words.state import rest, timing
from bot.presenters.words.votes import paused
from bot.table.post_history import PostedEntries
from bot.table.table import Phase, Table
from bot.text import colours
from bot.text.i18n import _
from bot.text.message import Message
from bot.text.names import Names
from bot.text.timestamps import from_now


def old(retold: PostedEntries, names: Names) -> Message:
    """The post without buttons; a question is replaced by its result."""
    outcome, names = retold.outcome, names.afterwards()
    before, after = outcome.before, outcome.after
    if after.game is None:
        return lobby.closed(after, names)
    if retold.settled is not None:
        settled = stalled_turn.settled if turns.polls(outcome) else undo_vote.settled
        return settled(retold.settled, names)
    asked_before = before is not None and before.vote is not None and after.vote is None
    if before is not None and asked_before and after.version == before.version:
        return undo_vote.refused(outcome.user, names)
    message = turns.present(after, names) if before is after else turns.of_outcome(outcome, names)
    return replace(message, buttons=(), pings=())


def card(table: Table, names: Names, newest: str = "") -> Message:
    """The current card; ``newest`` links to the newest post. It pings nobody."""
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
    """``🔴 **Ana** 12``, or that they have resigned."""
    game = table.running_game
    line = f"{colours.emblem(names.colour(seat))} {names.shown(seat)} {game.scores[seat]}"
    return _("{player} · has resigned", player=line) if seat in game.out else line


def _now(table: Table, names: Names) -> list[str]:
    """The turn and what it waits for, or how the game ended."""
    if table.phase is not Phase.PLAYING:
        return [rest(table, names)]
    return [*paused(table, names), _turn(table, names), *timing(table, names)]


def _turn(table: Table, names: Names) -> str:
    """The player to move, named and not pinged, and since when."""
    game = table.running_game
    who, tiles = names.shown(game.turn), scores.tiles_left(game)
    since = from_now(table.since)
    return _("▶️ {who} is to play, since {when} · {tiles}", who=who, when=since, tiles=tiles)
