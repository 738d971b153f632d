"""Two tables with equal past and different future: all messages of the bot are equal.

The test covers weeks of posts, cards, home, reminders, files and archived tables.
"""

import random
import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from simcord import ChannelHandle, InteractionResult

from bot.boards.words import VIEWS
from bot.core.durations import DAY
from bot.table import settings
from bot.table.table import Phase
from rules.analysis.draw_odds import next_tile_odds
from rules.header import Header
from rules.notation import write
from rules.orders import with_tile_in_hand
from tests.support.clock import Clock, pass_time
from tests.support.legal_turns import any_turn
from tests.support.shown_messages import text_of
from tests.support.world import World, shuffled_header

pytestmark = pytest.mark.painted

TURNS = 3
KNOWN = TURNS + 1
"""Tiles of a pile drawn at most."""
NAMES = re.compile(r"(?<=carc:)\d+|(?<=pick:)\d+|\d{16,}")
"""Ids of tables, channels and messages."""


def other_future(deal: Header) -> Header:
    """The same deal, but for all that nobody has drawn."""
    bags = {name: (*pile[:KNOWN], *reversed(pile[KNOWN:])) for name, pile in deal.bags.items()}
    return replace(deal, bags=bags)


async def said(result: InteractionResult) -> list[object]:
    """The answer to a user, with all files."""
    texts: list[object] = []
    for message in (result.response, *result.followups):
        if message is not None:
            texts.append(NAMES.sub("N", text_of(message)))
            for file in message.attachments:
                texts += [file.filename.replace("-2.", "-1."), file.description, await file.read()]
    return texts


def requests(world: World, since: int) -> Iterator[str]:
    """The bot's channel messages without their channels."""
    for request in world.env.http_requests[since:]:
        if isinstance(request.json, dict) and request.path.startswith("/channels/"):
            body = {key: value for key, value in request.json.items() if key != "nonce"}
            yield NAMES.sub("N", f"{request.method} {body}")


class Both:
    """The two tables, to which the same is done."""

    def __init__(self, world: World, channels: tuple[ChannelHandle, ChannelHandle]) -> None:
        self.world = world
        self.channels = channels

    def __iter__(self) -> Iterator[ChannelHandle]:
        for channel in self.channels:
            self.world.channel = channel
            yield channel

    async def alike(self, who: str, *what: str, **options: str) -> None:
        """Act at both tables; compare all messages."""
        texts = []
        for channel in self:
            since = len(self.world.env.http_requests)
            actor = getattr(self.world, who)
            if what[0] == "press id":
                custom_id = f"carc:{await self.world.game_id()}:0:{what[1]}"
                result = await self.world.press_id(actor, custom_id)
            elif what[0] == "press":
                result = await self.world.press(actor, what[1])
            elif what[0] == "look":
                result = await self.world.look(actor, what[1])
            else:
                result = await actor.slash(channel, what[0], **options)
            texts.append([*(await said(result)), *requests(self.world, since)])
        assert texts[0] == texts[1] and texts[0], what


@pytest.mark.slow
async def test_answers_about_a_table_do_not_depend_on_undrawn_tiles(
    world: World, clock: Clock
) -> None:
    both = Both(world, (world.channel, world.guild.create_text_channel("other")))
    deal = shuffled_header(3)
    assert deal.bags != other_future(deal).bags
    for channel, header in zip(both, (deal, other_future(deal)), strict=True):
        await world.start_with(header, pace="day")
        assert channel.id == world.channel.id
    for player in world.players:
        await world.app.services.preferences.set(player.id, settings.TARGET, settings.BOTH)
    for number, who in enumerate(("ana", "bo", "cleo")):
        move = any_turn(await world.game(), random.Random(number)).text
        await both.alike(who, "place", move=move)
    looks = [*VIEWS, "log", "record", "seal", "tiles"]
    for look in looks:
        await both.alike("dan", "look", look)
    await both.alike("bo", "note", text="here?")
    await both.alike("bo", "press", "panel")
    for tile in list(next_tile_odds(await world.game(), 1))[:2]:
        hand = with_tile_in_hand(await world.game(), 1, tile)
        moves = " ".join(map(write, any_turn(hand, random.Random(1), wants=0).moves))
        for action in (f"order kind {tile}", f"order do {tile} {moves}", f"order master {tile}"):
            await both.alike("bo", "press id", action)
    await both.alike("bo", "press", "panel")
    await both.alike("bo", "press id", "order drop")
    await both.alike("ana", "press", "panel")
    for who in ("ana", "bo"):
        await both.alike(who, "games")
    await pass_time(world, clock, 3 * DAY)
    await both.alike("bo", "press", "nudge")
    await both.alike("bo", "privacy")
    await pass_time(world, clock, 70 * DAY)
    await world.env.settle()
    assert (await world.table()).phase is Phase.ARCHIVED
    for look in looks:
        if look not in {"place", "places"}:
            await both.alike("bo", "look", look)
    posts = [[NAMES.sub("N", text) for text in world.posts(channel)] for channel in both]
    assert posts[0] == posts[1] and len(posts[0]) > 6
    letters = [
        NAMES.sub("N", text_of(message))
        for player in world.players
        for message in player.user.dm_channel.history()
    ]
    both_tables, *letters = letters
    assert "2 games" in both_tables and len(letters) == 2 and letters[0] == letters[1]
