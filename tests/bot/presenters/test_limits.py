"""Nothing the bot could send in a game passes Discord's message_limits, in any game or language.

The checks themselves are in `tests.support.message_limits`: whatever reaches the edge of
`tests.support.fake_discord` goes through them. Here games are played, and everybody looks at
everything there is.
"""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import count
from pathlib import Path
from string import Formatter
from typing import Any, Final
from unittest.mock import patch

import pytest

from bot.client.discord_io.buttons import known
from bot.client.discord_io.call import Call
from bot.client.interactions.replies import PERMISSIONS
from bot.games import game_topics
from bot.games.moves import moves_with_command, read_moves
from bot.presenters.private import boards, cells, following, panel, plans, preferences, prompts
from bot.presenters.private.preferences import SETTINGS
from bot.presenters.public import stalled_turn
from bot.presenters.public.lobby import SET, read_set_button
from bot.presenters.words.opponents import (
    OPPONENT,
    SUBSTITUTE,
    read_added_level,
    read_removed_seat,
    read_substitute,
)
from bot.presenters.words.refusal_sentences import SENTENCES
from bot.table.fold import BrokenLog
from bot.table.refusals import Refusal
from bot.table.store import LoadedTable, Request
from bot.table.table import COLOURS, Phase
from bot.text.i18n import LANGUAGES, use_language
from bot.text.message import Menu
from bot.text.names import Names
from bot.text.phrases import coordinates
from rules import notation
from rules.analysis.drafts import commit_draft, play_draft
from rules.errors import ExplainedError, RulesError
from rules.game import Game, play, play_to_next_decision, start
from rules.geometry import MAX_COORDINATE, cell_at
from rules.moves import Deploy, Move, Pass, PlaceTile
from rules.random_play import deal, random_move
from rules.story import Scored, TurnBegan
from rules.tiles import Tile
from rules.variants import available_additions, rulebook
from rules.variants.ark import ArkSetting
from rules.variants.ark_walk import SetArk, Walk, next_steps
from rules.variants.ferries import LayFerry, TurnFerry
from tests.support import message_limits
from tests.support.fake_discord import NAMES, FakeDiscord
from tests.support.game_choices import ALL_TOGETHER, FIVE
from tests.support.slow_cases import rest_slow

PLAIN: Final = {"board", "score", "replay", "since", "join", "leave", "start", "undo"} | {
    *("resign", "record", "seal", "colour", "again", "close", "nudge"),
    *("pause", "resume", "open", "finish", "review"),
}
"""What a button can do that is a word by itself."""
NUMBERED: Final = {"log", "agree", "refuse", "undo", "take", "review"}
"""What it can do with the number of a page or of an entry."""
HARMLESS: Final = {"panel", "show", "plan", "log", "board", "score", "since", "record", "seal"} | {
    *("pause", "aim", "follow", "unfollow", "note", "review")
}
"""What changes nothing at the table when it is pressed."""
OFFERED: Final = {"panel", "show", "place", "pass", "log", "undo", "agree", "refuse", "replay"} | {
    *("record", "seal", "end", "again", "nudge", "aim", "follow", "review", SETTINGS)
}
"""What buttons and menus offer in the course of any game."""
MORE_OFFERED: Final = {"ark": {"plan", "walk", "ark"}, "base+ferries": {"ferry", "turn"}}
"""What they offer in some games beside that."""
VIEWS: Final = sorted(boards.VIEWS)
TABLES: Final = [
    ("hunters", "en", 2),
    *((name, "fr", 6 if name == ALL_TOGETHER else 2 + (n + 3) % 4) for n, name in enumerate(FIVE)),
]
"""Games, languages and seats: a French sentence is the longer one of nearly every two."""
WHOLE: Final = [
    each for each in TABLES if not set(each[0].split("+")) < set(ALL_TOGETHER.split("+"))
]
"""Those that are played from end to end, with all that is sent: games that no other contains."""


def accepted(action: str, game: Game | None) -> bool:
    """Whether what a button or a choice does can be done now."""
    word, _, rest = action.partition(" ")
    if word in PLAIN and not rest:
        return True
    if word == SET:
        return read_set_button(action) is not None
    if word == OPPONENT:
        return read_added_level(action) is not None or read_removed_seat(action) is not None
    if word == SUBSTITUTE:
        return not rest or read_substitute(action) is not None
    if word == SETTINGS:
        return (
            rest in ("", "quiet", *preferences.MOVE_MODES)
            or preferences.read_preference(action) is not None
        )
    if word in (stalled_turn.VOTE, stalled_turn.VOTE_ELSEWHERE):
        return stalled_turn.read_vote_button(action) is not None
    if word == "end":
        return rest in ("", "score")
    if word == "wear":
        return all(map(str.isdecimal, rest.split()))
    if word in NUMBERED and rest:
        return rest.isdecimal()
    if word == following.FOLLOW:
        return not rest or rest in following.FOLLOW_CHOICES
    if word == plans.PLAN:
        return planned(rest, game)
    if action in ("log", following.UNFOLLOW, "note delete"):
        return True
    if word == panel.PANEL:
        return not rest or rest.isdecimal()
    assert game is not None
    try:
        if word == panel.SHOW:
            play_draft(game, panel.confirmed_moves(game, read_moves(rest)))
        elif word == prompts.NEXT_STEP:
            return walkable(game, rest)
        else:
            commit_draft(game, read_moves(action))
    except RulesError as error:
        raise AssertionError(f"{action!r}: {error}") from error
    return True


def planned(text: str, game: Game | None) -> bool:
    """Whether what has to do with a plan can be done: a page, no plan, or a gap."""
    word, _, rest = text.partition(" ")
    if word == plans.PAGE:
        return rest.isdecimal()
    if word == plans.DROP:
        return not rest
    return (
        game is not None
        and word in (plans.LOOK, plans.KEEP)
        and cells.read_cell(rest) in game.board.gaps
    )


def walkable(game: Game, text: str) -> bool:
    """Whether the Ark can walk so far, once the tile lies that is laid before."""
    before, _, steps = text.rpartition("walk")
    after = play_to_next_decision(game, read_moves(before)[0]) if before else game
    walked = Walk.read(steps.split()).steps if steps.strip() else ()
    return all(step in next_steps(after, walked[:n]) for n, step in enumerate(walked))


def does_of(custom: str) -> str:
    """What a button does, by its custom id; what a choice does is its value itself."""
    if not custom.startswith("carc:"):
        return custom
    assert known(custom)
    return custom.split(":", 3)[3]


async def offered(fake: FakeDiscord, messages: list[message_limits.Part]) -> list[str]:
    """What can be done by the buttons and menus of messages, all of which has to be possible."""
    table = await fake.table()
    found = [
        does_of(custom)
        for sent in messages
        for custom in message_limits.deeds(sent.get("components") or ())
    ]
    fake.offered.update(action.split()[0] for action in found)
    game = table.game if table.phase is Phase.PLAYING else None
    known = fake.possible(table)
    for action in dict.fromkeys(found):
        if action not in known:
            assert accepted(action, game), action
            known.add(action)
    messages.clear()
    return found


async def pressed_around(fake: FakeDiscord, user: int, chance: random.Random, presses: int) -> None:
    """A user opens the panel and presses whatever it and what comes of it offer."""
    await fake.press(user, "panel", public=True)
    for _ in range(presses):
        found = [
            action
            for action in await offered(fake, fake.discord.private)
            if action.split()[0] in HARMLESS
        ]
        if not found:
            break
        await fake.press(user, chance.choice(found))
    await offered(fake, fake.discord.private)


async def looked_around(fake: FakeDiscord, chance: random.Random) -> None:
    """Every player looks at what there is."""
    table = await fake.table()
    game = table.running_game
    gaps = sorted(game.board.gaps)
    players = [user for user in table.players if user is not None]
    for user in players:
        await fake.ask(user, "since")
    user = chance.choice(players)
    for view in VIEWS:
        await fake.ask(user, "board", view=view)
        await fake.ask(
            user, "board", view=view, place=coordinates(chance.choice(sorted(game.board.tiles)))
        )
    for name in ("tiles", "resign", "end"):
        await fake.ask(user, name)
    for does in ("log", "record", "seal", "follow"):
        await fake.press(user, does)
    await fake.ask(user, "note", text=chance.choice(BEGUN) * 20)
    waits = next(other for other in players if other != table.to_move)
    for does in ("panel", "aim page 2", *(f"aim keep {coordinates(cell)}" for cell in gaps[:1])):
        await fake.press(waits, does)
    for cell in chance.sample(gaps, min(3, len(gaps))):
        await fake.ask(user, "tiles", place=coordinates(cell))
    await offered(fake, fake.discord.private)


BEGUN: Final = ("-", "1", "rot", "e", "n", "🎩", "z" * 40)
"""What somebody may have typed of an option."""


async def completed(fake: FakeDiscord, user: int, chance: random.Random) -> None:
    """A user fills in the options of every command, one by one, with what is offered."""
    for name, options in fake.completed():
        filled: dict[str, Any] = {}
        for option in chance.sample(options, len(options)):
            given = await fake.complete(user, name, option, "", filled)
            await fake.complete(user, name, option, chance.choice(BEGUN), filled)
            if given:
                filled[option] = chance.choice(given)["value"]
                await fake.complete(user, name, option, str(filled[option]), {})


def attempts(game: Game, chance: random.Random) -> Iterator[Sequence[Move]]:
    """Move that are mostly not legal."""
    cells = [*chance.sample(sorted(game.board.tiles), 1), *sorted(game.board.gaps)[:6]]
    cells += [cell_at(MAX_COORDINATE, MAX_COORDINATE), cell_at(MAX_COORDINATE + 1, 0)]
    first: list[Move] = []
    if game.hand is not None:
        yield from ([PlaceTile(cell, rotation)] for cell in cells for rotation in range(4))
        first = [chance.choice(game.legal_moves())]
    roles = [*(role.name for role in game.book.ruleset.roles), "wizard"]
    rest: list[Move] = [Deploy(role, letter) for role in roles for letter in ("", *"abcdez")]
    rest += [LayFerry(*pair) for pair in ("ab", "ac", "bd", "yz")]
    rest += [TurnFerry(cell, "a", "b") for cell in cells] + [SetArk(cell) for cell in cells]
    rest += [Walk(tuple(steps)) for steps in ("n", "ns", "nnnnnn", "nesw", "eeeee", "wwww")]
    yield from ([*first, move] for move in (Pass(), *rest))
    yield [*first, Pass(), Pass()]
    yield [*first, chance.choice(rest), chance.choice(rest)]


OWN: Final = [words.command.name for words in moves_with_command().values() if words.command]
"""The commands of the parts' own moves."""
TYPED: Final = (
    *("", "place", "place 1 1", "place 1 1 rot45", "place 9999 0 rot0", "place 1 1 " + "w" * 40),
    *("turn", "ark x", "ark 1", "ferry a", "hunter bb", "x" * 40, "b", "walk", "walk " + "q" * 40),
    *("@" * 40, "`" * 40, "🎩" * 40, "hunter b hunter b", "place ١ 1 rot0"),
)
"""Words that are no moves, as long as the options of the commands may be."""


async def refused(fake: FakeDiscord, user: int, chance: random.Random) -> set[str]:
    """What a user is told who tries this and that; the reasons of the rules that came up."""
    game = (await fake.table()).running_game
    seen: set[str] = set()

    async def tried(moves: Sequence[Move] | str) -> None:
        async def work(call: Call, request: Request) -> None:
            try:
                commit_draft(game, read_moves(moves) if isinstance(moves, str) else moves)
            except ExplainedError as error:
                seen.add(error.reason)
                raise

        await fake.context.interactions.runner.run(fake.interaction(user), work)

    for moves in attempts(game, chance):
        await tried(moves)
    for words in TYPED:
        await tried(words)
    for words in (*TYPED, f"{MAX_COORDINATE} -{MAX_COORDINATE} rot90 " + "@" * 40):
        await fake.ask(user, "place", move=words)
        await fake.ask(user, chance.choice(OWN), move=words)
    fake.discord.private.clear()
    return seen


async def taken_back(fake: FakeDiscord, user: int, chance: random.Random) -> None:
    """A user takes a tile back; where the others are asked, one of them refuses or all agree."""
    await fake.press(user, "undo", public=True)
    table = await fake.table()
    asked = f"undo {table.last}"
    if asked in await offered(fake, fake.discord.private):
        await fake.press(user, asked)
    await offered(fake, fake.discord.public)
    table = await fake.table()
    if table.undo_vote is None:
        return
    answer = f"{chance.choice(('agree', 'refuse'))} {table.undo_vote.entry}"
    for other in sorted(table.voters() - {user}):
        if (await fake.table()).undo_vote is not None:
            await fake.press(other, answer, public=True)
            await offered(fake, fake.discord.public)


async def played(
    fake: FakeDiscord, chance: random.Random, *, every: int, until: int = 10**6
) -> tuple[int, set[str]]:
    """Play on by chance, and looks around; how many decisions, and the rules' refusals met."""
    reasons: set[str] = set()
    for number in count():
        table = await fake.table()
        user = table.to_move
        await offered(fake, fake.discord.public)
        await offered(fake, fake.discord.private)
        if number >= until or user is None:
            return number, reasons
        await pressed_around(fake, user, chance, 3)
        if number % every == 0:
            await looked_around(fake, chance)
            await fake.ask(user, "hint")
            await offered(fake, fake.discord.private)
            await completed(fake, user, chance)
            reasons |= await refused(fake, user, chance)
            await fake.present(table)
        if number % 30 == 29:
            await taken_back(fake, chance.choice(fake.crowd[: table.room]), chance)
        else:
            await moved(fake, user, random_move(table.running_game, chance), chance)
    raise AssertionError


async def moved(fake: FakeDiscord, user: int, move: Move, chance: random.Random) -> None:
    """A move by command; a tile is sometimes laid by `/place`, which asks for the figure."""
    if not isinstance(move, PlaceTile) or chance.random() < 0.5:
        await fake.play(move)
        return
    before = await fake.seen()
    await fake.ask(user, "place", move=notation.write(move))
    asked = await offered(fake, fake.discord.private)
    if (await fake.seen()).version == before.version:
        ways = [action for action in asked if action.startswith("place")]
        await fake.press(user, chance.choice(ways))


def cut(fake: FakeDiscord) -> list[str]:
    """What did not fit into a label or an alt text; dots of their own stand apart.

    Only what stands under a choice may be cut, where names of 32 characters are in it.
    """
    starts = [name[:3] for name in NAMES]
    return [
        text
        for text in (*fake.discord.labels, *fake.discord.alts)
        if text.endswith("…") and not text.endswith(" …")
        if len(text) > 90 or not any(start in text for start in starts)
    ]


async def test_all_that_is_sent_in_the_first_turns_keeps_to_the_limits(tmp_path: Path) -> None:
    chance = random.Random(4)
    async with FakeDiscord.opened(tmp_path, "fr") as fake:
        await fake.begin(ALL_TOGETHER, 3)
        decisions, _ = await played(fake, chance, every=10, until=14)
        assert decisions == 14 and fake.offered and not cut(fake)


@pytest.mark.parametrize(
    ("name", "language", "seats"),
    [pytest.param(*each, marks=pytest.mark.slow) for each in WHOLE],
)
async def test_all_that_is_sent_in_a_game_keeps_to_the_limits(
    tmp_path: Path, name: str, language: str, seats: int
) -> None:
    chance = random.Random(f"{name} {language}")
    async with FakeDiscord.opened(tmp_path, language) as fake:
        await fake.begin(name, seats)
        for user in fake.crowd[1:seats:2]:
            await fake.press(user, f"{SETTINGS} {preferences.ASK}")
        decisions, reasons = await played(fake, chance, every=20)
        table = await fake.table()
        assert table.phase is Phase.OVER and decisions > 60 and len(reasons) > 20
        await looked_around(fake, chance)
        for does in ("review", *(f"review {seat + 1}" for seat in range(seats))):
            await fake.press(fake.crowd[0], does)
            await offered(fake, fake.discord.private)
        await fake.press(fake.crowd[0], "replay", public=True)
        pages = set[str]()
        for page in count(1):
            await fake.press(fake.crowd[0], f"log {page}")
            pages.update(await offered(fake, fake.discord.private))
            if f"log {page + 1}" not in pages:
                break
        assert len(pages) > 3
        await fake.context.posting.retired_posts.close(10)
        assert fake.discord.bared == fake.discord.tried > 40, "old posts keep to them too"
        assert not cut(fake)
        assert fake.offered >= OFFERED | MORE_OFFERED.get(name, set())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", rest_slow(FIVE))
def test_menu_lines_with_names_of_usual_length_are_not_cut(name: str, language: str) -> None:
    names = {10: "Bartholomäus", 11: "Clementine 2", 12: "Maximiliane", 13: "Ana-Sofía", 14: "Bo"}
    chance = random.Random(name)
    header = deal(name, 5, chance)
    game = start(header.book, header.seats, header.bags)
    told = 0
    with use_language(language):
        while not game.over:
            if game.hand is not None:
                laid = panel.first_placement(game, aided=True)
                post = panel.panel_message(game, [laid], Names(tuple(names), names), aided=True)
                menus = [part for part in post.buttons if isinstance(part, Menu)]
                lines = [line for menu in menus for line in menu.lines]
                for line in lines:
                    assert "…" not in line.label.removesuffix(" …") + line.description
                told += len(lines)
            game = play(game, random_move(game, chance))
    assert told > 100


@pytest.mark.parametrize("language", LANGUAGES)
async def test_table_without_aids_and_deserted_table_keep_to_the_limits(
    tmp_path: Path, language: str
) -> None:
    chance = random.Random(language)
    async with FakeDiscord.opened(tmp_path, language) as fake:
        await fake.begin("ark", 5, purist=True)
        await played(fake, chance, every=8, until=16)
        for user in fake.crowd[:3]:
            await fake.press(user, "resign")
            await offered(fake, fake.discord.public)
        await played(fake, chance, every=4, until=8)
        await fake.press(fake.crowd[0], "end")
        await looked_around(fake, chance)
        assert (await fake.table()).phase is Phase.STOPPED


async def test_lobby_keeps_to_the_limits(tmp_path: Path) -> None:
    for language in LANGUAGES:
        async with FakeDiscord.opened(tmp_path, language) as fake:
            await fake.begin("base+ferries", 2)


# -- the extremes -------------------------------------------------------------------------------


def blank(name: str) -> Tile:
    """A tile that fits everywhere beside its like: the same terrain all around."""
    tiles = (forms.tile for forms in rulebook(name).forms.values())
    return next(
        tile for tile in tiles if len({tile.at_port(port).terrain for port in range(12)}) == 1
    )


def long_line(game: Game) -> Game:
    """Forty tiles in a line in the farthest corner, and one in hand that fits on all sides."""
    forms = game.book.forms[blank(game.book.ruleset.name).id]
    board = type(game.board).empty(game.book.planes)
    cells = [cell_at(x - MAX_COORDINATE, 1 - MAX_COORDINATE) for x in range(1, 41)]
    for cell in cells:
        board = board.with_tile(cell, forms.turned[0])
    return game.replace(board=board, drawn=forms.tile.id, placed=cells[-1])


@contextmanager
def standing_so(fake: FakeDiscord, seen: LoadedTable) -> Iterator[None]:
    """The table is as it is made here, whatever its log says."""

    async def latest(channel: int) -> LoadedTable:
        return seen

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
        seen = await fake.seen()
        table = replace(seen.table, game=long_line(seen.table.running_game))
        user = table.to_move
        assert user is not None
        with standing_so(fake, replace(seen, table=table)):
            await fake.present(table)
            await offered(fake, fake.discord.public)
            places = set[str]()
            for page in range(1, 5):
                await fake.press(user, f"panel {page}")
                found = await offered(fake, fake.discord.private)
                places.update(action for action in found if action.startswith("show"))
            assert len(places) > 75
            for habit in (preferences.AT_ONCE, preferences.ASK):
                await fake.press(user, f"{SETTINGS} {habit}")
                for action in chance.sample(sorted(places), 3):
                    await fake.press(user, action)
                    for more in chance.sample(await offered(fake, fake.discord.private), 9):
                        if more.startswith("show"):
                            await fake.press(user, more)
                    await offered(fake, fake.discord.private)
            await looked_around(fake, chance)
            await completed(fake, user, chance)
            await refused(fake, user, chance)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_A30_first_city_of_forty_tiles_keeps_to_the_limits(
    tmp_path: Path, language: str
) -> None:
    async with FakeDiscord.opened(tmp_path, language) as fake:
        await fake.begin("ark", 5)
        fake.discord.private.clear()
        seen = await fake.seen()
        game = long_line(seen.table.running_game)
        city = Scored("city", tuple(game.board.tiles), (), ())
        agenda = (ArkSetting("city"), *game.agenda)
        game = game.replace(drawn=None, story=(TurnBegan(0), city), agenda=agenda)
        assert len(game.legal_moves()) == 40
        table = replace(seen.table, game=game)
        user = table.to_move
        assert user is not None
        with standing_so(fake, replace(seen, table=table)):
            await fake.present(table)
            await fake.press(user, "panel", public=True)
            assert len(await offered(fake, fake.discord.private)) == 25, "the rest is typed"
            assert len(await fake.complete(user, "ark", "move", "", {})) == message_limits.CHOICES
            assert await refused(fake, user, random.Random(language))
            assert not cut(fake)


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


# -- what does not depend on a position ---------------------------------------------------------


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
            found = game_topics.topics_of(name)
            await fake.ask(fake.crowd[0], "help", game=name)
            for key in found:
                await fake.ask(fake.crowd[0], "help", topic=key, game=name)
            with use_language(language):
                words = {
                    word
                    for topic in found.values()
                    for word in game_topics.topic_message(topic).split()
                }
            for typed in sorted(words)[::9]:
                await fake.complete(fake.crowd[0], "help", "topic", typed[:100], {})
        assert fake.discord.messages > len(SENTENCES) + 4 * 10


async def test_commands_keep_to_the_limits_in_every_language(tmp_path: Path) -> None:
    async with FakeDiscord.opened(tmp_path, "en") as fake:
        commands = [
            await each.get_translated_payload(fake.tree, fake.translator)
            for each in fake.tree.get_commands()
        ]
    assert all("fr" in command["description_localizations"] for command in commands)
    message_limits.check_commands(commands)
    for command in commands:
        assert len(command["options"]) <= message_limits.CHOICES
        for option in command["options"]:
            message_limits.check_choices(option.get("choices", ()))
