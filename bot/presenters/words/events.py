"""Events of a game as lines of text, and the news of a post: a few lines of them."""

from collections import Counter
from collections.abc import Iterator, Sequence
from math import inf
from typing import Final

from bot.games import nouns
from bot.games.game_texts import part_event_line
from bot.presenters.words import scores
from bot.text.i18n import _, join_list, ngettext
from bot.text.names import Names
from bot.text.opponents import is_opponent
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
                "🗑️ A tile with {terrains} fits nowhere and leaves the game.",
                terrains=join_list(map(nouns.terrain_name, terrains)),
            )
        case TilePostponed(tile=tile):
            terrains = dict.fromkeys(side.terrain for side in printed_face(game, tile).sides)
            return _(
                "🔁 A tile with {terrains} fits nowhere just now: it comes again after the others.",
                terrains=join_list(map(nouns.terrain_name, terrains)),
            )
        case PiecesReturned(pieces) if all(piece.role.beside for piece in pieces):
            return ngettext(
                "↩️ {pieces} was left alone and comes home.",
                "↩️ {pieces} were left alone and come home.",
                len(pieces),
                pieces=join_list(_owned(pieces, names)),
            )
        case PiecesReturned(pieces):
            return ngettext(
                "🏁 {number} follower on unfinished features left without points.",
                "🏁 {number} followers on unfinished features left without points.",
                len(pieces),
            )
        case Resigned(seat):
            return _("🏳️ {who} resigns; their figures stay.", who=names.bold_name(seat))
        case Skipped(seat):
            return _("⏭️ {who}'s turn is skipped.", who=names.bold_name(seat))
        case EndedEarly():
            return _("⏹️ The game was ended early: what lies is scored.")
        case GameEnded(winners):
            return f"{scores.winner_line(winners, game, names)}\n{scores.kinds_table(game, names)}"
        case TurnBegan() | PieceDeployed():
            return ""
        case _other:
            return part_event_line(event, game, names)


def _placed(event: TilePlaced, piece: Piece | None, game: Game, names: Names) -> str:
    who, place = names.bold_name(event.seat), f"`{coordinates(event.cell)}`"
    if event.rotation:
        place = f"{place} {rotation_text(event.rotation)}"
    again = tile_number_in_turn(game, event.cell) > 1
    if piece is None:
        if again:
            return _("{who} lays a second tile at {place}.", who=who, place=place)
        return _("{who} lays a tile at {place}.", who=who, place=place)
    segment = segment_at(game, piece.spot)
    marks = nouns.printed_marks(segment)
    where = nouns.segment_place(segment)
    facts = {
        "who": who,
        "place": place,
        "a_figure": nouns.a_role(piece.role.name),
        "where": f"{where} ({join_list(marks)})" if marks else where,
    }
    if again:
        return _("{who} lays a second tile at {place} and puts {a_figure} {where}.", **facts)
    return _("{who} lays a tile at {place} and puts {a_figure} {where}.", **facts)


def returned_pieces(pieces: Sequence[Piece], lost: Sequence[Piece], names: Names) -> str:
    """The owners of returned pieces, and the pieces ``lost`` to the game."""
    sentences = []
    home = [piece for piece in pieces if piece not in lost]
    if home:
        owners = join_list(_owned(home, names))
        sentences.append(
            ngettext("{pieces} comes home.", "{pieces} come home.", len(home), pieces=owners)
        )
    if lost:
        owners = join_list(_owned(lost, names))
        sentences.append(
            ngettext(
                "{pieces} leaves the game.", "{pieces} leave the game.", len(lost), pieces=owners
            )
        )
    return " ".join(sentences)


def _owned(pieces: Sequence[Piece], names: Names) -> Iterator[str]:
    """``Ana's hunter``, ``Bo's 2 thieves``."""
    for (seat, role), number in Counter((piece.seat, piece.role.name) for piece in pieces).items():
        figure = nouns.role_name(role) if number == 1 else nouns.counted_figures(role, number)
        yield _("{who}'s {figure}", who=names.bold_name(seat), figure=figure)


NEWS_LINES: Final = 4
"""The most lines of news above the turn."""
MAX_NEWS_LINES: Final = 8
"""The most lines of news with the moves of opponents."""
_SUMMED_UP: Final = (GameEnded, PiecesReturned, Scored, TilePlaced)
"""The events that are summed up at the end of a game."""


def news_lines(events: Sequence[Event], game: Game, names: Names) -> list[str]:
    """The events in at most NEWS_LINES, in order; the last line sums up what is left out.

    The table's decision comes first, then the highest scores; points left out are summed up by
    seat. Each tile laid by an opponent adds a line, up to MAX_NEWS_LINES in all.
    """
    events_and_lines = events_with_lines(events, game, names)
    limit = min(NEWS_LINES + sum(_by_opponent(event, names) for event in events), MAX_NEWS_LINES)
    if len(events_and_lines) <= limit:
        return [line for _event, line in events_and_lines]
    first, *others = range(len(events_and_lines))
    others.sort(key=lambda number: _weight(events_and_lines[number][0]), reverse=True)
    kept = {first, *others[: limit - 2]}
    left = [event for number, (event, _line) in enumerate(events_and_lines) if number not in kept]
    lines = [events_and_lines[number][1] for number in sorted(kept)]
    return [*lines, omitted_line(left, game.seats, names)]


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
            _("🏁 The last turn and the final scoring: {gains}.", gains=points_text),
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


def _by_opponent(event: Event, names: Names) -> bool:
    """Return True if an opponent laid a tile."""
    return isinstance(event, TilePlaced) and is_opponent(names.players[event.seat])


def _weight(event: Event) -> tuple[float, bool]:
    """The rank of an event: why a turn ended, then its points, then the rest."""
    if isinstance(event, Resigned | Skipped):
        return inf, True
    if isinstance(event, Scored):
        return sum(points for _seat, points in event.points), False
    return 0, True
