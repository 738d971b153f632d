"""Fixtures: the bot on a clock that only the test moves."""

import random
from pathlib import Path

import pytest

from bot.__main__ import make_app
from bot.client.app import App
from tests.support.clock import Clock
from tests.support.world import config, slow_sleep


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def simcord_bot(tmp_path: Path, clock: Clock) -> App:
    return make_app(config(tmp_path), random.Random(7), clock=clock, sleep=slow_sleep)
