"""The commands `/stats` and `/leaderboard`, and their buttons; the answers are private."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Final

import discord
from discord import app_commands

from bot.channel_seat import words as channel_words
from bot.interactions.button_routes import Pressed, answer_route, personal_route
from bot.interactions.call import Call
from bot.interactions.options import game_choices
from bot.interactions.remote import hidden_channels
from bot.services import run_answer, run_personal, services_of
from bot.statistics import policy, words
from bot.statistics.service import KnownResults
from bot.table.rate_limits import RequestKind
from bot.table.refusals import Refusal
from bot.table.settings import RATINGS
from bot.table.store import Request
from bot.text.i18n import N_
from bot.text.names import Names
from bot.words.actions import ShowLeaderboard, ShowStatistics
from rules.variants import starting_parts


@app_commands.command(
    name="stats", description=N_("See your games in numbers, or those of a player or a pair")
)
@app_commands.describe(
    player=N_("Whose games; leave it out for your own"),
    against=N_("Compare with this player, in the games you both finished"),
)
@app_commands.allowed_installs(guilds=True, users=True)
@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
async def stats(
    interaction: discord.Interaction[Any],
    player: discord.User | None = None,
    against: discord.User | None = None,
) -> None:
    """A person or pair in the server; elsewhere, one's own everywhere."""

    async def work(call: Call, user: int) -> None:
        shown = user if player is None else player.id
        if against is not None and against.id != shown:
            await _show_pair(call, user, (shown, against.id))
        elif shown != user:
            await _show_person(call, shown)
        else:
            await _show_own(call, user, here=call.guild_id is not None)

    await run_personal(interaction, work)


@personal_route(ShowStatistics)
async def press_statistics(call: Call, user: int, press: Pressed[ShowStatistics]) -> None:
    """A user's own, here or everywhere, or the server's."""
    match press.action.scope:
        case words.EVERYWHERE:
            await _show_own(call, user, here=False)
        case words.SERVER:
            await _show_server(call)
        case _own:
            await _show_own(call, user, here=call.guild_id is not None)


async def _show_own(call: Call, user: int, *, here: bool) -> None:
    services = services_of(call)
    await _require_in_statistics(call, user)
    if here:
        known = await _server_results(call, _require_server(call))
    else:
        async with services.limits.charged(RequestKind.STATISTICS, user, call.channel_id):
            known = await services.results.of_user(user)
    calculated = await services.results.calculate(policy.person_statistics, known.results, user)
    message = words.own_statistics(
        calculated, in_server=call.guild_id is not None, here=here, complete=known.complete
    )
    record = await services.channel_seat.voter_record(user, call.guild_id if here else None)
    text = "\n".join([message.text, *channel_words.record_lines(record)])
    await services.picture_answers.answer(call, replace(message, text=text))


async def _show_person(call: Call, shown: int) -> None:
    services, guild = services_of(call), _require_server(call)
    known = await _visible_results(call, guild)
    calculated = await services.results.calculate(policy.person_statistics, known.results, shown)
    names = await _names(call, guild, (shown,))
    message = words.person_statistics(calculated, shown, names, complete=known.complete)
    await services.picture_answers.answer(call, message)


async def _show_pair(call: Call, user: int, pair: tuple[int, int]) -> None:
    services, guild = services_of(call), _require_server(call)
    if user in pair:
        await _require_in_statistics(call, user)
        pair = (user, pair[0] if pair[1] == user else pair[1])
    known = await _visible_results(call, guild)
    calculated = await services.results.calculate(policy.pair_statistics, known.results, *pair)
    names = await _names(call, guild, pair)
    message = words.pair_statistics(
        calculated, pair, names, own=pair[0] == user, complete=known.complete
    )
    await services.picture_answers.answer(call, message)


async def _show_server(call: Call) -> None:
    services, guild = services_of(call), _require_server(call)
    known = await _visible_results(call, guild)
    calculated = await services.results.calculate(policy.server_statistics, known.results)
    named = [user for user, _wins in calculated.wins[: words.MAX_WINNERS]]
    if calculated.best is not None and calculated.best.user is not None:
        named.append(calculated.best.user)
    names = await _names(call, guild, named)
    message = words.server_statistics(calculated, names, complete=known.complete)
    await services.picture_answers.answer(call, message)


@app_commands.command(name="leaderboard", description=N_("See the ratings of this server"))
@app_commands.describe(game=N_("The game; leave it out for the one played most"))
@app_commands.choices(game=game_choices(starting_parts()))
async def leaderboard(interaction: discord.Interaction[Any], game: str | None = None) -> None:
    async def work(call: Call, request: Request) -> None:
        await _show_leaderboard(call, request, game)

    await run_answer(interaction, work)


@answer_route(ShowLeaderboard)
async def press_leaderboard(call: Call, request: Request, press: Pressed[ShowLeaderboard]) -> None:
    """Show the ratings in the game that the button names."""
    await _show_leaderboard(call, request, press.action.game)


async def _show_leaderboard(call: Call, request: Request, game: str | None) -> None:
    services = services_of(call)
    if not (await services.server_settings.of(request.guild)).wants(RATINGS):
        raise Refusal("no-ratings")
    known = await _server_results(call, request.guild)
    played = await services.results.calculate(policy.rated_games, known.results)
    if game not in starting_parts():
        game = next(iter(played), starting_parts()[0])
    ranked = await services.results.calculate(policy.leaderboard, known.results, game)
    shown = [one.user for one in ranked[: words.MAX_RANKED]]
    names = await _names(call, request.guild, shown)
    message = words.leaderboard(ranked, game, played, names, request.user, complete=known.complete)
    await services.picture_answers.answer(call, message)


async def _server_results(call: Call, guild: int) -> KnownResults:
    """Raise Refusal if somebody asks too often."""
    services = services_of(call)
    async with services.limits.charged(RequestKind.STATISTICS, call.user.id, call.channel_id):
        return await services.results.of_server(guild)


async def _visible_results(call: Call, guild: int) -> KnownResults:
    """Read the results, except from channels hidden from the user.

    The user's own games count wherever they were.
    """
    known = await _server_results(call, guild)
    if not isinstance(call.user, discord.Member):
        return known
    hidden = hidden_channels(call.user, (result.channel for result in known.results))
    seen = (
        result
        for result in known.results
        if result.channel not in hidden or result.seat_of(call.user.id) is not None
    )
    return replace(known, results=tuple(seen))


def _require_server(call: Call) -> int:
    if call.guild_id is None:
        raise Refusal("no-server-numbers")
    return call.guild_id


async def _require_in_statistics(call: Call, user: int) -> None:
    """Refuse a user who left the statistics, and say how to come back."""
    if not await services_of(call).preferences.is_in_statistics(user):
        raise Refusal("left-statistics")


async def _names(call: Call, guild: int, users: Iterable[int]) -> Names:
    return await services_of(call).names.seated((), guild, users, absences=False)


COMMANDS: Final[tuple[app_commands.Command[Any, ..., Any], ...]] = (stats, leaderboard)
