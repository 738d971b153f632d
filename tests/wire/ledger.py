"""A ledger of acknowledged moves and posts, checked against the game logs."""

from __future__ import annotations

import re
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Final

from tests.wire.database_reader import Logs
from tests.wire.messages import SentMessage
from tests.wire.user_actions import Interaction

RECEIPT: Final = re.compile(r"carc:(\d+):(\d+):undo")
POST: Final = re.compile(r"(\d+)-(\d+)-(\d+)")
"""The nonce of a post: game, entry, part."""
REMINDER: Final = re.compile(r"carc:(\d+):(\d+):(snooze .+)")
"""The custom id of a reminder's snooze button: game, entry, key."""


@dataclass(frozen=True, slots=True)
class Promise:
    """An acknowledged move: the game, its entries and the player.

    ``after`` is the entry that the pressed button names, None for a typed move: the newest post may
    be older than the table.
    """

    game: int
    after: int | None
    number: int
    user: int
    text: str

    def is_kept(self, logs: Logs) -> bool:
        """Return True if the log has the whole move of that player.

        In a turn of two tiles the first may have been saved without an acknowledgement as the bot
        was killed; the log then has more than the second promise.
        """
        entries = logs.get(self.game, ())
        if len(entries) <= self.number:
            return False
        written = entries[0 if self.after is None else self.after + 1 : self.number + 1]
        own = list(takewhile(lambda entry: entry[0] == self.user, reversed(written)))[::-1]
        if self.after is not None and len(own) < len(written):
            return False
        ends = (" ".join(text for _, text in own[start:]) for start in range(len(own)))
        return self.text in ends


@dataclass(slots=True)
class Ledger:
    """All promises, and all posts in the order in which Discord stored them."""

    promises: list[Promise] = field(default_factory=list)
    posts: list[tuple[int, str]] = field(default_factory=list)
    """Channel and nonce."""
    post_times: dict[int, dict[int, float]] = field(default_factory=dict)
    """By game and entry the time of its first post (`time.monotonic`)."""
    reminders: Counter[tuple[int, str]] = field(default_factory=Counter)
    """Number of reminders by game and reminder key."""

    def add_post(self, sent: SentMessage) -> None:
        """Record a post that Discord has stored."""
        self.posts.append((int(sent.body["channel_id"]), sent.nonce))
        if match := POST.fullmatch(sent.nonce):
            self.post_times.setdefault(int(match[1]), {}).setdefault(
                int(match[2]), time.monotonic()
            )
        for match in filter(None, map(REMINDER.fullmatch, sent.first_ids)):
            self.reminders[int(match[1]), f"{match[2]} {match[3]}"] += 1

    def posted_at(self, game: int, number: int) -> float | None:
        """Time of the post of an entry or of a later entry (`time.monotonic`), or None."""
        return min(
            (
                posted_time
                for n, posted_time in self.post_times.get(game, {}).items()
                if n >= number
            ),
            default=None,
        )

    def add_answer(
        self, interaction: Interaction, game: int, after: int | None, text: str
    ) -> Promise | None:
        """Record an answer that acknowledges a move; return the promise, or None."""
        matches = [RECEIPT.fullmatch(custom_id) for custom_id in interaction.ids]
        numbers = [int(match[2]) for match in matches if match and int(match[1]) == game]
        if not numbers or "✔️" not in interaction.text:
            return None
        promise = Promise(game, after, numbers[0], interaction.person.id, text)
        self.promises.append(promise)
        return promise

    def violations(self, logs: Logs) -> Iterator[str]:
        """Yield lost moves, double winners, repeated or misordered posts and reminders."""
        yield from (f"lost: {promise}" for promise in self.promises if not promise.is_kept(logs))
        pressed: defaultdict[tuple[int, int], list[Promise]] = defaultdict(list)
        made: defaultdict[tuple[int, int], list[Promise]] = defaultdict(list)
        for promise in self.promises:
            made[promise.game, promise.number].append(promise)
            if promise.after is not None:
                pressed[promise.game, promise.after].append(promise)
        yield from (f"won twice: {winners}" for winners in pressed.values() if len(winners) > 1)
        yield from (f"acknowledged twice: {same}" for same in made.values() if len(same) > 1)
        nonces = Counter(self.posts)
        yield from (f"doubled: {post}" for post, times in nonces.items() if times > 1)
        said = self.reminders.items()
        yield from (f"reminded {times} times: {reminder}" for reminder, times in said if times > 1)
        newest: dict[int, tuple[int, ...]] = {}
        for channel, nonce in self.posts:
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
        """A copy of the current promises, posts and reminders."""
        return Ledger([*self.promises], [*self.posts], reminders=Counter(self.reminders))

    def unposted_moves(self) -> Iterator[str]:
        """Yield promised moves that were never posted."""
        for promise in self.promises:
            if self.posted_at(promise.game, promise.number) is None:
                yield f"never posted: {promise}"
