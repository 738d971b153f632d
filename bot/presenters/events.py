"""What happened, as lines of text."""

from collections.abc import Sequence

from bot.presenters import scores
from bot.presenters.cast import Cast
from rules.game import Game
from rules.geometry import Spot, xy
from rules.pieces import Piece
from rules.story import (
    ArkSet,
    ArkWalked,
    Event,
    FerryLaid,
    GameEnded,
    PieceDeployed,
    PiecesReturned,
    Resigned,
    Scored,
    TileDiscarded,
    TileDrawn,
    TilePlaced,
)


def told(events: Sequence[Event], game: Game, cast: Cast) -> list[str]:
    """Events as lines of text, in order."""
    lines: list[str] = []
    final = False
    for index, event in enumerate(events):
        if not final and isinstance(event, Scored) and event.final:
            lines.append("🏁 **Final scoring.**")
            final = True
        match event:
            case TilePlaced():
                following = events[index + 1] if index + 1 < len(events) else None
                lines.append(_placed(event, following, game, cast))
            case Scored():
                lines.append(scores.scored(event, cast))
                if event.pieces and not event.final:
                    lines[-1] += f" {_home(event.pieces, cast)}"
            case FerryLaid():
                lines.append(_ferry(event, game, cast))
            case ArkSet(seat, cell):
                lines.append(f"⛺ {cast.shown(seat)} set the Ark at `{_at(cell)}`.")
            case ArkWalked(seat, path):
                lines.append(
                    f"⛺ {cast.shown(seat)} walked the Ark {len(path)} "
                    f"tile{'' if len(path) == 1 else 's'} to `{_at(path[-1])}`."
                )
            case TileDrawn(seat, bag, _) if bag != game.book.main_bag:
                lines.append(f"✨ There was gold in it: {cast.shown(seat)} draws a bonus tile.")
            case TileDiscarded(_, _, tile):
                lines.append(f"🗑️ Tile {tile} was drawn, fits nowhere and leaves the game.")
            case PiecesReturned(pieces):
                number = f"{len(pieces)} follower{'' if len(pieces) == 1 else 's'}"
                lines.append(f"🏁 {number} on unfinished features left without points.")
            case Resigned(seat):
                lines.append(f"🏳️ {cast.shown(seat)} resigned; their pieces stay.")
            case GameEnded(winners):
                lines.append(_won(winners, game, cast))
            case _:
                pass
    return lines


def _at(spot: Spot) -> str:
    x, y = xy(spot)
    return f"{x} {y}"


def _placed(event: TilePlaced, following: Event | None, game: Game, cast: Cast) -> str:
    text = f"{cast.shown(event.seat)} laid a tile at `{_at(event.cell)}` rot{90 * event.rotation}"
    if isinstance(following, PieceDeployed):
        piece = following.piece
        zone = game.board.zone(piece.spot)
        text += f" and put a {piece.role.name} on its {zone.terrain.value} {zone.letter}"
    return text + "."


def _ferry(event: FerryLaid, game: Game, cast: Cast) -> str:
    a, b = (game.board.zone(spot).letter for spot in event.joins)
    verb = "laid the ferry" if event.before is None else "turned the ferry"
    return f"⛴️ {cast.shown(event.seat)} {verb} at `{_at(event.joins[0])}` to join {a} and {b}."


def _home(pieces: Sequence[Piece], cast: Cast) -> str:
    """Whose pieces came back, and which left the game."""
    said = []
    for spent, verb in ((False, "home"), (True, "out of the game")):
        names = [
            f"{cast.shown(piece.seat)}'s {piece.role.name}"
            for piece in pieces
            if (piece.role.kind == "prophet") is spent
        ]
        if names:
            listed = " and ".join([", ".join(names[:-1]), names[-1]][len(names) == 1 :])
            said.append(f"{listed} {'comes' if len(names) == 1 else 'come'} {verb}.")
    return " ".join(said).replace("comes out of", "leaves").replace("come out of", "leave")


def _won(winners: Sequence[int], game: Game, cast: Cast) -> str:
    names = " and ".join(cast.shown(seat) for seat in winners)
    points = game.scores[winners[0]]
    verb = "share the victory" if len(winners) > 1 else "wins"
    return f"🏆 {names} {verb} with **{points}** points.\n{scores.table(game, cast)}"
