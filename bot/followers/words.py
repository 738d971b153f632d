"""Messages about following a game: the settings, and the news sent by direct message."""

from collections.abc import Mapping
from typing import Final

from bot.channel_seat.policy import begins_vote
from bot.channel_seat.words import FOLLOW_VOTES, nobody_voted_line
from bot.table.fold import outcome_events
from bot.table.table import Outcome, Phase, Table
from bot.text.i18n import N_, _, ngettext
from bot.text.message import Button, ButtonStyle, Message
from bot.text.names import THE_CHANNEL, Names
from bot.words import scores
from bot.words.actions import Follow, ShowBoard
from bot.words.events import ending_lines, news_lines
from bot.words.nouns import game_title
from bot.words.state import turn_line
from rules.analysis.history import winners
from rules.story import Scored, totals

FOLLOW: Final = "follow"
"""The button that shows whether a person follows a game; one of FOLLOW_CHOICES may follow."""
UNFOLLOW: Final = "unfollow"
SCORES: Final = "scores"
END: Final = "end"
FOLLOW_CHOICES: Final[Mapping[str, str]] = {
    SCORES: N_("You follow this game. You get a DM when someone scores, and at the end."),
    FOLLOW_VOTES: N_("You follow this game. You get a DM when the channel votes, and at the end."),
    END: N_("You follow this game. You get a DM at the end."),
}
"""The kinds of news that a person can follow, with the message for each."""


def follow_buttons(table: Table) -> tuple[Button, ...]:
    """The follow button, as long as there is news to come."""
    return (Button(_("Follow"), str(Follow())),) if table.phase is Phase.PLAYING else ()


def follow_settings(table: Table, wanted: str, daily: int) -> Message:
    """The news that a person follows ("" for nothing) and the ``daily`` limit."""
    lines = [
        _(FOLLOW_CHOICES[wanted]) if wanted in FOLLOW_CHOICES else _("You don't follow this game.")
    ]
    lines.append(
        ngettext(
            "-# At most {number} DM a day for all games.",
            "-# At most {number} DMs a day for all games.",
            daily,
        )
    )
    buttons = [
        Button(_("Every score"), str(Follow(SCORES)), chosen=wanted == SCORES),
        Button(_("The end"), str(Follow(END)), chosen=wanted == END),
    ]
    if THE_CHANNEL in table.players:
        buttons.append(
            Button(_("Each vote"), str(Follow(FOLLOW_VOTES)), chosen=wanted == FOLLOW_VOTES)
        )
    if wanted in FOLLOW_CHOICES:
        buttons.append(_unfollow_button())
    return Message("\n".join(lines), buttons=tuple(buttons))


def closed_messages_notice() -> Message:
    return Message(
        _(
            "I can't send you DMs, so you don't follow this game. Allow DMs in this server's "
            "*Privacy Settings*, then try again."
        ),
        buttons=(Button(_("Try again"), str(Follow()), ButtonStyle.PRIMARY),),
    )


def unfollow_confirmation() -> Message:
    return Message(_("You no longer follow this game."))


def first_message(table: Table, wanted: str, place: str) -> Message:
    return Message(
        f"{_heading(table, place)}\n{_(FOLLOW_CHOICES[wanted])}", buttons=(_unfollow_button(),)
    )


def news_kinds(outcome: Outcome) -> frozenset[str]:
    if _is_end(outcome):
        return frozenset(FOLLOW_CHOICES)
    scored = any(isinstance(event, Scored) and event.points for event in outcome_events(outcome))
    kinds = {SCORES: scored, FOLLOW_VOTES: begins_vote(outcome)}
    return frozenset(kind for kind, happened in kinds.items() if happened)


def vote_message(table: Table, names: Names, place: str) -> Message:
    """``place`` links to the post."""
    lines = [_heading(table, place), turn_line(table, names)]
    if table.vote_until is not None:
        lines.append(nobody_voted_line())
    return Message(
        "\n".join(lines), buttons=(Button(_("Board"), str(ShowBoard())), _unfollow_button())
    )


def news_message(outcome: Outcome, names: Names, place: str) -> Message:
    """The news in a few lines; ``place`` links to the post."""
    table, events = outcome.after, outcome_events(outcome)
    game = table.running_game
    lines = [_heading(table, place)]
    if table.phase is Phase.OVER:
        lines += [
            scores.winner_line(winners(game), game, names),
            *ending_lines(events, game, names),
        ]
    elif table.ended:
        lines.append(_("⏹️ The game was ended without final scoring."))
    else:
        lines += news_lines([e for e in events if isinstance(e, Scored) and e.points], game, names)
    lines.append(scores.standings(game, names, totals(events, game.seats)))
    buttons = [Button(_("Board"), str(ShowBoard())), Button(_("What's new"), "since")]
    if not table.ended:
        buttons.append(_unfollow_button())
    return Message("\n".join(lines), buttons=tuple(buttons))


def _heading(table: Table, place: str) -> str:
    return _("**{game}** in {place}", game=game_title(table.name), place=place)


def _unfollow_button() -> Button:
    return Button(_("Unfollow"), UNFOLLOW)


def _is_end(outcome: Outcome) -> bool:
    before, after = outcome.before, outcome.after
    ended = after.phase in (Phase.OVER, Phase.STOPPED)
    return after.game is not None and ended and before is not None and not before.ended
