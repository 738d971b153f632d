"""Events of a game as lines of text."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import Final

from bot.games import nouns
from bot.games.game_texts import part_event_line
from bot.presenters.words import scores
from bot.presenters.words.tile_descriptions import extra_tile
from bot.text.i18n import _, join_list, ngettext
from bot.text.names import Names
from bot.text.phrases import coordinates, gains_text, rotation_text
from rules.analysis.history import spent_pieces, tile_number_in_turn
from rules.analysis.tile_faces import printed_face, segment_at
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
    totals,
)


def event_lines(events: Sequence[Event], game: Game, names: Names) -> list[str]:
    """Events as lines of text, in order."""
    lines: list[str] = []
    final = False
    for event, figure in with_figures(events):
        if not final and isinstance(event, Scored) and event.final:
            lines.append(_("🏁 **Final scoring.**"))
            final = True
        line = event_line(event, figure, game, names)
        if line:
            lines.append(line)
    return lines


def with_figures(events: Sequence[Event]) -> Iterator[tuple[Event, Piece | None]]:
    """Yield each event, a laid tile together with the figure put on it."""
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


def event_line(event: Event, figure: Piece | None, game: Game, names: Names) -> str:
    """An event in a line; empty where another event includes it.

    ``figure`` is the piece put on the tile that the event laid.
    """
    match event:
        case TilePlaced():
            return _placed(event, figure, game, names)
        case Scored():
            home = (
                returned_pieces(event.pieces, spent_pieces(game, event), names)
                if not event.final
                else ""
            )
            return f"{scores.score_line(event, names)} {home}".rstrip()
        case TileDrawn(seat, bag):
            drawn = nouns.bag_words(bag).drawn
            return _(drawn, who=names.bold_name(seat)) if drawn else ""
        case TileDiscarded(tile=tile):
            terrains = dict.fromkeys(side.terrain for side in printed_face(game, tile).sides)
            return _(
                "🗑️ A tile with {terrains} fits nowhere: it's out of the game.",
                terrains=join_list(map(nouns.terrain_name, terrains)),
            )
        case TilePostponed(tile=tile):
            terrains = dict.fromkeys(side.terrain for side in printed_face(game, tile).sides)
            return _(
                "🔁 A tile with {terrains} doesn't fit yet: it comes back after the others.",
                terrains=join_list(map(nouns.terrain_name, terrains)),
            )
        case PiecesReturned(pieces) if all(piece.role.beside for piece in pieces):
            return f"↩️ {_given_back(pieces, names)}."
        case PiecesReturned(pieces):
            return ngettext(
                "🏁 {number} meeple on unfinished features scored nothing.",
                "🏁 {number} meeples on unfinished features scored nothing.",
                len(pieces),
            )
        case Resigned(seat):
            who = names.bold_name(seat)
            if any(piece.seat == seat for piece in game.board.pieces()):
                return _("🏳️ {who} resigned; their meeples stay.", who=who)
            return _("🏳️ {who} resigned.", who=who)
        case Skipped(seat):
            return _("⏭️ {who}'s turn was skipped.", who=names.bold_name(seat))
        case EndedEarly():
            return _("⏹️ The game was ended early.")
        case GameEnded(winners):
            result = "\n".join(scores.result_lines(game, names))
            return f"{scores.winner_line(winners, game, names)}\n{result}"
        case TurnBegan() | PieceDeployed():
            return ""
        case _other:
            return part_event_line(event, game, names)


def _placed(event: TilePlaced, piece: Piece | None, game: Game, names: Names) -> str:
    who, place = names.bold_name(event.seat), f"`{coordinates(event.cell)}`"
    if event.rotation:
        place = f"{place} {rotation_text(event.rotation)}"
    a_tile = a_tile_text(event, game)
    if piece is None:
        return _("{who} placed {a_tile} at {place}.", who=who, a_tile=a_tile, place=place)
    segment = segment_at(game, piece.spot)
    marks = nouns.printed_marks(segment)
    where = nouns.segment_place(segment)
    facts = {
        "who": who,
        "a_tile": a_tile,
        "place": place,
        "a_figure": nouns.a_role(piece.role.name),
        "where": f"{where} ({join_list(marks)})" if marks else where,
    }
    return _("{who} placed {a_tile} at {place} and put {a_figure} {where}.", **facts)


def a_tile_text(event: TilePlaced, game: Game) -> str:
    """``a tile``; a further one of the same turn as the game calls it."""
    first = tile_number_in_turn(game, event.cell) == 1
    return _("a tile") if first else extra_tile(game)


def returned_pieces(pieces: Sequence[Piece], lost: Sequence[Piece], names: Names) -> str:
    """The owners that get pieces back, and the pieces ``lost`` to the game."""
    sentences = []
    back = [piece for piece in pieces if piece not in lost]
    if back:
        sentences.append(f"{_given_back(back, names)}.")
    if lost:
        sentences.append(
            ngettext(
                "{pieces} leaves the game.",
                "{pieces} leave the game.",
                len(lost),
                pieces=join_list(_owned(lost, names)),
            )
        )
    return " ".join(sentences)


def _given_back(pieces: Sequence[Piece], names: Names) -> str:
    """``Ana gets 1 hunter back and Bo gets 2 thieves back``."""
    by_owner: dict[int, list[str]] = defaultdict(list)
    for (seat, role), number in Counter((piece.seat, piece.role.name) for piece in pieces).items():
        by_owner[seat].append(nouns.counted_figures(role, number))
    return join_list(
        _("{who} gets {figures} back", who=names.bold_name(seat), figures=join_list(figures))
        for seat, figures in by_owner.items()
    )


def _owned(pieces: Sequence[Piece], names: Names) -> Iterator[str]:
    """``Ana's hunter``, ``Bo's 2 thieves``."""
    for (seat, role), number in Counter((piece.seat, piece.role.name) for piece in pieces).items():
        figure = nouns.role_name(role) if number == 1 else nouns.counted_figures(role, number)
        yield _("{who}'s {figure}", who=names.bold_name(seat), figure=figure)


_SUMMED_UP: Final = (GameEnded, PiecesReturned, Scored, TilePlaced)
"""The events that are summed up at the end of a game."""


def omitted_line(events: Sequence[Event], seats: int, names: Names) -> str:
    """``… and 3 more: 12 for Bo.``: the number of events left out, and their points."""
    number = len(events)
    points = gains_by_seat(events, seats)
    if not points:
        return ngettext("… and {number} more.", "… and {number} more.", number)
    points_text = gains_text(points, names)
    return ngettext(
        "… and {number} more: {gains}.", "… and {number} more: {gains}.", number, gains=points_text
    )


def ending_lines(events: Sequence[Event], game: Game, names: Names) -> list[str]:
    """The end of a game in two lines at most, without the winner; scores are summed up."""
    single = [event for event in events if not isinstance(event, _SUMMED_UP)]
    lines = [line for _event, line in events_with_lines(single, game, names)]
    points = gains_by_seat(events, game.seats)
    if points:
        points_text = gains_text(points, names)
        lines = [
            *lines[:1],
            _("🏁 Last turn and final scoring: {gains}.", gains=points_text),
        ]
    return lines[:2]


def gains_by_seat(events: Sequence[Event], seats: int) -> dict[int, int]:
    """The points of events by seat, without seats that got none."""
    return {seat: points for seat, points in enumerate(totals(events, seats)) if points}


def events_with_lines(events: Sequence[Event], game: Game, names: Names) -> list[tuple[Event, str]]:
    """The events that have a line of their own, with it."""
    return [
        (event, line)
        for event, figure in with_figures(events)
        if (line := event_line(event, figure, game, names))
    ]
