"""What players were told is written, and what channels were told: held against the log."""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from tests.wire.database_reader import Logs
from tests.wire.messages import SentMessage
from tests.wire.user_actions import Interaction
from tests.wire.wal import WalPosition

RECEIPT: Final = re.compile(r"carc:(\d+):(\d+):undo")
POST: Final = re.compile(r"(\d+)-(\d+)-(\d+)")
"""The nonce of a post: game, entry, part."""
REMINDER: Final = re.compile(r"carc:(\d+):(\d+):(snooze .+)")
"""A button that only a reminder has: game, entry, what tells it from others."""


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
    wal_position: WalPosition | None

    def is_kept(self, logs: Logs) -> bool:
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
    posts: list[tuple[int, str, WalPosition | None]] = field(default_factory=list)
    """Channel, nonce, and how far the write-ahead log was."""
    post_times: dict[int, dict[int, float]] = field(default_factory=dict)
    """By game the entries that were told of in a post, and when, by `time.monotonic`."""
    reminders: Counter[tuple[int, str]] = field(default_factory=Counter)
    """Games with what tells their reminders apart, and how often each was said."""

    def add_post(self, sent: SentMessage, mark: WalPosition | None) -> None:
        """Discord has stored a post."""
        self.posts.append((int(sent.body["channel_id"]), sent.nonce, mark))
        if match := POST.fullmatch(sent.nonce):
            self.post_times.setdefault(int(match[1]), {}).setdefault(
                int(match[2]), time.monotonic()
            )
        for match in filter(None, map(REMINDER.fullmatch, sent.first_ids)):
            self.reminders[int(match[1]), f"{match[2]} {match[3]}"] += 1

    def posted_at(self, game: int, number: int) -> float | None:
        """When a post has told of an entry, by `time.monotonic`: its own or that of a later one."""
        return min(
            (at for n, at in self.post_times.get(game, {}).items() if n >= number), default=None
        )

    def add_answer(
        self, interaction: Interaction, game: int, after: int, text: str, mark: WalPosition | None
    ) -> Promise | None:
        """What an answer promises, if it says that moves are made."""
        found = [RECEIPT.fullmatch(each) for each in interaction.ids]
        numbers = [int(match[2]) for match in found if match and int(match[1]) == game]
        if not numbers or "✔️" not in interaction.text:
            return None
        promise = Promise(game, after, numbers[0], interaction.person.id, text, mark)
        self.promises.append(promise)
        return promise

    def violations(self, logs: Logs) -> Iterator[str]:
        """What was promised and is not so."""
        yield from (f"lost: {each}" for each in self.promises if not each.is_kept(logs))
        turns = Counter((each.game, each.after) for each in self.promises)
        yield from (f"won twice: {turn}" for turn, times in turns.items() if times > 1)
        nonces = Counter((channel, nonce) for channel, nonce, _ in self.posts)
        yield from (f"doubled: {post}" for post, times in nonces.items() if times > 1)
        said = self.reminders.items()
        yield from (f"reminded {times} times: {each}" for each, times in said if times > 1)
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

    def snapshot(self) -> Ledger:
        """What is promised, posted and said now, while people play on."""
        return Ledger([*self.promises], [*self.posts], reminders=Counter(self.reminders))

    def unposted_moves(self) -> Iterator[str]:
        """What was promised and no channel was told of."""
        for each in self.promises:
            if self.posted_at(each.game, each.number) is None:
                yield f"never posted: {each}"

    def durable_part(self, frames: int, salt: bytes) -> Ledger:
        """What was promised and posted by the time the write-ahead log had so many frames."""

        def before(mark: WalPosition | None) -> bool:
            return mark is not None and mark.salt == salt and mark.frames <= frames

        promises = [each for each in self.promises if before(each.wal_position)]
        return Ledger(promises, [each for each in self.posts if before(each[2])])
