"""The rounds of a cup: each step is taken once, whatever is killed and whatever Discord refuses."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from contextlib import suppress
from typing import Any

import pytest

from bot.core.durations import DAY, HOUR
from bot.cups import rounds as cup_rounds
from bot.cups.policy import CupPhase, MatchResult, Winner
from bot.cups.rounds import LOBBY_SECONDS, CupDue, CupRounds
from bot.cups.service import CupService, CupStore, LoadedCup
from bot.posting.outbox import Outbox
from bot.posting.status_cards import StatusCards
from bot.table.refusals import Refusal
from bot.table.settings import FREE_SECONDS
from bot.threads.service import ThreadKeeper
from storage import CUP, Log
from tests.support.clock import Clock, pass_time
from tests.support.cup_matches import GAME, begun, card, cup, people, play_match, press, threads
from tests.support.reminders import restart
from tests.support.shown_messages import text_of
from tests.support.slow_cases import rest_slow
from tests.support.world import World

FIRST_LOOK_STEPS = 18
"""The steps of a look that pairs a round and opens two matches."""
NEXT_LOOK_STEPS = 24
"""The steps of a look that also notes and posts two results."""
USUAL_KILLS = (5, 18)


class Killed(Exception):
    """The process ends after a step."""


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cups are looked at when the test says so, not at once after a command."""
    monkeypatch.setattr(CupRounds, "wake", lambda self: None)


def kill_after(monkeypatch: pytest.MonkeyPatch, world: World, steps: int) -> list[str]:
    """Raise Killed after so many steps. Return the list of the steps taken."""
    taken: list[str] = []

    def counted(owner: Any, name: str) -> None:
        real = getattr(owner, name)

        async def step(*args: Any, **options: Any) -> Any:
            result = await real(*args, **options)
            taken.append(name)
            if len(taken) == steps:
                raise Killed(name)
            return result

        monkeypatch.setattr(owner, name, step)

    cups, cards = world.app.services.cup_rounds.cups, world.app.services.cup_posts.cards
    for owner, name in (
        *((cups, "append"), (cups, "mark_posted")),
        *((cards, "mark_sent"), (cards, "mark_shown"), (cards, "mark_pinned")),
        *((Log, "begin"), (ThreadKeeper, "watch"), (Outbox, "post"), (StatusCards, "begin")),
        *((cup_rounds, "send"), (cup_rounds, "edit"), (cup_rounds, "open_thread")),
    ):
        counted(owner, name)
    return taken


async def look(world: World, clock: Clock) -> None:
    """Look at the cup once, as its due does."""
    due = CupDue(1, world.guild.id).write(clock.now)
    await world.app.services.cup_rounds.handle(due)


async def killed_look(world: World, clock: Clock, steps: int) -> None:
    """Look at the cup in a process that is killed after so many steps; another one goes on."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(CupRounds, "wake", lambda self: None)
        kill_after(patched, world, steps)
        with suppress(Killed):
            await look(world, clock)
    await restart(world, clock, killed=True)
    await pass_time(world, clock, 120)


async def check_nothing_twice(world: World, rounds: int, results: int) -> None:
    """Check that each match has one post, one thread and one game, and each result one post."""
    state = await cup(world)
    matches = [match for played in state.rounds for match in played.matches]
    assert len(state.rounds) == rounds and len(matches) == 2 * rounds
    posts = Counter(post[:1] for post in world.posts())
    assert (posts["⚔"], posts["🏁"]) == (len(matches), results), world.posts()
    assert sum("## 🏆" in post for post in world.posts()) == 1, "one card"
    games = await world.app.game_log.games()
    assert sorted(game.id for game in games) == sorted(match.game or 0 for match in matches)
    assert {game.channel for game in games} == {t.id for t in world.channel.threads}
    assert all(game.posted == game.last for game in games)
    assert all(len(world.posts(thread)) >= 1 for thread in world.channel.threads)
    services = world.app.services
    row, shown_card = await services.cup_rounds.cups.row(1), await services.cup_posts.cards.of(1)
    assert shown_card is not None and shown_card.last_entry == row.posted == row.last
    shown = text_of(card(world))
    assert f"Round {rounds} of 3" in shown and shown.count("<#") == 2


def kills(steps: int) -> list[int]:
    """Return the steps after which a test kills the process, the usual ones first."""
    return sorted(range(1, steps + 2), key=lambda number: number not in USUAL_KILLS)


@pytest.mark.parametrize("steps", rest_slow(kills(FIRST_LOOK_STEPS), len(USUAL_KILLS)))
async def test_first_round_begins_once_after_a_kill_at_any_step(
    world: World, clock: Clock, steps: int
) -> None:
    await world.ana.slash(world.channel, "cup", game=GAME)
    for player in people(world)[1:]:
        await press(world, player, "join")
    await press(world, world.ana, "start")
    await killed_look(world, clock, steps)
    await check_nothing_twice(world, rounds=1, results=0)
    assert card(world).pinned


@pytest.mark.parametrize("steps", rest_slow(kills(NEXT_LOOK_STEPS), len(USUAL_KILLS)))
async def test_next_round_begins_once_after_a_kill_at_any_step(
    world: World, clock: Clock, steps: int
) -> None:
    await begun(world, clock)
    for index, thread in enumerate(await threads(world)):
        await play_match(world, thread, index)
    clock.now += FREE_SECONDS + 1
    await killed_look(world, clock, steps)
    await check_nothing_twice(world, rounds=2, results=2)


async def test_two_processes_pair_a_round_once(world: World, clock: Clock) -> None:
    await begun(world, clock)
    database = world.database
    for number in range(2):
        await world.app.services.cups.note(1, MatchResult(number, Winner.FIRST), 1)
    stores = [CupStore(Log(database, CUP)) for _process in range(2)]
    done = await asyncio.gather(
        *(CupService(store, random.Random(1)).go_on(1) for store in stores), return_exceptions=True
    )
    assert sum(isinstance(result, LoadedCup) for result in done) >= 1
    for result in done:
        assert isinstance(result, LoadedCup) or (
            isinstance(result, Refusal) and result.reason == "cup-late"
        )
    lines = await Log(database, CUP).read(1)
    assert [line.text.split()[0] for line in lines].count("round") == 2


async def test_look_beside_another_writer_is_repeated(
    world: World, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    await begun(world, clock)

    async def late(*_: object) -> LoadedCup:
        raise Refusal("cup-late")

    monkeypatch.setattr(CupService, "go_on", late)
    due = CupDue(1, world.guild.id).write(clock.now)
    again = await world.app.services.cup_rounds.handle(due)
    assert again is not None and clock.now < again < clock.now + 60


async def test_cup_that_nobody_starts_is_closed(world: World, clock: Clock) -> None:
    await world.ana.slash(world.channel, "cup", game=GAME)
    await pass_time(world, clock, LOBBY_SECONDS - DAY)
    assert (await cup(world)).phase is CupPhase.LOBBY
    await pass_time(world, clock, 2 * DAY)
    assert (await cup(world)).phase is CupPhase.STOPPED
    assert "was cancelled" in world.posts()[-1]
    assert "cancelled" in text_of(card(world))


async def test_outage_of_discord_delays_a_round_and_loses_nothing(
    world: World, clock: Clock, no_retry_pauses: None
) -> None:
    await begun(world, clock)
    first, second = await threads(world)
    await play_match(world, first)
    await pass_time(world, clock, FREE_SECONDS + HOUR)
    assert any(post.startswith("🏁") for post in world.posts()), "though no post woke the cup"
    await play_match(world, second, 1)
    world.env.inject_error("POST", "/channels/*/messages", status=503, times=6)
    world.env.inject_error("POST", "/channels/*/messages/*/threads", status=503, times=1)
    await pass_time(world, clock, FREE_SECONDS + HOUR)
    await check_nothing_twice(world, rounds=2, results=2)


async def test_refused_match_keeps_no_other_one_shut_and_is_named_to_the_host_after_a_day(
    world: World, clock: Clock
) -> None:
    """Such as one whose thread has a name that a filter of the server blocks."""
    threads_path = "/channels/*/messages/{}/threads"
    await world.ana.slash(world.channel, "cup", game=GAME)
    for player in people(world)[1:]:
        await press(world, player, "join")
    await press(world, world.ana, "start")
    world.env.inject_error("POST", threads_path.format("*"), status=400, code=200000, times=1)
    await look(world, clock)
    first, second = (await cup(world)).rounds[0].matches
    assert first.game is None and second.game is not None
    assert len(world.channel.threads) == 1
    [refused, _opened] = [m for m in world.messages() if m.content.startswith("⚔")]
    path = threads_path.format(refused.id)
    world.env.inject_error("POST", path, status=400, code=200000, times=None)
    await pass_time(world, clock, DAY - HOUR)
    assert "has refused" not in text_of(card(world))
    await pass_time(world, clock, 2 * HOUR)
    shown = text_of(card(world))
    assert "Discord has refused to open" in shown and shown.count("<#") == 1
    world.env.backend.faults.clear()
    await pass_time(world, clock, HOUR)
    assert all(match.game is not None for match in (await cup(world)).rounds[0].matches)
    assert "has refused" not in text_of(card(world))


async def test_cup_of_a_server_without_the_bot_waits(world: World, clock: Clock) -> None:
    await begun(world, clock)
    due = CupDue(1, world.guild.id + 1).write(clock.now)
    assert await world.app.services.cup_rounds.handle(due) is not None
    assert CupDue.read(due) == CupDue(1, world.guild.id + 1)


async def test_cup_of_a_deleted_channel_is_over(world: World, clock: Clock) -> None:
    await begun(world, clock)
    await world.app.services.departures.channel_deleted(world.channel.id)
    cups = world.app.services.cup_rounds.cups
    assert (await cups.row(1)).finished and await cups.unsettled() == ()
