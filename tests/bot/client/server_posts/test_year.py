"""A year of servers: each puzzle and each week once, none twice, no ping, nobody forgotten."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from datetime import timedelta
from itertools import pairwise
from pathlib import Path

import pytest

from bot.client.discord_io import sending
from bot.client.server_posts import positions
from tests.support.simulated_servers import FORGOTTEN, Year

WEEK_DOWN = range(40, 47)
"""The days on which the bot does not run."""
SHIPPED = 300


@pytest.fixture(autouse=True)
def quiet_log(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A Discord that falters is logged; positions stay in memory, as replays take long."""
    monkeypatch.setattr(positions, "POSITIONS_KEPT", 1_000)
    monkeypatch.setattr(sending, "MESSAGE_RETRY_SECONDS", 0.0)
    logging.disable(logging.ERROR)
    yield
    logging.disable(logging.NOTSET)


async def holds(year: Year, days: int, down: int) -> None:
    """Check a finished simulation of days, of which the bot did not run some."""
    assert list(year.wrong()) == []
    for guild in year.servers:
        keys = await year.positions(guild)
        assert len(keys) == len(set(keys))
        posted = year.puzzle_days(guild)
        assert posted == sorted(set(posted))
        # A first and a last day may be cut off by the hour of the server, also around the pause.
        assert min(SHIPPED, days - down) - 3 <= len(posted) <= min(SHIPPED, days - down) + 2
        gaps = [b - a for a, b in pairwise(posted) if b - a > timedelta(1)]
        assert len(gaps) <= bool(down)
        told = [sent for sent in year.channels[guild].sent if "Best move" in sent.text]
        assert len(told) >= len(posted) - 1
        weeks = [sent for sent in year.channels[guild].sent if sent.text.startswith("📅")]
        assert 0 < len(weeks) <= days // 7 + 1
    assert any(
        f"**{FORGOTTEN}**" in sent.text
        for channel in year.channels.values()
        for sent in channel.sent
    ), "before they were forgotten"


async def test_two_weeks_of_a_server_go_right(tmp_path: Path) -> None:
    year = Year(tmp_path, servers=1, seed=3)
    await year.open()
    await year.run(15, down=range(8, 10), forgets=11)
    await holds(year, 15, 2)


@pytest.mark.slow
async def test_year_of_fifty_servers_goes_right(tmp_path: Path) -> None:
    year = Year(tmp_path, servers=50, seed=7)
    await year.open()
    await year.run(365, down=WEEK_DOWN, forgets=200)
    await holds(year, 365, len(WEEK_DOWN))
