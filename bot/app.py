"""The discord.py client: startup and shutdown, shards, gateway events, command registration."""

import asyncio
import hashlib
import json
import logging
import random
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, TypeAlias

import discord
from discord import app_commands

from bot.cluster.shared_limits import IdentifyLimit
from bot.config import Config
from bot.core.durations import Sleep
from bot.core.metrics import CONNECTED, timing
from bot.core.tasks import Tasks
from bot.discord_io.application_emoji import EmojiProvider
from bot.discord_io.buttons import (
    ITEMS,
    NO_GAME,
    Press,
    PressHandler,
    card_payload,
    is_valid_component,
)
from bot.discord_io.links import invite_link
from bot.discord_io.sending import LONGEST_WAIT_SECONDS, TRANSPORT_ERRORS, rate_limit_trace, send
from bot.discord_io.translator import Translator
from bot.interactions.lifecycle import Tree, answer_failure, bind_log_context, within_limits
from bot.interactions.replies import UNKNOWN
from bot.lobby.words import greeting
from bot.runtime.metrics_page import MetricsPage
from bot.services import Services
from bot.table.rate_limits import RateLimits
from bot.text.i18n import ENGLISH, _, language_of, use_language
from storage import (
    ALL_SHARDS,
    Database,
    GameRow,
    IdentifySlots,
    Log,
    ShardFilter,
    StorageError,
    open_database,
)

log = logging.getLogger(__name__)

AppCommand: TypeAlias = app_commands.Command[Any, ..., Any] | app_commands.ContextMenu
COMMANDS_DIGEST_SETTING: Final = "commands synced"
"""The key of the stored digest of the commands that were synced last."""
LEAVE_SECONDS: Final = 2.0
"""Seconds in which Discord confirms the end of a session; the bot does not wait for it longer."""


@dataclass(frozen=True, slots=True)
class Demo:
    """Channels for trying the bot, empty at each start, and their users.

    ``prepared`` is called with the log open and nothing posted.
    """

    channels: tuple[int, ...]
    guild: int
    users: tuple[int, ...]
    prepared: Callable[[], Awaitable[None]] | None = None


async def commands_digest(tree: app_commands.CommandTree[Any], application: int | None) -> str:
    """A digest that differs once commands have changed in any language."""
    translator = Translator()
    payload = [
        await command.get_translated_payload(tree, translator) for command in tree.get_commands()
    ]
    text = json.dumps(payload, sort_keys=True, default=str)
    return hashlib.sha256(f"{application} {text}".encode()).hexdigest()


class App(discord.AutoShardedClient):
    """The bot, or one process of it with its shards.

    Everything in memory may be lost at any moment without harm.
    """

    game_log: Log
    services: Services
    """The services, once the database is open."""
    demo: Demo | None = None
    """The playground's channels, if any: greeted at the start, their running games posted again."""

    def __init__(
        self,
        config: Config,
        chance: random.Random,
        commands: Sequence[AppCommand],
        press: PressHandler,
        *,
        clock: Callable[[], float] = time.time,
        sleep: Sleep = asyncio.sleep,
        metrics: MetricsPage | None = None,
    ) -> None:
        """``press`` runs a button's action; ``clock`` returns Unix seconds.

        ``sleep`` waits between retries. ``metrics`` is the served page, if any.
        """
        shards = config.shards
        some: Any = {} if shards is None else {"shard_ids": list(shards.numbers)}
        super().__init__(
            intents=discord.Intents(guilds=True, guild_typing=True),
            http_trace=rate_limit_trace(self._release_global_rate_limit),
            max_ratelimit_timeout=LONGEST_WAIT_SECONDS,
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
            shard_count=None if shards is None else shards.count,
            **some,
        )
        self._config = config
        self._chance = chance
        self._press = press
        self._clock = clock
        self._sleep = sleep
        self.database: Database | None = None
        """The open database; None before the start and after the end."""
        self._identifying: IdentifyLimit | None = None
        self._starting = Tasks()
        # A simulated Discord, without a token, has no application emoji.
        self._emoji = (
            EmojiProvider(self, clock, uploads=self._has_first_shard)
            if config.emoji and config.token is not None
            else None
        )
        self.limits = RateLimits(clock, config.limits)
        self._metrics = metrics
        self.tree = Tree(
            self,
            allowed_contexts=app_commands.AppCommandContext(guild=True),
            allowed_installs=app_commands.AppInstallationType(guild=True),
        )
        for command in commands:
            self.tree.add_command(command)
        self.add_dynamic_items(*ITEMS)

    async def setup_hook(self) -> None:
        """Open the database, build the services, and sync changed commands."""
        config, shards = self._config, self._config.shards
        async with AsyncExitStack() as unfinished:
            database = await open_database(
                config.database,
                synchronous=config.synchronous,
                clock=self._clock,
                shards=ALL_SHARDS
                if shards is None
                else ShardFilter(frozenset(shards.numbers), shards.count),
            )
            unfinished.push_async_callback(database.close)
            await database.claim_shards(take_over=config.takeover)
            database.write_timer = partial(timing, "commit")
            self.game_log = Log(database)
            if self.demo is not None and self.demo.prepared is not None:
                await self.demo.prepared()
            self.services = Services(
                self,
                database,
                self.game_log,
                config,
                self._chance,
                self._clock,
                self._sleep,
                self.limits,
            )
            if self._metrics is not None:
                self.services.register_gauges(self._metrics)
            unfinished.pop_all()
        self.database = database
        self._identifying = IdentifyLimit(IdentifySlots(database), self._clock, config.spacing)
        self.services.summary_index.begin()
        self.translator = Translator()
        await self.tree.set_translator(self.translator)
        digest = await commands_digest(self.tree, self.application_id)
        if self._has_first_shard and await self.game_log.setting(COMMANDS_DIGEST_SETTING) != digest:
            await self.tree.sync()
            await self.game_log.set_setting(COMMANDS_DIGEST_SETTING, digest)
            log.info("synced %d commands", len(self.tree.get_commands()))
        if self.application_id is not None:
            log.info("invite it to a server: %s", invite_link(self.application_id))

    async def launch_shards(self) -> None:
        """Connect the configured shards, or as many as Discord asks for."""
        assert self._identifying is not None
        asked_for, _, limit = await self.http.get_bot_gateway()
        self._identifying.buckets = limit["max_concurrency"]
        if self.shard_count is None:
            self.shard_count = asked_for
        await super().launch_shards()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        assert self._identifying is not None
        await self._identifying.turn(shard_id or 0)

    async def on_shard_ready(self, shard_id: int) -> None:
        """Catch up after one shard has a new session; the others stayed."""
        if self.is_ready() and len(self.shards) > 1:
            await self.on_ready()

    @property
    def _has_first_shard(self) -> bool:
        """True for the process that syncs commands and uploads emoji for all."""
        shards = self._config.shards
        return shards is None or 0 in shards.numbers

    async def on_ready(self) -> None:
        """Post what channels missed while the bot was away."""
        if self._emoji is not None:
            self._emoji.begin()
        servers = "1 server" if len(self.guilds) == 1 else f"{len(self.guilds)} servers"
        log.info("ready as %s in %s", self.user, servers)
        anew: list[GameRow] = []
        if self.demo is not None:
            await greet(self, self.demo)
            games = await self.game_log.games()
            anew = [row for row in games if row.posted == row.last and not row.finished]
        await self._starting.begin(self.services.begin(anew), "starting")

    async def on_emoji_refused(self) -> None:
        """Discord has refused one of the bot's emoji: fetch them again."""
        if self._emoji is not None:
            self._emoji.refresh()

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Answer unknown buttons, and forms, which the bot never sends.

        Any interaction shows that its channel may take posts again.
        """
        if interaction.channel_id is not None:
            self.services.outbox.retry_refused_channel(interaction.channel_id)
        data: Any = interaction.data or {}
        component = interaction.type is discord.InteractionType.component
        # discord.py runs no button of a message that it could not read.
        is_lost = interaction.message is None or not is_valid_component(
            data.get("custom_id", ""), data.get("component_type", 0)
        )
        if (component and is_lost) or interaction.type is discord.InteractionType.modal_submit:
            await self.answer_unknown(interaction)

    async def on_raw_typing(self, payload: discord.RawTypingEvent) -> None:
        """Retry posts: somebody waits in the channel."""
        self.services.outbox.retry_refused_channel(payload.channel_id)

    async def answer_unknown(self, interaction: discord.Interaction[Any]) -> None:
        bind_log_context(interaction)
        if not await within_limits(interaction):
            return
        try:
            with use_language(language_of(interaction.locale)):
                await interaction.response.send_message(_(UNKNOWN), ephemeral=True)
        except (*TRANSPORT_ERRORS, RuntimeError) as error:
            await answer_failure(interaction, error)

    async def run_press(self, interaction: discord.Interaction[Any], press: Press) -> None:
        """Log unexpected errors and tell the user."""
        bind_log_context(interaction, press.game or None)
        try:
            if await within_limits(interaction):
                await self._press(interaction, press)
        except Exception as error:
            await answer_failure(interaction, error)

    async def is_alive(self) -> bool:
        """True if Discord is connected, the database answers, and the bot is not closing."""
        shards = self.shards.values()
        connected = bool(shards) and not any(shard.is_closed() for shard in shards)
        if self.database is None or not self.is_ready() or not connected:
            return False
        try:
            await self.database.ping()
        except StorageError as error:
            log.warning("the database does not answer: %s", error)
            return False
        return True

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        await self.services.departures.channel_deleted(channel.id)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        await self.services.departures.channel_deleted(payload.thread_id)

    async def on_guild_channel_update(
        self, before: discord.abc.GuildChannel, after: discord.abc.GuildChannel
    ) -> None:
        """Retry posts: permissions may have changed."""
        await self.services.outbox.retry_now([after.id])

    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        """Retry posts: a thread may have been unlocked."""
        await self.services.outbox.retry_now([payload.thread_id])

    async def on_guild_role_update(self, before: discord.Role, after: discord.Role) -> None:
        """Retry posts: the bot may be allowed more than before."""
        await self._retry_posts(after.guild)

    async def on_member_update(self, before: discord.Member, after: discord.Member) -> None:
        """Retry posts: the bot may have a new role; without an intent it hears only of itself."""
        await self._retry_posts(after.guild)

    async def _retry_posts(self, guild: discord.Guild) -> None:
        await self.services.outbox.retry_now([c.id for c in (*guild.channels, *guild.threads)])

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """A server removed the bot; an outage of Discord does not count."""
        await self.services.departures.server_left(guild.id)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """A server added the bot, perhaps again."""
        await self.services.departures.server_joined(guild.id)

    def _release_global_rate_limit(self) -> None:
        # Of discord.py: there is no public way.
        self.http._global_over.set()

    async def close(self) -> None:
        """Stop receiving, wait for running work, close database and connection."""
        async with AsyncExitStack() as closing:
            # Last, whatever fails: its threads would keep the process alive.
            closing.push_async_callback(self._close_database)
            if self._identifying is None:
                # Never connected: AutoShardedClient.close() would fail without shard state.
                closing.push_async_callback(discord.Client.close, self)
            else:
                closing.push_async_callback(super().close)
            if self.database is not None:
                await self._leave_gateway()
                await self.services.runner.close()
                # Cancel catching up; the next start posts the rest and finds what was sent.
                await self._starting.cancel()
                if self._emoji is not None:
                    await self._emoji.close()
                await self.services.close()
            if self._metrics is not None:
                self._metrics.readers = ()
                CONNECTED.set(0)

    async def _leave_gateway(self) -> None:
        """Receive no more interactions; in a takeover the other process gets them."""
        leaving = [asyncio.create_task(shard.disconnect()) for shard in self.shards.values()]
        if leaving:
            await asyncio.wait(leaving, timeout=LEAVE_SECONDS)

    async def _close_database(self) -> None:
        if self.database is not None:
            database, self.database = self.database, None
            await database.close()


async def greet(client: discord.Client, demo: Demo) -> None:
    """Send each channel's first post in the language of its server."""
    guild = client.get_guild(demo.guild)
    with use_language(language_of(guild.preferred_locale if guild is not None else ENGLISH)):
        message = greeting(demo.users)
    payload = card_payload(message, message.text)
    nobody = discord.AllowedMentions.none()
    for channel in demo.channels:
        target = client.get_partial_messageable(channel, guild_id=demo.guild)
        await send(client, target, payload, (), nobody, f"{NO_GAME}-{channel}")
