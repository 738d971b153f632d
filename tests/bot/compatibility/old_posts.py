"""The posts and the database of an older bot, recreated in a simulated Discord with a new bot."""

from __future__ import annotations

import gzip
import json
import re
import sqlite3
from collections import Counter, defaultdict
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any, Final

import simcord
from simcord import InteractionResult
from simcord.backend import serializers
from simcord.results import ResponseMessage

from tests.fixtures.databases.write_posts import (
    FOLDER,
    LAYOUT,
    PEOPLE,
    ROW,
    SCENES,
    SETTLE_TIMEOUT,
    Walk,
    meet,
    next_ids,
    user_id,
)
from tests.support.shown_messages import text_of

VERSIONS: Final = tuple(sorted(path.stem for path in FOLDER.glob("*.jsonl")))
TODAY: Final = "unreleased"
"""The name of what the code of today has written."""
BUTTON, MENU, TEXT = 2, 3, 10
"""Types of components, as Discord numbers them; any other is a menu of channels."""
EPHEMERAL: Final = 1 << 6
"""The flag of a private answer."""
PRESSERS: Final = {"join": 4, "leave": 2}
"""The person, counted from 1, who presses a button of a post that names nobody; else Ana."""
LONG: Final = ("replay",)
"""Actions that take seconds."""
DIRECT: Final = "direct message"
"""The scene of direct messages."""
GAME_TABLES: Final = {
    "entries": "text, game, number",
    "invitations": "id, granted",
    "invitation_consents": "invitation, user",
}
"""The tables of the database that hold games, and some of their columns."""


@dataclass(frozen=True, eq=False)
class OldPress:
    """A press on a button or menu line of an old post, by the person whom it is meant for."""

    post: dict[str, Any]
    kind: int
    custom_id: str
    label: str
    value: str
    user: int

    @property
    def scene(self) -> str:
        return str(self.post["scene"])

    @property
    def action(self) -> str:
        """The button's custom id, or the menu line's value, without the game's numbers."""
        return self.value or re.sub(r"^(\w+):\d+:\d+:?", "", self.custom_id)

    @property
    def form(self) -> tuple[str, ...]:
        """Equal for presses that do the same thing to another tile, topic or person."""
        words = re.sub(r"-?\d+|\b[a-z]$", "#", self.action).split(" ")
        few = words[:1] if len(words) > 2 or words[0] in ("rules", "help") else words
        return (str(self.post["only"] is None), *few)

    def line(self) -> str:
        who = PEOPLE[self.user - user_id(1)]
        under = self.post["text"].split("\n")[0][:40]
        return f"{self.scene}: {who}, {self.action!r} under {under!r}"


class OldPosts:
    def __init__(self, version: str) -> None:
        head, *lines = (FOLDER / f"{version}.jsonl").read_text(encoding="utf-8").splitlines()
        self.now: float = json.loads(head)["now"]
        self.posts: list[dict[str, Any]] = [json.loads(line) for line in lines]
        last = {post["message"]: number for number, post in enumerate(self.posts)}
        for number, post in enumerate(self.posts):
            post |= {"number": number, "is_last": last[post["message"]] == number}
        later: Counter[tuple[str, int | None]] = Counter()
        for post in reversed(self.posts):
            post["later"] = later[post["scene"], post["only"]]
            later[post["scene"], post["only"]] += post["is_last"]
        self.database = gzip.decompress((FOLDER / f"{version}.sqlite3.gz").read_bytes())

    def presses(self) -> list[OldPress]:
        """Every button and menu line of every post."""
        return [
            OldPress(post, kind, custom_id, label, value, _presser(post, custom_id))
            for post in self.posts
            for _row, kind, custom_id, label, *values in post["components"]
            for value in (values or [""])
        ]

    def first_and_last(self) -> list[OldPress]:
        """The first and the last press of each form and scene: one is late, one perhaps not."""
        by_form: dict[tuple[str, ...], list[OldPress]] = defaultdict(list)
        for press in self.presses():
            by_form[press.scene, *press.form].append(press)
        return [press for found in by_form.values() for press in {found[0]: 0, found[-1]: 0}]

    def newest(self) -> list[OldPress]:
        """The press of each form on the post with the fewest later ones, except LONG presses."""
        chosen: dict[tuple[str, ...], OldPress] = {}
        for press in sorted(self.presses(), key=lambda press: press.post["later"]):
            chosen.setdefault(press.form, press)
        return [press for press in chosen.values() if press.action not in LONG]

    def new_world(self, folder: Path) -> OldWorld:
        """A server with these posts, and a new bot on a copy of the database; not yet started."""
        database = folder / "games.sqlite3"
        for old in folder.glob("games.sqlite3*"):
            old.unlink()
        database.write_bytes(self.database)
        walk = Walk(None, database, self.now)
        walk.env = simcord.Env(walk.new_bot(), settle_timeout=SETTLE_TIMEOUT)
        walk.people, walk.channels = meet(walk.env, len(SCENES))
        world = OldWorld(walk)
        for post in self.posts:
            world.recreate(post)
        return world


def _presser(post: dict[str, Any], custom_id: str) -> int:
    """The user id of the person for whom a button is meant."""
    named = re.findall(r"<@(\d+)>", post["text"])
    if post["only"] is not None:
        return int(post["only"])
    word = custom_id.rpartition(":")[2]
    return int(named[0]) if named else user_id(PRESSERS.get(word, 1))


class OldWorld:
    """A simulated server with old posts."""

    def __init__(self, walk: Walk) -> None:
        self.walk = walk
        self.env = walk.env
        self.messages: dict[int, Any] = {}
        """The recreated messages by the number of their post."""

    def recreate(self, post: dict[str, Any]) -> None:
        """Create a message with its old components; as it was before an edit, under a new id."""
        backend = self.env.backend
        if post["channel"] not in backend.channels:
            self._recreate_channel(post)
        is_private = post["only"] is not None and post["scene"] != DIRECT
        is_layout = post["layout"]
        rows = [
            {"type": ROW, "components": [_raw(*component[1:]) for component in row]}
            for _number, row in groupby(post["components"], itemgetter(0))
        ]
        with next_ids(self.env, *([post["message"]] if post["is_last"] else [])):
            self.messages[post["number"]] = backend.create_message(
                post["channel"],
                backend.bot_user.id,
                "" if is_layout else post["text"],
                components=[{"type": TEXT, "content": post["text"] or "?"}] * is_layout + rows,
                flags=LAYOUT * is_layout | EPHEMERAL * is_private,
                interaction_metadata=self._metadata(post["only"]) if is_private else None,
                broadcast=False,
            )

    def _metadata(self, user: int) -> dict[str, Any]:
        """The data of the command that a private message has answered."""
        payload = dict(serializers.user_payload(self.env.backend.get_user(user)))
        return {"id": "1", "type": 2, "user": payload, "authorizing_integration_owners": {}}

    def _recreate_channel(self, post: dict[str, Any]) -> None:
        with next_ids(self.env, post["channel"]):
            if post["thread"] is None:
                self.env.backend.get_dm_channel(post["only"])
            else:
                bot = self.env.backend.bot_user.id
                self.env.backend.create_thread(post["thread"], "a thread", bot)

    async def press(self, press: OldPress) -> InteractionResult:
        """Press a button or choose a menu line of an old post."""
        if not self._is_shown(press):
            self.recreate(press.post | {"is_last": False})
        message = ResponseMessage(self.env, self.messages[press.post["number"]])
        member = self.walk.person(press.user)
        actor = member.user if press.post["scene"] == DIRECT else member
        if press.kind == BUTTON:
            return await actor.click(message, custom_id=press.custom_id)
        values = [press.value] if press.kind == MENU else [self.walk.channels[0]]
        return await actor.select(message, values, custom_id=press.custom_id)

    def _is_shown(self, press: OldPress) -> bool:
        """Return True if the bot has not yet changed or deleted the pressed message."""
        stored = self.messages[press.post["number"]]
        is_there = stored.id in self.env.backend.messages[stored.channel_id]
        return is_there and stored.edited_timestamp is None

    async def press_unknown(self) -> str:
        """Press a button that no version has had. Return the answer."""
        number = len(self.messages)
        post = {"number": number, "channel": self.walk.channels[0].id, "only": None}
        post |= {"text": "?", "thread": None, "scene": "", "is_last": False, "layout": False}
        unknown = OldPress(post, BUTTON, "nobody:1:1:knows", "", "", user_id(1))
        self.recreate(post | {"components": [[0, BUTTON, unknown.custom_id, "?"]]})
        return answers_to(await self.press(unknown))[0]

    def rows(self) -> set[tuple[Any, ...]]:
        """The rows of all games in the database, each after the name of its table."""
        connection = sqlite3.connect(self.walk.database)
        try:
            return {
                (table, *row)
                for table, columns in GAME_TABLES.items()
                for row in connection.execute(f"SELECT {columns} FROM {table}")
            }
        finally:
            connection.close()


def answers_to(result: InteractionResult) -> list[str]:
    first = [result.response] if result.response is not None else []
    return [text_of(message) for message in (*first, *result.followups)]


def _raw(kind: int, custom_id: str, label: str, *values: str) -> dict[str, Any]:
    """A component as Discord writes it."""
    one: dict[str, Any] = {"type": kind, "custom_id": custom_id}
    if kind == BUTTON:
        one |= {"style": 2, "label": label}
    if kind == MENU:
        one["options"] = [{"label": value[:100], "value": value} for value in values]
    return one
