"""The news of a post: the moves since the last one in a few lines."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from bot.games import nouns
from bot.presenters.words import scores
from bot.presenters.words.events import a_tile_text, event_line, gains_by_seat, with_figures
from bot.text.emoji import figure_sign
from bot.text.i18n import _, join_list, ngettext
from bot.text.names import Names
from bot.text.opponents import is_opponent, opponent_name
from bot.text.phrases import coordinates, gains_text
from rules.game import Game
from rules.pieces import Piece
from rules.story import Event, Resigned, Scored, Skipped, TileDrawn, TilePlaced, TurnBegan

MAX_SUMS: Final = 2
"""The most scores whose arithmetic a post shows for a move; more are summed up."""
MAX_NEWS_LINES: Final = 3
"""The most lines of news in a post, if those of opponents count as one."""
MAX_OPPONENT_LINES: Final = 5
"""The most turns of opponents with a line each: as many as a person waits for at six seats."""


def news_lines(events: Sequence[Event], game: Game, names: Names) -> list[str]:
    """The moves of a post in at most MAX_NEWS_LINES, a line each.

    Where there are more, the first line sums up all but the last moves. Opponents who play one
    after the other have a short line each, which count as one together.
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
    """The events turn by turn, without turns in which nothing has happened."""
    starts = [0, *(n for n, event in enumerate(events) if isinstance(event, TurnBegan))]
    turns = [events[first:last] for first, last in pairwise((*starts, len(events)))]
    return [turn for turn in turns if any(not isinstance(e, TurnBegan | TileDrawn) for e in turn)]


def _is_opponents(turn: Sequence[Event], names: Names) -> bool:
    """Return True if an opponent has laid the tiles of a turn."""
    seats = {event.seat for event in turn if isinstance(event, TilePlaced)}
    return bool(seats) and all(is_opponent(names.players[seat]) for seat in seats)


def turn_news(events: Sequence[Event], game: Game, names: Names) -> str:
    """A turn in a line: the tiles, then what else happened and which points it brought.

    Of several scores the two highest come with their arithmetic, the others as a sum. Scores that
    bring no points are left out.
    """
    earning = [event for event in events if isinstance(event, Scored) and event.points]
    earning.sort(key=_weight, reverse=True)
    sentences = [_tiles_placed(events, game, names)]
    for event in events:
        if isinstance(event, Scored):
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
    """``3 -1 with a hunter and 4 -1``: the places of tiles and the figures put on them."""
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
    """Several turns in a line: how many, their points, and the turns that were skipped."""
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


def _weight(event: Scored) -> int:
    """The points of a score, over all seats."""
    return sum(points for _seat, points in event.points)
