"""The state of a game in words: turn, clocks, alt texts, places in the picture, status card."""

from collections.abc import Sequence
from typing import Final

from bot.table.clock import runs_out_at, seconds_left
from bot.table.table import Phase, Table
from bot.text import emoji as colours
from bot.text.coordinates import coordinates
from bot.text.dates import format_duration
from bot.text.i18n import (
    _,
    date_timestamp,
    datetime_timestamp,
    join_list,
    ngettext,
    relative_timestamp,
)
from bot.text.message import ALT_LIMIT, Illustration, Message, join_within, truncate
from bot.text.names import Names, strip_markdown
from bot.words import moves, scores
from bot.words.nouns import drawn_tile_text, game_title, tile_name, your_extra_tile
from renderer.requests import Legend, PlannedTile, Turn
from rules.analysis import viewport
from rules.analysis.history import recent_placements, tile_number_in_turn, winners
from rules.analysis.placements import space_numbers, spaces
from rules.analysis.tile_faces import drawn_face
from rules.game import Game
from rules.geometry import Cell
from rules.moves import Pass
from rules.story import TurnBegan


def time_lines(table: Table, names: Names) -> list[str]:
    """A running table's lines about time, if any."""
    return [*turn_clock_lines(table, names), *absence_lines(table, names)]


def absence_lines(table: Table, names: Names) -> list[str]:
    """Absent players of the game, in one line."""
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
    """The time left on each clock, in one line; empty without clocks."""
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
    """The end of this turn's time; empty without a running clock."""
    end = runs_out_at(table, names.now, names.absence_periods) if names.now is not None else None
    if end is None or names.now is None:
        return []
    if end <= names.now:
        return [_("🕐 Time's up for this turn.")]
    return [
        _(
            "🕐 Play by {until} ({when}).",
            until=datetime_timestamp(end),
            when=relative_timestamp(end),
        )
    ]


MAX_NAMED_TILES: Final = 6
"""The newest tiles that are named one by one: as many as six seats lay in a round."""


def outside_lines(
    table: Table, names: Names, since: int | None, also: Sequence[Cell] = ()
) -> list[str]:
    """New tiles outside the picture; empty if it shows them all.

    ``since``: story index where the picture begins, None for the last turn, whose tile is always
    shown. ``also``: other cells that it shows if there is room.
    """
    game = table.running_game
    if since is None:
        return []
    window = viewport.turn_window(game, since, also)
    tiles = [
        f"{names.bold_name(seat)} `{coordinates(cell)}`"
        for cell, seat in recent_placements(game, since)
        if not window.has(cell)
    ]
    return [_("-# Outside the picture: {tiles}.", tiles=", ".join(tiles))] if tiles else []


def framed_tiles(table: Table, names: Names, since: int | None = None) -> str:
    """Framed tiles, if several; part of the alt text."""
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
        return _("New tiles, framed: {tiles}.", tiles=tiles)
    return ngettext(
        "New tiles, framed: {tiles}, and {number} before them.",
        "New tiles, framed: {tiles}, and {number} before them.",
        len(new_tiles) - MAX_NAMED_TILES,
        tiles=tiles,
    )


MAX_ALT_WITH_PIECES: Final = 600
"""The most characters of an alt text that names the pieces left: others add to it what is new."""
MAX_LISTED_SPACES: Final = 240
"""Characters of the list of spaces in an alt text."""
MIN_ALT_NEWS_LENGTH: Final = 40
"""The least characters of news that are worth telling in an alt text."""


def marked_places(table: Table, since: int | None = None, also: Sequence[Cell] = ()) -> str:
    """The numbered spaces for the alt text; empty without a tile."""
    game = table.game
    if game is None or table.phase is not Phase.PLAYING or game.drawn is None:
        return ""
    sentences = [
        ngettext(
            "It fits in {number} space: {spaces}.",
            "It fits in {number} spaces: {spaces}.",
            len(spaces(game)),
            spaces=listed_spaces(game),
        )
    ]
    if hidden := viewport.count_spaces_outside(game, since, also):
        sentences.append(
            ngettext(
                "{number} of them is outside the picture.",
                "{number} of them are outside the picture.",
                hidden,
            )
        )
    return " ".join(sentences)


def listed_spaces(game: Game) -> str:
    """``1 (0 2), 2 (-1 1)``: the first spaces with their numbers."""
    numbered = [f"{number} ({coordinates(cell)})" for cell, number in space_numbers(game).items()]
    listed = join_within(numbered, MAX_LISTED_SPACES)
    return listed if listed.count("(") == len(numbered) else f"{listed} …"


def status_text(table: Table, names: Names, gains: Sequence[int] = ()) -> str:
    """The turn, the winner, or that it is over; then points and gains."""
    game = table.running_game
    playing = table.phase is Phase.PLAYING
    lines = turn_lines(table, names) if playing else [closed_line(table, names)]
    return "\n".join([*lines, scores.standings(game, names, gains)])


def closed_line(table: Table, names: Names) -> str:
    """The reason why no player is to move: the winner, an early end, or an archived game."""
    match table.phase:
        case Phase.OVER:
            return scores.winner_line(winners(table.running_game), table.running_game, names)
        case Phase.ARCHIVED:
            return _("💤 The game is archived until someone resumes it.")
        case _other:
            return _("⏹️ The game was ended without final scoring.")


def ping_lines(table: Table, names: Names, channel: int) -> list[str]:
    """The mover's ping, seen on a locked phone, with pauses, time and absences.

    ``channel``: id of the table's channel.
    """
    return [
        *pause_lines(table, names),
        _ping_line(table, names, channel),
        *turn_clock_lines(table, names),
        *absence_lines(table, names),
    ]


def _ping_line(table: Table, names: Names, channel: int) -> str:
    if table.to_move is None:
        return turn_line(table, names)
    game = table.running_game
    facts = {
        "who": f"<@{table.to_move}>",
        "channel": f"<#{channel}>",
        "tiles": scores.tiles_left(game),
    }
    if game.drawn is None:
        opening = next(iter(game.decision.opening_moves(game)), Pass())
        task = _(moves.words_of(type(opening)).task)
        return _("{who}, your turn in {channel}: {task} · {tiles}", task=task, **facts)
    face = drawn_face(game)
    assert face is not None
    if tile_number_in_turn(game) > 1:
        yours = your_extra_tile(game)
        return _(
            "{who}, {your_tile} in {channel}: {tile} · {tiles}",
            your_tile=yours,
            tile=tile_name(face),
            **facts,
        )
    return _("{who}, your turn in {channel}. Tile: {tile} · {tiles}", tile=tile_name(face), **facts)


def turn_lines(table: Table, names: Names) -> list[str]:
    """The turn without a ping: a pause, the player to move, the time, absences."""
    return [*pause_lines(table, names), turn_line(table, names), *time_lines(table, names)]


def turn_line(table: Table, names: Names) -> str:
    """The player to move, not pinged, and the tiles left."""
    game = table.running_game
    who, tiles = names.bold_name(game.turn), scores.tiles_left(game)
    if game.turn in table.open_seats:
        return _("🪑 {who} is next. Anyone can take the seat · {tiles}", who=who, tiles=tiles)
    if table.is_channel_to_move:
        return _vote_line(names, who, tiles)
    if table.opponent_to_move is not None:
        return _("💭 {who} is thinking · {tiles}", who=who, tiles=tiles)
    return _("▶️ {who}'s turn · {tiles}", who=who, tiles=tiles)


def _vote_line(names: Names, who: str, tiles: str) -> str:
    """``👥 #tavern votes · 3 votes so far · ends in 2 hours · 40 tiles left``."""
    parts = [_("👥 {who} votes for this move", who=who)]
    if names.voted:
        parts.append(ngettext("{number} vote so far", "{number} votes so far", names.voted))
    if names.vote_ends is not None:
        parts.append(_("ends {when}", when=relative_timestamp(names.vote_ends)))
    return " · ".join([*parts, tiles])


def alt_text(table: Table, names: Names, lines: Sequence[str], *shown: str) -> str:
    """Moves, tile in hand, scores, pieces left.

    ``shown`` comes after the scores. If all is too long, the pieces left are dropped, then the end
    of the moves.
    """
    game = table.game
    assert game is not None
    sentences = []
    if game.drawn is not None and table.phase is Phase.PLAYING:
        who = names.plain_name(game.turn)
        sentences.append(_("{who} to place this {tile}.", who=who, tile=drawn_tile_text(game)))
    sentences.append(_("Points: {points}.", points=scores.plain_standings(game, names)))
    sentences += map(strip_markdown, scores.holdings_lines(game, names))
    sentences += filter(None, shown)
    if not game.over:
        left = _("Left: {pieces}.", pieces=scores.plain_supplies(game, names))
        if len(" ".join([*sentences, left])) <= MAX_ALT_WITH_PIECES:
            sentences.append(left)
    rest = truncate(" ".join(sentences), ALT_LIMIT)
    plain = [strip_markdown(line) for line in lines if not line.startswith(("#", "-#"))]
    news = " ".join(filter(None, plain))
    max_characters = ALT_LIMIT - len(rest) - 1
    return (
        f"{truncate(news, max_characters)} {rest}"
        if news and max_characters > MIN_ALT_NEWS_LENGTH
        else rest
    )


def pause_lines(table: Table, names: Names) -> list[str]:
    """The pause and the players who can end it; [] without one."""
    pause = table.paused
    if pause is None:
        return []
    users = [user for user in names.players if user in pause.by]
    who = join_list(map(names.user_name, users), "or") if users else _("someone")
    if pause.until is None:
        return [_("⏸️ **Paused** until {who} presses *Resume*.", who=who)]
    when = datetime_timestamp(pause.until)
    return [_("⏸️ **Paused** until {when}, or until {who} presses *Resume*.", when=when, who=who)]


ROUNDS_WITH_LEGEND: Final = 2
"""The first rounds of a game, in which a legend explains the marks of the picture."""


def turn_picture(
    game: Game, alt: str, since: int | None = None, others: Sequence[PlannedTile] = ()
) -> Illustration:
    """``since``: a story index, to show the turns from there; ``others`` lost a vote."""
    return Illustration(Turn(since, turn_legend(game), others=tuple(others)), alt)


def turn_legend(game: Game) -> Legend | None:
    """The legend in a game's first rounds; None later."""
    turns = sum(isinstance(event, TurnBegan) for event in game.story)
    if turns > ROUNDS_WITH_LEGEND * game.seats:
        return None
    return Legend(_("The tile fits here"), _("Newest tile"))


def status_card(table: Table, names: Names, newest: str = "") -> Message:
    """``newest`` links to the newest post. Nobody is pinged."""
    game = table.running_game
    lines = [
        f"### {game_title(table.name)}",
        *(_player_line(table, names, seat) for seat in range(game.seats)),
        *_turn_lines(table, names),
    ]
    if newest:
        lines.append(_("➡️ [To the newest post]({link})", link=newest))
    colour = names.colour(game.turn) if table.phase is Phase.PLAYING else None
    return Message("\n".join(lines), colour=colour)


def _player_line(table: Table, names: Names, seat: int) -> str:
    """``🔴 **Ana** 12``, with a mark for a resigned player."""
    game = table.running_game
    line = f"{colours.emblem(names.colour(seat))} {names.bold_name(seat)} {game.scores[seat]}"
    return _("{player} · resigned", player=line) if seat in game.out else line


def _turn_lines(table: Table, names: Names) -> list[str]:
    if table.phase is not Phase.PLAYING:
        return [closed_line(table, names)]
    return [*pause_lines(table, names), _turn_line(table, names), *time_lines(table, names)]


def _turn_line(table: Table, names: Names) -> str:
    game = table.running_game
    who, tiles = names.bold_name(game.turn), scores.tiles_left(game)
    since = relative_timestamp(table.since)
    return _("▶️ {who}'s turn since {when} · {tiles}", who=who, when=since, tiles=tiles)
