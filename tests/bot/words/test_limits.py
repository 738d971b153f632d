"""Discord's message limits in games played by chance: every message sent keeps to them.

The checks are in `tests.support.message_limits`: every message that `Explorer` hears goes through
them.
"""

import random
from itertools import count, cycle
from typing import Final

import pytest

from bot.settings import words as preferences
from bot.table.table import Phase
from bot.text.i18n import LANGUAGES
from tests.support.exploring_players import (
    Explorer,
    check_offered,
    look_around,
    play_on,
    truncated_texts,
)
from tests.support.game_choices import ALL_TOGETHER, FIVE
from tests.support.language_check import TRANSLATED

OFFERED: Final = {"panel", "show", "place", "pass", "log", "undo", "agree", "refuse", "replay"} | {
    *("record", "seal", "end", "again", "aim", "order", "follow", "review", "habits")
}
"""Actions that buttons and menus offer in every game."""
MORE_OFFERED: Final = {"ark": {"plan", "walk", "ark"}, "base+ferries": {"ferry", "turn"}}
"""Further actions offered in some games."""

TABLES: Final = [
    ("hunters", "en", 2),
    *(
        (name, language, 6 if name == ALL_TOGETHER else 2 + (n + 3) % 4)
        for n, (name, language) in enumerate(zip(FIVE, cycle(TRANSLATED), strict=False))
    ),
]
"""Games, languages and seats: a translation is nearly always longer than the English."""

WHOLE: Final = [
    case for case in TABLES if not set(case[0].split("+")) < set(ALL_TOGETHER.split("+"))
]
"""Those that are played from end to end, with all that is sent: games that no other contains."""


async def test_every_message_of_the_first_turns_keeps_to_the_limits() -> None:
    chance = random.Random(4)
    async with Explorer.opened(TRANSLATED[0]) as explorer:
        await explorer.begin(ALL_TOGETHER, 3)
        decisions, _ = await play_on(explorer, chance, every=8, until=8)
        assert decisions == 8 and explorer.offered and not truncated_texts(explorer)


@pytest.mark.parametrize(
    ("name", "language", "seats"), [pytest.param(*case, marks=pytest.mark.slow) for case in WHOLE]
)
async def test_every_message_of_a_game_keeps_to_the_limits(
    name: str, language: str, seats: int
) -> None:
    chance = random.Random(f"{name} {language}")
    async with Explorer.opened(language) as explorer:
        await explorer.begin(name, seats)
        for user in explorer.crowd[1:seats:2]:
            await explorer.press(user, f"habits {preferences.ASK}")
        decisions, reasons = await play_on(explorer, chance, every=20)
        table = await explorer.table()
        assert table.phase is Phase.OVER and decisions > 60 and len(reasons) > 20
        await look_around(explorer, chance)
        for does in ("review", *(f"review {seat + 1}" for seat in range(seats))):
            await explorer.press(explorer.crowd[0], does)
            await check_offered(explorer, explorer.private)
        await explorer.press(explorer.crowd[0], "replay")
        pages = set[str]()
        for page in count(1):
            await explorer.press(explorer.crowd[0], f"log {page}")
            pages.update(await check_offered(explorer, explorer.private))
            if f"log {page + 1}" not in pages:
                break
        assert len(pages) > 3
        assert not truncated_texts(explorer)
        assert explorer.offered >= OFFERED | MORE_OFFERED.get(name, set())


async def test_lobby_keeps_to_the_limits() -> None:
    for language in LANGUAGES:
        async with Explorer.opened(language) as explorer:
            await explorer.begin("base+ferries", 2)
