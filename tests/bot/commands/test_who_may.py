"""Every command by somebody who may not: a private answer that helps, and nothing is changed."""

import ast
import random
import re
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from discord import app_commands
from simcord import MemberActor

from bot.client.layouts import layout_of
from bot.commands import all_commands
from bot.commands.presses import PRESSES
from bot.presenters.words.refusals import SENTENCES
from bot.text.message import Button, Message
from tests.bot.commands.who_may import MAY, TOLD, by_situation, each, gathered
from tests.bot.fake_discord import FakeDiscord
from tests.bot.plays import any_turn, turns
from tests.bot.world import World, dealt, private

ROOT: Final = Path(__file__).parents[3]
OPTIONS: Final[dict[str, dict[str, Any]]] = {
    "new": {"game": "hunters", "seats": 3},
    "place": {"move": "0 1 rot0 none"},
    "ferry": {"move": "a b"},
    "turn": {"move": "0 1 a b"},
    "ark": {"move": "0 1"},
    "walk": {"move": "n"},
    **gathered("OPTIONS"),
}
MOVES: Final = ("place", "ferry", "turn", "ark", "walk")
MOVE: Final = "a move"

NO_TABLE = "There is no game in this channel. Open one with `/new`."
BUSY = "open or running in this channel already"
NOT_BEGUN = "has not begun yet"
NO_SEAT = "You do not play at this table"
OVER = "The game is over"


OWN: Final[dict[str, dict[str, str]]] = {
    "no table": {
        **each((*MOVES, "board", "tiles", "since", "undo", "resign", "end"), NO_TABLE),
        **{"new": MAY, "help": TOLD},
    },
    "lobby, a passer-by": {
        **each((*MOVES, "tiles", "since", "undo", "resign"), NOT_BEGUN),
        **each(("new", "board", "help"), TOLD),
        "end": "Only **Ana**, who opened the table",
    },
    "lobby, a player": {
        **each((*MOVES, "tiles", "since", "undo", "resign"), NOT_BEGUN),
        **each(("new", "board", "help"), TOLD),
        "end": "Only **Ana**, who opened the table",
    },
    "lobby, its host alone": {
        **each((*MOVES, "tiles", "since", "undo", "resign"), NOT_BEGUN),
        **each(("new", "board", "help", "end"), TOLD),
    },
    "full lobby, a passer-by": {
        **each((*MOVES, "tiles", "since", "undo", "resign"), NOT_BEGUN),
        **each(("new", "board", "help"), TOLD),
        "end": "Only **Ana**, who opened the table",
    },
    "called-off lobby": {
        **each((*MOVES, "board", "tiles", "since", "undo", "resign", "end"), NO_TABLE),
        **{"new": MAY, "help": TOLD},
    },
    "running, a passer-by": {
        **each((*MOVES, "undo", "resign"), NO_SEAT),
        **each(("board", "tiles", "since", "help"), TOLD),
        "new": BUSY,
        "end": "Only **Ana**, who opened the table",
    },
    "running, not on turn": {
        **each(MOVES, "It is not your turn: **Ana** is to play."),
        **each(("board", "tiles", "since", "help", "resign"), TOLD),
        "new": BUSY,
        "undo": "nothing of yours to take back",
        "end": "Only **Ana**, who opened the table",
    },
    "running, on turn, nothing laid": {
        **each(("ferry", "turn", "ark", "walk"), "This game has no "),
        **each(("board", "tiles", "since", "help", "resign", "end"), TOLD),
        "new": BUSY,
        "undo": "nothing of yours to take back",
        "place": MAY,
    },
    "running, has just played": {
        **each(MOVES, "It is not your turn: **Cleo** is to play."),
        **each(("board", "tiles", "since", "help", "resign"), TOLD),
        "new": BUSY,
        "undo": MAY,
        "end": "Only **Ana**, who opened the table",
    },
    "running, the next has played": {
        **each(MOVES, "It is not your turn: **Cleo** is to play."),
        **each(("board", "tiles", "since", "help", "resign", "end"), TOLD),
        "new": BUSY,
        "undo": TOLD,
    },
    "running, resigned": {
        **each((*MOVES, "undo", "resign"), "You have resigned from this game"),
        **each(("board", "tiles", "since", "help"), TOLD),
        "new": BUSY,
        "end": "Only **Ana**, who opened the table",
    },
    "over, a player": {
        **each((*MOVES, "resign", "end"), OVER),
        **each(("board", "tiles", "since", "help", "undo"), TOLD),
        "new": MAY,
    },
    "over, a passer-by": {
        **each((*MOVES, "resign", "end"), OVER),
        **each(("board", "tiles", "since", "help"), TOLD),
        "new": MAY,
        "undo": NO_SEAT,
    },
    "ended early": {
        **each((*MOVES, "undo", "resign", "end"), OVER),
        **each(("board", "tiles", "since", "help"), TOLD),
        "new": MAY,
    },
    "ended early and scored": {
        **each((*MOVES, "resign", "end"), OVER),
        **each(("board", "tiles", "since", "help"), TOLD),
        **each(("new", "undo"), MAY),
    },
}
"""By the situation, what each command answers to who may not, or that they may."""
EXPECTED: Final = by_situation(OWN, "EXPECTED", "EVERYWHERE")

LATE = "The game has gone on since"
LOOKS: Final = ("board", "score", "log", "record", "seal")
ACTIONS: Final = {
    **{word: word for word in PRESSES},
    **gathered("ACTIONS"),
    **{"wear": "wear 4", "agree": "agree 1", "refuse": "refuse 1", MOVE: "place 0 1 rot0"},
    **{"show": "show place 0 1 rot0", "plan": "plan walk", "habits": "habits"},
    **{"end score": "end score", "table": "table hunters 1 2 3"},
}
"""What stands in the custom id of a button for each word there is; MOVE is any move."""
GREETING: Final = {"rules": TOLD, "close": MAY}
"""The rules are there for all, and whoever was asked privately may leave it."""
OWN_PRESSED: Final[dict[str, dict[str, str]]] = {
    "lobby, a passer-by": {
        **each(("log", "record", "seal", "since", "replay"), NOT_BEGUN),
        **each(("panel", "show", "plan", "undo", "resign", MOVE), NOT_BEGUN),
        **each(("agree", "refuse"), NOT_BEGUN),
        **each(("join", "wear"), MAY),
        **each(("leave", "start"), NO_SEAT),
        **each(("board", "score", "colour", "habits"), TOLD),
        **each(("end", "end score"), "Only **Ana**, who opened the table"),
        "again": LATE,
        **GREETING,
        "table": BUSY,
    },
    "lobby, its host alone": {
        **each(("log", "record", "seal", "since", "replay"), NOT_BEGUN),
        **each(("panel", "show", "plan", "undo", "resign", MOVE), NOT_BEGUN),
        **each(("agree", "refuse", "end score"), NOT_BEGUN),
        **each(("board", "score", "colour", "habits"), TOLD),
        **each(("leave", "wear", "end"), MAY),
        "join": "You have a seat at this table already",
        "start": "at least 2 players",
        "again": LATE,
        **GREETING,
        "table": BUSY,
    },
    "full lobby, a passer-by": {
        **each(("log", "record", "seal", "since", "replay"), NOT_BEGUN),
        **each(("panel", "show", "plan", "undo", "resign", MOVE), NOT_BEGUN),
        **each(("agree", "refuse"), NOT_BEGUN),
        **each(("leave", "start"), NO_SEAT),
        **each(("join", "colour", "wear"), "All 3 seats are taken"),
        **each(("end", "end score"), "Only **Ana**, who opened the table"),
        **each(("board", "score", "habits"), TOLD),
        "again": LATE,
        **GREETING,
        "table": BUSY,
    },
    "running, a passer-by": {
        **each(("panel", "show", "plan", "undo", "resign", MOVE), NO_SEAT),
        **each(("agree", "refuse"), NO_SEAT),
        **each(("join", "leave", "start", "colour", "wear", "again"), LATE),
        **each((*LOOKS, "since", "habits"), TOLD),
        **each(("end", "end score"), "Only **Ana**, who opened the table"),
        "replay": MAY,
        **GREETING,
        "table": BUSY,
    },
    "running, not on turn": {
        **each(("panel", "show", "plan", MOVE), "It is not your turn: **Ana** is to play."),
        **each(("join", "leave", "start", "colour", "wear", "again"), LATE),
        **each(("agree", "refuse"), "nothing is taken back"),
        **each((*LOOKS, "since", "habits"), TOLD),
        **each(("end", "end score"), "Only **Ana**, who opened the table"),
        "undo": "nothing of yours to take back",
        **each(("replay", "resign"), MAY),
        **GREETING,
        "table": BUSY,
    },
    "running, on turn, nothing laid": {
        **each(("join", "leave", "start", "colour", "wear", "again", "plan"), LATE),
        **each(("agree", "refuse"), "nothing is taken back"),
        **each((*LOOKS, "since", "panel", "show", "habits"), TOLD),
        "undo": "nothing of yours to take back",
        **each(("replay", "resign", "end", "end score", MOVE), MAY),
        **GREETING,
        "table": BUSY,
    },
    "running, resigned": {
        **each(("panel", "show", "plan", "undo", "resign", MOVE), "You have resigned"),
        **each(("agree", "refuse"), "You have resigned"),
        **each(("join", "leave", "start", "colour", "wear", "again"), LATE),
        **each((*LOOKS, "since", "habits"), TOLD),
        **each(("end", "end score"), "Only **Ana**, who opened the table"),
        "replay": MAY,
        **GREETING,
        "table": BUSY,
    },
    "over, a player": {
        **each(("panel", "show", "plan", "resign", "end", "end score", MOVE), OVER),
        **each(("agree", "refuse"), "nothing is taken back"),
        **each(("join", "leave", "start", "colour", "wear"), LATE),
        **each((*LOOKS, "since", "habits"), TOLD),
        **each(("replay", "again", "undo"), MAY),
        **GREETING,
        "table": MAY,
    },
    "over, a passer-by": {
        **each(("panel", "show", "plan", "resign", "end", "end score", MOVE), OVER),
        **each(("agree", "refuse", "undo"), NO_SEAT),
        **each(("join", "leave", "start", "colour", "wear"), LATE),
        **each((*LOOKS, "since", "habits"), TOLD),
        "replay": MAY,
        "again": "Only who played that game can open it again",
        **GREETING,
        "table": MAY,
    },
    "ended early": {
        **each(("panel", "show", "plan", "undo", "resign", "end", "end score", MOVE), OVER),
        **each(("agree", "refuse"), OVER),
        **each(("join", "leave", "start", "colour", "wear"), LATE),
        **each((*LOOKS, "since", "habits"), TOLD),
        **each(("replay", "again"), MAY),
        **GREETING,
        "table": MAY,
    },
}
"""The same for buttons, each as good as new; `test_buttons.py` presses late ones."""
PRESSED: Final = by_situation(OWN_PRESSED, "PRESSED", "PRESSED_EVERYWHERE")


async def nothing(world: World) -> MemberActor:
    return world.bo


async def passer_by(world: World) -> MemberActor:
    await world.ana.slash(world.channel, "new", game="base", seats=3)
    await world.press(world.bo, "join")
    return world.cleo


async def player(world: World) -> MemberActor:
    await passer_by(world)
    return world.bo


async def host_alone(world: World) -> MemberActor:
    await world.ana.slash(world.channel, "new", game="base", seats=3)
    return world.ana


async def full(world: World) -> MemberActor:
    await world.open(3, game="base")
    return world.dan


async def called_off(world: World) -> MemberActor:
    await world.bo.slash(world.channel, "new", game="hunters", seats=3)
    await world.press(world.bo, "leave")
    return world.bo


async def watching(world: World) -> MemberActor:
    await world.dealt(dealt(3))
    return world.dan


async def waiting(world: World) -> MemberActor:
    await world.dealt(dealt(3))
    return world.cleo


async def on_turn(world: World) -> MemberActor:
    await world.dealt(dealt(3))
    return world.ana


async def just_played(world: World) -> MemberActor:
    await world.dealt(dealt(3))
    await play(world, 2)
    return world.bo


async def overtaken(world: World) -> MemberActor:
    await world.dealt(dealt(3))
    await play(world, 2)
    return world.ana


async def resigned(world: World) -> MemberActor:
    await world.dealt(dealt(3))
    await play(world, 1)
    await world.write([(world.bo.id, "resign 1")])
    return world.bo


async def over(world: World) -> MemberActor:
    header = dealt(3)
    await world.dealt(header)
    await world.forward([turn for _, turn in turns(header, 1)])
    last = (await world.table()).lines[-1].user
    return next(each for each in (world.ana, world.bo, world.cleo) if each.id != last)


async def over_for_dan(world: World) -> MemberActor:
    await over(world)
    return world.dan


async def stopped(world: World) -> MemberActor:
    await world.dealt(dealt(3))
    await play(world, 1)
    await world.write([(world.ana.id, "end")])
    return world.ana


async def scored(world: World) -> MemberActor:
    await world.dealt(dealt(3))
    await play(world, 1)
    await world.write([(world.ana.id, "end score")])
    return world.ana


async def play(world: World, number: int) -> None:
    """A few turns."""
    for seed in range(number):
        await world.forward([any_turn(await world.game(), random.Random(seed))])


SITUATIONS: Final[dict[str, Callable[[World], Awaitable[MemberActor]]]] = {
    "no table": nothing,
    "lobby, a passer-by": passer_by,
    "lobby, a player": player,
    "lobby, its host alone": host_alone,
    "full lobby, a passer-by": full,
    "called-off lobby": called_off,
    "running, a passer-by": watching,
    "running, not on turn": waiting,
    "running, on turn, nothing laid": on_turn,
    "running, has just played": just_played,
    "running, the next has played": overtaken,
    "running, resigned": resigned,
    "over, a player": over,
    "over, a passer-by": over_for_dan,
    "ended early": stopped,
    "ended early and scored": scored,
    **gathered("SITUATIONS"),
}


@pytest.mark.parametrize("situation", SITUATIONS)
async def test_whoever_may_not_is_told_why_and_what_would_be_right(
    world: World, situation: str
) -> None:
    who = await SITUATIONS[situation](world)
    expected = EXPECTED[situation]
    commands = {command.name for command in world.app.tree.get_commands()}
    assert set(expected) == commands, "a new command: say here who may not use it"
    before, posts = await world.log(), world.posts()
    for command in sorted(commands):
        answer = expected[command]
        if answer == MAY:
            continue
        options = OPTIONS.get(command, {})
        options = options(world) if callable(options) else options
        result = await who.slash(world.channel, command, **options)
        told = private(result)
        if answer == TOLD:
            assert told.strip()
        else:
            assert answer in told, f"/{command} said {told!r}"
            assert re.search(r"`/\w|\*\w", told), f"/{command} helps nobody on: {told!r}"
        assert await world.log() == before, f"/{command} changed the log"
        assert world.posts() == posts, f"/{command} told everybody"


@pytest.mark.parametrize("situation", PRESSED)
async def test_whoever_may_not_press_a_button_is_told_why(world: World, situation: str) -> None:
    who = await SITUATIONS[situation](world)
    expected = PRESSED[situation]
    assert set(expected) == set(ACTIONS), "a new button: say here who may not press it"
    table, row = await world.table(), await world.game_id()
    before = await world.log()
    for word in sorted(expected):
        if expected[word] == MAY:
            continue
        button = Message("-", buttons=(Button(word, ACTIONS[word]),))
        view = layout_of(button, "-", row, table.version)
        post = await world.app.get_partial_messageable(world.channel.id).send(view=view)
        posts = world.posts()
        told = private(await who.click(post, label=word))
        if expected[word] == TOLD:
            assert told.strip()
        else:
            assert expected[word] in told, f"*{word}* said {told!r}"
        assert await world.log() == before, f"*{word}* changed the log"
        assert world.posts() == posts, f"*{word}* told everybody"


def test_the_situations_of_buttons_are_those_of_commands_with_a_table_to_press_on() -> None:
    assert set(PRESSED) < set(SITUATIONS) == set(EXPECTED)


def test_every_button_that_is_offered_anywhere_is_one_of_those() -> None:
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
    assert len(words) > 12 and words <= set(PRESSES)


# One more is promised: hint. That makes the twenty that fit a phone's list and a player's head;
# what is rare is a button or a choice of a command.
DOORS: Final = 19


def test_there_are_few_commands_in_all_subcommands_counted() -> None:
    found = [name for command in all_commands() for name in doors(command)]
    assert len(found) <= DOORS, found
    assert len(set(found)) == len(found)


def doors(command: app_commands.Command[Any, ..., Any] | app_commands.Group) -> Iterator[str]:
    """What can be typed of a command: itself, or each of its subcommands."""
    if isinstance(command, app_commands.Group):
        for inner in command.commands:
            yield from doors(inner)
    else:
        yield command.qualified_name


def test_every_refusal_says_what_would_be_right() -> None:
    for reason, sentence in SENTENCES.items():
        assert re.search(
            r"`/?\w|\*\w|\{\w+\}|again|done once|faster|nothing to|still to answer"
            r"|without aids|type `/`",
            sentence,
        ), reason
        assert sentence.endswith(".")


BUTTONS: Final[dict[str, dict[str, str]]] = {
    "running, a passer-by": {"undo": NO_SEAT, "undo 2": NO_SEAT, "agree 2": NO_SEAT},
    "running, not on turn": {"undo": "nothing of yours", "undo 2": "nothing of yours"},
    "running, the next has played": {"undo": TOLD, "undo 1": "The game has gone on"},
    "running, resigned": dict.fromkeys(("undo", "undo 6"), "You have resigned"),
    "over, a passer-by": {"undo": NO_SEAT},
    "ended early": {"undo": OVER},
    "no table": {"undo": "is not played here any more"},
}


@pytest.mark.parametrize("situation", BUTTONS)
async def test_whoever_may_not_by_a_button_of_taking_back_is_told_so_privately(
    world: World, situation: str
) -> None:
    who = await SITUATIONS[situation](world)
    row = await world.app.log.latest(world.channel.id)
    game, entry = (row.id, row.last) if row is not None else (1, 1)
    before, posts = await world.log(), world.posts()
    for action, expected in BUTTONS[situation].items():
        told = private(await world.press_id(who, f"carc:{game}:{entry}:{action}"))
        assert expected == TOLD or expected in told, f"{action} said {told!r}"
        assert await world.log() == before and world.posts() == posts


async def test_who_has_no_seat_has_nothing_to_lead_on_the_board(world: World) -> None:
    await world.dealt(dealt(2))
    told = private(await world.dan.slash(world.channel, "board", view="mine"))
    assert NO_SEAT in told
    assert "your turn" in private(await world.bo.slash(world.channel, "board", view="mine"))


async def test_somebody_who_may_manage_the_server_may_end_a_table_of_others(
    world: World,
) -> None:
    await world.bo.slash(world.channel, "new", game="hunters", seats=2)
    await world.press(world.cleo, "join")
    refused = private(await world.cleo.slash(world.channel, "end"))
    assert "Only **Bo**, who opened the table" in refused
    asked = await world.ana.slash(world.channel, "end")
    assert "Close this table?" in private(asked)
    assert await world.entries() == ["new hunters 2", "join 1"]
    assert asked.response is not None
    await world.ana.click(asked.response, label="Close the table")
    assert (await world.entries())[-1] == "end"


async def test_a_table_in_one_channel_is_none_in_another(world: World) -> None:
    await world.started()
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
            assert "in the channels of a server only" in str(fake.discord.private[-1])
        asking = fake.interaction(fake.crowd[0])
        asking.channel_id = None
        for name, options in fake.completed():
            for option in options:
                offer = fake.command(name)._params[option].autocomplete
                assert name in ("help", "away") or await offer(asking, "") == []
