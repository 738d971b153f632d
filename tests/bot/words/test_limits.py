"""Messages and commands within the limits of Discord, also at the extremes."""

import random
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from itertools import count, cycle
from string import Formatter
from typing import Final
from unittest.mock import patch

import pytest
from discord import AppCommandType

from bot.interactions.replies import PERMISSIONS
from bot.playing import panel_words
from bot.settings import words as preferences
from bot.table.fold import BrokenLog
from bot.table.refusals import Refusal
from bot.table.store import LoadedTable
from bot.table.table import COLOURS, Phase, Table
from bot.text.i18n import LANGUAGES, _, use_language
from bot.words import topics
from bot.words.refusals import SENTENCES
from rules.game import Game
from rules.geometry import MAX_COORDINATE, cell_at
from rules.tiles import Tile
from rules.variants import available_additions, rulebook
from tests.support import message_limits
from tests.support.exploring_players import (
    Explorer,
    check_offered,
    check_refusal,
    complete_options,
    look_around,
    play_on,
    truncated_texts,
    try_refused_moves,
)
from tests.support.game_choices import ALL_TOGETHER, FIVE
from tests.support.language_check import COMPLETE, TRANSLATED
from tests.support.slow_cases import rest_slow

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


# -- the extremes ---------------------------------------------------------------------------------


def blank_tile(name: str) -> Tile:
    """A tile that fits everywhere beside its like: the same terrain all around."""
    tiles = (forms.tile for forms in rulebook(name).forms.values())
    return next(
        tile for tile in tiles if len({tile.at_port(port).terrain for port in range(12)}) == 1
    )


def long_line(game: Game) -> Game:
    """Forty tiles in a line in the farthest corner, and one in hand that fits on all sides."""
    forms = game.book.forms[blank_tile(game.book.ruleset.name).id]
    board = type(game.board).empty(game.book.planes)
    cells = [cell_at(x - MAX_COORDINATE, 1 - MAX_COORDINATE) for x in range(1, 41)]
    for cell in cells:
        board = board.with_tile(cell, forms.turned[0])
    return game.replace(board=board, drawn=forms.tile.id, placed=cells[-1])


@asynccontextmanager
async def table_replaced(explorer: Explorer, game: Game) -> AsyncIterator[Table]:
    store = explorer.world.app.services.tables
    loaded = await store.latest(explorer.world.channel.id)
    assert loaded is not None
    loaded = replace(loaded, table=replace(loaded.table, game=game))

    async def latest(channel: int) -> LoadedTable:
        return loaded

    with patch.object(store, "latest", latest):
        yield loaded.table


@pytest.mark.parametrize("language", rest_slow(reversed(LANGUAGES)))
@pytest.mark.parametrize("name", rest_slow(FIVE))
async def test_long_line_of_tiles_at_the_edge_keeps_to_the_limits(name: str, language: str) -> None:
    chance = random.Random(f"{language} {name}")
    async with Explorer.opened(language) as explorer:
        await explorer.begin(name, 5)
        game = long_line((await explorer.table()).running_game)
        async with table_replaced(explorer, game) as table:
            user = table.to_move
            assert user is not None
            await explorer.present()
            await check_offered(explorer, explorer.public)
            places = set[str]()
            for page in range(1, 5):
                await explorer.press(user, f"panel {page}")
                actions = await check_offered(explorer, explorer.private)
                places.update(action for action in actions if action.startswith("show"))
            assert len(places) > 75
            for habit in (preferences.AT_ONCE, preferences.ASK):
                await explorer.press(user, f"habits {habit}")
                for action in chance.sample(sorted(places), 3):
                    await explorer.press(user, action)
                    for more in sorted(await check_offered(explorer, explorer.private))[:9]:
                        if more.startswith("show"):
                            await explorer.press(user, more)
                    await check_offered(explorer, explorer.private)
            await look_around(explorer, chance)
            await complete_options(explorer, user, chance)
            await try_refused_moves(explorer, user, chance)


@pytest.mark.parametrize("name", FIVE)
def test_the_panel_has_room_for_each_figure_that_any_tile_can_take(name: str) -> None:
    nothing_or_a_walk = 2
    places, rotations, confirming = 1, 1, 1
    for forms in rulebook(name).forms.values():
        # What goes onto a free feature and what goes beside a piece exclude each other there.
        free, beside = (
            Counter(
                (figure.letter, layer)
                for figure, layer, second in {
                    (stand.figure, stand.role.layer, stand.role.beside)
                    for stand in forms.turned[0].stands
                }
                if second == wanted
            )
            for wanted in (False, True)
        )
        many = (free | beside).total() + nothing_or_a_walk
        assert many <= message_limits.CHOICES, "as a menu"
        rows = -(-min(many, panel_words.MAX_FIGURE_BUTTONS) // message_limits.BUTTONS)
        assert places + rotations + rows + confirming <= message_limits.ROWS


# -- what does not depend on a position -----------------------------------------------------------


WORST: Final[dict[str, object]] = {
    **{
        "option": "language",
        "title": "Ratings and leaderboard",
        "value": "x" * 60,
        "where": BrokenLog("no", 123456, "x" * 60),
        "typed": "@" * 100,
        "day": "jeu. 31 déc.",
        "low": 2,
        "high": 5,
    },
    **{
        "seats": 5,
        "cell": f"{-MAX_COORDINATE} {-MAX_COORDINATE}",
        "missing": ", ".join(PERMISSIONS.values()),
    },
    **{"game": ALL_TOGETHER, "games": [*FIVE], "sets": [*available_additions("base")]},
    **{"switch": "cloister extends ferry roads", "seated": 6},
    **{"move": "`/ferry`", "until": 1_800_000_000, "when": 1.8e9, "days": 300},
    "most": 5,
    "number": 9999,
    "channels": ", ".join(f"<#{2**63}>" for _ in range(25)),
}
"""The longest facts of the bot's own refusals."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_and_list_of_topics_keeps_to_the_limits(language: str) -> None:
    users = range(2**63, 2**63 + 5)
    people = {"user": users[0], "host": users[4], "users": users, "colour": COLOURS - 1}
    for reason, sentence in SENTENCES.items():
        names = {name for _text, name, _spec, _how in Formatter().parse(sentence) if name}
        facts = {name: {**WORST, **people}[name] for name in names}
        check_refusal(Refusal(reason, **facts), "hunters", language)
    with use_language(language):
        for name in ("hunters", "ark", ALL_TOGETHER):
            for topic in topics.topics_of(name).values():
                for typed in topics.topic_message(topic).split()[::40]:
                    found = topics.find_topics(name, typed)
                    message_limits.check_choices(
                        {"name": _(one.title), "value": one.key} for one in found
                    )


async def test_commands_keep_to_the_limits_in_every_language() -> None:
    async with Explorer.opened("en") as explorer:
        app = explorer.world.app
        commands = [
            await command.get_translated_payload(app.tree, app.translator)
            for command in app.tree.get_commands(type=AppCommandType.chat_input)
        ]
    for command in commands:
        assert {*COMPLETE} <= {*command["description_localizations"]}, command["name"]
    message_limits.check_commands(commands)
    for command in commands:
        assert len(command["options"]) <= message_limits.CHOICES
        for option in command["options"]:
            message_limits.check_choices(option.get("choices", ()))
