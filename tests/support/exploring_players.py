"""Players who press, type and look at everything that the bot offers them, by chance."""

import random
from collections.abc import Iterator, Sequence
from itertools import count
from typing import Any, Final

from bot.client.discord_io.call import Call
from bot.games.moves import command_moves, read_moves
from bot.presenters.private import boards
from bot.table.store import Request
from bot.text.phrases import coordinates
from rules import notation
from rules.analysis.drafts import commit_draft
from rules.analysis.draw_odds import kinds_in_box
from rules.errors import ExplainedError
from rules.game import Game
from rules.geometry import MAX_COORDINATE, cell_at
from rules.moves import Deploy, Move, Pass, PlaceTile
from rules.random_play import random_move
from rules.variants.ark_walk import SetArk, Walk
from rules.variants.ferries import LayFerry, TurnFerry
from tests.support.fake_discord import NAMES, FakeDiscord
from tests.support.offered_actions import check_offered

HARMLESS: Final = {"panel", "show", "plan", "log", "board", "score", "since", "record", "seal"} | {
    *("pause", "aim", "follow", "unfollow", "note", "review", "order")
}
"""Actions that change nothing at the table."""
VIEWS: Final = sorted(boards.VIEWS)


async def press_around(fake: FakeDiscord, user: int, chance: random.Random, presses: int) -> None:
    """Open the panel and press actions that it and the following messages offer."""
    await fake.press(user, "panel", public=True)
    for _ in range(presses):
        actions = [
            action
            for action in await check_offered(fake, fake.discord.private)
            if action.split()[0] in HARMLESS
        ]
        if not actions:
            break
        await fake.press(user, chance.choice(actions))
    await check_offered(fake, fake.discord.private)


async def look_around(fake: FakeDiscord, chance: random.Random) -> None:
    """Let the players open every view, page and command that shows something."""
    table = await fake.table()
    game = table.running_game
    gaps = sorted(game.board.gaps)
    players = [user for user in table.players if user is not None]
    for user in players:
        await fake.ask(user, "board", view="since")
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
    kinds = [f"order kind {tile}" for tile in kinds_in_box(game)[:2]]
    keeping = [f"aim keep {coordinates(cell)}" for cell in gaps[:1]]
    for does in ("panel", "aim page 2", *keeping, *kinds, "order page 2"):
        await fake.press(waits, does)
    for cell in chance.sample(gaps, min(3, len(gaps))):
        await fake.ask(user, "tiles", place=coordinates(cell))
    await check_offered(fake, fake.discord.private)


BEGUN: Final = ("-", "1", "rot", "e", "n", "🎩", "z" * 40)
"""Beginnings of an option as users may type them."""


async def complete_options(fake: FakeDiscord, user: int, chance: random.Random) -> None:
    """Fill in the options of every command, one by one, with the offered choices."""
    for name, options in fake.completed():
        filled: dict[str, Any] = {}
        for option in chance.sample(options, len(options)):
            given = await fake.complete(user, name, option, "", filled)
            await fake.complete(user, name, option, chance.choice(BEGUN), filled)
            if given:
                filled[option] = chance.choice(given)["value"]
                await fake.complete(user, name, option, str(filled[option]), {})


def illegal_attempts(game: Game, chance: random.Random) -> Iterator[Sequence[Move]]:
    """Yield moves that are mostly illegal."""
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


OWN: Final = [words.name for words, _kinds in command_moves()]
"""Commands of the moves that a part of the game adds."""

TYPED: Final = (
    *("", "place", "place 1 1", "place 1 1 rot45", "place 9999 0 rot0", "place 1 1 " + "w" * 40),
    *("turn", "ark x", "ark 1", "ferry a", "hunter bb", "x" * 40, "b", "walk", "walk " + "q" * 40),
    *("@" * 40, "`" * 40, "🎩" * 40, "hunter b hunter b", "place ١ 1 rot0"),
)
"""Words that are no moves, up to the longest that the options of a command take."""


async def try_refused_moves(fake: FakeDiscord, user: int, chance: random.Random) -> set[str]:
    """Try illegal moves and unreadable words; return the reasons of the rules met."""
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

    for moves in illegal_attempts(game, chance):
        await tried(moves)
    for words in TYPED:
        await tried(words)
    for words in (*TYPED, f"{MAX_COORDINATE} -{MAX_COORDINATE} rot90 " + "@" * 40):
        await fake.ask(user, "place", move=words)
        await fake.ask(user, chance.choice(OWN), move=words)
    fake.discord.private.clear()
    return seen


async def take_back(fake: FakeDiscord, user: int, chance: random.Random) -> None:
    """Take a tile back; if the other players are asked, one refuses or all agree."""
    await fake.press(user, "undo", public=True)
    table = await fake.table()
    asked = f"undo {table.last}"
    if asked in await check_offered(fake, fake.discord.private):
        await fake.press(user, asked)
    await check_offered(fake, fake.discord.public)
    table = await fake.table()
    if table.undo_vote is None:
        return
    answer = f"{chance.choice(('agree', 'refuse'))} {table.undo_vote.entry}"
    for other in sorted(table.voters() - {user}):
        if (await fake.table()).undo_vote is not None:
            await fake.press(other, answer, public=True)
            await check_offered(fake, fake.discord.public)


async def play_on(
    fake: FakeDiscord, chance: random.Random, *, every: int, until: int = 10**6
) -> tuple[int, set[str]]:
    """Play by chance and look around; return the decisions made and the refusals met."""
    reasons: set[str] = set()
    for number in count():
        table = await fake.table()
        user = table.to_move
        await check_offered(fake, fake.discord.public)
        await check_offered(fake, fake.discord.private)
        if number >= until or user is None:
            return number, reasons
        await press_around(fake, user, chance, 3)
        if number % every == 0:
            await look_around(fake, chance)
            await fake.ask(user, "hint")
            await check_offered(fake, fake.discord.private)
            await complete_options(fake, user, chance)
            reasons |= await try_refused_moves(fake, user, chance)
            await fake.present(table)
        if number % 30 == 29:
            await take_back(fake, chance.choice(fake.crowd[: table.seat_count]), chance)
        else:
            await make_move(fake, user, random_move(table.running_game, chance), chance)
    raise AssertionError


async def make_move(fake: FakeDiscord, user: int, move: Move, chance: random.Random) -> None:
    """Make a move by command; sometimes lay a tile by `/place` and choose the figure then."""
    if not isinstance(move, PlaceTile) or chance.random() < 0.5:
        await fake.play(move)
        return
    before = await fake.loaded_table()
    await fake.ask(user, "place", move=notation.write(move))
    asked = await check_offered(fake, fake.discord.private)
    if (await fake.loaded_table()).version == before.version:
        ways = [action for action in asked if action.startswith("place")]
        await fake.press(user, chance.choice(ways))


def truncated_texts(fake: FakeDiscord) -> list[str]:
    """The labels and alt texts that were truncated; an ellipsis after a space is intended.

    Only what stands under a choice may be cut, where names of 32 characters are in it.
    """
    starts = [name[:3] for name in NAMES]
    return [
        text
        for text in (*fake.discord.labels, *fake.discord.alts)
        if text.endswith("…") and not text.endswith(" …")
        if len(text) > 90 or not any(start in text for start in starts)
    ]
