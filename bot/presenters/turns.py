"""The post of a turn: what happened with its arithmetic, who is next, what to lay."""

from collections.abc import Sequence
from typing import Final

from bot.presenters import scores
from bot.presenters.cast import Cast
from bot.presenters.events import told
from bot.presenters.games import header
from bot.presenters.post import ALT_LIMIT, Button, Picture, Post, Shot, Tone, shortened
from bot.table import Outcome, Phase, Table
from rules.game import Game
from rules.moves import LayFerry, PlaceTile, SetArk, TurnFerry
from rules.story import TilePlaced

COMMANDS: Final = {
    PlaceTile: "`/place x y rotation figure`",
    LayFerry: "`/ferry a b`",
    TurnFerry: "`/turn x y a b` or `/pass`",
    SetArk: "`/ark x y`",
}
"""The command that answers a decision, by the kind of move it offers first."""


def of_outcome(outcome: Outcome, cast: Cast) -> Post:
    """The public post after a command that changed a game."""
    before, after = outcome.before, outcome.after
    game = after.game
    assert game is not None
    if before is None or before.game is None:
        return _post(after, cast, [header(after.name, after.options), _order(cast)])
    if after.phase is Phase.STOPPED:
        return stopped(after, cast)
    known = before.game.story
    if len(game.story) <= len(known) and game.story == known[: len(game.story)]:
        who = cast.user(outcome.user)
        return _post(after, cast, [f"↩️ {who} took back the last move. The same tile is back."])
    # A tile laid, its ferry or the Ark still to be seen to, was not posted: the turn is told whole.
    known_until = _last_placed(before.game) if half_way(before) else len(known)
    return _post(after, cast, told(game.story[known_until:], game, cast))


def half_way(table: Table) -> bool:
    """Whether a tile has been laid and something about it is still to be decided."""
    return table.phase is Phase.PLAYING and table.game is not None and table.game.drawn is None


def _last_placed(game: Game) -> int:
    """Where in the story the last tile was laid."""
    story = game.story
    return next((n for n in reversed(range(len(story))) if isinstance(story[n], TilePlaced)), 0)


def present(table: Table, cast: Cast) -> Post:
    """How a running or ended game stands, for whoever asks or after a restart."""
    game = table.game
    assert game is not None
    if table.phase is Phase.STOPPED:
        return stopped(table, cast)
    return _post(table, cast, told(game.story[_last_placed(game) :], game, cast))


def stopped(table: Table, cast: Cast) -> Post:
    """The post of a table that was ended before its time."""
    lines = ["⏹️ The game was ended early; nothing more is scored."]
    if table.game is not None:
        lines.append(scores.standings(table.game, cast))
    return Post("\n".join(lines))


def _order(cast: Cast) -> str:
    return "The order of play: " + ", ".join(map(cast.shown, range(len(cast.players)))) + "."


def _post(table: Table, cast: Cast, lines: list[str]) -> Post:
    game = table.game
    assert game is not None
    said = list(lines)
    seat = None
    ping = None
    buttons: tuple[Button, ...] = (Button("Scores", "score"), Button("Whole board", "board"))
    if table.phase is Phase.PLAYING:
        seat, ping = game.turn, table.to_move
        said += ["", turn_line(table, cast), scores.standings(game, cast)]
        if table.lines:
            buttons += (Button("Take back", "undo", Tone.PLAIN),)
    pictures = [Picture(Shot.TURN, alt_text(table, cast, lines))]
    if game.over:
        pictures.append(Picture(Shot.CHART, scores.chart_alt(game, cast)))
        buttons += (Button("Replay", "replay"),)
    return Post("\n".join(said), tuple(pictures), buttons, ping, seat)


def status(table: Table, cast: Cast) -> str:
    """In a line or two: whose turn it is, or that the game is over, and the points."""
    game = table.game
    assert game is not None
    playing = table.phase is Phase.PLAYING
    first = turn_line(table, cast) if playing else "The game is over."
    return f"{first}\n{scores.standings(game, cast)}"


def turn_line(table: Table, cast: Cast) -> str:
    """Whose turn it is, with a mention, and what to do."""
    game = table.game
    assert game is not None
    who = f"<@{table.to_move}>" if table.to_move is not None else cast.shown(game.turn)
    bag = game.book.main_bag
    left = len(game.bags[bag])
    tiles = f"{left} tile{'' if left == 1 else 's'} left"
    openings = game.decision.openings(game)
    command = next((COMMANDS[type(m)] for m in openings if type(m) in COMMANDS), "`/pass`")
    return f"{who}, your turn ({tiles}): {game.decision.wanted} with {command}."


def alt_text(table: Table, cast: Cast, lines: Sequence[str]) -> str:
    """The picture in words for who cannot see it: the move, the tile in hand, the scores."""
    game = table.game
    assert game is not None
    plain = [line.replace("*", "").replace("`", "").replace("\\", "") for line in lines[:4]]
    said = [line for line in plain if not line.startswith("#")]
    if game.hand is not None:
        said.append(f"{cast.plain(game.turn)} is to lay {describe(game)}.")
    points = ", ".join(f"{cast.plain(s)} {n}" for s, n in enumerate(game.scores))
    said.append(f"Points: {points}.")
    return shortened(" ".join(said), ALT_LIMIT)


def describe(game: Game) -> str:
    """The drawn tile in words: its sides from the north, clockwise."""
    hand = game.hand
    assert hand is not None
    names = ("north", "east", "south", "west")
    tile = hand.tile
    sides = ", ".join(
        f"{tile.at_port(3 * side + 1).terrain.value} {tile.at_port(3 * side + 1).letter} {name}"
        for side, name in enumerate(names)
    )
    marks = [
        f"{number} {mark} on {zone.letter}"
        for zone in tile.zones
        for mark, number in zone.marks.items()
    ]
    return f"tile {tile.id}: {sides}" + (f"; {', '.join(marks)}" if marks else "")
