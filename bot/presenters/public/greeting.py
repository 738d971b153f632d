"""The greeting: what the bot is, and the first thing to do."""

from collections.abc import Sequence
from typing import Final

from bot.games.game_texts import game_title
from bot.text.i18n import _
from bot.text.message import Button, ButtonStyle, Menu, MenuLine, Message
from rules.variants import available_additions, combine_parts, games_by_part, starting_parts

DEAL: Final = "table"
"""The button that opens a table and starts it: game and users follow; the presser sits first."""
PLAY_OPPONENT: Final = "against"
"""The button that starts a game against an opponent: game and level follow."""
OPPONENT_LEVEL: Final = "villager"
"""The opponent's level: one that a newcomer can beat."""
RULES: Final = "rules"
"""The button that shows the rules; a game and a topic may follow."""


def greeting(users: Sequence[int]) -> Message:
    """The first post in a channel; ``users`` may all be seated at once."""
    first, *others = games_by_part()
    # Each set by itself, and all there are.
    whole = [combine_parts(name, available_additions(name)) for name in starting_parts()]
    others = [*others, *(name for name in whole if name not in games_by_part())]
    text = _(
        "## Welcome to Carcassonne\n"
        "Everybody lays tiles in turn, a landscape grows, and the figures on it score. "
        "One game a channel, a picture after every move, and no hurry.\n"
        "This is a **playground**: you are all three players. *Viewing as*, at the top, changes "
        "who you are; below it are the channels, your direct messages and the *Next day*. "
        "Press a button, or type `/` to see the commands."
    )
    lines = tuple(MenuLine(game_title(name), _deal_action(name, users)) for name in others)
    return Message(
        text,
        buttons=(
            Button(_("A table for three"), _deal_action(first, users), ButtonStyle.SUCCESS),
            Button(_("Play against an opponent"), f"{PLAY_OPPONENT} {first} {OPPONENT_LEVEL}"),
            Button(_("The rules"), RULES),
            Menu(_("Another game for three"), lines),
        ),
    )


def _deal_action(name: str, users: Sequence[int]) -> str:
    return " ".join([DEAL, name, *map(str, users)])
