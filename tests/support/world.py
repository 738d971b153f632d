"""A channel of players in a simulated Discord, with the real bot and a real SQLite file."""

import asyncio
import random
from collections.abc import Awaitable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import discord
from simcord import ChannelHandle, Env, GuildHandle, InteractionResult, MemberActor

from bot.app import App
from bot.boards import words as boards
from bot.config import Config
from bot.serve import make_app
from bot.table.fold import fold
from bot.table.store import table_summary
from bot.table.table import Table
from bot.words.settings import table_schema
from rules import notation
from rules.game import Game, play, play_together
from rules.header import Header
from rules.moves import Move
from rules.random_play import random_move
from rules.variants import rulebook
from storage import Database, EntryRow, NewEntry
from tests.support import migrated_file
from tests.support.game_choices import opening_options
from tests.support.legal_turns import Turn
from tests.support.shown_messages import (
    Message,
    action_ids_of,
    answer,
    buttons_of,
    choices_of,
    is_public_post,
    menus_of,
    text_of,
)

RARE: Final = ("log", "record", "seal", "replay", "page", "follow")
"""Views that only buttons open, in the second row of `/board`."""


def config(folder: Path) -> Config:
    migrated_file.copy_migrated_file(folder / "games.sqlite3")
    return Config.read(
        {
            "CARCASSONNE_DATABASE": str(folder / "games.sqlite3"),
            "CARCASSONNE_SYNCHRONOUS": "NORMAL",
            # The simulated Discord does not say how many shards it wants.
            "CARCASSONNE_SHARDS": "0/1",
            # A test plays whole games in seconds.
            "CARCASSONNE_LIMITS": "9999",
            # A test that ends a game does not wait for its review.
            "CARCASSONNE_REVIEWS": "no",
        }
    )


FORGED: Final = "a message with a button"
"""The text of a message whose buttons a test has made."""

STRETCHED: Final = 60
"""Simulated seconds to one of the outbox: the shortest pause outlasts what a test waits for."""


async def slow_sleep(seconds: float) -> None:
    """A pause of the outbox, in the time of the simulated Discord: nobody waits for it."""
    await asyncio.sleep(seconds * STRETCHED)


SECOND_PAGE: Final = "lobby-settings 2"
"""The line of a lobby's menu that leads to its second page."""


@dataclass
class World:
    """A channel with three players and Dan, who only watches; Ana may manage the server."""

    env: Env
    guild: GuildHandle
    channel: ChannelHandle
    ana: MemberActor
    bo: MemberActor
    cleo: MemberActor
    dan: MemberActor
    folder: Path
    more: list[MemberActor] = field(default_factory=list)
    dropped: list[discord.Client] = field(default_factory=list)

    @property
    def players(self) -> list[MemberActor]:
        return [self.ana, self.bo, self.cleo, *self.more]

    @property
    def app(self) -> App:
        """The bot that is running now."""
        client = self.env.bot
        assert isinstance(client, App)
        return client

    # -- reading ------------------------------------------------------------------------------

    @property
    def database(self) -> Database:
        """The database of the bot that is running now."""
        database = self.app.database
        assert database is not None
        return database

    async def game_id(self, channel: ChannelHandle | None = None) -> int:
        row = await self.app.game_log.latest((channel or self.channel).id)
        assert row is not None
        return row.id

    async def table(self, channel: ChannelHandle | None = None) -> Table:
        loaded = await self.app.services.tables.latest((channel or self.channel).id)
        assert loaded is not None
        return loaded.table

    async def game(self) -> Game:
        game = (await self.table()).game
        assert game is not None
        return game

    async def to_move(self) -> MemberActor:
        user = (await self.table()).to_move
        return next(player for player in self.players if player.id == user)

    async def others(self) -> list[MemberActor]:
        """The players whose turn it is not, in the order they will play."""
        table = await self.table()
        assert table.game is not None
        seats = len(table.players)
        users = [table.players[(table.game.turn + n) % seats] for n in range(1, seats)]
        return [player for user in users for player in self.players if player.id == user]

    async def entries(self, channel: ChannelHandle | None = None) -> list[str]:
        """The log of the channel's table as texts; empty where there never was one."""
        return [entry.text for entry in await self.log(channel)]

    async def log(self, channel: ChannelHandle | None = None) -> Sequence[EntryRow]:
        row = await self.app.game_log.latest((channel or self.channel).id)
        return () if row is None else await self.app.game_log.read(row.id)

    def messages(self, channel: ChannelHandle | None = None) -> list[discord.Message]:
        """The bot's public posts in the channel, oldest first."""
        return [m for m in (channel or self.channel).history() if is_public_post(m)]

    def posts(self, channel: ChannelHandle | None = None) -> list[str]:
        """The texts of the bot's public posts, oldest first."""
        return [text_of(message) for message in self.messages(channel)]

    def post(self, channel: ChannelHandle | None = None) -> discord.Message:
        return self.messages(channel)[-1]

    def sent(self, channel: ChannelHandle | None = None) -> list[dict[str, Any]]:
        """The bodies of the requests that made the public posts, oldest first."""
        path = f"/channels/{(channel or self.channel).id}/messages"
        bodies = [h.json for h in self.env.http_requests if (h.method, h.path) == ("POST", path)]
        return [body for body in bodies if isinstance(body, dict)]

    # -- doing --------------------------------------------------------------------------------

    async def open(
        self, seats: int = 3, channel: ChannelHandle | None = None, **options: Any
    ) -> None:
        """A full table that has not started, hosted by Ana.

        ``options`` are those of `/new`, or settings of the lobby.
        """
        channel = channel or self.channel
        chosen = opening_options(options.pop("game", "hunters"))
        set_later = {key: options.pop(key) for key in [*options] if key in table_schema()}
        if "thread" in set_later:
            options["thread"] = set_later.pop("thread")
        await self.ana.slash(channel, "new", **{**chosen, "seats": seats, **options})
        for key, value in set_later.items():
            await self.press(self.ana, f"change {key} {value}", channel)
        for player in self.players[1:seats]:
            await self.press(player, "join", channel)

    async def start_game(self, seats: int = 3, channel: ChannelHandle | None = None) -> Table:
        """Open a table and start its game, which the bot deals."""
        await self.open(seats, channel)
        await self.press(self.ana, "start", channel)
        return await self.table(channel)

    async def start_with(self, header: Header, **options: Any) -> Table:
        """A table with a deal of the test's own; the players sit in the order they came."""
        await self.open(header.seats, game=header.game, **options)
        order = " ".join(map(str, range(header.seats)))
        return await self.write([(self.ana.id, f"start\norder: {order}\n{header.text()}")])

    async def write(self, lines: Iterable[tuple[int, str]], *, posted: bool = True) -> Table:
        """Put lines into the log of the channel's table as if they had been commands."""
        row = await self.app.game_log.latest(self.channel.id)
        assert row is not None
        table = await self.table()
        lines = list(lines)
        if not lines:
            return table
        rows = [
            EntryRow(number, user, text, self.app.game_log.clock())
            for number, (user, text) in enumerate(lines, table.last + 1)
        ]
        after = fold(rows, table)
        last = await self.app.game_log.append(
            row.id,
            after=table.last,
            entries=[NewEntry(entry.user, entry.text) for entry in rows if entry.user],
            finish=after.closed,
            summary=table_summary(after),
        )
        if posted:
            await self.app.game_log.mark_posted(row.id, last)
        return await self.table()

    async def write_turns(self, turns: Iterable[Turn], *, posted: bool = True) -> Table:
        """Write the moves of turns into the log, without a post for each."""
        table = await self.table()
        game = table.game
        assert game is not None
        lines = []
        for turn in turns:
            user = table.players[game.turn]
            assert user is not None
            game, meant = play_together(game, turn.moves)
            lines += [(user, notation.write(move)) for move in meant]
        return await self.write(lines, posted=posted)

    async def play_random_tiles(self, chance: random.Random, tiles: int) -> Table:
        """Write random moves until so many more tiles are placed, then post the state."""
        table = await self.table()
        game, lines = table.running_game, []
        until = len(game.board.tiles) + tiles
        while not game.over and (game.drawn is None or len(game.board.tiles) < until):
            user = table.players[game.turn]
            assert user is not None
            move = random_move(game, chance)
            lines.append((user, notation.write(move)))
            game = play(game, move)
        await self.write(lines)
        return await self.post_state()

    async def play_to_half_turn(self, chance: random.Random, kind: type[Move]) -> Table:
        """Write random moves until a placed tile asks for a kind of move; post the turn before it.

        Nothing of the turn has been posted, and the private question is lost.
        """
        table = await self.table()
        game, lines, turn = table.running_game, list[tuple[int, str]](), list[tuple[int, str]]()
        while game.drawn is not None or not isinstance(game.legal_moves()[0], kind):
            if game.drawn is not None:
                lines, turn = [*lines, *turn], []
            user = table.players[game.turn]
            assert user is not None and not game.over
            move = random_move(game, chance)
            turn.append((user, notation.write(move)))
            game = play(game, move)
        await self.write(lines)
        await self.post_state()
        return await self.write(turn)

    async def post_state(self) -> Table:
        """Post the current state of the table, with buttons that are valid now."""
        table = await self.table()
        await self.app.services.outbox.post_state_or_missed(
            await self.app.game_log.row(await self.game_id())
        )
        return table

    async def press(
        self, who: MemberActor, does: str, channel: ChannelHandle | None = None
    ) -> InteractionResult:
        """The newest button or menu line that does something: under a post, else under `/board`."""
        channel = channel or self.channel
        for message in reversed(self.messages(channel)):
            if does in action_ids_of(message):
                return await who.click(message, custom_id=action_ids_of(message)[does])
            if does in menus_of(message):
                return await who.select(message, [does], custom_id=menus_of(message)[does])
        for message in reversed(self.messages(channel)):
            if (page := menus_of(message).get(SECOND_PAGE)) is not None:
                shown = answer(await who.select(message, [SECOND_PAGE], custom_id=page))
                for line, menu in menus_of(shown).items():
                    if line.startswith(f"{does} "):
                        return await who.select(shown, [line], custom_id=menu)
        shown = answer(await who.slash(channel, "board"))
        if does in menus_of(shown):
            return await who.select(shown, [does], custom_id=menus_of(shown)[does])
        return await who.click(shown, custom_id=action_ids_of(shown)[does])

    async def look(self, who: MemberActor, view: str) -> InteractionResult:
        """Open a view of the board, press its button, or give a command."""
        if view in boards.VIEWS:
            return await who.slash(self.channel, "board", view=view)
        if view in RARE:
            board = answer(await who.slash(self.channel, "board"))
            return await who.click(board, custom_id=action_ids_of(board)[view])
        return await who.slash(self.channel, view)

    async def choose_colour(
        self, who: MemberActor, colour: int, channel: ChannelHandle | None = None
    ) -> InteractionResult:
        asked = answer(await self.press(who, "colour", channel))
        [value] = [option for option in choices_of(asked) if option.split()[1] == str(colour)]
        return await who.select(asked, [value])

    async def place(self, turn: Turn, *, ask: bool = False) -> InteractionResult:
        """``/place`` by whoever is to move, with the figure or, to be asked, without."""
        player = await self.to_move()
        move = turn.text if not ask else turn.place_text
        return await player.slash(self.channel, "place", move=move)

    async def end_game(self) -> None:
        """End the channel's game as its host, without a score."""
        ended = await self.ana.slash(self.channel, "end")
        await self.ana.click(answer(ended), label="End without scoring")

    async def press_old(
        self,
        player: MemberActor,
        message: Message,
        label: str,
        channel: ChannelHandle | None = None,
    ) -> InteractionResult:
        """A press on a button that a message has had, by a client that still shows it."""
        return await self.press_id(player, buttons_of(message)[label], channel)

    async def press_stale(
        self, player: MemberActor, does: str, message: Message | None = None
    ) -> InteractionResult:
        """A press on a button that a message does not show, by a client that is behind."""
        [shown, *_] = action_ids_of(message or self.post()).values()
        prefix = shown.split(":", 3)[:3]
        return await self.press_id(player, ":".join([*prefix, does]))

    async def press_id(
        self, player: MemberActor, custom_id: str, channel: ChannelHandle | None = None
    ) -> InteractionResult:
        """A press on a button with any custom id, which comes from the player's client."""
        view = discord.ui.View(timeout=None)
        view.add_item(discord.ui.Button(label="…", custom_id=custom_id))
        target = self.app.get_channel((channel or self.channel).id)
        assert isinstance(target, discord.TextChannel)
        message = await target.send(FORGED, view=view)
        result = await player.click(message, label="…")
        await message.delete()
        return result

    async def advance_outbox_time(self, seconds: float) -> None:
        """Let some seconds of the outbox's time pass."""
        await self.env.advance_time(seconds * STRETCHED)

    async def restart(self) -> None:
        """Close the bot, and start another one on the same file."""
        await self.env.bot.close()
        await self.env.restart_bot(
            make_app(config(self.folder), random.Random(99), sleep=slow_sleep)
        )

    async def kill_and_restart(self) -> None:
        """Drop the bot without closing it, and start another one on the same file."""
        self.dropped.append(self.env.bot)
        await self.env.restart_bot(
            make_app(config(self.folder), random.Random(99), sleep=slow_sleep)
        )

    async def settle_followers(self) -> None:
        """Wait until the bot is idle, and has written to all followers."""
        await self.env.settle()
        await self.app.services.followers.close(10.0)

    async def at_once(self, *actions: Awaitable[InteractionResult]) -> list[InteractionResult]:
        """Several players' actions in one tick of the loop; the bot finishes them all."""

        async def no_wait(**_: object) -> None:
            return None

        self.env._settle_internal = no_wait  # type: ignore[method-assign]
        try:
            results = [await action for action in actions]
        finally:
            del self.env._settle_internal
        await self.env.settle()
        return results

    async def rename_and_add_players(self, names: Sequence[str]) -> None:
        """Rename the three players and bring in as many more as there are names."""
        for player, name in zip(self.players, names, strict=False):
            self.env.backend.get_guild(self.guild.id).members[player.id].nick = name
        for name in names[len(self.players) :]:
            number = len(self.more)
            user = self.env.create_user(f"more{number}")
            self.more.append(self.guild.add_member(user, nick=name))
        await self.env.settle()

    async def close(self) -> None:
        """Close the bot that runs and those that were killed."""
        await self.env.bot.close()
        for client in self.dropped:
            await client.close()


async def people_meet(env: Env, folder: Path) -> World:
    """A channel of a server of a running simulated Discord, with its four people."""
    guild = env.create_guild("Meadow")
    channel = guild.create_text_channel("carcassonne")
    boss = guild.create_role("boss", permissions=discord.Permissions(manage_guild=True))
    ana = guild.add_member(env.create_user("ana", global_name="Ana"), roles=[boss])
    bo = guild.add_member(env.create_user("bo", global_name="Bo"))
    cleo = guild.add_member(env.create_user("cleo", global_name="Cleo"))
    dan = guild.add_member(env.create_user("dan", global_name="Dan"))
    await env.settle()
    return World(env, guild, channel, ana, bo, cleo, dan, folder)


def shuffled_header(seats: int = 3, seed: int = 0, first: Sequence[str] = ()) -> Header:
    """A deal shuffled by a seed, some land tiles on top."""
    chance = random.Random(seed)
    bags: dict[str, tuple[str, ...]] = {}
    book = rulebook("hunters")
    for bag, tiles in book.ruleset.bags.items():
        order = list(tiles.pile())
        chance.shuffle(order)
        if bag == book.main_bag:
            for tile in first:
                order.remove(tile)
            order = [*first, *order]
        bags[bag] = tuple(order)
    return Header("hunters", seats, bags)
