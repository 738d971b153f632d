"""The post of a game's end: winner and places, and the poster with its honours."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Final

from bot.channel_seat import words as channel_words
from bot.statistics.policy import is_too_short
from bot.table.table import Table
from bot.text.i18n import N_, _, format_whole_date, join_list, ngettext
from bot.text.message import ALT_LIMIT, Button, Illustration, Message, join_within, truncate
from bot.text.names import Names, isolate_right_to_left
from bot.words import nouns, scores
from bot.words.actions import (
    ShowBoard,
    again_buttons,
    print_buttons,
    record_buttons,
    review_buttons,
)
from bot.words.nouns import game_title
from bot.words.state import alt_text
from renderer.requests import ClosedBoard, HonourText, Poster, PrintedPoster, TurningPoint
from rules.analysis.history import final_ranking, winners
from rules.analysis.honour_finders import Honour, HonourKind
from rules.analysis.honours import seat_honours
from rules.game import Game
from rules.opponents.review import CostlyTurn
from rules.story import Scored, TurnBegan


def end_post(table: Table, names: Names, lines: Sequence[str]) -> Message:
    """The winner, other places, then ``lines``: what ended the game.

    A game too short for a poster has ``lines`` first, and its board.
    """
    game = table.running_game
    result = [*_winner_lines(game, names), *filter(None, [scores.other_places(game, names)])]
    result += channel_words.faithful_lines(names)
    if table.has_poster:
        text = [*result, *lines]
        pictures: tuple[Illustration, ...] = (poster_picture(table, names),)
    else:
        text = [*lines, *result]
        pictures = (board_picture(table, names, text),) if table.placed_tile_count else ()
    if is_too_short(game) and not table.settings.cup:
        short = _(
            "-# Too short for `/stats` and ratings: less than three quarters of its tiles were "
            "placed."
        )
        text.append(short)
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
    """The winner; nobody has won where nobody scored or resigned."""
    if not any(game.scores) and not game.out:
        return [_("Nobody scored, so it's a tie.")]
    return [scores.winner_line(winners(game), game, names)]


def board_picture(table: Table, names: Names, lines: Sequence[str]) -> Illustration:
    """``lines`` are told in the alt text."""
    return Illustration(ClosedBoard(), alt_text(table, names, lines))


def poster_picture(
    table: Table,
    names: Names,
    turning_points: Sequence[TurningPoint] = (),
    kind: type[Poster] = Poster,
) -> Illustration:
    """The poster, with turning points once the game has been reviewed."""
    poster = kind(
        game_title(table.name),
        format_whole_date(datetime.fromtimestamp(table.since, UTC).date()),
        names.server,
        honour_texts(table.running_game, names),
        tuple(turning_points),
        _("Turning points") if turning_points else "",
        channel_words.faithful_voters(table, names),
    )
    return Illustration(poster, _poster_alt(table, names, poster))


def turning_points_of(turns: Sequence[CostlyTurn]) -> tuple[TurningPoint, ...]:
    """The most expensive turns, as on a poster."""
    return tuple(
        TurningPoint(
            costly.turn,
            costly.seat,
            _(
                "turn {turn}: {lost}",
                turn=costly.turn,
                lost=scores.loss_number(costly.lost, searched=costly.searched),
            ),
        )
        for costly in turns
    )


def print_message(
    table: Table, names: Names, turning_points: Sequence[TurningPoint] = ()
) -> Message:
    picture = poster_picture(table, names, turning_points, PrintedPoster)
    return Message(_("Your poster, sharp up to A3: save the file and print it."), (picture,))


def _poster_alt(table: Table, names: Names, poster: Poster) -> str:
    game = table.running_game
    places = ", ".join(
        f"{place}. {names.plain_name(seat)} {game.scores[seat]}"
        for place, seat in final_ranking(game)
    )
    alt = _("{places}. Below: the final board and each player's points by turn.", places=places)
    details = [honour_alt(honour, names) for honour in poster.honours]
    details += [f"{names.plain_name(point.seat)}, {point.words}" for point in poster.turning_points]
    if poster.voters is not None:
        voters = [f"{isolate_right_to_left(name)} {votes}" for name, votes in poster.voters.voters]
        details.append(f"{poster.voters.title} {', '.join(voters)}")
    details += filter(None, (poster.title, poster.date, poster.server))
    max_characters = ALT_LIMIT - len(alt) - 2
    return truncate(
        f"{alt} {join_within(details, max_characters)}." if max_characters > 0 else alt, ALT_LIMIT
    )


TITLES: Final[Mapping[HonourKind, str]] = {
    HonourKind.STEAL: N_("Best steal"),
    HonourKind.COMEBACK: N_("Comeback"),
    HonourKind.BEST_TURN: N_("Best turn"),
    HonourKind.PATIENCE: N_("Longest wait"),
    HonourKind.LARGEST: N_("Largest feature"),
    HonourKind.SHARED: N_("Most shared"),
    HonourKind.BUSY_TURN: N_("Busiest turn"),
    HonourKind.STREAK: N_("Hot streak"),
    HonourKind.RICHEST: N_("Best feature"),
    HonourKind.GIFT: N_("Kindest turn"),
    HonourKind.FIT: N_("Perfect fits"),
    HonourKind.FINALE: N_("Grand finale"),
    HonourKind.CLOSE_FINISH: N_("Photo finish"),
    HonourKind.CLEAR_WIN: N_("Clear win"),
    HonourKind.TILES: N_("Tiles placed"),
}
"""The title of each kind of honour, short enough for a row of a poster."""


def honour_texts(game: Game, names: Names) -> tuple[HonourText, ...]:
    return tuple(honour_text(honour, game, names) for honour in seat_honours(game))


def honour_alt(text: HonourText, names: Names) -> str:
    """``Longest wait: 46 turns, city (Bo)``."""
    head = _("{feature}: {sum}", feature=text.title, sum=text.value)
    measured = ", ".join(filter(None, (head, text.note)))
    return f"{measured} ({names.plain_name(text.seat)})"


def honour_text(honour: Honour, game: Game, names: Names) -> HonourText:
    return HonourText(
        _(TITLES[honour.kind]), _value(honour), _note(honour, game, names), honour.seat
    )


def _value(honour: Honour) -> str:
    """``46 turns``: the number with its unit."""
    number = honour.number
    match honour.kind:
        case HonourKind.LARGEST | HonourKind.FIT | HonourKind.TILES:
            return ngettext("{number} tile", "{number} tiles", number)
        case HonourKind.PATIENCE | HonourKind.STREAK:
            return ngettext("{number} turn", "{number} turns", number)
        case HonourKind.SHARED:
            return ngettext("{number} player", "{number} players", number)
        case HonourKind.BUSY_TURN:
            return ngettext("{number} score", "{number} scores", number)
        case (
            HonourKind.STEAL
            | HonourKind.COMEBACK
            | HonourKind.BEST_TURN
            | HonourKind.RICHEST
            | HonourKind.GIFT
            | HonourKind.FINALE
        ):
            return ngettext("{number} point", "{number} points", number)
        case HonourKind.CLOSE_FINISH | HonourKind.CLEAR_WIN:
            return ngettext("{number} point ahead", "{number} points ahead", number)


def _note(honour: Honour, game: Game, names: Names) -> str:
    others = join_list(map(names.plain_name, honour.others))
    match honour.kind:
        case HonourKind.STEAL:
            return _("{feature}, from {players}", feature=_feature(honour, game), players=others)
        case HonourKind.GIFT:
            return _("for {players}", players=others)
        case HonourKind.COMEBACK:
            return _("behind before winning")
        case HonourKind.STREAK:
            return _("in a row with points")
        case HonourKind.FIT:
            return _("between four others")
        case HonourKind.FINALE:
            return _("in the final scoring")
        case HonourKind.CLOSE_FINISH | HonourKind.CLEAR_WIN | HonourKind.TILES:
            return ""
        case HonourKind.BEST_TURN | HonourKind.BUSY_TURN:
            return _("turn {number}", number=_turn_number(honour, game))
        case HonourKind.PATIENCE | HonourKind.LARGEST | HonourKind.SHARED | HonourKind.RICHEST:
            return _feature(honour, game)


def _turn_number(honour: Honour, game: Game) -> int:
    return sum(isinstance(event, TurnBegan) for event in game.story[: honour.events[0]])


def _feature(honour: Honour, game: Game) -> str:
    event = game.story[honour.events[0]]
    assert isinstance(event, Scored)
    return nouns.feature_name(event.kind)
