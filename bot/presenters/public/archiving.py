"""The post of a game that was archived after a long silence, and its way back."""

from typing import Final

from bot.games.game_texts import game_title
from bot.presenters.words import scores
from bot.presenters.words.actions import ShowBoard
from bot.presenters.words.buttons import record_buttons
from bot.presenters.words.state import alt_text
from bot.table.archiving import IDLE_DAYS, restorable_until
from bot.table.table import Outcome, Table
from bot.text.i18n import _
from bot.text.message import Button, ButtonStyle, Illustration, Message
from bot.text.names import Names
from renderer.requests import ClosedBoard

BRING_BACK: Final = "unarchive"
"""The button that brings an archived game back."""


def archive_post(table: Table, names: Names) -> Message:
    """The post of a game that was just archived, with its standing."""
    game = game_title(table.name)
    lines = [
        _("💤 {game} is archived: nobody has played for {days} days.", game=game, days=IDLE_DAYS),
        scores.standings(table.running_game, names),
        _(
            "Nothing is lost: *Resume* brings it back until <t:{until}:D>, as soon "
            "as no other game is running here.",
            until=int(restorable_until(table)),
        ),
    ]
    return Message(
        "\n".join(lines),
        (Illustration(ClosedBoard(), alt_text(table, names, lines[:1])),),
        (
            unarchive_button(),
            Button(_("Scores"), "score"),
            Button(_("Board"), str(ShowBoard())),
            *record_buttons(),
        ),
    )


def unarchive_button() -> Button:
    """The button that brings the game back."""
    return Button(_("Resume"), BRING_BACK, ButtonStyle.SUCCESS)


def unarchive_line(outcome: Outcome, names: Names) -> str:
    """Return the line about the user who restored a game, above the post of the turn."""
    return _("▶️ {who} resumed the game.", who=names.user_name(outcome.user))
