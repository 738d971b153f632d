"""A challenge: the question which game it is, and the post that pings the challenged player."""

from bot.games.game_texts import game_title
from bot.presenters.words.actions import Challenge
from bot.table.table import Table
from bot.text.i18n import _
from bot.text.message import Button, ButtonStyle, Message
from bot.text.names import Names
from rules.variants import starting_parts


def game_question(user: int, names: Names) -> Message:
    """The private question which game a challenge is about."""
    text = _(
        "Which game do you challenge {who} to? I open it here for two, and ping them.",
        who=names.user_name(user),
    )
    buttons = (Button(game_title(name), str(Challenge(name, user))) for name in starting_parts())
    return Message(text, buttons=tuple(buttons))


def challenge_post(table: Table, host: int, user: int, names: Names) -> Message:
    """The post that asks the challenged user to join."""
    text = _(
        "⚔️ <@{user}>, {host} challenges you to **{game}**. Take the seat with *Join*.",
        user=user,
        host=names.user_name(host),
        game=game_title(table.name),
    )
    join = Button(_("Join"), "join", ButtonStyle.SUCCESS)
    return Message(text, buttons=(join,), pings=(user,))
