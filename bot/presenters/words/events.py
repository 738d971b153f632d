"""Events of a game as lines of text."""

from collections import Counter
from collections.abc import Iterator, Sequence

from bot.games import nouns
from bot.games.about import line
from bot.presenters.words import scores
from bot.text.i18n import _, listed, ngettext
from bot.text.names import Names
from bot.text.phrases import at, turned
from rules.analysis.chronicle import spent, tile_of_turn
from rules.analysis.faces import printed, segment_at
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
    Skipped,
    TileDiscarded,
    TileDrawn,
    TilePlaced,
    TilePostponed,
    TurnBegan,
)


def told(events: Sequence[Event], game: Game, names: Names) -> list[str]:
    """Events as lines of text, in order."""
    lines: list[str] = []
    final = False
    for event, figure in with_figures(events):
        if not final and isinstance(event, Scored) and event.final:
            lines.append(_("🏁 **Final scoring.**"))
            final = True
        said = line_of(event, figure, game, names)
        if said:
            lines.append(said)
    return lines


def with_figures(events: Sequence[Event]) -> Iterator[tuple[Event, Piece | None]]:
    """Each event, a tile together with the figure that was put on it."""
    for index, event in enumerate(events):
        figure = None
        if isinstance(event, TilePlaced):
            for later in events[index + 1 :]:
                if isinstance(later, TilePlaced | TurnBegan):
                    break
                if isinstance(later, PieceDeployed):
                    figure = later.piece
                    break
        yield event, figure


def line_of(event: Event, figure: Piece | None, game: Game, names: Names) -> str:
    """An event in a line; empty where another event includes it.

    ``figure`` is the piece put on the tile that the event laid.
    """
    match event:
        case TilePlaced():
            return _placed(event, figure, game, names)
        case Scored():
            home = returned(event.pieces, spent(game, event), names) if not event.final else ""
            return f"{scores.scored(event, names)} {home}".rstrip()
        case TileDrawn(seat, bag):
            drawn = nouns.bag(bag).drawn
            return _(drawn, who=names.shown(seat)) if drawn else ""
        case TileDiscarded(tile=tile):
            terrains = dict.fromkeys(side.terrain for side in printed(game, tile).sides)
            return _(
                "🗑️ A tile with {terrains} fits nowhere and leaves the game.",
                terrains=listed(map(nouns.terrain, terrains)),
            )
        case TilePostponed(tile=tile):
            terrains = dict.fromkeys(side.terrain for side in printed(game, tile).sides)
            return _(
                "🔁 A tile with {terrains} fits nowhere just now: it comes again after the others.",
                terrains=listed(map(nouns.terrain, terrains)),
            )
        case PiecesReturned(pieces) if all(piece.role.beside for piece in pieces):
            return ngettext(
                "↩️ {pieces} was left alone and comes home.",
                "↩️ {pieces} were left alone and come home.",
                len(pieces),
                pieces=listed(_owned(pieces, names)),
            )
        case PiecesReturned(pieces):
            return ngettext(
                "🏁 {number} follower on unfinished features left without points.",
                "🏁 {number} followers on unfinished features left without points.",
                len(pieces),
            )
        case Resigned(seat):
            return _("🏳️ {who} resigns; their figures stay.", who=names.shown(seat))
        case Skipped(seat):
            return _("⏭️ {who}'s turn is skipped.", who=names.shown(seat))
        case EndedEarly():
            return _("⏹️ The game was ended early: what lies is scored.")
        case GameEnded(winners):
            return f"{scores.won(winners, game, names)}\n{scores.kinds_table(game, names)}"
        case TurnBegan() | PieceDeployed():
            return ""
        case _other:
            return line(event, game, names)


def _placed(event: TilePlaced, piece: Piece | None, game: Game, names: Names) -> str:
    who, place = names.shown(event.seat), f"`{at(event.cell)}`"
    if event.rotation:
        place = f"{place} {turned(event.rotation)}"
    again = tile_of_turn(game, event.cell) > 1
    if piece is None:
        if again:
            return _("{who} lays a second tile at {place}.", who=who, place=place)
        return _("{who} lays a tile at {place}.", who=who, place=place)
    segment = segment_at(game, piece.spot)
    marks = nouns.printed(segment)
    where = nouns.where(segment)
    facts = {
        "who": who,
        "place": place,
        "a_figure": nouns.a_role(piece.role.name),
        "where": f"{where} ({listed(marks)})" if marks else where,
    }
    if again:
        return _("{who} lays a second tile at {place} and puts {a_figure} {where}.", **facts)
    return _("{who} lays a tile at {place} and puts {a_figure} {where}.", **facts)


def returned(pieces: Sequence[Piece], lost: Sequence[Piece], names: Names) -> str:
    """The owners of returned pieces, and the pieces ``lost`` to the game."""
    said = []
    home = [piece for piece in pieces if piece not in lost]
    if home:
        each = listed(_owned(home, names))
        said.append(ngettext("{pieces} comes home.", "{pieces} come home.", len(home), pieces=each))
    if lost:
        each = listed(_owned(lost, names))
        said.append(
            ngettext(
                "{pieces} leaves the game.", "{pieces} leave the game.", len(lost), pieces=each
            )
        )
    return " ".join(said)


def _owned(pieces: Sequence[Piece], names: Names) -> Iterator[str]:
    """``Ana's hunter``, ``Bo's 2 thieves``."""
    for (seat, role), number in Counter((each.seat, each.role.name) for each in pieces).items():
        figure = nouns.role(role) if number == 1 else nouns.figures(role, number)
        yield _("{who}'s {figure}", who=names.shown(seat), figure=figure)
