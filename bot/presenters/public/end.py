"""The post of a game's end: who won, the other places, and a picture: the poster or the board."""

from collections.abc import Sequence
from datetime import UTC, datetime

from bot.games.game_texts import game_title
from bot.presenters.words import scores
from bot.presenters.words.actions import ShowBoard
from bot.presenters.words.buttons import (
    again_buttons,
    print_buttons,
    record_buttons,
    review_buttons,
)
from bot.presenters.words.honours import honour_alt, honour_texts
from bot.presenters.words.state import alt_text
from bot.table.table import Table
from bot.text.i18n import _, format_whole_date
from bot.text.message import (
    ALT_LIMIT,
    Button,
    Illustration,
    Message,
    join_within,
    truncate,
)
from bot.text.names import Names
from renderer.requests import ClosedBoard, Poster, PrintedPoster, TurningPoint
from rules.analysis.history import final_ranking, winners
from rules.game import Game
from rules.opponents.review import CostlyTurn


def end_post(table: Table, names: Names, lines: Sequence[str]) -> Message:
    """The post of the end: the winner, the other places, then ``lines``: what ended it.

    A game too short for a poster has ``lines`` first, and the board as far as it came.
    """
    game = table.running_game
    result = [*_winner_lines(game, names), *filter(None, [scores.other_places(game, names)])]
    if table.has_poster:
        text = [*result, *lines]
        pictures: tuple[Illustration, ...] = (poster_picture(table, names),)
    else:
        text = [*lines, *result]
        pictures = (board_picture(table, names, text),) if table.placed_tile_count else ()
    return Message(
        "\n".join(text),
        pictures,
        (
            *again_buttons(table),
            Button(_("Details"), "score"),
            Button(_("Board"), str(ShowBoard())),
            *review_buttons(table),
            *print_buttons(table),
            *record_buttons(),
        ),
    )


def _winner_lines(game: Game, names: Names) -> list[str]:
    """The winner; where nobody has scored or resigned, that nobody has won."""
    if not any(game.scores) and not game.out:
        return [_("Nobody scored, so it's a tie.")]
    return [scores.winner_line(winners(game), game, names)]


def board_picture(table: Table, names: Names, lines: Sequence[str]) -> Illustration:
    """The board of an ended game; ``lines`` are told in its alt text."""
    return Illustration(ClosedBoard(), alt_text(table, names, lines))


def poster_picture(
    table: Table,
    names: Names,
    turning_points: Sequence[TurningPoint] = (),
    kind: type[Poster] = Poster,
) -> Illustration:
    """The poster of an ended game, with its turning points once it has been reviewed."""
    poster = kind(
        game_title(table.name),
        format_whole_date(datetime.fromtimestamp(table.since, UTC).date()),
        names.server,
        honour_texts(table.running_game, names),
        tuple(turning_points),
        _("Turning points, and what they cost") if turning_points else "",
    )
    return Illustration(poster, _poster_alt(table, names, poster))


def turning_points_of(turns: Sequence[CostlyTurn]) -> tuple[TurningPoint, ...]:
    """The most expensive turns of a review as they stand on a poster."""
    return tuple(
        TurningPoint(
            costly.turn,
            costly.seat,
            _("turn {turn}: −{lost}", turn=costly.turn, lost=round(costly.lost)),
        )
        for costly in turns
    )


def print_message(
    table: Table, names: Names, turning_points: Sequence[TurningPoint] = ()
) -> Message:
    """The private answer with the poster as a file for printing."""
    picture = poster_picture(table, names, turning_points, PrintedPoster)
    return Message(_("Your poster, sharp up to A3: save the file and print it."), (picture,))


def _poster_alt(table: Table, names: Names, poster: Poster) -> str:
    """The poster in words: the places, the honours, the turning points, what lies below."""
    game = table.running_game
    places = ", ".join(
        f"{place}. {names.plain_name(seat)} {game.scores[seat]}"
        for place, seat in final_ranking(game)
    )
    alt = _("{places}. Below: the final board and each player's points by turn.", places=places)
    details = [honour_alt(honour, names) for honour in poster.honours]
    details += [f"{names.plain_name(point.seat)}, {point.words}" for point in poster.turning_points]
    details += filter(None, (poster.title, poster.date, poster.server))
    max_characters = ALT_LIMIT - len(alt) - 2
    return truncate(
        f"{alt} {join_within(details, max_characters)}." if max_characters > 0 else alt, ALT_LIMIT
    )
