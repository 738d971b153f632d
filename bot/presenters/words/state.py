"""The state of a game in words: turn, clocks, drawn tile, alt texts, places in the picture."""

from collections.abc import Sequence
from typing import Final

from bot.games import moves, nouns
from bot.presenters.words import scores
from bot.table.clock import runs_out_at, seconds_left
from bot.table.table import Phase, Table
from bot.text.durations import format_duration
from bot.text.i18n import (
    _,
    date_timestamp,
    datetime_timestamp,
    join_list,
    ngettext,
    relative_timestamp,
)
from bot.text.message import ALT_LIMIT, truncate
from bot.text.names import Names, strip_markdown
from bot.text.phrases import coordinates, side_name
from rules import notation
from rules.analysis import viewport
from rules.analysis.history import (
    bag_of_drawn_tile,
    recent_placements,
    tile_number_in_turn,
    winners,
)
from rules.analysis.placement_ranking import ranked_placements, unranked_placements
from rules.analysis.tile_faces import drawn_face
from rules.game import Game
from rules.geometry import Side
from rules.moves import Pass


def time_lines(table: Table, names: Names) -> list[str]:
    """The lines about time of a running table; empty where there is nothing to say."""
    return [*turn_clock_lines(table, names), *absence_lines(table, names)]


def absence_lines(table: Table, names: Names) -> list[str]:
    """The absent players of the game, in one line."""
    phrases = [
        _(
            "{who} is away until {day}",
            who=names.bold_name(seat),
            day=date_timestamp(names.absence_ends[user]),
        )
        for seat, user in enumerate(table.players)
        if user is not None and user in names.absence_ends and table.seat_of(user) == seat
    ]
    return [f"🌴 {' · '.join(phrases)}"] if phrases else []


def player_clock_lines(table: Table, names: Names) -> list[str]:
    """The time left on each player's clock, in one line; empty where there are no clocks."""
    game, now = table.game, names.now
    if table.phase is not Phase.PLAYING or game is None or now is None:
        return []
    phrases = [
        f"{names.bold_name(seat)} {format_duration(rest)}"
        for seat in range(game.seats)
        if seat not in game.out
        and (rest := seconds_left(table, seat, now, names.absence_periods)) is not None
    ]
    return [f"🕐 {' · '.join(phrases)}"] if phrases else []


def turn_clock_lines(table: Table, names: Names) -> list[str]:
    """The end of the time for this turn; empty where the clock stands or there is none."""
    end = runs_out_at(table, names.now, names.absence_periods) if names.now is not None else None
    if end is None or names.now is None:
        return []
    if end <= names.now:
        return [_("🕐 The time for this turn is over.")]
    return [
        _(
            "🕐 Time until {until} ({when}).",
            until=datetime_timestamp(end),
            when=relative_timestamp(end),
        )
    ]


MAX_NAMED_TILES: Final = 6
"""The newest tiles that are named one by one: as many as six seats lay in a round."""


def outside_lines(table: Table, since: int | None = None) -> list[str]:
    """A line with the number of places outside the picture; empty if it shows all.

    ``since`` is the index in the story where the picture begins, if it is more than a turn.
    """
    _, hidden = _place_counts(table, since)
    if not hidden:
        return []
    return [
        ngettext(
            "-# {number} more place is outside the picture: `/board`.",
            "-# {number} more places are outside the picture: `/board`.",
            hidden,
        )
    ]


def framed_tiles(table: Table, names: Names, since: int | None = None) -> str:
    """The tiles framed in the picture, where there are several; part of the alt text."""
    game = table.game
    new_tiles = (
        recent_placements(game, since) if game is not None and table.phase is Phase.PLAYING else ()
    )
    if len(new_tiles) < 2:
        return ""
    tiles = ", ".join(
        f"{names.plain_name(seat)} {coordinates(cell)}"
        for cell, seat in new_tiles[-MAX_NAMED_TILES:]
    )
    if len(new_tiles) <= MAX_NAMED_TILES:
        return _("Framed as new: {tiles}.", tiles=tiles)
    return ngettext(
        "Framed as new: {tiles}, and {number} tile before.",
        "Framed as new: {tiles}, and {number} tiles before.",
        len(new_tiles) - MAX_NAMED_TILES,
        tiles=tiles,
    )


def marked_places(table: Table, since: int | None = None) -> str:
    """The number of places marked in the picture, for the alt text; empty without a tile."""
    shown, hidden = _place_counts(table, since)
    if not shown and not hidden:
        return ""
    if hidden:
        return _(
            "{shown} of the {number} places where it fits are marked, the others are outside.",
            shown=shown,
            number=shown + hidden,
        )
    if shown == 1:
        return _("The only place where it fits is marked.")
    return _("The {number} places where it fits are all marked.", number=shown)


def _place_counts(table: Table, since: int | None) -> tuple[int, int]:
    """The number of places that the picture shows, and of those outside it."""
    game = table.game
    if game is None or table.phase is not Phase.PLAYING:
        return 0, 0
    ways = ranked_placements(game) if table.aided else unranked_placements(game)
    hidden = viewport.count_placements_outside(game, ways, since)
    return len(ways) - hidden, hidden


MIN_ALT_NEWS_LENGTH: Final = 40
"""The least characters of news that are worth telling in an alt text."""


def status_text(table: Table, names: Names, gains: Sequence[int] = ()) -> str:
    """Two lines: the turn, or the winner, or that it is over; then the points and gains."""
    game = table.running_game
    first = turn_line(table, names) if table.phase is Phase.PLAYING else closed_line(table, names)
    return f"{first}\n{scores.standings(game, names, gains)}"


def closed_line(table: Table, names: Names) -> str:
    """Return why no player is to move: the winner, an early end, or an archived game."""
    match table.phase:
        case Phase.OVER:
            return scores.winner_line(winners(table.running_game), table.running_game, names)
        case Phase.ARCHIVED:
            return _("💤 The game is put away until somebody brings it back.")
        case _other:
            return _("⏹️ The game was ended early; nothing more is scored.")


def turn_line(table: Table, names: Names) -> str:
    """Return the player to move by mention and the task, with the lines about time."""
    return "\n".join(
        [*pause_lines(table, names), _task_line(table, names), *time_lines(table, names)]
    )


def _task_line(table: Table, names: Names) -> str:
    game = table.running_game
    if game.turn in table.open_seats:
        who, tiles = names.bold_name(game.turn), scores.tiles_left(game)
        return _("🪑 {who} is to play ({tiles}): whoever takes it plays on.", who=who, tiles=tiles)
    who = f"<@{table.to_move}>" if table.to_move is not None else names.bold_name(game.turn)
    tiles = scores.tiles_left(game)
    if table.opponent_to_move is not None:
        return _("💭 {who} is thinking ({tiles}).", who=who, tiles=tiles)
    opening = next(iter(game.decision.opening_moves(game)), Pass())
    bag = bag_of_drawn_tile(game)
    call = nouns.bag_words(bag).call if bag is not None else ""
    if not call and bag is not None and tile_number_in_turn(game) > 1:
        call = moves.SECOND_TILE_CALL
    call = call or moves.words_of(type(opening)).call
    return _(call, who=who, tiles=tiles, example=notation.write(opening))


def alt_text(table: Table, names: Names, lines: Sequence[str], *shown: str) -> str:
    """The alt text of a picture: the moves, the tile in hand, the scores.

    The text in ``shown`` comes last; if it is too long, the end of the moves is left out.
    """
    game = table.game
    assert game is not None
    sentences = []
    if game.drawn is not None and table.phase is Phase.PLAYING:
        who = names.plain_name(game.turn)
        sentences.append(_("{who} is to lay this {tile}.", who=who, tile=tile_text(game)))
    sentences.append(_("Points: {points}.", points=scores.plain_standings(game, names)))
    sentences += map(strip_markdown, scores.holdings_lines(game, names))
    rest = truncate(" ".join(filter(None, (*sentences, *shown))), ALT_LIMIT)
    plain = [strip_markdown(line) for line in lines if not line.startswith(("#", "-#"))]
    news = " ".join(filter(None, plain))
    room = ALT_LIMIT - len(rest) - 1
    return f"{truncate(news, room)} {rest}" if news and room > MIN_ALT_NEWS_LENGTH else rest


def tile_text(game: Game) -> str:
    """The drawn tile in words: its sides from the north, clockwise."""
    face = drawn_face(game)
    assert face is not None
    sides = ", ".join(
        f"{nouns.terrain_name(segment.terrain)} {segment.letter} {side_name(side)}"
        for side, segment in zip(Side, face.sides, strict=True)
    )
    marks = [
        _("{marks} on {letter}", marks=nouns.counted_marks(mark, number), letter=segment.letter)
        for segment in face.segments
        for mark, number in segment.marks.items()
    ]
    if marks:
        return _("tile: {sides}; {marks}", sides=sides, marks=", ".join(marks))
    return _("tile: {sides}", sides=sides)


def pause_lines(table: Table, names: Names) -> list[str]:
    """Return the line about the pause and the players who can end it; [] without a pause."""
    pause = table.paused
    if pause is None:
        return []
    users = [user for user in names.players if user in pause.by]
    who = join_list(map(names.user_name, users), "or") if users else _("somebody")
    if pause.until is None:
        return [_("⏸️ **Pause** until {who} presses *Resume*.", who=who)]
    when = datetime_timestamp(pause.until)
    return [_("⏸️ **Pause** until {when}, or until {who} presses *Resume*.", when=when, who=who)]
