"""Every command by somebody who may not: a private answer that helps, and nothing is changed."""

import random
import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Final

import pytest
from simcord import MemberActor

from bot.presenters.words.refusals import SENTENCES
from tests.bot.fake_discord import FakeDiscord
from tests.bot.plays import any_turn, turns
from tests.bot.world import World, dealt, private

OPTIONS: Final[dict[str, dict[str, Any]]] = {
    "new": {"game": "hunters", "seats": 3},
    "place": {"x": 0, "y": 1, "rotation": "rot0", "figure": "none"},
    "ferry": {"a": "a", "b": "b"},
    "turn": {"x": 0, "y": 1, "a": "a", "b": "b"},
    "ark": {"x": 0, "y": 1},
    "walk": {"steps": "n"},
    "fits": {"x": 0, "y": 1},
    "rule": {"topic": "end"},
}
MOVES: Final = ("place", "pass", "ferry", "turn", "ark", "walk")
TABLE: Final = ("join", "leave", "start")
LOOKS: Final = ("board", "score", "tiles", "fits", "places", "log", "verify")
"""What anybody may look at once a game has begun."""

MAY: Final = "-> may"
"""The command is allowed and would change something: it has its test elsewhere."""
TOLD: Final = "-> told"
"""The command is allowed and only tells something, privately."""

NO_TABLE = "There is no game in this channel. Open one with `/new`."
BUSY = "open or running in this channel already"
NOT_BEGUN = "has not begun yet"
NO_SEAT = "You do not play at this table"
OVER = "The game is over"


def each(names: tuple[str, ...], answer: str) -> dict[str, str]:
    return dict.fromkeys(names, answer)


EXPECTED: Final[dict[str, dict[str, str]]] = {
    "no table": {
        **each((*MOVES, *TABLE, *LOOKS, "since", "replay", "undo", "resign", "end"), NO_TABLE),
        **{"new": MAY, "help": TOLD, "rule": TOLD, "export": "no game to export"},
    },
    "lobby, a passer-by": {
        **each((*MOVES, *LOOKS, "since", "replay", "undo", "resign"), NOT_BEGUN),
        **each(("leave", "start"), NO_SEAT),
        **{"new": BUSY, "join": MAY, "help": TOLD, "rule": TOLD, "export": "no game to export"},
        "end": "Only **Ana**, who opened the table",
    },
    "lobby, a player": {
        **each((*MOVES, *LOOKS, "since", "replay", "undo", "resign"), NOT_BEGUN),
        **{"new": BUSY, "leave": MAY, "help": TOLD, "rule": TOLD, "export": "no game to export"},
        "join": "You have a seat at this table already",
        "start": "only **Ana**, who opened the table, can start",
        "end": "Only **Ana**, who opened the table",
    },
    "lobby, its host alone": {
        **each((*MOVES, *LOOKS, "since", "replay", "undo", "resign"), NOT_BEGUN),
        **{
            "new": BUSY,
            "leave": MAY,
            "end": TOLD,
            "help": TOLD,
            "rule": TOLD,
            "export": "no game to export",
        },
        "join": "You have a seat at this table already",
        "start": "at least 2 players",
    },
    "full lobby, a passer-by": {
        **each((*MOVES, *LOOKS, "since", "replay", "undo", "resign"), NOT_BEGUN),
        **each(("leave", "start"), NO_SEAT),
        **{"new": BUSY, "join": "All 3 seats are taken", "help": TOLD, "rule": TOLD},
        "export": "no game to export",
        "end": "Only **Ana**, who opened the table",
    },
    "called-off lobby": {
        **each((*MOVES, *TABLE, *LOOKS, "since", "replay", "undo", "resign", "end"), NO_TABLE),
        **{"new": MAY, "help": TOLD, "rule": TOLD, "export": "no game to export"},
    },
    "running, a passer-by": {
        "replay": MAY,
        **each((*MOVES, "undo", "resign"), NO_SEAT),
        **each(TABLE, "The game has begun already"),
        **each((*LOOKS, "since", "help", "rule", "export"), TOLD),
        "new": BUSY,
        "end": "Only **Ana**, who opened the table",
    },
    "running, not on turn": {
        "replay": MAY,
        **each(MOVES, "It is not your turn: **Ana** is to play."),
        **each(("join", "start"), "The game has begun already"),
        **each((*LOOKS, "since", "help", "rule", "export", "resign"), TOLD),
        "leave": "`/resign` leaves it",
        "new": BUSY,
        "undo": "nothing of yours to take back",
        "end": "Only **Ana**, who opened the table",
    },
    "running, on turn, nothing laid": {
        "replay": MAY,
        "pass": "Lay your tile first, with `/place`",
        **each(("ferry", "turn", "ark", "walk"), "This game has no "),
        **each(("join", "start"), "The game has begun already"),
        **each((*LOOKS, "since", "help", "rule", "export", "resign", "end"), TOLD),
        "leave": "`/resign` leaves it",
        "new": BUSY,
        "undo": "nothing of yours to take back",
        "place": MAY,
    },
    "running, has just played": {
        "replay": MAY,
        **each(MOVES, "It is not your turn: **Cleo** is to play."),
        **each(("join", "start"), "The game has begun already"),
        **each((*LOOKS, "since", "help", "rule", "export", "resign"), TOLD),
        "leave": "`/resign` leaves it",
        "new": BUSY,
        "undo": MAY,
        "end": "Only **Ana**, who opened the table",
    },
    "running, the next has played": {
        "replay": MAY,
        **each(MOVES, "It is not your turn: **Cleo** is to play."),
        **each(("join", "start"), "The game has begun already"),
        **each((*LOOKS, "since", "help", "rule", "export", "resign", "end"), TOLD),
        "leave": "`/resign` leaves it",
        "new": BUSY,
        "undo": MAY,
    },
    "running, resigned": {
        "replay": MAY,
        **each((*MOVES, "undo", "resign"), "You have resigned from this game"),
        **each(TABLE, "The game has begun already"),
        **each((*LOOKS, "since", "help", "rule", "export"), TOLD),
        "new": BUSY,
        "end": "Only **Ana**, who opened the table",
    },
    "over, a player": {
        "replay": MAY,
        **each((*MOVES, "resign", "end"), OVER),
        **each(TABLE, OVER),
        **each((*LOOKS, "since", "help", "rule", "export"), TOLD),
        "new": MAY,
        "undo": MAY,
    },
    "over, a passer-by": {
        "replay": MAY,
        **each((*MOVES, "resign", "end"), OVER),
        **each(TABLE, OVER),
        **each((*LOOKS, "since", "help", "rule", "export"), TOLD),
        "new": MAY,
        "undo": NO_SEAT,
    },
    "ended early": {
        "replay": MAY,
        **each((*MOVES, "undo", "resign", "end"), OVER),
        **each(TABLE, NO_TABLE),
        **each((*LOOKS, "since", "help", "rule", "export"), TOLD),
        "new": MAY,
    },
}


async def nothing(world: World) -> MemberActor:
    return world.bo


async def passer_by(world: World) -> MemberActor:
    await world.ana.slash(world.channel, "new", game="hunters", seats=3)
    await world.bo.slash(world.channel, "join")
    return world.cleo


async def player(world: World) -> MemberActor:
    await passer_by(world)
    return world.bo


async def host_alone(world: World) -> MemberActor:
    await world.ana.slash(world.channel, "new", game="hunters", seats=3)
    return world.ana


async def full(world: World) -> MemberActor:
    await world.open(3)
    return world.dan


async def called_off(world: World) -> MemberActor:
    await world.bo.slash(world.channel, "new", game="hunters", seats=3)
    await world.bo.slash(world.channel, "leave")
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
        result = await who.slash(world.channel, command, **OPTIONS.get(command, {}))
        told = private(result)
        if answer == TOLD:
            assert told.strip()
        else:
            assert answer in told, f"/{command} said {told!r}"
            assert re.search(r"`/\w|\*\w", told), f"/{command} helps nobody on: {told!r}"
        assert await world.log() == before, f"/{command} changed the log"
        assert world.posts() == posts, f"/{command} told everybody"


def test_every_refusal_says_what_would_be_right() -> None:
    for reason, sentence in SENTENCES.items():
        assert re.search(
            r"`/?\w|\*\w|\{\w+\}|again|done once|faster|nothing to|still to answer"
            r"|without aids",
            sentence,
        ), reason
        assert sentence.endswith(".")


async def test_who_has_no_seat_has_nothing_to_lead_on_the_board(world: World) -> None:
    await world.dealt(dealt(2))
    told = private(await world.dan.slash(world.channel, "board", view="mine"))
    assert NO_SEAT in told
    assert "your turn" in private(await world.bo.slash(world.channel, "board", view="mine"))


async def test_somebody_who_may_manage_the_server_may_end_a_table_of_others(
    world: World,
) -> None:
    await world.bo.slash(world.channel, "new", game="hunters", seats=2)
    await world.cleo.slash(world.channel, "join")
    refused = private(await world.cleo.slash(world.channel, "end"))
    assert "Only **Bo**, who opened the table" in refused
    asked = await world.ana.slash(world.channel, "end")
    assert "End this game for everybody?" in private(asked)
    assert await world.entries() == ["new hunters 2", "join 1"]
    assert asked.response is not None
    await world.ana.click(asked.response, label="End the game")
    assert (await world.entries())[-1] == "end"


async def test_a_table_in_one_channel_is_none_in_another(world: World) -> None:
    await world.started()
    other = world.guild.create_text_channel("elsewhere")
    player = await world.to_move()
    before = await world.log()
    for command in ("place", "pass", "undo", "resign", "end", "board", "join"):
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
        for name in ("board", "score", "undo"):
            interaction = fake.interaction(fake.crowd[0])
            setattr(interaction, missing, None)
            await fake.command(name).callback(interaction)
            assert "in the channels of a server only" in str(fake.discord.private[-1])
        asking = fake.interaction(fake.crowd[0])
        asking.channel_id = None
        for name, options in fake.completed():
            for option in options:
                offer = fake.command(name)._params[option].autocomplete
                assert name == "rule" or await offer(asking, "") == []
