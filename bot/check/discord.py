"""Checks that ask Discord: token, intents, servers, commands, clock."""

import asyncio
import sqlite3
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from datetime import datetime
from email.utils import parsedate_to_datetime
from functools import partial
from pathlib import Path
from typing import Any, Final

import aiohttp
import discord
from discord.http import Route

from bot.check import postgres
from bot.check.finding import Finding, Grade, first_lines
from bot.client.app import COMMANDS_DIGEST_SETTING, App, commands_digest
from bot.client.discord_io.errors import TOKEN_REFUSED
from bot.client.discord_io.links import INVITE_PERMISSIONS, OPTIONAL_PERMISSIONS, invite_link
from bot.client.discord_io.sending import TRANSPORT_ERRORS
from bot.config import Config, Shards
from bot.installation import missing_token_text
from storage import StorageError
from storage.sqlite.files import read_only

ANSWER_TIMEOUT_SECONDS: Final = 15.0
"""Seconds to wait for each answer of Discord."""
MAX_NAMED_SERVERS: Final = 5
"""The most servers named as lacking a permission."""
SERVERS_PER_PAGE: Final = 200
MAX_SERVERS: Final = 2_500
CLOCK_NOTE_SECONDS: Final = 5.0
"""Seconds of clock error that are reported; an answer may be late by one or two."""
CLOCK_WRONG_SECONDS: Final = 30.0


async def check_discord(config: Config, app: App) -> AsyncIterator[Finding]:
    """Run every check that asks Discord."""
    yield await _check_clock()
    if config.token is None:
        yield Finding(Grade.WRONG, "token", missing_token_text())
        return
    async with discord.Client(intents=app.intents) as client:
        try:
            async with asyncio.timeout(ANSWER_TIMEOUT_SECONDS):
                await client.login(config.token)
        except discord.LoginFailure:
            yield Finding(Grade.WRONG, "token", TOKEN_REFUSED)
            return
        except TRANSPORT_ERRORS as error:
            yield Finding(Grade.WRONG, "token", f"Discord cannot be asked: {_error_text(error)}")
            return
        assert client.application is not None
        endpoint = client.application.interactions_endpoint_url
        yield (
            Finding(
                Grade.WRONG,
                "token",
                f"{client.user}, but its commands go to {endpoint}: take the interactions"
                " endpoint URL off in the developer portal",
            )
            if endpoint
            else Finding(Grade.OK, "token", f"that of {client.user}")
        )
        for check in (partial(_check_gateway, config.shards), _check_servers):
            try:
                async with asyncio.timeout(ANSWER_TIMEOUT_SECONDS):
                    yield await check(client)
            except (*TRANSPORT_ERRORS, discord.GatewayNotFound) as error:
                subject = "servers" if check is _check_servers else "gateway"
                yield Finding(Grade.WRONG, subject, f"Discord did not say: {_error_text(error)}")
        try:
            async with asyncio.timeout(ANSWER_TIMEOUT_SECONDS):
                yield await _check_commands(config, app, client)
        except TRANSPORT_ERRORS as error:
            yield Finding(Grade.WRONG, "commands", f"Discord did not say: {_error_text(error)}")
        yield Finding(Grade.OK, "invite", invite_link(client.application.id))


async def _check_clock() -> Finding:
    """Compare the clock with the date in Discord's answers."""
    try:
        async with (
            asyncio.timeout(ANSWER_TIMEOUT_SECONDS),
            aiohttp.ClientSession() as session,
            session.get(f"{Route.BASE}/gateway") as answer,
        ):
            date_header = answer.headers.get("Date", "")
        now = time.time()
        discord_time: datetime = parsedate_to_datetime(date_header)
    except TRANSPORT_ERRORS as error:
        return Finding(
            Grade.NOTE, "clock", f"unknown, as Discord cannot be asked: {_error_text(error)}"
        )
    except ValueError:
        return Finding(Grade.NOTE, "clock", "unknown: Discord's answer bears no time")
    seconds_fast = now - discord_time.timestamp()
    if abs(seconds_fast) <= CLOCK_NOTE_SECONDS:
        return Finding(Grade.OK, "clock", "agrees with Discord's")
    grade = Grade.WRONG if abs(seconds_fast) > CLOCK_WRONG_SECONDS else Grade.NOTE
    way = "fast" if seconds_fast > 0 else "slow"
    return Finding(
        grade, "clock", f"{abs(seconds_fast):,.0f} seconds {way}: have it set by the network"
    )


async def _check_gateway(configured: Shards | None, client: discord.Client) -> Finding:
    """Check the intents, the connections left today, and the number of shards."""
    intents = [name for name, value in client.intents if value]
    privileged = client.intents.value & discord.Intents(
        members=True, presences=True, message_content=True
    ).value  # fmt: skip
    kind = "privileged" if privileged else "none of them privileged"
    shards, _, limit = await client.http.get_bot_gateway()
    left = f"{limit['remaining']} of {limit['total']} connections left today"
    text = f"{', '.join(intents)}: {kind}; {left}"
    if configured is not None and configured.count < shards:
        text = f"{text}; Discord asks for {shards} shards, CARCASSONNE_SHARDS says {configured}"
        return Finding(Grade.WRONG, "intents", text)
    text = f"{text}; {shards} shards" if shards > 1 else text
    few = limit["remaining"] < limit["total"] / 10
    return Finding(Grade.NOTE if few or privileged else Grade.OK, "intents", text)


async def _check_servers(client: discord.Client) -> Finding:
    """Check the bot's permissions in each server; channels may still deny them."""
    servers: list[Mapping[str, Any]] = []
    while len(servers) < MAX_SERVERS:
        after = servers[-1]["id"] if servers else None
        page: Sequence[Any] = await client.http.get_guilds(
            SERVERS_PER_PAGE, after=after, with_counts=False
        )
        servers += page
        if len(page) < SERVERS_PER_PAGE:
            break
    lacking = [(server, missing) for server in servers if (missing := _missing_permissions(server))]
    wrong = any(~OPTIONAL_PERMISSIONS.value & missing.value for _, missing in lacking)
    count = "1 server" if len(servers) == 1 else f"{len(servers):,} servers"
    if not lacking:
        grade = Grade.OK if servers else Grade.NOTE
        return Finding(grade, "servers", f"{count}, with all permissions that are made use of")
    named = [f"{server['name']}: {_permission_names(missing)}" for server, missing in lacking]
    grade = Grade.WRONG if wrong else Grade.NOTE
    return Finding(
        grade,
        "servers",
        f"{count}; lacking in {len(lacking):,}:",
        first_lines(named, MAX_NAMED_SERVERS),
    )


def _missing_permissions(server: Mapping[str, Any]) -> discord.Permissions:
    has = discord.Permissions(int(server["permissions"]))
    return discord.Permissions(0 if has.administrator else INVITE_PERMISSIONS.value & ~has.value)


def _permission_names(permissions: discord.Permissions) -> str:
    names = (name.replace("_", " ") for name, value in permissions if value)
    return ", ".join(names).replace("read messages", "view channels")


async def _check_commands(config: Config, app: App, client: discord.Client) -> Finding:
    """Check that the commands registered with Discord are those of this program."""
    assert client.application is not None
    own = {(command.name, _command_type(command)) for command in app.tree.get_commands()}
    answer = await client.http.get_global_commands(client.application.id)
    registered = {(str(command["name"]), int(command.get("type", 1))) for command in answer}
    later = "the next start tells Discord"
    if own != registered:
        differ = sorted(f"/{name}" if kind == _TYPED else name for name, kind in own ^ registered)
        return Finding(Grade.NOTE, "commands", f"not the same ({', '.join(differ)}): {later}")
    digest = await commands_digest(app.tree, client.application.id)
    if await _registered_digest(config.database) != digest:
        return Finding(Grade.NOTE, "commands", f"of another version: {later}")
    return Finding(Grade.OK, "commands", f"{len(own)}, as Discord has them")


_TYPED: Final = discord.AppCommandType.chat_input.value


def _command_type(command: Any) -> int:
    kind = getattr(command, "type", discord.AppCommandType.chat_input)
    return int(kind.value)


async def _registered_digest(database: Path | str) -> str | None:
    """Return the digest of the commands registered last. None if the database cannot be read."""
    if not isinstance(database, Path):
        return await postgres.read_setting(database, COMMANDS_DIGEST_SETTING)
    try:
        with read_only(database) as connection:
            sql = "SELECT value FROM settings WHERE key = ?"
            rows = connection.execute(sql, (COMMANDS_DIGEST_SETTING,)).fetchall()
    except (StorageError, sqlite3.Error):
        return None  # `host.check_host` has reported what is wrong with the file
    return str(rows[0][0]) if rows else None


def _error_text(error: Exception) -> str:
    return str(error) or type(error).__name__
