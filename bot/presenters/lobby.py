"""The lobby: who sits at the table, and how to join, leave and start."""

from bot.presenters import liveries
from bot.presenters.cast import Cast
from bot.presenters.games import header, title
from bot.presenters.post import Button, Post, Tone
from bot.table import Phase, Table
from bot.words import _


def lobby(table: Table, cast: Cast) -> Post:
    """The post of a table that has not started: its players and its buttons."""
    if table.phase is Phase.STOPPED:
        game = f"**{title(table.name)}**"
        return Post(_("{game} was called off: everybody has left, or it was ended.", game=game))
    names = [f"{seat + 1}. {_player(table, cast, seat)}" for seat in range(len(table.players))]
    free = _("free")
    names += [f"{n}. *{free}*" for n in range(len(names) + 1, table.room + 1)]
    hint = (
        _("The table is full: any player can start.")
        if table.full
        else _("Take a seat; the host can start as soon as there are two.")
    )
    return Post(
        "\n".join([header(table.name, table.options, table.settings), "", hint, *names]),
        buttons=(
            Button(_("Join"), "join", Tone.GOOD),
            Button(_("Leave"), "leave"),
            Button(_("Start"), "start", Tone.MAIN),
        ),
    )


def _player(table: Table, cast: Cast, seat: int) -> str:
    """``🔴 **Ana** (host)``."""
    name = f"{liveries.emblem(cast.livery(seat))} {cast.shown(seat)}"
    if table.players[seat] == table.host:
        return _("{name} (host)", name=name)
    return name
