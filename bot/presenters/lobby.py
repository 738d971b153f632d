"""The lobby: who sits at the table, and how to join, leave and start."""

from bot.presenters.cast import Cast
from bot.presenters.games import header, title
from bot.presenters.post import Button, Post, Tone
from bot.table import Phase, Table


def lobby(table: Table, cast: Cast) -> Post:
    """The post of a table that has not started: its players and its buttons."""
    if table.phase is Phase.STOPPED:
        return Post(f"**{title(table.name)}** was called off: everybody has left, or it was ended.")
    names = [
        f"{n}. {cast.shown(seat)}" + (" (host)" if table.players[seat] == table.host else "")
        for n, seat in enumerate(range(len(table.players)), 1)
    ]
    names += [f"{n}. *free*" for n in range(len(names) + 1, table.room + 1)]
    hint = (
        "The table is full: any player can start."
        if table.full
        else "Take a seat; the host can start as soon as there are two."
    )
    return Post(
        "\n".join([header(table.name, table.options), "", hint, *names]),
        buttons=(
            Button("Join", "join", Tone.GOOD),
            Button("Leave", "leave"),
            Button("Start", "start", Tone.MAIN),
        ),
    )
