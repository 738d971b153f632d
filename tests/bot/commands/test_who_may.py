"""Forbidden commands: a helpful private answer, and no change.

`who_may` lists the permissions by situation and group of commands; docs/permissions.md is
generated from it.
"""

import ast
import random
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from discord import app_commands
from simcord import InteractionResult

from bot.__main__ import make_app
from bot.client.app import App
from bot.commands import all_commands, all_menus
from bot.commands.button_routes import ROUTES
from bot.presenters.words.refusal_sentences import SENTENCES
from bot.table.refusals import Refusal
from storage import Log
from tests.bot.commands.who_may import (
    ANSWERED,
    DONE_AT_ONCE,
    WRITES_LOG,
    by_situation,
    gathered,
    page,
)
from tests.bot.commands.who_may.playing import MOVE
from tests.bot.commands.who_may.sentences import NO_SEAT, NO_TABLE, OVER
from tests.bot.commands.who_may.situations import LOBBY, SITUATIONS
from tests.bot.commands.who_may.situations import NO_TABLE as WITHOUT
from tests.bot.commands.who_may.situations import OVER as AFTER
from tests.support.fake_discord import FakeDiscord, Unpainted
from tests.support.inline_workers import ShortReviewPool
from tests.support.shown_messages import private
from tests.support.slow_cases import rest_slow
from tests.support.world import World, config, shuffled_header, slow_sleep

ROOT: Final = Path(__file__).parents[3]
OPTIONS: Final = gathered("OPTIONS")
ACTIONS: Final = gathered("ACTIONS")
"""Actions in the custom ids of buttons, by word; MOVE is any move."""
WITHOUT_GAME: Final = frozenset(gathered("WITHOUT_GAME"))
"""Actions about no game, with equal answers in every situation."""
EXPECTED: Final = by_situation(SITUATIONS, "EXPECTED", "EVERYWHERE")
PRESSED: Final = by_situation(
    [situation for situation in SITUATIONS if situation not in WITHOUT],
    "PRESSED",
    "PRESSED_EVERYWHERE",
)
"""The same for buttons, each as good as new; `test_buttons.py` presses late ones."""
USUAL: Final = (
    *("no table", "lobby, a player", "running, to move", "running, a spectator"),
    *("running, resigned", "over, a player"),
)
"""The situations that the fast tests try."""
USUAL_FIRST: Final = sorted(SITUATIONS, key=lambda situation: situation not in USUAL)
WRITING: Final = "I'm restarting. Try again in a moment; nothing was lost."
"""The answer of a log that refuses to write: the last check passed before it."""


@pytest.fixture
def simcord_bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> App:
    """Pictures and processes are not what this is about."""
    monkeypatch.setattr("bot.client.posting.Rendering", Unpainted)
    monkeypatch.setattr("bot.client.opponents.services.WorkerPool", ShortReviewPool)
    return make_app(config(tmp_path), random.Random(7), sleep=slow_sleep)


@pytest.mark.parametrize("situation", rest_slow(USUAL_FIRST, len(USUAL)))
async def test_command_is_refused_with_the_expected_reason(
    world: World, situation: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asker, expected = await SITUATIONS[situation](world), EXPECTED[situation]
    commands = {command.name for command in world.app.tree.get_commands()}
    assert set(expected) == commands, "a new command: say here who may not use it"
    before, posts = await world.log(), world.posts()
    nothing_is_written(monkeypatch)
    for command in sorted(commands):
        if expected[command] == DONE_AT_ONCE:
            continue
        options = OPTIONS.get(command, {})
        options = options(world) if callable(options) else options
        is_menu = command in {menu.name for menu in all_menus()}
        result = await (asker.menu(command) if is_menu else asker.slash(command, options))
        holds(result, expected[command], f"/{command}")
        assert await world.log() == before, f"/{command} changed the log"
        assert world.posts() == posts, f"/{command} told everybody"


@pytest.mark.parametrize(
    "situation",
    rest_slow([situation for situation in USUAL_FIRST if situation in PRESSED], len(USUAL) - 1),
)
async def test_button_press_is_refused_with_the_expected_reason(
    world: World, situation: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asker, expected = await SITUATIONS[situation](world), PRESSED[situation]
    assert set(expected) == set(ACTIONS), "a new button: say here who may not press it"
    table, row = await world.table(), await world.game_id()
    before, posts = await world.log(), world.posts()
    nothing_is_written(monkeypatch)
    for word in sorted(expected):
        if expected[word] == DONE_AT_ONCE:
            continue
        about = "0:0" if word in WITHOUT_GAME else f"{row}:{table.version}"
        result = await asker.press(f"carc:{about}:{ACTIONS[word]}")
        holds(result, expected[word], f"*{word}*")
        assert await world.log() == before, f"*{word}* changed the log"
        assert world.posts() == posts, f"*{word}* told everybody"


def nothing_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on a log that is to be written refuses: who comes so far may do what they wanted."""
    begin = Log.begin

    async def refused(*_: object, **__: object) -> None:
        raise Refusal("closing")

    async def begun(log: Log, *, guild: int, channel: int, **more: Any) -> object:
        running = await log.latest(channel)
        if running is not None and not running.finished:
            return await begin(
                log, guild=guild, channel=channel, **more
            )  # It is this that refuses.
        raise Refusal("closing")

    monkeypatch.setattr(Log, "append", refused)
    monkeypatch.setattr(Log, "begin", begun)


def holds(result: InteractionResult, expected: str, what: str) -> None:
    """Check that the user gets the expected private answer."""
    reply = private(result)
    if expected == ANSWERED:
        assert reply.strip() and WRITING not in reply, f"{what} would have written"
    elif expected == WRITES_LOG:
        assert WRITING in reply, f"{what} said {reply!r}"
    else:
        assert expected in reply, f"{what} said {reply!r}"
        assert re.search(r"`/\w|\*\w", reply), f"{what} helps nobody on: {reply!r}"


def test_every_button_action_has_a_route_and_expected_answers() -> None:
    assert {action.split()[0] for action in ACTIONS.values()} == {*ROUTES, "place"}
    assert set(gathered("BUTTON_LABELS")) == set(ACTIONS) and set(ACTIONS) >= WITHOUT_GAME
    assert MOVE in ACTIONS


def test_every_button_in_the_code_has_a_route() -> None:
    """Their words stand in the code as the second argument of a `Button`, or are moves."""
    words = set()
    for path in sorted((ROOT / "bot").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Button":
                said = node.args[1]
                if isinstance(said, ast.JoinedStr) and isinstance(said.values[0], ast.Constant):
                    said = said.values[0]
                if isinstance(said, ast.Constant):
                    words.add(str(said.value).split()[0])
    assert len(words) > 12 and words <= set(ROUTES)


# They fit a phone's list and a player's head; what is rare is a button or a choice of a command.
MAX_COMMAND_NAMES: Final = 24
# Discord counts context menus apart: they are in no list of commands, but on what they are about.
MENUS_PER_KIND: Final = 5


def test_there_are_few_commands_in_all_subcommands_counted() -> None:
    names = [name for command in all_commands() for name in command_names(command)]
    assert len(names) <= MAX_COMMAND_NAMES, names
    assert len(set(names)) == len(names)


def test_context_menus_are_few_and_none_of_the_commands() -> None:
    kinds = Counter(menu.type for menu in all_menus())
    assert kinds and max(kinds.values()) <= MENUS_PER_KIND
    assert not {menu.name for menu in all_menus()} & {command.name for command in all_commands()}


def command_names(
    command: app_commands.Command[Any, ..., Any] | app_commands.Group,
) -> Iterator[str]:
    """Yield the typed names of a command: its own, or those of its subcommands."""
    if isinstance(command, app_commands.Group):
        for inner in command.commands:
            yield from command_names(inner)
    else:
        yield command.qualified_name


def test_every_refusal_says_what_would_be_right() -> None:
    for reason, sentence in SENTENCES.items():
        assert re.search(
            r"`/?\w|\*\w|\{\w+\}|again|counted once|have been scored|still have to answer"
            r"|are taken|Anyone can|without aids|type `/`",
            sentence,
        ), reason
        assert sentence.endswith(".")


BUTTONS: Final[dict[str, dict[str, str]]] = {
    "running, a spectator": {"undo": NO_SEAT, "undo 2": NO_SEAT, "agree 2": NO_SEAT},
    "running, another player": {
        "undo": "There's nothing to undo",
        "undo 2": "There's nothing to undo",
    },
    "running, the next has played": {"undo": ANSWERED, "undo 1": "The game has moved on"},
    "running, resigned": dict.fromkeys(("undo", "undo 6"), "You resigned from this game"),
    "over, a passer-by": {"undo": NO_SEAT},
    "ended early": {"undo": OVER},
    "no table": {"undo": "That button belongs to another game"},
}


@pytest.mark.parametrize("situation", BUTTONS)
async def test_forbidden_press_of_an_undo_button_is_answered_privately(
    world: World, situation: str
) -> None:
    asker = await SITUATIONS[situation](world)
    row = await world.app.game_log.latest(world.channel.id)
    game, entry = (row.id, row.last) if row is not None else (1, 1)
    before, posts = await world.log(), world.posts()
    for action, expected in BUTTONS[situation].items():
        reply = private(await asker.press(f"carc:{game}:{entry}:{action}"))
        assert expected == ANSWERED or expected in reply, f"{action} said {reply!r}"
        assert await world.log() == before and world.posts() == posts


async def test_spectator_has_no_view_of_own_areas(world: World) -> None:
    await world.start_with(shuffled_header(2))
    reply = private(await world.dan.slash(world.channel, "board", view="mine"))
    assert NO_SEAT in reply
    assert "'s turn · " in private(await world.bo.slash(world.channel, "board", view="mine"))


async def test_server_manager_may_end_the_table_of_others(
    world: World,
) -> None:
    await world.bo.slash(world.channel, "new", game="hunters", seats=2)
    await world.press(world.cleo, "join")
    refused = private(await world.cleo.slash(world.channel, "end"))
    assert "Only the host, **Bo**" in refused
    asked = await world.ana.slash(world.channel, "end")
    assert "Close this game? Nobody can join it any more." in private(asked)
    assert await world.entries() == ["new hunters 2", "join 1"]
    assert asked.response is not None
    await world.ana.click(asked.response, label="Close game")
    assert (await world.entries())[-1] == "end"


async def test_table_of_one_channel_cannot_be_used_from_another(world: World) -> None:
    await world.start_game()
    other = world.guild.create_text_channel("elsewhere")
    player = await world.to_move()
    before = await world.log()
    for command in ("place", "undo", "resign", "end", "board", "tiles"):
        result = await player.slash(other, command, **OPTIONS.get(command, {}))
        assert private(result) == NO_TABLE
    assert await world.log() == before
    assert await world.log(other) == ()


@pytest.mark.parametrize("missing", ["guild_id", "channel_id"])
async def test_a_request_from_outside_of_a_server_is_refused_kindly(
    tmp_path: Path, missing: str
) -> None:
    async with FakeDiscord.opened(tmp_path, "en") as fake:
        await fake.begin("hunters", 2)
        for name in ("board", "tiles", "undo"):
            interaction = fake.interaction(fake.crowd[0])
            setattr(interaction, missing, None)
            await fake.command(name).callback(interaction)
            assert "You can only play in a server's channels" in str(fake.discord.private[-1])
        asking = fake.interaction(fake.crowd[0])
        asking.channel_id = None
        for name, options in fake.completed():
            for option in options:
                offer = fake.command(name)._params[option].autocomplete
                assert name in ("rules", "away") or await offer(asking, "") == []


def test_permissions_page_is_up_to_date_and_complete() -> None:
    assert page.PAGE.read_text("utf-8") == page.page(), "make permissions"
    columns = {*page.RUNNING, *page.ELSEWHERE, *LOBBY, *AFTER, *WITHOUT}
    assert columns == set(SITUATIONS)
