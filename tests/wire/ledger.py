"""What players were told is written, and what channels were told: held against the log."""

from __future__ import annotations

import re
import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, TypeAlias

from bot.table.fold import fold_to_line
from storage.check import check
from storage.sqlite.files import read_only
from tests.wire.asking import Asked
from tests.wire.messages import Sent
from tests.wire.wal import Mark

RECEIPT: Final = re.compile(r"carc:(\d+):(\d+):undo")
POST: Final = re.compile(r"(\d+)-(\d+)-(\d+)")
"""The nonce of a post: game, entry, part."""
Logs: TypeAlias = Mapping[int, tuple[tuple[int, str], ...]]
"""By game the entries in order: who wrote them, and their text."""


@dataclass(frozen=True, slots=True)
class Promise:
    """A player was told that their move is made: which entries it became, if one knows.

    ``mark`` is how far the write-ahead log was by then.
    """

    game: int
    after: int
    number: int
    user: int
    text: str
    mark: Mark | None

    def kept(self, logs: Logs) -> bool:
        """Whether the entries are there, whole, and of that player.

        Where they lay two tiles in a turn, the first may have been saved as the bot was killed, so
        that nobody had told them of it when they laid the second.
        """
        written = logs.get(self.game, ())[self.after + 1 : self.number + 1]
        ends = (" ".join(text for _, text in written[start:]) for start in range(len(written)))
        return self.text in ends and {user for user, _ in written} == {self.user}


@dataclass(slots=True)
class Ledger:
    """All promises, and all posts in the order Discord stored them."""

    promises: list[Promise] = field(default_factory=list)
    posts: list[tuple[int, str, Mark | None]] = field(default_factory=list)
    """Channel, nonce, and how far the write-ahead log was."""

    def posted(self, sent: Sent, mark: Mark | None) -> None:
        """Discord has stored a post."""
        self.posts.append((int(sent.body["channel_id"]), sent.nonce, mark))

    def answered(self, asked: Asked, game: int, after: int, text: str, mark: Mark | None) -> bool:
        """Whether an answer says that moves are made; then it is a promise."""
        found = [RECEIPT.fullmatch(each) for each in asked.ids]
        numbers = [int(match[2]) for match in found if match and int(match[1]) == game]
        if not numbers or "✔️" not in asked.text:
            return False
        promise = Promise(game, after, numbers[0], asked.person.id, text, mark)
        self.promises.append(promise)
        return True

    def broken(self, logs: Logs) -> Iterator[str]:
        """What was promised and is not so."""
        yield from (f"lost: {each}" for each in self.promises if not each.kept(logs))
        turns = Counter((each.game, each.after) for each in self.promises)
        yield from (f"won twice: {turn}" for turn, times in turns.items() if times > 1)
        nonces = Counter((channel, nonce) for channel, nonce, _ in self.posts)
        yield from (f"doubled: {post}" for post, times in nonces.items() if times > 1)
        newest: dict[int, tuple[int, ...]] = {}
        for channel, nonce, _ in self.posts:
            match = POST.fullmatch(nonce)
            if match is None:
                continue
            place = tuple(map(int, match.groups()))
            if place <= newest.get(channel, ()):
                yield f"out of order in {channel}: {place} behind {newest[channel]}"
            newest[channel] = place
            if len(logs.get(place[0], ())) <= place[1]:
                yield f"posted and not written: {nonce}"

    def owed(self, frames: int, salt: bytes) -> Ledger:
        """What was promised and posted by the time the write-ahead log had so many frames."""

        def before(mark: Mark | None) -> bool:
            return mark is not None and mark.salt == salt and mark.frames <= frames

        promises = [each for each in self.promises if before(each.mark)]
        return Ledger(promises, [each for each in self.posts if before(each[2])])


def logs(path: Path) -> Logs:
    """All entries of a file, which must be whole."""
    with closing(sqlite3.connect(path)) as connection:
        [[verdict]] = connection.execute("PRAGMA integrity_check(1)").fetchall()
        assert verdict == "ok", verdict
        if not connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'entries'").fetchall():
            return {}
        found: dict[int, list[tuple[int, str]]] = {}
        rows = connection.execute(
            "SELECT game, number, user, text FROM entries JOIN actors ON actors.id = actor"
            " ORDER BY game, number"
        )
        for game, number, user, text in rows:
            entries = found.setdefault(game, [])
            assert number == len(entries), f"game {game}: entry {len(entries)} is missing"
            entries.append((user, text))
    return {game: tuple(entries) for game, entries in found.items()}


def unposted(path: Path) -> list[int]:
    """The games whose channel has not been told everything, while the file is in use."""
    with read_only(path) as connection:
        rows = connection.execute("SELECT id FROM game_rows WHERE posted < last").fetchall()
    return [game for [game] in rows]


def unsound(path: Path) -> Iterable[str]:
    """What `python -m storage check` says of a file that is not good news."""
    return [each.line for each in check(path, fold_to_line) if not each.sound]
