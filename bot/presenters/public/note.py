"""The note to a table whose turn has waited for long: what the others may decide, and who wants it.

The same post asks for a pause that a player suggests while nobody has waited for long.
"""

from datetime import UTC, datetime
from typing import Final

from bot.presenters.words.votes import ballots
from bot.table import voting
from bot.table.table import Table
from bot.text.i18n import _, dated, lasting, listed, ngettext
from bot.text.message import Button, Message, Tone
from bot.text.names import Names

VOTE: Final = "vote"
"""Wants something to be done: a word follows, for a pause its end, then the post to be updated."""
POLL: Final = "poll"
"""The same where it is asked in a post of its own."""
PAUSE: Final = "pause"
"""Asks privately for how long."""


def note(table: Table, names: Names, waited: float) -> Message:
    """What shall be done about a turn that has ``waited`` so many seconds; pings who may answer.

    Before anything but a pause can be decided it is the question whether to pause.
    """
    asked = [user for user in table.players if user in voting.deciders(table)]
    missing = [user for user in asked if user is not None and user not in table.poll]
    ...
