"""What happened, as lines of text."""

from collections.abc import Sequence

from bot.games import nouns
from bot.games.events import line
from bot.presenters.words import scores
from bot.text.i18n import _, listed, ngettext
from bot.text.names import Names
from bot.text.phrases import at
from rules.analysis.chronicle import spent
from rules.analysis.faces import segment_at
from rules.game import Game
from rules.pieces import Piece
from rules.story import (
    EndedEarly,
    Event,
    GameEnded,
    PieceDeployed,
    PiecesReturned,
    Resigned,
    Scored,
    TileDiscarded,
    TileDrawn,
    TilePlaced,
    TurnBegan,
)


def told(events: Sequence[Event], game: Game, names: Names) -> list[str]:
    """Events as lines of text, in order."""
    lines: list[str] = []
    final = False
    for index, event in enumerate(events):
        if not final and isinstance(event, Scored) and event.final:
            lines.append(_("🏁 **Final scoring.**"))
            final = True
        following = events[index + 1] if index + 1 < len(events) else None
        said = line_of(event, following, game, names)
        if said:
            lines.append(said)
    return lines


def line_of(event: Event, following: Event | None, game: Game, names: Names) -> str:
    """An event in a line; empty where another event tells of it.

    ``following`` is the event after it: a figure is told together with its tile.
    """
    match event:
        case TilePlaced():
            return _placed(event, following, game, names)
        case Scored():
            home = returned(event.pieces, spent(game, event), names) if not event.final else ""
            return f"{scores.scored(event, names)} {home}".rstrip()
        case TileDrawn(seat, bag):
            drawn = nouns.bag(bag).drawn
            return _(drawn, who=names.shown(seat)) if drawn else ""
        case TileDiscarded(tile=tile):
            return _("🗑️ Tile {tile} was drawn, fits nowhere and leaves the game.", tile=tile)
        case PiecesReturned(pieces):
            return ngettext(
                "🏁 {number} follower on unfinished features left without points.",
                "🏁 {number} followers on unfinished features left without points.",
                len(pieces),
            )
        case Resigned(seat):
            return _("🏳️ {who} resigned; their pieces stay.", who=names.shown(seat))
        case EndedEarly():
            return _("⏹️ The game was ended early: what lies is scored.")
        case GameEnded(winners):
            return _won(winners, game, names)
        case TurnBegan() | PieceDeployed():
            return ""
        case _other:
            return line(event, game, names)


def _placed(event: TilePlaced, following: Event | None, game: Game, names: Names) -> str:
    facts = {
        "who": names.shown(event.seat),
        "cell": at(event.cell),
        "rotation": f"rot{90 * event.rotation}",
    }
    if not isinstance(following, PieceDeployed):
        return _("{who} laid a tile at `{cell}` {rotation}.", **facts)
    piece = following.piece
    zone = segment_at(game, piece.spot)
    return _(
        "{who} laid a tile at `{cell}` {rotation} and put {a_figure} on its {terrain} {letter}.",
        a_figure=nouns.a_role(piece.role.name),
        terrain=nouns.terrain(zone.terrain),
        letter=zone.letter,
        **facts,
    )


def returned(pieces: Sequence[Piece], lost: Sequence[Piece], names: Names) -> str:
    """Whose pieces came back, and which of them are ``lost`` to the game."""
    said = []
    home = [_piece(piece, names) for piece in pieces if piece not in lost]
    gone = [_piece(piece, names) for piece in lost]
    if home:
        said.append(
            ngettext("{pieces} comes home.", "{pieces} come home.", len(home), pieces=listed(home))
        )
    if gone:
        said.append(
            ngettext(
                "{pieces} leaves the game.",
                "{pieces} leave the game.",
                len(gone),
                pieces=listed(gone),
            )
        )
    return " ".join(said)


def _piece(piece: Piece, names: Names) -> str:
    """``Ana's hunter``."""
    who, figure = names.shown(piece.seat), nouns.role(piece.role.name)
    return _("{who}'s {figure}", who=who, figure=figure)


def _won(winners: Sequence[int], game: Game, names: Names) -> str:
    said = ngettext(
        "🏆 {players} wins with {points} points.",
        "🏆 {players} share the victory with {points} points.",
        len(winners),
        players=listed(map(names.shown, winners)),
        points=f"**{game.scores[winners[0]]}**",
    )
    return f"{said}\n{scores.kinds_table(game, names)}"
