"""The Discord client: opens the log, registers the commands, and carries each request through."""

import asyncio
import hashlib
import json
import logging
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any, Final

import discord
from discord import app_commands

from bot import commands
from bot.client.answering import Tree, acknowledge, failed
from bot.client.buttons import ITEMS, Press, known
from bot.client.drafts import Drafts
from bot.client.names import People
from bot.client.replies import UNKNOWN, UNPOSTED, Replies, dismiss
from bot.client.sender import NOT_TAKEN, Sender
from bot.client.translator import Translator
from bot.config import Config
from bot.presenters.private import prompts
from bot.presenters.public import turns
from bot.presenters.words.refusals import sentence
from bot.table.refusals import USER_FACTS, Refusal
from bot.table.service import Service
from bot.table.store import Request, Tables
from bot.table.table import Outcome
from bot.text.i18n import _, language_of, speaking
from bot.text.names import Names
from rules.errors import RulesError
from storage import Database, Log

log = logging.getLogger(__name__)

DRAIN_SECONDS: Final = 10.0
SYNCED: Final = "commands synced"


class App(discord.Client):
    """The bot. Everything it holds in memory can be lost at any moment without harm."""

    tables: Tables
    service: Service
    sender: Sender
    people: People
    replies: Replies
    drafts: Drafts

    def __init__(self, config: Config, chance: random.Random, *, blank: bool = False) -> None:
        """``blank`` says that channels start empty, so that every running game is posted anew."""
        super().__init__(
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
        )
        self._config = config
        self._chance = chance
        self._blank = blank
        self._database: Database | None = None
        self._working: set[asyncio.Task[Any]] = set()
        self._leaving = False
        self.tree = Tree(
            self,
            allowed_contexts=app_commands.AppCommandContext(guild=True),
            allowed_installs=app_commands.AppInstallationType(guild=True),
        )
        commands.add_all(self.tree)
        self.add_dynamic_items(*ITEMS)

    # -- life ---------------------------------------------------------------------------------

    async def setup_hook(self) -> None:
        """Opens the log and tells Discord of the commands if they have changed."""
        self._database = await Database.open(
            self._config.database, synchronous=self._config.synchronous
        )
        self.log = Log(self._database)
        self.people = People(self)
        self.sender = Sender(self, self.log, self.people)
        self.tables = Tables(self.log)
        self.service = Service(self.tables, self._chance)
        self.replies = Replies(self.sender, self.people)
        self.drafts = Drafts()
        self.translator = Translator()
        await self.tree.set_translator(self.translator)
        digest = await self._commands_digest()
        if await self.log.setting(SYNCED) != digest:
            await self.tree.sync()
            await self.log.set_setting(SYNCED, digest)
            log.info("told Discord of %d commands", len(self.tree.get_commands()))

    async def on_ready(self) -> None:
        """Posts what channels have missed while the bot was away."""
        log.info("ready as %s in %d servers", self.user, len(self.guilds))
        behind = await self.log.unposted()
        if self._blank:
            behind = tuple(row for row in await self.log.games() if not row.finished)
        for row in behind:
            try:
                seen = await self.tables.seen(row.channel)
            except Refusal as refusal:
                log.error("game %s cannot be read: %s", row.id, refusal.facts)
                continue
            if seen is None or seen.row.id != row.id:
                continue
            try:
                await self.sender.present(
                    self.messageable(row.channel, row.guild), row.guild, row.id, seen.table
                )
            except NOT_TAKEN as error:
                log.warning("could not catch up in channel %s: %s", row.channel, error)
            except Exception:
                log.exception("could not catch up in channel %s", row.channel)

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """A button that this version does not know gets an answer too."""
        data: Any = interaction.data or {}
        custom_id = str(data.get("custom_id", ""))
        pressed = interaction.type is discord.InteractionType.component
        if pressed and not known(custom_id):
            with speaking(language_of(interaction.locale)):
                await interaction.response.send_message(_(UNKNOWN), ephemeral=True)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """The game of a deleted channel is over."""
        await self.log.drop_channel(channel.id)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """The game of a deleted thread is over."""
        await self.log.drop_channel(payload.thread_id)

    async def close(self) -> None:
        """Takes nothing new, lets what is under way finish, closes the log and the connection."""
        self._leaving = True
        if self._working:
            await asyncio.wait(self._working, timeout=DRAIN_SECONDS)
        await super().close()
        if self._database is not None:
            database, self._database = self._database, None
            await database.close()

    async def _commands_digest(self) -> str:
        payload = [
            await command.get_translated_payload(self.tree, self.translator)
            for command in self.tree.get_commands()
        ]
        text = json.dumps(payload, sort_keys=True, default=str)
        return hashlib.sha256(f"{self.application_id} {text}".encode()).hexdigest()

    # -- requests -----------------------------------------------------------------------------

    def messageable(self, channel: int, guild: int | None) -> discord.PartialMessageable:
        """A channel to post to, known or not."""
        return self.get_partial_messageable(channel, guild_id=guild)

    async def change(
        self,
        interaction: discord.Interaction[Any],
        work: Callable[[Request], Awaitable[Outcome | None]],
    ) -> None:
        """Carries out a command that changes a table: a public post, or a private refusal.

        ``work`` may answer by itself and give None.
        """
        if not await acknowledge(interaction):
            return
        async with self.working(interaction) as request:
            self._stay_open()
            self.replies.may_post(interaction)
            outcome = await work(request)
            if outcome is None:
                return
            if turns.half_way(outcome.after) and outcome.after.to_move == request.user:
                message = prompts.next_decision(outcome.after.running_game)
                await self.sender.answer(interaction, message, outcome.game, outcome.after)
                return
            try:
                channel = self.messageable(request.channel, request.guild)
                await self.sender.outcome(channel, request.guild, outcome)
            except NOT_TAKEN as error:
                log.warning("saved, but not posted in %s: %s", request.channel, error)
                await self.replies.say(interaction, _(UNPOSTED))
                return
            await dismiss(interaction)

    async def tell(
        self,
        interaction: discord.Interaction[Any],
        work: Callable[[Request], Awaitable[None]],
    ) -> None:
        """Carries out a command that only answers, privately."""
        if not await acknowledge(interaction):
            return
        async with self.working(interaction) as request:
            self._stay_open()
            await work(request)

    async def pressed(self, interaction: discord.Interaction[Any], press: Press) -> None:
        """Does what a button says; what goes wrong unforeseen is logged, and the player told."""
        try:
            await commands.press(interaction, press)
        except Exception as error:
            await failed(interaction, error)

    @asynccontextmanager
    async def working(self, interaction: discord.Interaction[Any]) -> AsyncIterator[Request]:
        """The request of a deferred interaction; what players may not do is answered privately."""
        assert interaction.guild_id is not None and interaction.channel_id is not None
        request = Request(
            interaction.user.id, interaction.guild_id, interaction.channel_id, interaction.id
        )
        self.people.met(interaction.user, interaction.guild_id)
        task = asyncio.current_task()
        assert task is not None
        self._working.add(task)
        with speaking(language_of(interaction.locale)):
            try:
                yield request
            except (Refusal, RulesError) as error:
                await self._refuse(interaction, request, error)
            finally:
                self._working.discard(task)

    def _stay_open(self) -> None:
        """A refusal while the bot is closing: it takes nothing new."""
        if self._leaving:
            raise Refusal("closing")

    async def refuse_at_once(
        self, interaction: discord.Interaction[Any], error: RulesError
    ) -> None:
        """A private refusal of something that needs no look at the table."""
        with speaking(language_of(interaction.locale)):
            text = sentence(error, Names((), {}))
        await interaction.response.send_message(text, ephemeral=True)

    async def _refuse(
        self,
        interaction: discord.Interaction[Any],
        request: Request,
        error: Refusal | RulesError,
    ) -> None:
        seen = None
        with suppress(Refusal):
            seen = None if self._leaving else await self.tables.seen(request.channel)
        if seen is None:
            await self.replies.say(interaction, sentence(error, Names((), {})))
            return
        facts = error.facts if isinstance(error, Refusal) else {}
        others = [facts[key] for key in USER_FACTS if key in facts]
        names = await self.people.names(seen.table, request.guild, others)
        text = sentence(error, names, seen.table.name)
        if isinstance(error, Refusal) and error.reason == "late":
            await self.replies.present(interaction, text, seen, names)
        else:
            await self.replies.say(interaction, text)
