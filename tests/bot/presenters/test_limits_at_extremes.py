"""Discord's message limits at the largest boards, the longest texts and in every command."""

import random
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from string import Formatter
from typing import Any, Final
from unittest.mock import patch

import pytest
from discord import AppCommandType

from bot.client.discord_io.call import Call
from bot.client.interactions.replies import PERMISSIONS
from bot.games import game_topics
from bot.presenters.private import panel, preferences
from bot.presenters.words.buttons import SETTINGS
from bot.presenters.words.refusal_sentences import SENTENCES
from bot.table.fold import BrokenLog
from bot.table.refusals import Refusal
from bot.table.store import LoadedTable, Request
from bot.table.table import COLOURS
from bot.text.i18n import LANGUAGES, use_language
from rules.game import Game
from rules.geometry import MAX_COORDINATE, cell_at
from rules.story import Scored, TurnBegan
from rules.tiles import Tile
from rules.variants import available_additions, rulebook
from rules.variants.ark import ArkSetting
from tests.support import message_limits
from tests.support.exploring_players import (
    complete_options,
    look_around,
    truncated_texts,
    try_refused_moves,
)
from tests.support.fake_discord import FakeDiscord
from tests.support.game_choices import ALL_TOGETHER, FIVE
from tests.support.offered_actions import check_offered
from tests.support.slow_cases import rest_slow

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


@contextmanager
def table_replaced(fake: FakeDiscord, loaded: LoadedTable) -> Iterator[None]:
    """The table is as it is made here, whatever its log says."""

    async def latest(channel: int) -> LoadedTable:
        return loaded

    with patch.object(fake.context.table.store, "latest", latest):
        yield


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", rest_slow(FIVE))
async def test_long_line_of_tiles_at_the_edge_keeps_to_the_limits(
    tmp_path: Path, name: str, language: str
) -> None:
    chance = random.Random(f"{language} {name}")
    async with FakeDiscord.opened(tmp_path, language) as fake:
        await fake.begin(name, 5)
        loaded = await fake.loaded_table()
        table = replace(loaded.table, game=long_line(loaded.table.running_game))
        user = table.to_move
        assert user is not None
        with table_replaced(fake, replace(loaded, table=table)):
            await fake.present(table)
            await check_offered(fake, fake.discord.public)
            places = set[str]()
            for page in range(1, 5):
                await fake.press(user, f"panel {page}")
                actions = await check_offered(fake, fake.discord.private)
                places.update(action for action in actions if action.startswith("show"))
            assert len(places) > 75
            for habit in (preferences.AT_ONCE, preferences.ASK):
                await fake.press(user, f"{SETTINGS} {habit}")
                for action in chance.sample(sorted(places), 3):
                    await fake.press(user, action)
                    for more in chance.sample(await check_offered(fake, fake.discord.private), 9):
                        if more.startswith("show"):
                            await fake.press(user, more)
                    await check_offered(fake, fake.discord.private)
            await look_around(fake, chance)
            await complete_options(fake, user, chance)
            await try_refused_moves(fake, user, chance)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_A30_first_city_of_forty_tiles_keeps_to_the_limits(
    tmp_path: Path, language: str
) -> None:
    async with FakeDiscord.opened(tmp_path, language) as fake:
        await fake.begin("ark", 5)
        fake.discord.private.clear()
        loaded = await fake.loaded_table()
        game = long_line(loaded.table.running_game)
        city = Scored("city", tuple(game.board.tiles), (), ())
        agenda = (ArkSetting("city"), *game.agenda)
        game = game.replace(drawn=None, story=(TurnBegan(0), city), agenda=agenda)
        assert len(game.legal_moves()) == 40
        table = replace(loaded.table, game=game)
        user = table.to_move
        assert user is not None
        with table_replaced(fake, replace(loaded, table=table)):
            await fake.present(table)
            await fake.press(user, "panel", public=True)
            assert len(await check_offered(fake, fake.discord.private)) == 25, "the rest is typed"
            assert len(await fake.complete(user, "ark", "move", "", {})) == message_limits.CHOICES
            assert await try_refused_moves(fake, user, random.Random(language))
            assert not truncated_texts(fake)


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
        rows = -(-min(many, panel.MAX_FIGURE_BUTTONS) // message_limits.BUTTONS)
        assert places + rotations + rows + confirming <= message_limits.ROWS


# -- what does not depend on a position -----------------------------------------------------------


WORST: Final[dict[str, object]] = {
    **{
        "option": "language",
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
    "channels": ", ".join(f"<#{2**63}>" for _ in range(25)),
}
"""The longest facts of the bot's own refusals."""


@pytest.mark.parametrize("language", LANGUAGES)
async def test_every_refusal_and_every_rule_keeps_to_the_limits(
    tmp_path: Path, language: str
) -> None:
    async with FakeDiscord.opened(tmp_path, language) as fake:
        await fake.begin("hunters", 5)
        for reason, sentence in SENTENCES.items():
            names = {name for _, name, _, _ in Formatter().parse(sentence) if name}
            users = {
                "user": fake.crowd[0],
                "host": fake.crowd[4],
                "users": fake.crowd[:5],
                "colour": COLOURS - 1,
            }
            facts = {name: {**WORST, **users}[name] for name in names}

            async def work(
                call: Call,
                request: Request,
                reason: str = reason,
                facts: dict[str, Any] = facts,
            ) -> None:
                raise Refusal(reason, **facts)

            await fake.context.interactions.runner.run(fake.interaction(fake.crowd[1]), work)
        for name in FIVE:
            topics = game_topics.topics_of(name)
            await fake.ask(fake.crowd[0], "rules", game=name)
            for key in topics:
                await fake.ask(fake.crowd[0], "rules", topic=key, game=name)
            with use_language(language):
                words = {
                    word
                    for topic in topics.values()
                    for word in game_topics.topic_message(topic).split()
                }
            for typed in sorted(words)[::9]:
                await fake.complete(fake.crowd[0], "rules", "topic", typed[:100], {})
        assert fake.discord.messages > len(SENTENCES) + 4 * 10


async def test_commands_keep_to_the_limits_in_every_language(tmp_path: Path) -> None:
    async with FakeDiscord.opened(tmp_path, "en") as fake:
        commands = [
            await command.get_translated_payload(fake.tree, fake.translator)
            for command in fake.tree.get_commands(type=AppCommandType.chat_input)
        ]
    assert all("fr" in command["description_localizations"] for command in commands)
    message_limits.check_commands(commands)
    for command in commands:
        assert len(command["options"]) <= message_limits.CHOICES
        for option in command["options"]:
            message_limits.check_choices(option.get("choices", ()))
