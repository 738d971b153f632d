"""What the buttons of the greeting do: they are about no game yet."""

from collections.abc import Iterable

from bot.client.context import context_of
from bot.client.discord_io.buttons import Press
from bot.client.discord_io.call import Call
from bot.presenters.private import help
from bot.table.rate_limits import Cost
from bot.table.refusals import Refusal
from bot.table.service import NO_OPPONENTS
from bot.table.store import Request
from bot.table.table import JOINED, Outcome, Settings
from bot.text.i18n import language_of
from bot.text.opponents import LEVELS
from rules.variants import beginnings, by_part, games


async def deal_table(call: Call, request: Request, press: Press) -> Outcome:
    """Opens a table at which all sit whom the button names, and deals; who pressed begins."""
    name, *users = press.action.split()[1:] or [""]
    if not all(map(str.isdecimal, users)):
        raise Refusal("late")
    return await _dealt(call, request, name, users=map(int, users))


async def deal_against(call: Call, request: Request, press: Press) -> Outcome:
    """Opens a table for who pressed and an opponent, and deals; who pressed begins."""
    name, level = (*press.action.split()[1:], "", "")[:2]
    if level not in LEVELS:
        raise Refusal("late")
    return await _dealt(call, request, name, opponents=(1, level))


async def _dealt(
    call: Call,
    request: Request,
    name: str,
    users: Iterable[int] = (),
    opponents: tuple[int, str] = NO_OPPONENTS,
) -> Outcome:
    """The table of a game, dealt in the language of who pressed."""
    if name not in games():
        raise Refusal("late")
    context = context_of(call)
    await context.servers.may_open(call)
    settings = Settings(language_of(call.interaction.locale), JOINED)
    with context.limits.taken(Cost.TABLE, request.user, request.channel):
        outcome = await context.service.deal(request, name, users, settings, opponents)
    await context.cards.begin(outcome.game)
    return outcome


async def show_rules(call: Call, user: int, press: Press) -> None:
    """Opens the rules, or turns to another of their pages."""
    name, key = (*press.action.split()[1:], None, None)[:2]
    message = help.page(name if name in by_part() else beginnings()[0], key)
    await context_of(call).replies.show(call, message)
