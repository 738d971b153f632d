"""The button that gives a seat of a lobby to the channel."""

from bot.channel_seat.words import ADD_CHANNEL
from bot.interactions.button_routes import TablePress, table_change_route
from bot.interactions.call import Call
from bot.lobby.commands import update_card
from bot.services import services_of
from bot.table.settings import RATINGS
from bot.table.store import Request, Tables
from bot.table.table import Outcome


@table_change_route(ADD_CHANNEL, find=Tables.require_lobby, in_time=True)
async def add_channel(call: Call, request: Request, press: TablePress[str]) -> Outcome | None:
    services = services_of(call)
    choices = await services.server_settings.of(request.guild)
    name = getattr(call.place.channel, "name", "")
    outcome = await services.table_service.add_channel(request, name, rated=choices.wants(RATINGS))
    return await update_card(call, outcome)
