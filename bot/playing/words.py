"""Public posts of a game's changes: start, turns, pauses, early end; private receipts of moves."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from bot.channel_seat import words as channel_words
from bot.history.end_post import board_picture, end_post
from bot.lobby import words as lobby_words
from bot.seats import words as seats_words
from bot.table.fold import PostedEntries, first_event_index, outcome_events
from bot.table.settings import CONSENT, DEFAULT_POLICY, FREE, NEVER_UNDO, RANDOM
from bot.table.table import Ballot, Outcome, Phase, Table
from bot.table.votes import vote_result
from bot.text.coordinates import coordinates, rotation_text
from bot.text.i18n import N_, _, join_list, ngettext
from bot.text.message import Button, ButtonStyle, Message
from bot.text.names import Names
from bot.undo import words as undo_words
from bot.votes import words as votes_words
from bot.votes.words import decision_text
from bot.words import scores
from bot.words.actions import (
    FINISH,
    OpenPanel,
    ShowBoard,
    UndoTile,
    VoteElsewhere,
    again_buttons,
    record_buttons,
    resume_button,
    review_buttons,
    seal_button,
    settings_button,
)
from bot.words.events import event_lines, news_lines
from bot.words.nouns import game_title, short_figure_name, your_extra_tile
from bot.words.scores import holding_phrases
from bot.words.settings import changed_option_lines
from bot.words.state import (
    alt_text,
    framed_tiles,
    marked_places,
    outside_lines,
    ping_lines,
    turn_lines,
    turn_picture,
)
from renderer.requests import PlannedTile
from rules.analysis.history import index_of_last_tile, tile_number_in_turn
from rules.analysis.tile_faces import face_at
from rules.game import Game
from rules.moves import Deploy
from rules.story import EndedEarly, Event, PieceDeployed, Resigned, Skipped, TilePlaced, totals


def outcome_post(outcome: Outcome, names: Names, channel: int) -> Message:
    """The public post after a change; ``channel`` is the channel's id."""
    before, after = outcome.before, outcome.after
    game = after.game
    assert game is not None
    if before is after:
        return current_post(after, names, channel)
    if before is None or before.game is None:
        # Opponents may have moved before the first post.
        new = game.story if after.lines else ()
        return _news_post(after, names, channel, new, _start_lines(after, names), since=0)
    if after.phase is Phase.STOPPED:
        return stopped_post(after, names, outcome.user)
    if after.phase is Phase.ARCHIVED:
        return votes_words.archive_post(after, names)
    if before.phase is Phase.ARCHIVED:
        return _turn_post(after, names, channel, [votes_words.unarchive_line(outcome, names)])
    if is_voting(outcome):
        return votes_words.vote_post(after, names)
    if extended := channel_words.extension_lines(outcome):
        return _turn_post(after, names, channel, extended)
    if before.paused != after.paused and after.version == before.version:
        return _pause_post(outcome, names, channel)
    if after.undo_vote is not None:
        return _with_turn(after, names, undo_words.question_post(after, names))
    if before.undo_vote is not None and after.version == before.version:
        return _with_turn(after, names, undo_words.refusal_post(outcome.user, names))
    if not set(before.lines) <= set(after.lines):
        return _turn_post(after, names, channel, [_undo_line(outcome, names)])
    preface, since = _decision_lines(outcome, names), first_event_index(outcome)
    events, others = outcome_events(outcome), channel_words.other_tiles(outcome)
    return _news_post(after, names, channel, events, preface, since=since, others=others)


def is_voting(outcome: Outcome) -> bool:
    """True if a player voted about a turn and nothing is decided yet."""
    before, after = outcome.before, outcome.after
    same = before is not None and before.version == after.version
    return same and bool(after.ballots) and before is not None and before.ballots != after.ballots


def _decision_lines(outcome: Outcome, names: Names) -> list[str]:
    before, after = outcome.before, outcome.after
    assert before is not None
    lines = seats_words.seat_change_lines(outcome, names) if before.players != after.players else []
    lines = [*channel_words.tally_lines(outcome, names), *lines]
    result = vote_result(outcome)
    if result is not None:
        return [decision_text(result.users, result.ballot, names), *lines]
    new = after.running_game.story[len(before.running_game.story) :]
    if any(isinstance(event, EndedEarly) for event in new):
        who = names.user_name(outcome.user)
        return [_("⏹️ {who} ended the game early.", who=who), *lines]
    return lines


def _pause_post(outcome: Outcome, names: Names, channel: int) -> Message:
    """A pause begins or ends; the end pings the player to move."""
    before, after = outcome.before, outcome.after
    assert before is not None
    result = vote_result(outcome)
    if after.paused is not None:
        users, ballot = (result.users, result.ballot) if result else ((), Ballot("pause"))
        text = decision_text(users, ballot, names) if users else _("⏸️ The game is paused.")
        return _turn_post(after, names, channel, [text])
    assert before.paused is not None
    until, ended = before.paused.until, after.pauses[-1][1]
    if until is not None and ended >= until:
        return _turn_post(after, names, channel, [_("▶️ The pause is over.")])
    who = names.user_name(outcome.user)
    return _turn_post(after, names, channel, [_("▶️ {who} ended the pause.", who=who)])


def _with_turn(table: Table, names: Names, message: Message) -> Message:
    """Append the turn to a post that may hide the turn's own."""
    if table.phase is not Phase.PLAYING:
        return message
    place = (
        ()
        if table.to_move is None
        else (Button(_("Place my tile"), str(OpenPanel()), ButtonStyle.SECONDARY),)
    )
    text = "\n".join([message.text, *turn_lines(table, names)])
    buttons = (*message.buttons, *place, *_decision_buttons(table, names))
    return replace(message, text=text, buttons=buttons)


def _undo_line(outcome: Outcome, names: Names) -> str:
    before = outcome.before
    assert before is not None
    vote = before.undo_vote
    if vote is not None and vote.number == min(line.number for line in outcome.undone_lines):
        text = undo_words.agreed_line(outcome, names.user_name(vote.user))
    else:
        who, number = names.user_name(outcome.user), outcome.undone_tiles
        text = _("↩️ {who} took their last tile back.", who=who)
        if number > 1:
            text = ngettext(
                "↩️ {who} took the last {number} tile back.",
                "↩️ {who} took the last {number} tiles back.",
                number,
                who=who,
            )
    lines = [text, _("The same tile is drawn again.")]
    # The player has seen the next tile, an advantage the others should know of.
    if before.game is not None and before.game.drawn is not None:
        lines.append(_("The next one was already shown."))
    return " ".join(lines)


def current_post(table: Table, names: Names, channel: int) -> Message:
    """A begun game's current post, on request or after a restart."""
    game = table.game
    assert game is not None
    if table.phase is Phase.STOPPED:
        return stopped_post(table, names)
    if table.phase is Phase.ARCHIVED:
        return votes_words.archive_post(table, names)
    return _news_post(table, names, channel, game.story[index_of_last_tile(game) :])


def retired_post(posted: PostedEntries, names: Names, channel: int) -> Message:
    """A retired post without buttons, its question replaced by the result."""
    outcome, names = posted.outcome, names.without_clocks()
    before, after = outcome.before, outcome.after
    if after.game is None:
        return lobby_words.closed_lobby_post(after, names)
    if posted.settled is not None:
        settled = votes_words.settled_post if is_voting(outcome) else undo_words.settled_post
        return settled(posted.settled, names)
    asked_before = before is not None and before.undo_vote is not None and after.undo_vote is None
    if before is not None and asked_before and after.version == before.version:
        return undo_words.refusal_post(outcome.user, names)
    message = (
        current_post(after, names, channel)
        if before is after
        else outcome_post(outcome, names, channel)
    )
    return replace(message, buttons=(), pings=())


def replay_caption(table: Table, names: Names) -> str:
    """The caption; while the game runs, with the turn."""
    game = game_title(table.name)
    if table.ended:
        return _("🎬 {game}: the whole game, turn by turn.", game=game)
    text = _("🎬 {game}: the game so far, turn by turn.", game=game)
    if table.phase is not Phase.PLAYING:
        return text
    return "\n".join([text, *turn_lines(table, names)])


def stopped_post(table: Table, names: Names, user: int | None = None) -> Message:
    """The post of a table ended early, with the user who did it if known."""
    lines = [_("⏹️ The game was ended without final scoring.")]
    if user is not None:
        who = names.user_name(user)
        lines = [_("⏹️ {who} ended the game without final scoring.", who=who)]
    if table.game is None:
        return Message("\n".join(lines))
    lines += scores.result_lines(table.game, names)
    return Message(
        "\n".join(lines),
        (board_picture(table, names, lines),),
        (*again_buttons(table), *_view_buttons(), *review_buttons(table), *record_buttons()),
    )


def _view_buttons() -> tuple[Button, ...]:
    """Under each turn, and under the end."""
    return (Button(_("Board"), str(ShowBoard())),)


def _start_lines(table: Table, names: Names) -> list[str]:
    players = ", ".join(map(names.bold_name, range(len(names.players))))
    # The order is told by the players' names.
    options = changed_option_lines(table.options, replace(table.settings, seat_order=RANDOM))
    return [
        " · ".join(
            [
                f"**{game_title(table.name)}**",
                _("turn order: {players}", players=players),
                *options,
            ]
        )
    ]


def _news_post(
    table: Table,
    names: Names,
    channel: int,
    events: Sequence[Event],
    preface: Sequence[str] = (),
    *,
    since: int | None = None,
    others: Sequence[PlannedTile] = (),
) -> Message:
    """The newest events, after the lines of ``preface``.

    ``since``: the story index where they begin; ``others``: tiles that lost a vote.
    """
    game = table.running_game
    several = sum(isinstance(event, TilePlaced) for event in events) > 1
    if preface:
        # The preface names the user who ended the game.
        events = [event for event in events if not isinstance(event, EndedEarly)]
    if game.over:
        ways = [event for event in events if isinstance(event, EndedEarly | Resigned | Skipped)]
        return end_post(table, names, [*preface, *event_lines(ways, game, names)])
    return _turn_post(
        table,
        names,
        channel,
        [*preface, *news_lines(events, game, names)],
        [*preface, *event_lines(events, game, names)],
        since=since if several else None,
        others=others,
    )


def _turn_post(
    table: Table,
    names: Names,
    channel: int,
    lines: Sequence[str],
    described: Sequence[str] | None = None,
    *,
    since: int | None = None,
    others: Sequence[PlannedTile] = (),
) -> Message:
    """A turn: the player's ping, then lines of news.

    ``described``: the news in full for the alt text, if more than ``lines``. ``since``: the story
    index where the post begins, if before the last turn. ``others``: tiles that lost a vote.
    """
    game = table.running_game
    if game.over:
        return end_post(table, names, lines)
    buttons: list[Button | None] = [*_decision_buttons(table, names), *_view_buttons()]
    if table.to_move is not None:
        buttons.insert(0, Button(_("Place my tile"), str(OpenPanel()), ButtonStyle.SUCCESS))
    elif table.is_channel_to_move:
        buttons.insert(0, Button(_("Vote"), str(OpenPanel()), ButtonStyle.SUCCESS))
    if table.lines:
        buttons += [Button(_("What's new"), "since")]
        buttons += [Button(_("Undo"), str(UndoTile()))] * (table.settings.undo != NEVER_UNDO)
    elif table.header is not None and table.header.nonce:
        buttons += [seal_button()]
    also = [tile.cell for tile in others]
    shown = (
        framed_tiles(table, names, since),
        marked_places(table, since, also),
        channel_words.faint_tiles(game, since, others),
    )
    outside = outside_lines(table, names, since, also)
    # A phone's notification shows the first line.
    paragraphs = [*ping_lines(table, names, channel), *lines, *outside]
    alt = alt_text(table, names, lines if described is None else described, *shown)
    if _is_left_alone(table):
        [alone] = map(names.user_name, table.voters())
        paragraphs.append(_("-# Only {who} is left, and can end the game.", who=alone))
    return Message(
        "\n".join(paragraphs),
        (turn_picture(game, alt, since, others),),
        tuple(buttons),
    )


def _decision_buttons(table: Table, names: Names) -> tuple[Button | None, ...]:
    buttons = [*seats_words.open_seat_buttons(table, names)] if table.open_seats else []
    if table.paused is not None:
        buttons.append(resume_button())
    if table.running_game.turn in table.open_seats and table.voters():
        buttons.append(Button(_("Skip turn"), str(VoteElsewhere("skip"))))
    if _is_left_alone(table):
        buttons.append(Button(_("End and score"), FINISH))
    return (*buttons, None) if buttons else ()


def _is_left_alone(table: Table) -> bool:
    """True if all seats but one are open; a game with opponents has no open seat."""
    return len(table.voters()) == 1 and bool(table.open_seats)


def receipt_due(outcome: Outcome) -> bool:
    """True if moves were made in a game that goes on, without an undo."""
    return outcome.after.phase is Phase.PLAYING and made_moves(outcome)


def made_moves(outcome: Outcome) -> bool:
    """True if moves were made, without an undo."""
    before, after = outcome.before, outcome.after
    if before is None or not set(before.lines) < set(after.lines):
        return False
    newest = after.lines[-1]
    return newest.user == outcome.user and newest.is_move


_UNDO_HINTS: Final[Mapping[str, str]] = {
    DEFAULT_POLICY: N_("You can undo for 2 minutes, until another player moves."),
    FREE: N_("You can undo until another player moves."),
    CONSENT: N_("You can undo if everyone agrees."),
    NEVER_UNDO: N_("This game is played without undo."),
}


def receipt(outcome: Outcome, following: Sequence[Button] = ()) -> Message:
    """The moves' result, the button that takes them back, and what comes next."""
    assert outcome.before is not None
    before, after = outcome.before.running_game, outcome.after.running_game
    result = _placement_text(after)
    # A move of several commands is told whole.
    points = totals(after.story[index_of_last_tile(after) :], after.seats)[before.turn]
    if points:
        gained = ngettext("+{number} point.", "+{number} points.", points)
        result = f"{result} {gained}"
    taken = holding_phrases(after, before.turn)
    if taken != holding_phrases(before, before.turn):
        result = f"{result} {_('Taken: {things}.', things=join_list(taken))}"
    undo = outcome.after.settings.undo
    lines = [result, _(_UNDO_HINTS[undo])]
    back = [Button(_("Undo"), str(UndoTile()))] * (undo != NEVER_UNDO)
    buttons = [*following, *back, settings_button()]
    if outcome.after.to_move == outcome.user:
        again = tile_number_in_turn(after) > 1
        next_tile = _("Now place {your_tile}.", your_tile=your_extra_tile(after))
        lines.append(next_tile if again else _("It's your turn again."))
        buttons.insert(0, Button(_("Place my tile"), str(OpenPanel()), ButtonStyle.SUCCESS))
    return Message("\n".join(lines), buttons=tuple(buttons))


def done_message(outcome: Outcome, following: Sequence[Button]) -> Message:
    """Confirm a command with a public post; add the next buttons."""
    text = _("✔️ Done. The post in the channel shows the game.")
    own = outcome.after.to_move is not None and outcome.after.to_move == outcome.user
    again = [Button(_("Place my tile"), str(OpenPanel()), ButtonStyle.SUCCESS)] * own
    return Message(text, buttons=(*again, *following))


def _placement_text(game: Game) -> str:
    placed, *after = game.story[index_of_last_tile(game) :]
    assert isinstance(placed, TilePlaced)
    where = f"`{coordinates(placed.cell)}` {rotation_text(placed.rotation)}"
    figure = next((event for event in after if isinstance(event, PieceDeployed)), None)
    if figure is None:
        return _("✔️ You placed your tile at {where}.", where=where)
    piece = figure.piece
    letter = game.board.zone(piece.spot).letter
    figure_name = short_figure_name(Deploy(piece.role.name, letter), face_at(game, placed.cell))
    return _("✔️ You placed your tile at {where}: {figure}.", where=where, figure=figure_name)


def with_welcome_back(message: Message) -> Message:
    back = _("🌴 Welcome back! This move ended your absence.")
    return replace(message, text=f"{message.text}\n{back}")
