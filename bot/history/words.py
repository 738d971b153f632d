"""Messages about a game's past: scores, log pages, news, any turn, record file, alt texts."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import accumulate
from typing import Final

from bot.history.end_post import poster_picture
from bot.statistics.results import SeatTenure, players_at, seat_tenures
from bot.table.table import Phase, Table
from bot.text import emoji as colours
from bot.text.coordinates import coordinates
from bot.text.i18n import _, ngettext
from bot.text.message import (
    ALT_LIMIT,
    CONTENT_LIMIT,
    DESCRIPTION_LIMIT,
    MAX_MENU_LINES,
    Button,
    ButtonStyle,
    Illustration,
    Menu,
    MenuLine,
    Message,
    join_within,
    split_pages,
    truncate,
)
from bot.text.names import Names, gains_text, strip_markdown
from bot.words import nouns, scores
from bot.words.actions import ShowLog, ShowTurn, TryMoves
from bot.words.events import event_lines, events_with_lines, gains_by_seat, omitted_line
from bot.words.moves import moves_text
from bot.words.nouns import drawn_tile_text
from bot.words.state import alt_text, player_clock_lines, status_text, turn_legend
from renderer.requests import News, PastTurn
from rules.analysis.board_news import PieceNews, news_cells, piece_news, tiles_laid_since
from rules.analysis.game_turns import GameTurn, game_turns
from rules.analysis.history import (
    concerns_seat,
    index_after_last_turn,
    points_scored,
    split_turns,
    tile_number_in_turn,
)
from rules.analysis.hypothetical_scores import final_scoring_events
from rules.analysis.tile_groups import capital_letters
from rules.analysis.viewport import news_window
from rules.fairness import commitment, header_with_commitment
from rules.game import Game
from rules.geometry import cell_of
from rules.opponents.review import TileDecision, tile_decisions
from rules.story import Event, GameEnded, Scored, TilePlaced, TurnBegan, totals


def export_text(table: Table) -> str:
    """While the game runs, without unseen tiles."""
    if table.game is None or table.header is None:
        raise ValueError("no game has begun")
    moves = ["", *(line.text for line in table.lines), ""]
    if table.ended:
        header = table.header
        return "\n".join(
            [header_with_commitment(header) if header.nonce else header.text(), *moves]
        )
    game = table.game
    lines = table.header.public_lines()
    if table.header.nonce:
        lines.append(f"commitment: {commitment(table.header)}")
    for bag, order in table.header.bags.items():
        seen = order[: len(order) - len(game.bags[bag])]
        lines.append(f"{bag}: {' '.join([*seen, '…'])}")
    remark = _("… stands for tiles nobody has seen yet. The record shows them after the end.")
    lines.append(f"# {remark}")
    return "\n".join([*lines, *moves])


def verify_text(table: Table) -> str:
    """Say if the bags were sealed at the start and are those played."""
    header = table.header
    assert header is not None
    if not header.nonce:
        return _("This game started before shuffles were sealed, so there's nothing to verify.")
    seal = f"`{commitment(header)}`"
    if not table.ended:
        return _(
            "The tiles were shuffled and sealed at the start: {seal} is the SHA-256 of their "
            "order and a random number. You get both when the game is over, so anyone can "
            "check that nothing changed.",
            seal=seal,
        )
    return _(
        "The shuffle was fair: the order of the tiles and the random number {nonce} give "
        "the SHA-256 {seal} posted at the start. To check it yourself, take the *Record* "
        "and run `python -m rules verify` on it.",
        nonce=f"`{header.nonce}`",
        seal=seal,
    )


def hand_over_lines(table: Table, names: Names) -> list[str]:
    return [
        f"{colours.emblem(names.colour(seat))} {_tenure_text(held, names, seat)}"
        for seat, held in enumerate(seat_tenures(table))
        if len(held) > 1
    ]


def _tenure_text(tenures: tuple[SeatTenure, ...], names: Names, seat: int) -> str:
    phrases = [
        _("{who} until turn {turn}", who=names.user_name(tenure.user), turn=tenure.last)
        for tenure in tenures[:-1]
    ]
    return ", ".join([*phrases, _("then {who}", who=names.bold_name(seat))])


class NamesByTurn:
    def __init__(self, table: Table, names: Names) -> None:
        self._held = seat_tenures(table)
        self._names = names

    def at(self, turn: int) -> Names:
        """The names at a turn, counted from 1."""
        players = players_at(self._held, turn)
        if players == self._names.players:
            return self._names
        return replace(self._names, players=players, open_seats=frozenset())


_TURN_NUMBER: Final = re.compile(r"^`(\d+)` ", re.MULTILINE)
"""The number before the lines of a turn in the log."""
LOG_PAGE: Final = CONTENT_LIMIT - 200
"""Characters of a page of the log without its heading."""
MAX_NEWS_LINES: Final = 12
"""The most lines of news, those about the reader apart; older ones are summed up."""


def score_text(table: Table, names: Names) -> str:
    """Points by kind, supplies, points if the game ended now, and every score so far."""
    game = table.running_game
    lines = scores.result_lines(game, names)
    if table.phase is Phase.PLAYING:
        for seat in range(game.seats):
            who, pieces = names.bold_name(seat), scores.supply_text(game, seat)
            lines.append(_("{who}: {pieces} left", who=who, pieces=pieces))
    lines += scores.holdings_lines(game, names)
    if table.phase is Phase.PLAYING:
        lines += player_clock_lines(table, names)
    lines += hand_over_lines(table, names)
    if table.phase is Phase.PLAYING and table.aided:
        lines += ["", *_projection_lines(game, names)]
    if table.phase is Phase.OVER:
        return "\n".join([*lines, *scores.ledger_lines(game, names)])
    events = [event for event in game.story if isinstance(event, Scored) and event.points]
    lines += ["", _("**So far**")]
    lines += [scores.score_line(event, names) for event in events] or [_("No points yet.")]
    return "\n".join(lines)


def _projection_lines(game: Game, names: Names) -> list[str]:
    events = [event for event in final_scoring_events(game) if isinstance(event, Scored)]
    more = totals(events, game.seats)
    kinds = scores.points_by_kind(events, game.seats)
    earning = [event for event in events if event.points]
    return [
        _("**If the game ended now**"),
        *(
            " · ".join(
                [
                    f"{names.bold_name(seat)} {points} + {more[seat]} = **{points + more[seat]}**",
                    *scores.kind_phrases(kinds, seat),
                ]
            )
            for seat, points in enumerate(game.scores)
        ),
        *(scores.score_line(event, names) for event in earning),
    ]


def log_page(table: Table, names: Names, page: int | None) -> Message:
    """The newest page by default, with buttons to others."""
    game = table.running_game
    names_by_turn = NamesByTurn(table, names)
    lines = [
        f"`{number}` " + "\n".join(turn_lines)
        for number, events in enumerate(split_turns(game.story), 1)
        if (turn_lines := event_lines(events, game, names_by_turn.at(number)))
    ]
    pages = split_pages("\n".join(lines) or _("Nothing has happened yet."), LOG_PAGE)
    number = min(max(page or len(pages), 1), len(pages))
    heading = _("**Log**")
    if len(pages) > 1:
        heading = _("**Log**, page {page} of {pages}", page=number, pages=len(pages))
    buttons = []
    if number > 1:
        buttons.append(Button(_("← Earlier"), str(ShowLog(number - 1))))
    if number < len(pages):
        buttons.append(Button(_("Later →"), str(ShowLog(number + 1))))
    menu = _scores_menu(game, pages[number - 1], names)
    return Message(f"{heading}\n{pages[number - 1]}", buttons=(*buttons, *menu))


def _scores_menu(game: Game, page: str, names: Names) -> tuple[Menu, ...]:
    """A page's turns that brought points.

    The final scoring comes after the last turn.
    """
    numbers = {int(number) for number in _TURN_NUMBER.findall(page)}
    lines = []
    for number, events in enumerate(split_turns(game.story), 1):
        if number not in numbers:
            continue
        scored = [event for event in events if isinstance(event, Scored)]
        for final in (False, True):
            points = gains_by_seat([each for each in scored if each.final is final], game.seats)
            if points:
                title = _("Final scoring") if final else _("Turn {number}", number=number)
                most_first = sorted(points.items(), key=lambda gain: -gain[1])
                gains = [strip_markdown(gains_text(dict([gain]), names)) for gain in most_first]
                text = join_within(gains, DESCRIPTION_LIMIT)
                lines.append(MenuLine(title, str(ShowTurn(number + final)), text))
    if not lines:
        return ()
    return (Menu(_("See a turn that scored"), tuple(lines[-MAX_MENU_LINES:])),)


def news_since_turn(table: Table, names: Names, seat: int) -> Message:
    game = table.running_game
    start = index_after_last_turn(game, seat)
    tiles = _tiles_since(game, start)
    if not start and not tiles:
        heading = _("Nothing has happened yet.")
    elif not start:
        heading = ngettext(
            "**Since the start**, {number} tile was placed. You haven't had a turn yet.",
            "**Since the start**, {number} tiles were placed. You haven't had a turn yet.",
            tiles,
        )
    elif _lines_since(game, start, names):
        heading = ngettext(
            "**Since your last turn**, {number} tile was placed.",
            "**Since your last turn**, {number} tiles were placed.",
            tiles,
        )
    else:
        heading = _("Nothing new since your last turn.")
    return _news_message(table, names, start, heading, seat)


def news_since_look(table: Table, names: Names, looked: int | None) -> Message:
    """The news since the spectator's last look, or the start."""
    game = table.running_game
    start = looked or 0
    tiles = _tiles_since(game, start)
    if looked is None and not tiles:
        heading = _("Nothing has happened yet.")
    elif looked is None:
        heading = ngettext(
            "**Since the start**, {number} tile was placed.",
            "**Since the start**, {number} tiles were placed.",
            tiles,
        )
    elif _lines_since(game, start, names):
        heading = ngettext(
            "**Since you last looked**, {number} tile was placed.",
            "**Since you last looked**, {number} tiles were placed.",
            tiles,
        )
    else:
        heading = _("Nothing new since you last looked.")
    return _news_message(table, names, start, heading, None)


def _news_message(
    table: Table, names: Names, start: int, heading: str, seat: int | None
) -> Message:
    """Lines, standing, and a picture of the changes.

    The standing includes everybody's gains, and the winner.
    """
    game = table.running_game
    events = _lines_since(game, start, names)
    mine: list[str] = []
    other: list[str] = []
    left: list[Event] = []
    for number, (event, line) in enumerate(events):
        touching = seat is not None and concerns_seat(event, game, seat)
        if len(events) - number > MAX_NEWS_LINES and not touching:
            left.append(event)
        else:
            (mine if touching else other).append(line)
    other += [omitted_line(left, game.seats, names)] * bool(left)
    lines = [heading]
    if mine:
        lines += ["", _("**About you**"), *mine]
    if other:
        lines += ["", *([_("**Everything else**")] if mine else ()), *other]
    gains = totals(game.story[start:], game.seats)
    lines += ["", *scores.holdings_lines(game, names), status_text(table, names, gains)]
    if not _tiles_since(game, start):
        return Message("\n".join(lines))
    text = "\n".join([*lines, *outside_lines(game, start, names)])
    board = alt_text(table, names, [])
    max_characters = ALT_LIMIT - len(board) - 1
    alt = " ".join([*picture_lines(game, start, names, max_characters), board])
    picture = Illustration(News(start), truncate(alt, ALT_LIMIT))
    return Message(text, (picture,))


def _lines_since(game: Game, start: int, names: Names) -> list[tuple[Event, str]]:
    events = events_with_lines(game.story[start:], game, names)
    return [
        event_and_line for event_and_line in events if not isinstance(event_and_line[0], GameEnded)
    ]


def _tiles_since(game: Game, start: int) -> int:
    return sum(isinstance(event, TilePlaced) for event in game.story[start:])


MAX_NAMED_OUTSIDE: Final = 6
"""The newest of what lies outside the picture that are named one by one."""
LABEL_CHARACTERS: Final = 60
"""The characters left for the words around each list of an alt text."""


def picture_lines(game: Game, since: int, names: Names, max_characters: int) -> Iterator[str]:
    """Tiles and pieces in the picture as sentences, for its alt text.

    The newest that fit in ``max_characters``.
    """
    max_characters = max(0, max_characters - 3 * LABEL_CHARACTERS)
    laid = [
        f"{capital_letters(number)} {names.plain_name(seat)} {coordinates(cell)}"
        for number, (cell, seat) in enumerate(tiles_laid_since(game, since), 1)
    ]
    tiles, earlier = _newest_within(laid, max_characters // 2)
    if earlier:
        yield _("New tiles, lettered: {tiles}; {number} before.", tiles=tiles, number=earlier)
    else:
        yield _("New tiles, lettered: {tiles}.", tiles=tiles)
    news = piece_news(game, since)
    for gone in (True, False):
        some = [_piece_text(each, names) for each in news if each.gone is gone]
        pieces, earlier = _newest_within(some, max_characters // 4)
        if earlier:
            facts = {"pieces": pieces, "number": earlier}
            yield (
                _("Off the board: {pieces}; {number} before.", **facts)
                if gone
                else _("Scored and still there: {pieces}; {number} before.", **facts)
            )
        elif some:
            yield (
                _("Off the board: {pieces}.", pieces=pieces)
                if gone
                else _("Scored and still there: {pieces}.", pieces=pieces)
            )


def _newest_within(phrases: Sequence[str], limit: int) -> tuple[str, int]:
    joined, left = "", len(phrases)
    while left and (not joined or len(phrases[left - 1]) + 2 + len(joined) <= limit):
        left -= 1
        joined = ", ".join(filter(None, (phrases[left], joined)))
    return joined, left


def _piece_text(news: PieceNews, names: Names) -> str:
    """``Ana's knight at 3 -1 (+8)``."""
    piece = news.piece
    text = _(
        "{who}'s {figure} at {cell}",
        who=names.plain_name(piece.seat),
        figure=nouns.role_name(piece.role.name),
        cell=coordinates(cell_of(piece.spot)),
    )
    return text if news.points is None else f"{text} (+{news.points})"


def outside_lines(game: Game, since: int, names: Names) -> list[str]:
    """New tiles and points outside the picture; empty if it shows them all."""
    window = news_window(game, news_cells(game, since))
    outside = [
        f"{capital_letters(number)} {names.bold_name(seat)} `{coordinates(cell)}`"
        for number, (cell, seat) in enumerate(tiles_laid_since(game, since), 1)
        if not window.has(cell)
    ]
    outside += [
        f"{names.bold_name(each.piece.seat)} `{coordinates(cell_of(each.piece.spot))}`"
        f" +{each.points}"
        for each in piece_news(game, since)
        if each.points and not window.has(cell_of(each.piece.spot))
    ]
    tiles = ", ".join(outside[-MAX_NAMED_OUTSIDE:])
    if len(outside) > MAX_NAMED_OUTSIDE:
        more = len(outside) - MAX_NAMED_OUTSIDE
        return [_("-# Outside the picture: {tiles}, and {number} more.", tiles=tiles, number=more)]
    return [_("-# Outside the picture: {tiles}.", tiles=tiles)] if outside else []


def turns_of(record: str) -> list[GameTurn]:
    """The deal first: numbered as in the log."""
    return list(game_turns(record))


def turn_at(table: Table, entry: int) -> int:
    """The turn after an entry of the log; 0 before the first."""
    lines = tuple(line for line in table.lines if line.number <= entry)
    return len(turns_of(table.replace(lines=lines).record())) - 1


def decisions_of(record: str) -> list[TileDecision]:
    return list(tile_decisions(record))


def past_turn_message(
    table: Table,
    turns: Sequence[GameTurn],
    number: int,
    names: Names,
    *,
    animates: Callable[[int], bool] | None = None,
    decisions: Sequence[TileDecision] = (),
) -> Message:
    """A turn by number, or the last, with buttons to its neighbours.

    Its scores move if ``animates`` is true of their points. Where one of the ``decisions`` was made
    on the shown board, other moves can be tried.
    """
    number = min(max(number, 0), len(turns) - 1)
    turn, last = turns[number], len(turns) - 1
    game = turn.game
    names_then = NamesByTurn(table, names).at(max(number, 1))
    lines = event_lines(turn.events, game, names_then)
    gains = totals(turn.events, game.seats)
    heading = _("**Turn {number} of {last}**", number=number, last=last - turns[-1].final)
    if turn.final:
        heading = _("**Final scoring**")
    elif number == 0:
        heading = _("**Before the first turn**")
    text = "\n".join([heading, *lines, scores.standings(game, names, gains)])
    standing = _("Points: {points}.", points=scores.plain_standings(game, names))
    alt = " ".join([*map(strip_markdown, [heading, *lines]), standing])
    points = points_scored(turn.events)
    animated = animates is not None and animates(points)
    shown = PastTurn(table.record(), number, turn_legend(game), animated)
    picture = Illustration(shown, truncate(alt, ALT_LIMIT), players=names_then.players)
    if game.over and table.has_poster:
        picture = poster_picture(table, names)
    buttons = []
    if number > 0:
        buttons.append(Button(_("← Earlier"), str(ShowTurn(number - 1))))
    if number < last:
        buttons.append(Button(_("Later →"), str(ShowTurn(number + 1))))
    for decision in decisions:
        if len(decision.game.story) == len(game.story):
            buttons.append(what_if_button(decision))
            who = names_then.bold_name(decision.game.turn)
            text = "\n".join([text, _("-# Next is {who}: *What if* tries other moves.", who=who)])
    return Message(text, (picture,), tuple(buttons))


def what_if_button(decision: TileDecision) -> Button:
    return Button(_("What if"), str(TryMoves(decision.line)), ButtonStyle.SUCCESS)


def decision_message(
    table: Table,
    turns: Sequence[GameTurn],
    decision: TileDecision,
    names: Names,
) -> Message:
    """The game before a decision, as its picture was, with the moves played."""
    number = turn_of(turns, decision)
    names_then = NamesByTurn(table, names).at(number)
    heading = _(
        "**Turn {number} of {last}**, before {who}'s move",
        number=number,
        last=len(turns) - 1 - turns[-1].final,
        who=names_then.bold_name(decision.game.turn),
    )
    moves = moves_text(decision.game, decision.moves)
    text = "\n".join([heading, _("Played: {moves}.", moves=moves)])
    tile = drawn_tile_text(decision.game)
    points = _("Points: {points}.", points=scores.plain_standings(decision.game, names))
    plain_text = strip_markdown(text).replace("\n", ". ", 1)
    alt = f"{plain_text} {tile[0].upper()}{tile[1:]}. {points}"
    before = table.replace(lines=table.lines[: decision.line]).record()
    # The last turn of such a record is the one before, or the begun one for its second tile.
    shown = number - (tile_number_in_turn(decision.game) == 1)
    request = PastTurn(before, shown, turn_legend(decision.game))
    buttons = (
        Button(_("← Earlier"), str(ShowTurn(number - 1))),
        Button(_("Later →"), str(ShowTurn(number))),
        what_if_button(decision),
    )
    picture = Illustration(request, truncate(alt, ALT_LIMIT), players=names_then.players)
    return Message(text, (picture,), buttons)


def turn_of(turns: Sequence[GameTurn], decision: TileDecision) -> int:
    story = decision.game.story
    begun = max(n for n, event in enumerate(story) if isinstance(event, TurnBegan))
    ends = accumulate(len(turn.events) for turn in turns)
    return next(number for number, end in enumerate(ends) if begun < end)
