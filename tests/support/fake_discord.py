"""The real bot between a log in memory and a fake Discord that only checks payloads.

Only these two edges are simulated, so a whole game with every view takes seconds. Games and entries
have the largest possible numbers.
"""

from __future__ import annotations

import random
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final
from unittest.mock import patch

import discord
from discord import app_commands

from bot.client.app import App
from bot.client.discord_io.buttons import Press
from bot.commands import all_commands, all_menus, run_press
from bot.table.store import LoadedTable
from bot.table.table import Settings, Table
from rules.moves import Move
from storage import (
    ChannelBusy,
    Database,
    EntryRow,
    GameRow,
    Log,
    NewEntry,
    PostRow,
    StatusCardRow,
    StoredStatusCards,
)
from tests.support import message_limits
from tests.support.blank_pictures import BlankRendering as Unpainted
from tests.support.inline_workers import ShortReviewPool
from tests.support.world import config

SNOWFLAKE: Final = 2**63 - 100
"""Ids of Discord have this many digits at most."""
GUILD, CHANNEL = SNOWFLAKE - 1, SNOWFLAKE - 2
GAME: Final = 10**9
FIRST: Final = 10**5
"""The number of a game and of its first entry."""
NAMES: Final = ("@" * 32, "*_~`|>#[]" * 4, "﷽" * 32, "👩🏽\u200d🚀" * 8, "@" * 32, "W" * 32)
"""Markdown, which grows when it is made harmless; one of the widest letters; emoji; a namesake."""


class Ledger(Log):
    """A log of one game, in memory."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self.kept: GameRow | None = None
        self.entries: tuple[EntryRow, ...] = ()
        self.posts: dict[int, PostRow] = {}

    async def begin(
        self, *, guild: int, channel: int, entries: Sequence[NewEntry], **_: object
    ) -> GameRow:
        if self.kept is not None and not self.kept.finished:
            raise ChannelBusy(channel, self.kept.id)
        self.kept = GameRow(GAME, guild, channel, FIRST - 1, -1, False, 0.0)
        await self.append(GAME, after=FIRST - 1, entries=entries)
        return self.kept

    async def append(
        self,
        game: int,
        *,
        after: int,
        entries: Sequence[NewEntry],
        finish: bool = False,
        **_: object,
    ) -> int:
        assert self.kept is not None and after == self.kept.last
        new = [
            EntryRow(n, entry.user, entry.text, 0.0) for n, entry in enumerate(entries, after + 1)
        ]
        self.entries += tuple(new)
        self.kept = replace(self.kept, last=new[-1].number, finished=finish)
        return self.kept.last

    async def read(self, game: int, *, after: int = -1) -> tuple[EntryRow, ...]:
        return tuple(entry for entry in self.entries if entry.number > after)

    async def row(self, game: int) -> GameRow:
        assert self.kept is not None
        return self.kept

    async def unposted(self, channel: int | None = None) -> tuple[GameRow, ...]:
        return ()

    async def latest(self, channel: int) -> GameRow | None:
        return self.kept

    async def row_if_any(self, game: int) -> GameRow | None:
        return self.kept

    async def setting(self, key: str) -> str | None:
        return None

    async def set_setting(self, key: str, value: str) -> None:
        pass

    async def mark_posted(self, game: int, number: int, posts: Sequence[PostRow] = ()) -> None:
        assert self.kept is not None and number <= self.kept.last
        new = {post.message: post for post in posts}
        self.posts = {**self.posts, **new}

    async def live_posts(self, channel: int) -> tuple[PostRow, ...]:
        return tuple(self.posts.values())

    async def retire(self, messages: Sequence[int]) -> tuple[int, ...]:
        return tuple(message for message in messages if self.posts.pop(message, None))


class Cardless(StoredStatusCards):
    """Status cards that count as deleted too often: the file does not know the game in memory."""

    async def of(self, game: int) -> StatusCardRow:
        return StatusCardRow(game, None, times_lost=9, pinned=False, last_entry=-1)


@dataclass
class Discord:
    """Take messages, checks them, and keep what can be pressed and what can be read."""

    private: list[message_limits.Part] = field(default_factory=list)
    public: list[message_limits.Part] = field(default_factory=list)
    labels: set[str] = field(default_factory=set)
    alts: set[str] = field(default_factory=set)
    files: dict[int, list[discord.File]] = field(default_factory=dict)
    messages: int = 0
    tried: int = 0
    bared: int = 0
    id: int = CHANNEL

    def take(self, heap: list[message_limits.Part], **message: Any) -> None:
        """A message that is sent."""
        sent, files = message_limits.payload(**message)
        message_limits.check_message(sent, files)
        self.messages += 1
        self.files[self.messages] = files
        self.labels.update(message_limits.labels(sent.get("components") or ()))
        self.alts.update(file.description or "" for file in files)
        heap.append(sent)

    async def send(self, content: str | None = None, **message: Any) -> Any:
        """A message to the channel."""
        assert content is not None or "view" in message
        self.take(self.public, **({"content": content} if content else {}), **message)
        return SimpleNamespace(id=self.messages)

    def get_partial_message(self, number: int) -> Any:
        """A message that was sent."""

        async def edit(*, content: str | None = None, **more: Any) -> None:
            """The newest says something else; others lose their buttons, or get another picture."""
            if number == self.messages:
                self.take(self.public, **({"content": content} if content else {}), **more)
                return
            loses_buttons = "view" in more
            self.tried += loses_buttons
            if number not in self.files:
                gone = SimpleNamespace(status=404, reason="Not Found")
                raise discord.NotFound(gone, {"code": 10008, "message": "Unknown Message"})  # type: ignore[arg-type]
            sent, _ = message_limits.payload(content=content, **more)
            message_limits.check_message(sent, self.files[number])
            assert not list(message_limits.labels(sent.get("components", [])))
            self.bared += loses_buttons

        return SimpleNamespace(edit=edit)

    async def say(self, content: str | None = None, *, ephemeral: bool = True, **more: Any) -> Any:
        """A message to one player."""
        assert ephemeral
        self.take(self.private, **({"content": content} if content else {}), **more)
        return SimpleNamespace(id=self.messages)


class Namespace(list[tuple[str, object]]):
    """The options filled in so far."""

    game: str | None = None


async def nothing(*_: object, **__: object) -> None:
    """Do nothing."""


class FakeDiscord(App):
    """The bot with one table."""

    def __init__(self, folder: Path, language: str, clock: Callable[[], float] = time.time) -> None:
        commands = (*all_commands(), *all_menus())
        super().__init__(config(folder), random.Random(11), commands, run_press, clock=clock)
        self.language = language
        self.discord = Discord()
        self.offered: set[str] = set()
        self._possible: tuple[object, set[str]] = (None, set())
        self.crowd = [SNOWFLAKE + seat for seat in range(len(NAMES))]
        self.tree.sync = nothing  # type: ignore[assignment]

    @classmethod
    @asynccontextmanager
    async def opened(
        cls, folder: Path, language: str, clock: Callable[[], float] = time.time
    ) -> AsyncIterator[FakeDiscord]:
        """The bot, set up as for Discord but for its two edges, and closed in the end."""
        fake = cls(folder, language, clock)
        client = "bot.client"
        with (
            patch(f"{client}.app.Log", Ledger),
            patch(f"{client}.posting.StoredStatusCards", Cardless),
            patch(f"{client}.posting.Rendering", Unpainted),
            patch(f"{client}.opponents.services.WorkerPool", ShortReviewPool),
        ):
            await fake._async_setup_hook()  # as `login` does, with nobody to log in to
            await fake.setup_hook()
        try:
            yield fake
        finally:
            await fake.close()

    def get_partial_messageable(self, *_: Any, **__: Any) -> Any:
        return self.discord

    def possible(self, table: Table) -> set[str]:
        """The actions known to be possible at the table's version; callers add to it."""
        if self._possible[0] is not table:
            self._possible = (table, set())
        return self._possible[1]

    def interaction(self, user: int, *, public: bool = False) -> Any:
        """Something that a user does, by a command or on a post."""
        flags = SimpleNamespace(ephemeral=not public)
        sink = self.discord
        return SimpleNamespace(
            client=self,
            id=None,
            guild=None,
            guild_id=GUILD,
            channel_id=CHANNEL,
            channel=None,
            app_permissions=discord.Permissions.all(),
            permissions=discord.Permissions.all(),
            locale=self.language,
            user=SimpleNamespace(id=user, display_name=NAMES[self.crowd.index(user)]),
            namespace=Namespace(),
            extras={},
            message=SimpleNamespace(
                id=sink.messages, content="", flags=flags, channel=sink, edit=sink.send
            ),
            response=SimpleNamespace(defer=nothing, send_message=sink.say, is_done=lambda: False),
            followup=SimpleNamespace(send=sink.say),
            edit_original_response=sink.say,
            delete_original_response=nothing,
        )

    async def loaded_table(self) -> LoadedTable:
        """The table as it stands."""
        loaded = await self.context.table.store.latest(CHANNEL)
        assert loaded is not None
        return loaded

    async def table(self) -> Table:
        """The same without its row."""
        return (await self.loaded_table()).table

    async def begin(
        self, name: str, seats: int, *, purist: bool = False, opponents: Sequence[str] = ()
    ) -> None:
        """Everybody sits down and the tiles are dealt; the lobby's buttons are pressed.

        The last seats are those of opponents of such levels, who play only when they are told to.
        """
        settings = Settings(self.language, "joined", purist)
        await self.context.interactions.runner.run(
            self.interaction(self.crowd[0]),
            lambda _, request: self.context.table.service.open(
                request, name, seats, None, settings
            ),
            posts=True,
        )
        for user in self.crowd[1 : seats - len(opponents)]:
            await self.press(user, "join", public=True)
        for level in opponents:
            await self.press(self.crowd[0], f"opponent {level}", public=True)
        await self.press(self.crowd[0], "colour", public=True)
        await self.press(self.crowd[0], "start", public=True)

    def accompany(self) -> None:
        """Opponents play as soon as they are to move: this server has the bot."""
        self.context.opponents.player._has_bot = lambda _guild: True

    async def play(self, *moves: Move) -> None:
        """The player to move makes moves."""
        user = (await self.table()).to_move
        assert user is not None
        await self.context.interactions.runner.run(
            self.interaction(user),
            lambda _, request: self.context.table.service.play(request, moves),
            posts=True,
        )

    async def press(self, user: int, action: str, *, public: bool = False) -> None:
        """A user presses a button of the newest moment."""
        newest = (await self.loaded_table()).version
        await run_press(
            self.interaction(user, public=public), Press(newest.game, newest.version, action)
        )

    async def present(self, table: Table) -> None:
        """The channel is shown how the table stands, as after a restart."""
        row = await self.game_log.row(GAME)
        assert row.last == table.last
        await self.context.posting.outbox.post_state_or_missed(replace(row, posted=row.last))

    async def ask(self, user: int, name: str, **options: Any) -> None:
        """A user types a command."""
        await self.command(name).callback(self.interaction(user), **options)

    def command(self, name: str) -> Any:
        """A slash command."""
        return self.tree.get_command(name)

    async def complete(
        self, user: int, name: str, option: str, typed: str, filled: dict[str, Any]
    ) -> list[dict[str, Any]]:
        """Request the suggestions for an option, with the other options filled in."""
        asking = self.interaction(user)
        asking.namespace.extend(filled.items())
        offered = await self.command(name)._params[option].autocomplete(asking, typed)
        message_limits.check_choices(choices := [choice.to_dict() for choice in offered])
        return choices

    def completed(self) -> Iterator[tuple[str, list[str]]]:
        """The commands that have options with autocomplete, and which."""
        for command in self.tree.get_commands():
            if not isinstance(command, app_commands.Command):
                continue
            names = [option.name for option in command.parameters if option.autocomplete]
            if names:
                yield command.name, names
