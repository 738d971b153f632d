"""The post of a turn: what happened with its arithmetic, who is next, what to lay."""

from collections.abc import Sequence

from bot.presenters import scores
from bot.presenters.cast import Cast
from bot.presenters.post import ALT_LIMIT, Button, Picture, Post, Shot, Tone, shortened
from bot.table import Outcome, Phase, Table
from rules.game import Game
from rules.geometry import xy
from rules.story import (
    Event,
    GameEnded,
    PieceDeployed,
    PiecesReturned,
    Resigned,
    Scored,
    TileDiscarded,
    TileDrawn,
    TilePlaced,
)

TITLES = {"hunters": "Carcassonne: Hunters and Gatherers"}


def title(name: str) -> str:
    """The full name of a game."""
    return TITLES.get(name, name)


def of_outcome(outcome: Outcome, cast: Cast) -> Post:
    """The public post after a command that changed a game."""
    before, after = outcome.before, outcome.after
    game = after.game
    assert game is not None
    if before is None or before.game is None:
        return _post(after, cast, [f"## {title(after.name)}", _order(cast)])
    if after.phase is Phase.STOPPED:
        return stopped(after, cast)
    known = before.game.story
    if len(game.story) <= len(known) and game.story == known[: len(game.story)]:
        who = cast.user(outcome.user)
        return _post(after, cast, [f"↩️ {who} took back the last move. The same tile is back."])
    return _post(after, cast, told(game.story[len(known) :], game, cast))


def present(table: Table, cast: Cast) -> Post:
    """How a running or ended game stands, for whoever asks or after a restart."""
    game = table.game
    assert game is not None
    if table.phase is Phase.STOPPED:
        return stopped(table, cast)
    last = next(
        (n for n in reversed(range(len(game.story))) if isinstance(game.story[n], TilePlaced)), 0
    )
    return _post(table, cast, told(game.story[last:], game, cast))


def stopped(table: Table, cast: Cast) -> Post:
    """The post of a table that was ended before its time."""
    lines = ["⏹️ The game was ended early; nothing more is scored."]
    if table.game is not None:
        lines.append(scores.standings(table.game, cast))
    return Post("\n".join(lines))


def told(events: Sequence[Event], game: Game, cast: Cast) -> list[str]:
    """Events as lines of text, in order."""
    lines: list[str] = []
    for index, event in enumerate(events):
        match event:
            case TilePlaced():
                following = events[index + 1] if index + 1 < len(events) else None
                lines.append(_placed(event, following, game, cast))
            case Scored():
                lines.append(scores.scored(event, cast))
                if event.returned and not event.final:
                    lines[-1] += f" {_home(event, cast)}"
            case TileDrawn(seat, bag, _) if bag != game.book.main_bag:
                lines.append(f"✨ There was gold in it: {cast.shown(seat)} draws a bonus tile.")
            case TileDiscarded(_, _, tile):
                lines.append(f"🗑️ Tile {tile} was drawn, fits nowhere and leaves the game.")
            case PiecesReturned(pieces) if pieces:
                lines.append(f"🏁 Final scoring. {len(pieces)} unfinished features pay nothing.")
            case Resigned(seat):
                lines.append(f"🏳️ {cast.shown(seat)} resigned; their pieces stay.")
            case GameEnded(winners):
                lines.append(_won(winners, game, cast))
            case _:
                pass
    return lines


def _placed(event: TilePlaced, following: Event | None, game: Game, cast: Cast) -> str:
    x, y = xy(event.cell)
    text = f"{cast.shown(event.seat)} laid a tile at `{x} {y}` rot{90 * event.rotation}"
    if isinstance(following, PieceDeployed):
        piece = following.piece
        letter = game.board.zone(piece.spot).letter
        terrain = game.board.zone(piece.spot).terrain.value
        text += f" and put a {piece.role.name} on its {terrain} {letter}"
    return text + "."


def _home(event: Scored, cast: Cast) -> str:
    """Whose pieces came back."""
    found = [f"{cast.shown(piece.seat)}'s {piece.role.name}" for piece in event.returned]
    names = " and ".join([", ".join(found[:-1]), found[-1]]) if len(found) > 1 else found[0]
    return f"{names} {'come' if len(found) > 1 else 'comes'} home."


def _won(winners: Sequence[int], game: Game, cast: Cast) -> str:
    names = " and ".join(cast.shown(seat) for seat in winners)
    points = game.scores[winners[0]]
    verb = "share the victory" if len(winners) > 1 else "wins"
    return f"🏆 {names} {verb} with **{points}** points.\n{scores.table(game, cast)}"


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
    alt = alt_text(table, cast, lines)
    return Post("\n".join(said), (Picture(Shot.TURN, alt),), buttons, ping, seat)


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
    return f"{who}, your turn ({tiles}): {game.decision.wanted} with `/place x y rotation figure`."


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
