"""Players who press, type and look at everything that the bot offers them, by chance.

Every message sent is checked against Discord's limits, and every offered action by
`tests.support.offered_actions`.
"""

from __future__ import annotations

import random
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from typing import Any, Final

import discord
from simcord import MemberActor
from simcord.actors import _autocomplete

from bot.boards import words as boards
from bot.table.refusals import Refusal
from bot.table.table import Phase, Table
from bot.text.coordinates import coordinates
from bot.text.i18n import use_language
from bot.text.names import Names
from bot.words.moves import command_moves, read_moves
from bot.words.refusals import refusal_text
from rules import notation
from rules.analysis.drafts import commit_draft
from rules.analysis.draw_odds import kinds_in_box
from rules.errors import ExplainedError, RulesError
from rules.game import Game
from rules.geometry import MAX_COORDINATE, cell_at
from rules.moves import Deploy, Move, Pass, PlaceTile
from rules.random_play import random_move
from rules.variants.ark_walk import SetArk, Walk
from rules.variants.ferries import LayFerry, TurnFerry
from tests.support import message_limits
from tests.support.language_check import LOCALES, TRANSLATED, forms, messages
from tests.support.offered_actions import action_of_id, is_possible
from tests.support.world import World
from tests.transcripts.stage import stage
from tests.transcripts.unrestricted_user import UnrestrictedUser

NAMES: Final = ("@" * 32, ("*_~`|>#[]" * 4)[:32], "﷽" * 32, "👩🏽\u200d🚀" * 8, "@" * 32, "W" * 32)
"""Markdown, which grows when it is made harmless; one of the widest letters; emoji; a namesake."""


@dataclass
class Explorer:
    """Players of one table with the longest names, whose clients have no restrictions."""

    world: World
    language: str
    private: list[message_limits.Part] = field(default_factory=list)
    public: list[message_limits.Part] = field(default_factory=list)
    labels: set[str] = field(default_factory=set)
    alts: set[str] = field(default_factory=set)
    offered: set[str] = field(default_factory=set)
    messages: int = 0
    _heard: int = 0
    _possible: tuple[object, set[str]] = (None, set())

    @classmethod
    @asynccontextmanager
    async def opened(cls, language: str) -> AsyncIterator[Explorer]:
        """A bot in a simulated Discord, with its people."""
        async with stage(LOCALES[language]) as opened:
            # A hint waits for its process, behind whatever else this machine does.
            opened.world.env.settle_timeout = 300.0
            await opened.world.rename_and_add_players(NAMES)
            yield cls(opened.world, language)

    @property
    def crowd(self) -> list[int]:
        """The ids of the players, in the order of their seats."""
        return [player.id for player in self.world.players]

    async def table(self) -> Table:
        return await self.world.table()

    def possible(self, table: Table) -> set[str]:
        """The actions known to be possible at the table's version; callers add to it."""
        if self._possible[0] is not table:
            self._possible = (table, set())
        return self._possible[1]

    async def begin(self, name: str, seats: int, **options: Any) -> None:
        """Everybody sits down and the tiles are dealt."""
        await self.world.open(seats, game=name, **options)
        await self.press(self.crowd[0], "colour")
        await self.press(self.crowd[0], "start")

    async def press(self, user: int, action: str) -> None:
        game, version = await self.world.game_id(), (await self.table()).version
        await self._asker(user).press(f"carc:{game}:{version}:{action}")
        self._hear()

    async def ask(self, user: int, name: str, **options: Any) -> None:
        await self._asker(user).slash(name, options)
        self._hear()

    async def play(self, *moves: Move) -> None:
        user = (await self.table()).to_move
        assert user is not None
        await self.press(user, " ".join(map(notation.write, moves)))

    async def present(self) -> None:
        """The channel is shown how the table stands."""
        await self.world.post_state()
        self._hear()

    async def complete(
        self, user: int, name: str, option: str, typed: str, filled: dict[str, Any]
    ) -> list[dict[str, Any]]:
        """Request the suggestions for an option, with the other options filled in."""
        who = self._player(user)
        choices = await _autocomplete(who, self.world.channel, name, option, typed, filled)
        message_limits.check_choices(choices)
        return choices

    def completed(self) -> Iterator[tuple[str, list[str]]]:
        """The commands for everybody that have options with autocomplete, and which."""
        for command in self.world.app.tree.get_commands():
            if (
                isinstance(command, discord.app_commands.Command)
                and command.default_permissions is None
            ):
                names = [option.name for option in command.parameters if option.autocomplete]
                if names:
                    yield command.name, names

    def _player(self, user: int) -> MemberActor:
        return next(player for player in self.world.players if player.id == user)

    def _asker(self, user: int) -> UnrestrictedUser:
        return UnrestrictedUser(self.world, self._player(user), self.world.channel)

    def _hear(self) -> None:
        """Check the messages sent since the last call, and keep what can be pressed and read."""
        requests = self.world.env.http_requests
        for said in requests[self._heard :]:
            body = said.json if isinstance(said.json, dict) else {}
            body = body.get("data", body) or {}
            if not body.get("content") and not body.get("components"):
                continue
            files = message_limits.files_of(body, edit=said.method == "PATCH")
            message_limits.check_message(body, files)
            self.messages += 1
            self.labels.update(message_limits.labels(body.get("components") or ()))
            self.alts.update(file.description or "" for file in files)
            is_public = said.path.startswith("/channels/")
            (self.public if is_public else self.private).append(body)
        self._heard = len(requests)


def check_refusal(error: Refusal | RulesError, game: str, language: str) -> None:
    """Check a refusal as a player of a game reads it, with the longest names."""
    users = tuple(range(2**63, 2**63 + len(NAMES)))
    with use_language(language):
        text = refusal_text(error, Names(users, dict(zip(users, NAMES, strict=True))), game)
    message_limits.check_message(*message_limits.payload(content=text))


async def check_offered(explorer: Explorer, messages: list[message_limits.Part]) -> list[str]:
    """Return the actions that messages offer, after checking that each is possible."""
    table = await explorer.table()
    actions = [
        action_of_id(custom)
        for sent in messages
        for custom in message_limits.usable_ids(sent.get("components") or ())
    ]
    explorer.offered.update(action.split()[0] for action in actions)
    game = table.game if table.phase is Phase.PLAYING else None
    known = explorer.possible(table)
    for action in dict.fromkeys(actions):
        if action not in known:
            assert is_possible(action, game), action
            known.add(action)
    messages.clear()
    return actions


HARMLESS: Final = {"panel", "show", "plan", "log", "board", "score", "since", "record", "seal"} | {
    *("pause", "aim", "follow", "unfollow", "note", "review", "hint", "order")
}
"""Actions that change nothing at the table."""
VIEWS: Final = sorted(boards.VIEWS)


async def press_around(explorer: Explorer, user: int, chance: random.Random, presses: int) -> None:
    """Open the panel and press actions that it and the following messages offer."""
    await explorer.press(user, "panel")
    for _ in range(presses):
        actions = [
            action
            for action in await check_offered(explorer, explorer.private)
            if action.split()[0] in HARMLESS
        ]
        if not actions:
            break
        await explorer.press(user, chance.choice(actions))
    await check_offered(explorer, explorer.private)


async def look_around(explorer: Explorer, chance: random.Random) -> None:
    """Let the players open every view, page and command that shows something."""
    table = await explorer.table()
    game = table.running_game
    gaps = sorted(game.board.gaps)
    players = [user for user in table.players if user is not None]
    for user in players:
        await explorer.ask(user, "board", view="since")
    user = chance.choice(players)
    for view in VIEWS:
        await explorer.ask(user, "board", view=view)
        await explorer.ask(
            user, "board", view=view, place=coordinates(chance.choice(sorted(game.board.tiles)))
        )
    for name in ("tiles", "resign"):
        await explorer.ask(user, name)
    await explorer.ask(explorer.crowd[0], "end")
    for does in ("log", "record", "seal", "follow"):
        await explorer.press(user, does)
    await explorer.ask(user, "note", text=chance.choice(BEGUN) * 20)
    waits = next(other for other in players if other != table.to_move)
    kinds = [f"order kind {tile}" for tile in kinds_in_box(game)[:2]]
    keeping = [f"aim keep {coordinates(cell)}" for cell in gaps[:1]]
    for does in ("panel", "aim page 2", *keeping, *kinds, "order page 2"):
        await explorer.press(waits, does)
    for cell in chance.sample(gaps, min(3, len(gaps))):
        await explorer.ask(user, "tiles", place=coordinates(cell))
    await check_offered(explorer, explorer.private)


BEGUN: Final = ("-", "1", "rot", "e", "n", "🎩", "z" * 40)
"""Beginnings of an option as users may type them."""


async def complete_options(explorer: Explorer, user: int, chance: random.Random) -> None:
    """Fill in the options of every command, one by one, with the offered choices."""
    for name, options in explorer.completed():
        filled: dict[str, Any] = {}
        for option in chance.sample(options, len(options)):
            given = await explorer.complete(user, name, option, "", filled)
            await explorer.complete(user, name, option, chance.choice(BEGUN), filled)
            if given:
                filled[option] = chance.choice(given)["value"]
                await explorer.complete(user, name, option, str(filled[option]), {})


def illegal_attempts(game: Game, chance: random.Random) -> Iterator[Sequence[Move]]:
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
    *("place", "place 1 1", "place 1 1 rot45", "place 9999 0 rot0", "place 1 1 " + "w" * 40),
    *("turn", "ark x", "ark 1", "ferry a", "hunter bb", "x" * 40, "b", "walk", "walk " + "q" * 40),
    *("@" * 40, "`" * 40, "🎩" * 40, "hunter b hunter b", "place ١ 1 rot0"),
)
"""Words that are no moves, up to the longest that the options of a command take."""


async def try_refused_moves(explorer: Explorer, user: int, chance: random.Random) -> set[str]:
    """Try illegal moves and unreadable words; return the reasons of the rules met."""
    game = (await explorer.table()).running_game
    seen: set[str] = set()

    name = (await explorer.table()).name
    for moves in (*illegal_attempts(game, chance), *TYPED):
        try:
            commit_draft(game, read_moves(moves) if isinstance(moves, str) else moves)
        except (RulesError, Refusal) as error:
            if isinstance(error, ExplainedError):
                seen.add(error.reason)
            check_refusal(error, name, explorer.language)
    for words in (*TYPED, f"{MAX_COORDINATE} -{MAX_COORDINATE} rot90 " + "@" * 40):
        await explorer.ask(user, "place", move=words)
        await explorer.ask(user, chance.choice(OWN), move=words)
    explorer.private.clear()
    return seen


async def take_back(explorer: Explorer, user: int, chance: random.Random) -> None:
    """Take a tile back; if the other players are asked, one refuses or all agree."""
    await explorer.press(user, "undo")
    table = await explorer.table()
    asked = f"undo {table.last}"
    if asked in await check_offered(explorer, explorer.private):
        await explorer.press(user, asked)
    await check_offered(explorer, explorer.public)
    table = await explorer.table()
    if table.undo_vote is None:
        return
    answer = f"{chance.choice(('agree', 'refuse'))} {table.undo_vote.entry}"
    for other in sorted(table.voters() - {user}):
        if (await explorer.table()).undo_vote is not None:
            await explorer.press(other, answer)
            await check_offered(explorer, explorer.public)


async def play_on(
    explorer: Explorer, chance: random.Random, *, every: int, until: int = 10**6
) -> tuple[int, set[str]]:
    """Play by chance and look around; return the decisions made and the refusals met."""
    reasons: set[str] = set()
    for number in count():
        table = await explorer.table()
        user = table.to_move
        await check_offered(explorer, explorer.public)
        await check_offered(explorer, explorer.private)
        if number >= until or user is None:
            return number, reasons
        await press_around(explorer, user, chance, 3)
        if number % every == 0:
            await look_around(explorer, chance)
            await explorer.ask(user, "hint")
            await check_offered(explorer, explorer.private)
            await complete_options(explorer, user, chance)
            reasons |= await try_refused_moves(explorer, user, chance)
            await explorer.present()
        if number % 30 == 29:
            await take_back(explorer, chance.choice(explorer.crowd[: table.seat_count]), chance)
        else:
            await make_move(explorer, user, random_move(table.running_game, chance), chance)
    raise AssertionError


async def make_move(explorer: Explorer, user: int, move: Move, chance: random.Random) -> None:
    """Make a move by command; sometimes lay a tile by `/place` and choose the figure then."""
    if not isinstance(move, PlaceTile) or chance.random() < 0.5:
        await explorer.play(move)
        return
    before = (await explorer.table()).version
    await explorer.ask(user, "place", move=notation.write(move))
    asked = await check_offered(explorer, explorer.private)
    if (await explorer.table()).version == before:
        ways = [action for action in asked if action.startswith("place")]
        await explorer.press(user, chance.choice(ways))


def truncated_texts(explorer: Explorer) -> list[str]:
    """The labels and alt texts that were truncated.

    An ellipsis after a space, or in a catalogue, is intended. Only what stands under a
    choice may be cut, where names of 32 characters are in it.
    """
    starts = [name[:3] for name in NAMES]
    written = {
        words
        for language in TRANSLATED
        for message in messages(language)
        for words in forms(message.string)
    }
    return [
        text
        for text in (*explorer.labels, *explorer.alts)
        if text.endswith("…") and not text.endswith(" …") and text not in written
        if len(text) > 90 or not any(start in text for start in starts)
    ]
