"""How a player likes to play and to be told: shown and changed privately."""

from bot.client.context import context_of
from bot.client.discord_io.buttons import Press
from bot.client.discord_io.call import Call
from bot.presenters.private import preferences, quiet_hours
from bot.table import notification_preferences


async def show_habits(call: Call, user: int, press: Press) -> None:
    """Shows a player's settings, changed first if the button or the menu says so."""
    context = context_of(call)
    about = press.action.partition(" ")[2]
    if about in preferences.CHOICES:
        await context.preferences.set_confirms_moves(user, wanted=about == preferences.ASK)
    elif (wish := preferences.read(press.action)) is not None:
        await context.preferences.set(user, *wish)
    wished = await context.preferences.notifications(user)
    if about.split(" ")[0] in (notification_preferences.QUIET, notification_preferences.ZONE):
        back = preferences.opened()
        message = quiet_hours.settings(wished, context.clock(), preferences.HABITS, back)
    else:
        confirming = await context.preferences.confirms_moves(user)
        message = preferences.settings(wished, confirming=confirming)
    await context.replies.show(call, message)
