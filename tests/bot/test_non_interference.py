"""Games with equal past and different future: every visible text and picture is equal.

The order of undrawn tiles is stored at the start of a game's log (COM-04). Two games differ in it
only, and all commands and buttons that draw no tile are tried on both, then weeks pass.
"""

import random
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, nullcontext
from dataclasses import dataclass, replace
from importlib import import_module
from itertools import cycle
from typing import Any, Final
from unittest.mock import patch

import pytest
from PIL import Image
from simcord import MemberActor
from simcord.actors import _autocomplete

from bot.boards import words as boards
from bot.core.durations import DAY, MINUTE
from bot.discord_io.rendering import Rendering
from bot.opponents import tasks
from bot.table import settings
from bot.text.coordinates import coordinates
from bot.text.i18n import ENGLISH, LANGUAGES
from bot.text.names import LEVELS as HOW_WELL
from bot.text.names import Names
from bot.words.moves import command_moves
from renderer.animations.replay import animate_replay, turn_ends
from renderer.players import Players
from renderer.scene import Scene
from rules import notation
from rules.analysis.draw_odds import next_tile_odds
from rules.fairness import commitment
from rules.game import Game, play, start
from rules.header import Header
from rules.moves import Move, PlaceTile
from rules.opponents import EFFORTS
from rules.random_play import deal, random_move
from tests.support.blank_pictures import scene_bytes
from tests.support.game_choices import FIVE
from tests.support.language_check import LOCALES
from tests.support.slow_cases import rest_slow
from tests.transcripts.recorder import Sent
from tests.transcripts.stage import Stage, stage
from tests.transcripts.text_rendering import TextRendering
from tests.transcripts.unrestricted_user import UnrestrictedUser

VIEWS: Final = sorted(boards.VIEWS)
MOMENTS: Final = 6
FEW_MOMENTS: Final = 2
DRAWN: Final = {language: 4 if language == ENGLISH else 1 for language in LANGUAGES}
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
    *("against", "which", "new base"),
)
"""Presses that end no turn and no game; some at two moments only."""
LEVELS: Final = tuple(HOW_WELL)
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
        animate_replay(tuple(turn_ends(record)), seats, limit)
    assert len(scenes) > 1
    return b"".join(scenes)


def sealed_deal(name: str, seats: int, chance: random.Random) -> Header:
    return replace(deal(name, seats, chance), nonce=f"{chance.getrandbits(256):064x}")


def test_COM_04_compared_games_have_different_seals() -> None:
    chance = random.Random(1)
    header = sealed_deal("hunters", 2, chance)
    other = another_future(header, start(header.book, header.seats, header.bags), chance)
    assert other.bags != header.bags and commitment(other) != commitment(header)


# Each game in one language, by turns: all of them twice would take too long. In the first the
# pictures are painted and the replay is made; of the others the scenes are compared that would be
# painted. The smallest runs before a change lands.
@pytest.mark.parametrize(
    ("name", "language", "moments"),
    [
        pytest.param(FAST, "en", FEW_MOMENTS, marks=[pytest.mark.slow, pytest.mark.landing]),
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
    name: str, language: str, moments: int
) -> None:
    chance = random.Random(f"{name} {language}")
    header = sealed_deal(name, 2 + chance.randrange(3), chance)
    game, past, seen = start(header.book, header.seats, header.bags), list[Move](), 0
    laid, length = len(game.board.tiles), sum(map(len, game.bags.values()))
    # The last lies so near the end that the order of two tiles is all there is to tell.
    wanted = [laid + n * (length - 2) // (moments - 1) for n in range(moments)]
    while wanted[seen:] and not game.over:
        if game.hand is not None and len(game.board.tiles) >= wanted[seen]:
            played = seen % ODD == 1
            how = How(
                painted=seen == DRAWN[language],
                replayed=seen == REPLAYED,
                projected=name == PAINTED,
                rarely=seen % 5 == 0,
                played=played,
                purist=played and seen % 4 == 3,
            )
            await compare(header, game, past, LOCALES[language], chance, how)
            seen += 1
        past.append(random_move(game, chance))
        game = play(game, past[-1])
    assert seen >= moments - 2


@pytest.mark.parametrize(
    ("name", "nodes"), rest_slow([(FIVE[0], 200), *((name, 2_000) for name in FIVE)])
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


@asynccontextmanager
async def table_of(
    header: Header, past: Sequence[Move], locale: str, *, purist: bool = False
) -> AsyncIterator[Stage]:
    """A stage with a table whose game has got so far, which has not been shown yet."""
    async with stage(locale) as opened:
        world = opened.world
        await world.rename_and_add_players(["Ana", "Bo", "Cleo", "Eve"])
        table = await world.start_with(header, **({"aids": "no"} if purist else {}))
        game, lines = table.running_game, list[tuple[int, str]]()
        for move in past:
            user = table.players[game.turn]
            assert user is not None
            lines.append((user, notation.write(move)))
            game = play(game, move)
        await world.write(lines)
        await opened.look()
        yield opened


async def compare(
    header: Header, game: Game, past: Sequence[Move], locale: str, chance: random.Random, how: How
) -> None:
    """Compare everything that is said at a moment in two futures."""
    moves = list[Move]()
    if how.played:
        game, moves = turn_of(game, chance)
    other = another_future(header, game, chance)
    heard, drawn = [], Rendering()
    for one in (header, other):
        painting: dict[str, Any] = {"picture": drawn.picture} if how.painted else {}
        if how.replayed:
            painting["replay"] = drawn.replay if how.projected else unrolled
        with patch.multiple(TextRendering, **painting) if painting else nullcontext():
            async with table_of(one, past, locale, purist=how.purist) as opened:
                heard.append(await answers(opened, commitment(one), how, moves))
        drawn = Rendering()
    first, second = heard
    assert len(first) == len(second) > 80
    for (asked, said), (_, said_then) in zip(first, second, strict=True):
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


def is_edit(sent: Sent) -> bool:
    return sent.path.startswith("/channels/") and sent.method != "POST"


def messages_sent(opened: Stage, edited: dict[str, Sent], seal: str) -> str:
    """The messages sent since the last call, and their files, without the seal.

    A status card is edited and pinned behind the answers: its last state counts, in ``edited``.
    """
    files, sent = list[str](), opened.recorder.sent
    for one in sent:
        one.files = [(name, data.replace(seal.encode(), b"seal")) for name, data in one.files]
        files += [data.hex() for _name, data in one.files]
    edited.update((one.path, one) for one in sent if is_edit(one))
    opened.recorder.sent = [one for one in sent if not is_edit(one)]
    return "\n".join([*opened.recorder.take_lines(), *files]).replace(seal, "seal")


async def answers(
    opened: Stage, seal: str, how: How, moves: Sequence[Move]
) -> list[tuple[str, str]]:
    """The requests and all messages sent, without the seal; at the end the moves."""
    world = opened.world
    table = await world.table()
    game, mover = table.running_game, await world.to_move()
    waiting, *_ = await world.others()
    gap, cell = coordinates(min(game.board.gaps)), coordinates(min(game.board.tiles))
    results: list[tuple[str, str]] = []
    edited: dict[str, Sent] = {}

    def heard(what: str, more: object = "") -> None:
        results.append((what, f"{more}\n{messages_sent(opened, edited, seal)}"))

    async def ask(who: MemberActor, name: str, **options: str) -> None:
        await UnrestrictedUser(world, who, world.channel).slash(name, options)
        heard(f"/{name} {options} of {who.name}")

    async def press(who: MemberActor, action: str) -> None:
        custom_id = f"carc:{await world.game_id()}:{(await world.table()).version}:{action}"
        await UnrestrictedUser(world, who, world.channel).press(custom_id)
        heard(f"*{action}* of {who.name}")

    await world.post_state()
    heard("the post")
    for user in (mover, waiting):
        for view in VIEWS:
            await ask(user, "board", view=view)
        await ask(user, "board", place=cell)
        await ask(user, "tiles")
        await ask(user, "tiles", place=gap)
        for action in (*PRESSED, *(RARELY if how.rarely and user is mover else ())):
            await press(user, action)
    for typed in ("99 99 rot0", f"{gap} rot0 wizard z", "x"):
        for name in ("place", *(words.name for words, _kinds in command_moves())):
            await ask(mover, name, move=typed)
    for command in world.app.tree.get_commands():
        if command.default_permissions is not None:
            continue  # The simulated Discord lets only managers type it.
        for option in getattr(command, "parameters", ()):
            if option.autocomplete and (how.rarely or command.name not in ASIDE):
                for typed in TYPED:
                    given = (mover, world.channel, command.name, option.name, typed, {})
                    heard(
                        f"typing /{command.name} {option.name} {typed}", await _autocomplete(*given)
                    )
    for name in ("board", "tiles", "play"):
        await ask(world.dan, name)
    shown = [move for move in game.legal_moves() if isinstance(move, PlaceTile)]
    for move in shown[:3]:
        await press(mover, f"show {notation.write(move)}")
    for name in (*LOOKED, *(ASIDE if how.rarely else ())):
        await ask(mover, name)
    if how.replayed:
        await press(waiting, "replay")
    assert (await world.table()).last == table.last, "nothing of it has changed the game"
    for move in moves:
        await press(mover, notation.write(move))
    if moves and not (await world.table()).running_game.over:
        for user in (mover, waiting, world.dan):
            for action in ("since", "board", "log", "panel", "undo"):
                await press(user, action)
    await opened.pass_time(MINUTE)
    heard("all else")
    if how.rarely:
        tile = next(iter(next_tile_odds(game, table.players.index(waiting.id))))
        for action in (f"order kind {tile}", f"order master {tile}"):
            await press(waiting, action)
        await world.app.services.preferences.set(mover.id, settings.TARGET, settings.BOTH)
        await opened.pass_time(3 * DAY)
        heard("the reminders")
        await press(waiting, "nudge")
        await opened.pass_time(70 * DAY)
        heard("the archived table")
        for view in VIEWS:
            await ask(waiting, "board", view=view)
    opened.recorder.sent = [*edited.values()]
    results.append(("the posts in the end", "\n".join(opened.recorder.take_lines())))
    return results
