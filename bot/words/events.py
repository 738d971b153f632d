"""Events of a game as lines of text, and the news of a post in a few of them."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final

from bot.parts import PART_WORDS, MissingWords
from bot.text.coordinates import coordinates, rotation_text
from bot.text.emoji import figure_sign
from bot.text.i18n import _, join_list, join_with_semicolons, ngettext
from bot.text.names import Names, gains_text, is_opponent, opponent_name
from bot.words import nouns, scores
from bot.words.nouns import extra_tile, tile_name
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
    """Each event, a laid tile together with the figure put on it."""
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
    """An event's line, empty where another event includes it.

    ``figure``: the piece put on the laid tile.
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
        case TileDiscarded():
            return _discarded_line([event], game)
        case TilePostponed(tile=tile):
            return _(
                "🔁 A tile doesn't fit yet and comes back after the others: {tile}.",
                tile=tile_name(printed_face(game, tile)),
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
    """``a tile``; a further one of a turn as the game calls it."""
    first = tile_number_in_turn(game, event.cell) == 1
    return _("a tile") if first else extra_tile(game)


def returned_pieces(pieces: Sequence[Piece], lost: Sequence[Piece], names: Names) -> str:
    """Owners that get pieces back, and the pieces ``lost`` to the game."""
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
    """``… and 3 more: 12 for Bo.``: events left out, with their points."""
    number = len(events)
    points = gains_by_seat(events, seats)
    if not points:
        return ngettext("… and {number} more.", "… and {number} more.", number)
    points_text = gains_text(points, names)
    return ngettext(
        "… and {number} more: {gains}.", "… and {number} more: {gains}.", number, gains=points_text
    )


def ending_lines(events: Sequence[Event], game: Game, names: Names) -> list[str]:
    """The end in two lines at most, without the winner; scores are summed up."""
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
    """Points by seat, without seats that got none."""
    return {seat: points for seat, points in enumerate(totals(events, seats)) if points}


def events_with_lines(events: Sequence[Event], game: Game, names: Names) -> list[tuple[Event, str]]:
    """Events that have a line of their own, with it."""
    return [
        (event, line)
        for event, figure in with_figures(events)
        if (line := event_line(event, figure, game, names))
    ]


MAX_SUMS: Final = 2
"""The most scores whose arithmetic a post shows for a move; more are summed up."""
MAX_NEWS_LINES: Final = 3
"""The most lines of news in a post; the lines of opponents count as one."""
MAX_OPPONENT_LINES: Final = 5
"""The most turns of opponents with a line each: as many as a person waits for at six seats."""


def news_lines(events: Sequence[Event], game: Game, names: Names) -> list[str]:
    """The moves of a post in at most MAX_NEWS_LINES.

    If there are more, the first line sums up all but the last. Opponents in a row have a short line
    each, and count as one.
    """
    runs: list[list[Sequence[Event]]] = []
    for turn in _turns(events):
        if runs and _is_opponents(turn, names) and _is_opponents(runs[-1][-1], names):
            runs[-1].append(turn)
        else:
            runs.append([turn])
    if len(runs) > MAX_NEWS_LINES:
        first = len(runs) - MAX_NEWS_LINES + 1
        runs[:first] = [[turn for run in runs[:first] for turn in run]]
    lines: list[str] = []
    for run in runs:
        if len(run) == 1:
            lines.append(turn_news(run[0], game, names))
        elif all(_is_opponents(turn, names) for turn in run):
            earlier, shown = run[:-MAX_OPPONENT_LINES], run[-MAX_OPPONENT_LINES:]
            lines += [_turns_news(earlier, game, names)] * bool(earlier)
            lines += [_opponent_line(turn, game, names) for turn in shown]
        else:
            lines.append(_turns_news(run, game, names))
    return [line for line in lines if line]


def _turns(events: Sequence[Event]) -> list[Sequence[Event]]:
    starts = [0, *(n for n, event in enumerate(events) if isinstance(event, TurnBegan))]
    turns = [events[first:last] for first, last in pairwise((*starts, len(events)))]
    return [turn for turn in turns if any(not isinstance(e, TurnBegan | TileDrawn) for e in turn)]


def _is_opponents(turn: Sequence[Event], names: Names) -> bool:
    seats = {event.seat for event in turn if isinstance(event, TilePlaced)}
    return bool(seats) and all(is_opponent(names.players[seat]) for seat in seats)


def turn_news(events: Sequence[Event], game: Game, names: Names) -> str:
    """A turn in a line: the tiles, what else happened, the points.

    The two highest scores come with their arithmetic, the others as a sum; scores without points
    are left out.
    """
    earning = [event for event in events if isinstance(event, Scored) and event.points]
    earning.sort(key=lambda event: sum(points for _, points in event.points), reverse=True)
    sentences = [_tiles_placed(events, game, names)]
    discarded = [event for event in events if isinstance(event, TileDiscarded)]
    for event in events:
        if isinstance(event, TileDiscarded):
            if event is discarded[0]:
                sentences.append(_discarded_line(discarded, game))
        elif isinstance(event, Scored):
            if event in earning[:MAX_SUMS]:
                sentences.append(
                    scores.score_line(event, names, with_places=False, with_signs=True)
                )
        elif not isinstance(event, TilePlaced):
            line = event_line(event, None, game, names)
            # Bonus tiles that fit nowhere are drawn one after the other, for the same reason.
            if not (isinstance(event, TileDrawn) and line in sentences):
                sentences.append(line)
    others = gains_by_seat(earning[MAX_SUMS:], game.seats)
    if others:
        sentences.append(_("Also {gains}.", gains=gains_text(others, names)))
    return " ".join(filter(None, sentences))


def _discarded_line(discarded: Sequence[TileDiscarded], game: Game) -> str:
    return ngettext(
        "🗑️ {number} tile fits nowhere and leaves the game: {tiles}.",
        "🗑️ {number} tiles fit nowhere and leave the game: {tiles}.",
        len(discarded),
        tiles=join_with_semicolons(tile_name(printed_face(game, one.tile)) for one in discarded),
    )


def _tiles_placed(events: Sequence[Event], game: Game, names: Names) -> str:
    """``Ana placed a tile at 3 -1 with a hunter.``; empty without a tile."""
    placed = [event for event in events if isinstance(event, TilePlaced)]
    if not placed:
        return ""
    facts = {"who": names.bold_name(placed[0].seat), "places": _places_text(events, names)}
    if len(placed) == 1:
        return _("{who} placed {a_tile} at {places}.", a_tile=a_tile_text(placed[0], game), **facts)
    return _("{who} placed tiles at {places}.", **facts)


def _places_text(events: Sequence[Event], names: Names) -> str:
    """``3 -1 with a hunter and 4 -1``."""
    return join_list(
        _("{place} with {a_figure}", place=place, a_figure=_signed_figure(figure, names))
        if figure is not None
        else place
        for event, figure in with_figures(events)
        if isinstance(event, TilePlaced)
        for place in (f"`{coordinates(event.cell)}`",)
    )


def _opponent_line(turn: Sequence[Event], game: Game, names: Names) -> str:
    """``🤖 Odile · 3 -1 with a hunter · +4 · 2 for Ana``: an opponent's turn and its points."""
    seat = next(event.seat for event in turn if isinstance(event, TilePlaced))
    user = names.players[seat]
    assert user is not None
    gains = gains_by_seat(turn, game.seats)
    own = gains.pop(seat, 0)
    parts = [
        f"🤖 **{opponent_name(user)}**",
        _places_text(turn, names),
        f"**+{own}**" if own else "",
        gains_text(gains, names),
    ]
    return " · ".join(filter(None, parts))


def _signed_figure(figure: Piece, names: Names) -> str:
    """``a hunter``, after its emoji in the colour of its seat."""
    sign = figure_sign(figure.role.name, names.colour(figure.seat))
    return f"{sign}{nouns.a_role(figure.role.name)}"


def _turns_news(turns: Sequence[Sequence[Event]], game: Game, names: Names) -> str:
    events = [event for turn in turns for event in turn]
    head = ngettext("{number} earlier turn", "{number} earlier turns", len(turns))
    points = gains_text(gains_by_seat(events, game.seats), names)
    head = _("{head}: {gains}.", head=head, gains=points) if points else f"{head}."
    others = [
        event_line(event, None, game, names)
        for event in events
        if isinstance(event, Resigned | Skipped)
    ]
    return " ".join([head, *others])


def part_event_line(event: Event, game: Game, names: Names) -> str:
    """Raise MissingWords if no part knows the event."""
    for part in PART_WORDS.values():
        if type(event) in part.events:
            return part.events[type(event)](event, game, names)
    raise MissingWords(f"no line for events of type {type(event).__name__}")


def part_event_previews(
    events: Iterable[Event], game: Game, names: Names, *, with_effects: bool
) -> list[str]:
    """The effects of a viewed move's part events, a line each.

    ``with_effects``: the tile's effects are told beside them.
    """
    lines = []
    for event in filter(is_part_event, events):
        [part] = (part for part in PART_WORDS.values() if type(event) in part.events)
        preview = part.previews.get(type(event))
        if preview is not None:
            lines.append(preview(event))
        elif type(event) not in part.previews or not with_effects:
            lines.append(part_event_line(event, game, names))
    return lines


def is_part_event(event: Event) -> bool:
    """True if the event belongs to one part."""
    return any(type(event) in part.events for part in PART_WORDS.values())
