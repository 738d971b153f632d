"""Five hundred people vote at the same time, each through the panel, while another table plays."""

import asyncio
import logging
import random
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from statistics import quantiles

import pytest

from bot.app import App
from bot.core.durations import HOUR, MINUTE
from storage import ChannelVotes
from tests.support.bot_in_process import running_bot, wait_until
from tests.support.world import config
from tests.wire.api_objects import ANA, BO, CLEO, FIRST_PERSON, Person
from tests.wire.ledger import Ledger
from tests.wire.loopback import LoopbackDiscord
from tests.wire.table_players import Button, TablePlayers, buttons_of
from tests.wire.user_actions import Interaction

log = logging.getLogger(__name__)

VOTERS = 500
SECONDS = 50.0
"""Seconds in which all begin to vote."""
WAIT_SECONDS = 120.0
"""Seconds for an answer on a busy machine; an idle one needs less than 15 (see `log`)."""


@dataclass
class Crowd:
    """A table of Ana and the channel, and the answers to the voters' presses."""

    loopback: LoopbackDiscord
    channel: int
    chance: random.Random
    acknowledged: list[float] = field(default_factory=list)
    answered: list[float] = field(default_factory=list)

    async def press(self, person: Person, button: Button) -> Interaction:
        pressed = await self.loopback.press(
            person, self.channel, button.message, button.id, value=button.value
        )
        await pressed.answer(WAIT_SECONDS)
        if person.id > CLEO.id:
            self.acknowledged.append(pressed.acknowledged_at - pressed.sent_at)
            self.answered.append(time.monotonic() - pressed.sent_at)
        return pressed

    async def find(self, action: str) -> Button:
        """Wait for a button of the newest post."""

        def found() -> list[Button]:
            post = self.loopback.posts(self.channel)[-1:]
            return [one for one in (buttons_of(post[0]) if post else ()) if one.action == action]

        await wait_until(found)
        return found()[0]

    async def choose(self, person: Person, panel: Button, words: tuple[str, ...]) -> Interaction:
        """Open the panel, and press a space and then a way."""
        shown = await self.press(person, panel)
        for word in words:
            assert shown.original is not None
            ways = [one for one in buttons_of(shown.original) if one.action.startswith(word)]
            assert ways, shown.text
            shown = await self.press(person, self.chance.choice(ways))
        return shown

    async def vote(self, person: Person, panel: Button) -> str:
        await asyncio.sleep(self.chance.uniform(0, SECONDS))
        return (await self.choose(person, panel, ("show", "place"))).text

    @contextmanager
    def counting(self) -> Iterator[Counter[str]]:
        """Count the edits of each message of the channel."""
        edits = Counter[str]()

        def count(method: str, path: str) -> None:
            if method == "PATCH" and path.startswith(f"/channels/{self.channel}/"):
                edits[path.rsplit("/", 1)[-1]] += 1

        self.loopback.on_channel_request = count
        yield edits
        self.loopback.on_channel_request = None


@pytest.mark.slow
@pytest.mark.painted
async def test_five_hundred_people_vote_at_once_and_each_is_answered_and_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ledger, ahead = Ledger(), 0.0
    own = replace(config(tmp_path), limits=1.0)
    async with LoopbackDiscord(channels=2, on_post=ledger.add_post) as loopback:
        channel, other = loopback.guilds.channels_of(loopback.guilds.ids[0])
        crowd = Crowd(loopback, channel, random.Random(3))
        table = TablePlayers(loopback, other, (BO, CLEO), random.Random(5), ledger)
        async with running_bot(loopback, own, monkeypatch, lambda: time.time() + ahead) as app:
            opened = await loopback.command(ANA, channel, "new", game="base", seats=2)
            await opened.answer(WAIT_SECONDS)
            for action in ("channel", "change order joined", "start"):
                await crowd.press(ANA, await crowd.find(action))
            await crowd.choose(ANA, await crowd.find("panel"), ("show", "place"))
            await wait_until(lambda: "votes for this move" in loopback.posts(channel)[-1].text)
            post, panel = loopback.posts(channel)[-1], await crowd.find("panel")
            version = panel.entry
            people = [Person(FIRST_PERSON + 10 + n, f"Voter {n}") for n in range(VOTERS)]
            playing, began = asyncio.create_task(table.play_forever()), time.monotonic()
            with crowd.counting() as edits:
                said = await asyncio.gather(*(crowd.vote(person, panel) for person in people))
                took = time.monotonic() - began
            playing.cancel()
            assert all("Your vote" in text for text in said), Counter(said).most_common(3)
            assert table.turns > 0
            assert edits[post.id] <= 2 + took / MINUTE
            assert await voters(app, panel.game, version) == {person.id for person in people}
            ahead = HOUR
            app.services.scheduler.wake()
            await wait_until(lambda: "👥 500 votes" in loopback.posts(channel)[-1].text)
    assert loopback.unknown_requests == loopback.refused_requests == []
    log.warning("%s", report(crowd.acknowledged, crowd.answered, took, table.turns))


async def voters(app: App, game: int, version: int) -> set[int]:
    assert app.database is not None
    return {vote.user for vote in await ChannelVotes(app.database).of(game, version)}


def report(acknowledged: list[float], answered: list[float], took: float, turns: int) -> str:
    """The measured seconds, in words."""
    parts = []
    for name, seconds in (("acknowledged", acknowledged), ("answered", answered)):
        cuts = quantiles(seconds, n=100)
        parts.append(f"{name} p50 {cuts[49]:.2f} p99 {cuts[98]:.2f} max {max(seconds):.2f} s")
    return f"{len(answered)} presses in {took:.0f} s: {', '.join(parts)}; {turns} other turns"
