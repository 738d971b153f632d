"""A full disk: answers to players, and recovery afterwards."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.client.app import App
from bot.serve import make_app
from tests.support.legal_turns import turn_with_figure_choice
from tests.support.shown_messages import has_no_reply, private
from tests.support.small_disk import fill_disk, small_disk
from tests.support.world import World, config, shuffled_header, slow_sleep

FULL = "**Not saved:** the disk that holds the games is full. Your game hasn't changed."


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    with small_disk(tmp_path / "disk", megabytes=2) as place:
        yield place


@pytest.fixture
def simcord_bot(disk: Path) -> App:
    return make_app(config(disk), random.Random(7), sleep=slow_sleep)


async def test_move_on_a_full_disk_is_reported_as_not_saved_and_saved_later_with_room(
    world: World, disk: Path, caplog: pytest.LogCaptureFixture
) -> None:
    await world.start_with(shuffled_header(2))
    await world.place(turn_with_figure_choice(await world.game()))
    before, game, posts = await world.log(), await world.game(), len(world.messages())
    turn, ballast = turn_with_figure_choice(game), fill_disk(disk)
    caplog.clear()
    for _ in range(2):
        reply = private(await world.place(turn))
        assert reply.startswith(FULL) and "Tell whoever runs this bot" in reply
    assert await world.log() == before and await world.game() == game
    assert len(world.messages()) == posts
    troubles = [r for r in caplog.records if r.getMessage().startswith("database error in channel")]
    assert len(troubles) == 2 and not any(record.exc_info for record in troubles)
    assert "'s turn · " in private(await (await world.to_move()).slash(world.channel, "board"))
    ballast.unlink()
    assert has_no_reply(await world.place(turn))
    assert len(world.messages()) == posts + 1 and len(await world.log()) > len(before)
