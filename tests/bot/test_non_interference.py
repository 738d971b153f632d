"""Games with equal past and different future: every visible text and picture is equal.

The order of undrawn tiles is stored at the start of a game's log (COM-04). Two games differ in it
only, and all commands and buttons that draw no tile are tried on both.
"""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from itertools import cycle
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch

import pytest
from PIL import Image

import renderer
from bot.client.discord_io.rendering import Rendering
from bot.client.opponents import player, tasks
from bot.games.moves import command_moves
from bot.presenters.private import boards
from bot.table.entries import New, Start
from bot.table.entry_text import read_entry, write_entry
from bot.table.store import Request
from bot.text.i18n import LANGUAGES
from bot.text.names import Names
from bot.text.opponents import LEVELS as HOW_WELL
from bot.text.phrases import coordinates
from renderer.animations.replay import turn_ends
from renderer.players import Players
from renderer.scene import Scene
from rules import notation
from rules.fairness import commitment
from rules.game import Game, play, start
from rules.header import Header
from rules.moves import Move, PlaceTile
from rules.opponents import EFFORTS
from rules.random_play import deal, random_move
from storage import EntryRow
from tests.support.blank_pictures import scene_bytes
from tests.support.fake_discord import CHANNEL, GUILD, FakeDiscord, Unpainted
from tests.support.game_choices import FIVE
from tests.support.slow_cases import rest_slow

VIEWS: Final = sorted(boards.VIEWS)
MOMENTS: Final = 6
FEW_MOMENTS: Final = 3
DRAWN: Final = dict(zip(LANGUAGES, (4, 1), strict=True))
"""At which of them the pictures are drawn, by language; elsewhere their words will do."""
PAINTED: Final = "hunters"
FAST: Final = "base"
"""The game that has everything as players get it, to the last pixel."""
REPLAYED: Final = 2
"""At which of them there is a replay, of what was laid by then."""
ODD: Final = 2
"""Each second moment is another: all know the next tile, and the turn is played."""
LOOKED: Final = ("play", "resign", "end", "undo", "note", "hint")
ASIDE: Final = ("games", "help", "rules", "settings", "privacy", "away")
PRESSED: Final = (
    *("board", "score", "log", "log 1", "since", "record", "seal", "panel", "panel 2"),
    *("aim page 2", "order page 2", "follow", "note", "place 99 99 rot0", "pause"),
)
RARELY: Final = (
    *("unfollow", "aim drop", "join", "start", "again", "colour", "agree 1", "habits"),
    *("habits quiet", "home", "open-tables", "take 0", "finish", "rules", "privacy export"),
    *("table hunters 1", "against hunters villager", "bring-back", "review", "order drop"),
)
"""Presses that end no turn and no game; some at two moments only."""
UNPAINTED: Final = Unpainted.picture
NO_REPLAY: Final = Unpainted.replay
LEVELS: Final = tuple(HOW_WELL)
NOW: Final = 2_000_000_000.0
"""Time of the requests in Unix seconds."""
TYPED: Final = ("", "1", "h")


async def unrolled(
    _: object, record: str, names: Names, limit: int, progress: Any, ask: Any
) -> bytes:
    """All that is painted of a replay, frame by frame."""
    scenes: list[bytes] = []

    def noted(scene: Scene) -> Image.Image:
        scenes.append(scene_bytes(scene))
        return Image.new("RGB", (8, 8))

    with patch.object(import_module("renderer.animations.replay"), "paint", noted):
        seats = Players.of(names.picture_names(), names.colours, "{number}")
        renderer.animated_replay(tuple(turn_ends(record)), seats, limit=limit)
    assert len(scenes) > 1
    return b"".join(scenes)


async def test_COM_04_compared_games_have_different_seals(tmp_path: Path) -> None:
    async with FakeDiscord.opened(tmp_path, "en") as fake:
        await fake.begin("hunters", 2)
        table = await fake.table()
        assert table.header is not None
        other = another_future(table.header, table.running_game, random.Random(1))
        assert other.bags != table.header.bags and commitment(other) != commitment(table.header)


# Each game in one language, by turns: all of them twice would take too long. In the first the
# pictures are painted and the replay is made; of the others the scenes are compared that would be
# painted. Only the smallest is fast.
@pytest.mark.parametrize(
    ("name", "language", "moments"),
    [
        (FAST, "en", FEW_MOMENTS),
        *(
            pytest.param(
                name,
                language,
                MOMENTS,
                marks=[pytest.mark.slow] + [pytest.mark.painted] * (name == PAINTED),
            )
            for name, language in zip(FIVE, cycle(LANGUAGES), strict=False)
        ),
    ],
)
async def test_COM_04_games_with_equal_past_and_different_future_look_equal(
    tmp_path: Path, name: str, language: str, moments: int
) -> None:
    chance = random.Random(f"{name} {language}")
    seats = 2 + chance.randrange(3)
    async with FakeDiscord.opened(tmp_path, language) as first:
        # Where there are enough one of them is an opponent.
        await first.begin(name, seats, opponents=["novice"] * (seats > 2))
        table = await first.table()
        laid = len(table.running_game.board.tiles)
        length = sum(map(len, table.running_game.bags.values()))
        # The last lies so near the end that the order of two tiles is all there is to tell.
        wanted = [laid + n * (length - 2) // (moments - 1) for n in range(moments)]
        seen = 0
        while wanted[seen:]:
            table = await first.table()
            if table.waited_for is None:
                break
            game = table.running_game
            person = table.to_move is not None
            if person and game.hand is not None and len(game.board.tiles) >= wanted[seen]:
                played = seen % ODD == 1
                how = How(
                    painted=seen == DRAWN[language],
                    replayed=seen == REPLAYED,
                    projected=name == PAINTED,
                    rarely=seen % 5 == 0,
                    played=played,
                    purist=played and seen % 4 == 1,
                )
                await compared(tmp_path / str(seen), first, language, chance, how)
                seen += 1
            # Without a post of each: those that are compared are made by the others.
            by = Request(table.waited_for, GUILD, CHANNEL)
            await first.context.table.service.play(by, [random_move(game, chance)])
        assert seen >= moments - 2


@pytest.mark.parametrize(
    ("name", "nodes"), rest_slow([(FIVE[0], 500), *((name, 2_000) for name in FIVE)])
)
def test_COM_04_moves_of_an_opponent_are_independent_of_the_bags(
    name: str, nodes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The worker gets the order of the bags, which the opponent discards first."""
    for known, effort in EFFORTS.items():
        monkeypatch.setitem(EFFORTS, known, replace(effort, nodes=nodes, cpu_seconds=60.0))
    chance = random.Random(name)
    header = deal(name, 3, chance)
    game, lines, asked = start(header.book, header.seats, header.bags), list[str](), 0
    while not game.over and asked < 12:
        if len(game.board.tiles) % 6 == 5:
            other = another_future(header, game, chance)
            level = LEVELS[asked % len(LEVELS)]
            one, two = (
                tasks.choose_moves(
                    "\n".join([deal_header.text(), "", *lines, ""]), level, 7, 3600.0
                )
                for deal_header in (header, other)
            )
            assert one == two, f"{level} knows the order of the bag"
            asked += 1
        move = random_move(game, chance)
        lines.append(notation.write(move))
        game = play(game, move)
    assert asked > 8


@pytest.mark.slow
async def test_COM_04_hints_and_opponents_moves_are_independent_of_following_tiles(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for level, effort in EFFORTS.items():
        monkeypatch.setitem(EFFORTS, level, replace(effort, nodes=300))
    monkeypatch.setattr(player, "TURN_SECONDS", 3600.0)
    monkeypatch.setattr(player, "OPPONENT_GRACE_SECONDS", 3600.0)
    chance = random.Random(5)
    async with FakeDiscord.opened(tmp_path, "en") as first:
        await first.begin("base", 4, opponents=("villager", "master"))
        while (table := await first.table()).running_game.turn or len(table.lines) < 24:
            assert table.waited_for is not None
            by = Request(table.waited_for, GUILD, CHANNEL)
            await first.context.table.service.play(by, [random_move(table.running_game, chance)])
        assert table.header is not None
        one, game = await a_round(tmp_path / "one", first, table.header)
        other = another_future(table.header, game, chance)
        assert other.bags != table.header.bags
        two, _ = await a_round(tmp_path / "two", first, other)
    assert len(one) == len(two) == 6
    for (asked, said), (_, said_then) in zip(one, two, strict=True):
        assert said == said_then, f"{asked} tells the order of the bag"
    words = dict(one)
    assert all("1. " in words[f"a hint to {n}"] for n in ("one", "two", "one again"))
    assert "1. " not in words["a hint to who waits"]
    assert all(level in words["the post of opponents"] for level in ("master", "villager"))


async def a_round(
    folder: Path, first: FakeDiscord, header: Header
) -> tuple[list[tuple[str, str]], Game]:
    """All messages of a game of two users and two opponents with hints; and the game."""
    folder.mkdir()
    chance, results = random.Random(6), list[tuple[str, str]]()
    async with FakeDiscord.opened(folder, "en", clock=lambda: NOW) as fake:
        # All of it has been posted, its seal too, which differs and may.
        fake.game_log.kept = replace(first.game_log.kept, posted=first.game_log.kept.last)
        fake.game_log.entries = tuple(
            dealt_so(entry, header, purist=False) for entry in first.game_log.entries
        )

        lasting = asyncio.all_tasks()

        async def heard(what: str) -> None:
            # Old posts lose their buttons behind the new one, some time or other.
            while begun := asyncio.all_tasks() - lasting:
                await asyncio.wait(begun)
            edge = fake.discord
            results.append((what, json.dumps([*edge.private, *edge.public], default=str)))
            edge.private.clear()
            edge.public.clear()
            edge.files.clear()

        async def hint(user: int, whose: str) -> None:
            await fake.ask(user, "hint")
            await heard(f"a hint to {whose}")

        async def turn(text: str) -> None:
            _, moves = turn_of((await fake.table()).running_game, chance)
            await fake.play(*moves)
            await heard(text)

        fake.accompany()
        one, two = fake.crowd[:2]
        await hint(one, "one")
        await hint(two, "who waits")
        await turn("the post of a move")
        await hint(two, "two")
        await turn("the post of opponents")
        await hint(one, "one again")
        table = await fake.table()
        assert table.to_move == one, "both opponents have played"
        return results, table.running_game


@dataclass(frozen=True, slots=True)
class How:
    """The actions tried at a moment: with pictures, a replay, rare actions, a move.

    Where the turn is played the table is one without aids, at every second of such moments.
    """

    painted: bool
    replayed: bool
    projected: bool
    rarely: bool
    played: bool
    purist: bool


async def compared(
    folder: Path, first: FakeDiscord, language: str, chance: random.Random, how: How
) -> None:
    """Everything that is said at a moment, in two futures."""
    table = await first.table()
    assert table.header is not None
    heard = []
    game, moves = table.running_game, list[Move]()
    if how.played:
        game, moves = turn_of(game, chance)
    other = another_future(table.header, game, chance)
    drawn = Rendering()
    for header in (table.header, other):
        replay = (drawn.replay if how.projected else unrolled) if how.replayed else NO_REPLAY
        place = folder / str(len(heard))
        place.mkdir(parents=True)
        with (
            patch.object(Unpainted, "picture", drawn.picture if how.painted else UNPAINTED),
            patch.object(Unpainted, "replay", replay),
        ):
            async with FakeDiscord.opened(place, language, clock=lambda: NOW) as fake:
                fake.game_log.kept = replace(first.game_log.kept)
                fake.game_log.entries = tuple(
                    dealt_so(entry, header, purist=how.purist) for entry in first.game_log.entries
                )
                heard.append(await answers(fake, commitment(header), how, moves))
        drawn = Rendering()
    one, two = heard
    assert len(one) == len(two) > 80
    for (asked, said), (_, said_then) in zip(one, two, strict=True):
        assert said == said_then, f"{asked} tells the order of the bag"


def turn_of(game: Game, chance: random.Random) -> tuple[Game, list[Move]]:
    """A turn by chance, up to where the next tile is drawn, and the game after it."""
    moves: list[Move] = []
    while not game.over and (not moves or game.hand is None):
        moves.append(random_move(game, chance))
        game = play(game, moves[-1])
    return game, moves


def another_future(header: Header, game: Game, chance: random.Random) -> Header:
    """The deal with another order of what nobody has drawn yet in every bag."""
    bags = {}
    for bag, order in header.bags.items():
        left = undrawn(order, game.bags[bag], header.book.ruleset.bags[bag].last)
        start = next(n for n in range(len(order) + 1) if order[n : n + len(left)] == left)
        known, below = order[:start], order[start + len(left) :]
        other = (*reversed(left),) if len(left) < 3 else shuffled(left, chance)
        bags[bag] = (*known, *other, *below)
    return replace(header, bags=bags)


def undrawn(order: tuple[str, ...], left: tuple[str, ...], last: str | None) -> tuple[str, ...]:
    """The unknown part of a pile: without its bottom and the tiles put back."""
    bottom = order[-1:] if last is not None else ()
    for number in range(len(left), -1, -1):
        if order[len(order) - number - len(bottom) :] == (*left[:number], *bottom):
            return left[:number]
    return ()


def shuffled(left: tuple[str, ...], chance: random.Random) -> tuple[str, ...]:
    """Another order of some tiles, the first of which is another kind if there is one."""
    if not left:
        return left
    order = chance.sample(left, len(left))
    other = next((n for n, tile in enumerate(order) if tile != left[0]), 0)
    return (order[other], *order[:other], *order[other + 1 :])


def dealt_so(entry: EntryRow, header: Header, *, purist: bool) -> EntryRow:
    """The entry of the start with another deal, that of the opening without aids if so wanted."""
    said = read_entry(entry.text)
    match said:
        case Start():
            said = Start(said.order, header.text())
        case New():
            said = replace(said, settings=replace(said.settings, purist=purist))
    return replace(entry, text=write_entry(said))


async def answers(
    fake: FakeDiscord, seal: str, how: How, moves: Sequence[Move]
) -> list[tuple[str, object]]:
    """The requests and all messages sent, without the seal; at the end the moves."""
    table = await fake.table()
    game, mover = table.running_game, table.to_move
    assert mover is not None
    waiting = next(user for user in table.people if user != mover)
    gap, cell = coordinates(min(game.board.gaps)), coordinates(min(game.board.tiles))
    results: list[tuple[str, object]] = []

    def heard(what: str, more: object = None) -> None:
        edge = fake.discord
        said: list[Any] = [more, *edge.private, *edge.public]
        for files in edge.files.values():
            said += [(file.filename, file.description, file.fp.read().hex()) for file in files]
        text = json.dumps(said, sort_keys=True, default=str)
        hidden = text.replace(seal, "seal").replace(seal.encode().hex(), "seal")
        results.append((what, hidden))
        edge.private.clear()
        edge.public.clear()
        edge.files.clear()

    await fake.present(table)
    heard("the post")
    for user in (mover, waiting):
        for view in VIEWS:
            await fake.ask(user, "board", view=view)
            heard(f"/board {view}")
        await fake.ask(user, "board", place=cell)
        await fake.ask(user, "tiles")
        await fake.ask(user, "tiles", place=gap)
        heard("a place")
        for action in (*PRESSED, *(RARELY if how.rarely and user == mover else ())):
            await fake.press(user, action, public=True)
            heard(f"*{action}*")
    for typed in ("99 99 rot0", f"{gap} rot0 wizard z", "x"):
        for name in (
            "place",
            *(words.name for words, _kinds in command_moves()),
        ):
            await fake.ask(mover, name, move=typed)
            heard(f"/{name} {typed}")
    for name, options in fake.completed():
        for option in options if how.rarely or name not in ASIDE else ():
            for typed in TYPED:
                offered = await fake.complete(mover, name, option, typed, {})
                heard(f"typing /{name} {option} {typed}", offered)
    for name in ("board", "tiles", "play"):
        await fake.ask(fake.crowd[-1], name)
        heard(f"/{name} of who has no seat")
    shown = [move for move in game.legal_moves() if isinstance(move, PlaceTile)]
    for move in shown[:3]:
        await fake.press(mover, f"show {notation.write(move)}")
        heard("the panel")
    for name in (*LOOKED, *(ASIDE if how.rarely else ())):
        await fake.ask(mover, name)
        heard(f"/{name}")
    if how.replayed:
        await fake.press(waiting, "replay")
        heard("the replay")
    assert fake.game_log.kept is not None and fake.game_log.kept.last == table.last, (
        "is the SHA-256 of their order and a random number."
    )
    for move in moves:
        await fake.play(move)
        heard("the post of a move")
    if moves and (await fake.table()).to_move is not None:
        for user in (mover, waiting, fake.crowd[-1]):
            for action in ("since", "board", "log", "panel", "undo"):
                await fake.press(user, action)
                heard(f"*{action}* after a move")
    return results
