"""The text of `/games`: within Discord's limits for any tables, names and places."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import product
from typing import Final

import pytest

from bot.discord_io.buttons import view_of
from bot.home import words as home
from bot.home.words import HomeTable
from bot.table.table import Phase
from bot.text.dates import format_duration
from bot.text.i18n import LANGUAGES, use_language
from bot.text.message import Message
from bot.text.names import Names
from tests.support import message_limits
from tests.support.exploring_players import NAMES
from tests.support.game_choices import FIVE

SNOWFLAKE: Final = 2**63 - 100
"""Ids of Discord have this many digits at most."""
WAY: Final = f"https://discord.com/channels/{SNOWFLAKE}/{SNOWFLAKE}/{SNOWFLAKE}"
PLACES: Final = ("#a", "#" + "﷽" * 24 + ", " + "@_*" * 8, "#👩🏽‍🚀👩🏽‍🚀👩🏽‍🚀")


def checked(message: Message) -> str:
    sent, files = message_limits.payload(content=message.text, view=view_of(message))
    message_limits.check_message(sent, files)
    return message.text


def any_table(chance: random.Random, number: int) -> HomeTable:
    """A table of people with the longest of names."""
    players = tuple(SNOWFLAKE + seat for seat in range(chance.randrange(2, 6)))
    seats = range(len(players))
    known = dict(zip(players, NAMES, strict=False))
    rests = chance.random() < 0.2
    lobby = chance.random() < 0.2
    return HomeTable(
        game=10**9 + number,
        version=10**5,
        place=chance.choice(PLACES),
        link=WAY,
        name=chance.choice(FIVE),
        phase=Phase.LOBBY if lobby else Phase.PLAYING,
        names=Names(
            tuple(chance.choice((player, None)) for player in players),
            known,
            open_seats=frozenset(seat for seat in seats if chance.random() < 0.3),
        ),
        seat_count=5,
        seat=0,
        turn=None if lobby else chance.choice(seats),
        since=chance.uniform(0, 10**10),
        is_paused=rests,
        until=chance.choice((None, 10.0**10)) if rests else None,
        tiles=chance.randrange(80),
        gains={seat: 10**3 for seat in seats if chance.random() < 0.7},
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_home_is_within_the_limits_of_discord(language: str) -> None:
    with use_language(language):
        for seed, many in product(range(10), (0, 1, 2, 9, 60)):
            chance = random.Random(seed)
            tables = [any_table(chance, number) for number in range(many)]
            message = checked(
                home.home_message(tables, chance.randrange(99), complete=seed % 2 == 0)
            )
            assert len(message) <= 1900
            joinable = [
                table for table in tables if table.phase is Phase.LOBBY or table.names.open_seats
            ]
            checked(home.open_tables_message(joinable))
            for table in tables[:3]:
                checked(Message("-", buttons=(home.next_table_button(table, 10.0**10),)))


def table(**other: object) -> HomeTable:
    mine = HomeTable(
        *(3, 7, "#meadow", WAY, "hunters", Phase.PLAYING),
        names=Names((1, 2), {1: "Ana", 2: "Bo"}),
        seat_count=2,
        seat=0,
        turn=0,
        since=1000.0,
    )
    return replace(mine, **other)  # type: ignore[arg-type]


def test_home_message_counts_the_tables_that_do_not_fit() -> None:
    tables = [table(game=n + 1) for n in range(40)]
    lines = home.home_message(tables).text.splitlines()
    shown = sum(line.startswith("🟢") for line in lines)
    assert lines[-1] == f"-# … and {40 - shown} more." and shown >= 8


def test_table_waits_only_for_the_player_to_move_unless_it_rests() -> None:
    assert table().is_waiting
    assert not table(turn=1).is_waiting and not table(is_paused=True).is_waiting
    assert not table(seat=None, turn=None).is_waiting, "a table where one might sit down"


def test_duration_is_rounded_down() -> None:
    said = {-5: "0 min", 59: "0 min", 60: "1 min", 3599: "59 min", 3600: "1 h", 35_640: "9 h"}
    said |= {172_799: "47 h", 172_800: "2 d", 3_456_000: "40 d"}
    assert {seconds: format_duration(seconds) for seconds in said} == said
