"""Interactions of chance: such as Discord lets through, and forged ones such as it never would."""

import random
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from tests.support.forged_interactions import HOSTILE
from tests.wire.api_objects import (
    Json,
    Person,
    channel_object,
    new_snowflake,
    walk_components,
)
from tests.wire.guilds import direct_channel_id
from tests.wire.loopback import LoopbackDiscord
from tests.wire.messages import EPHEMERAL, SentMessage
from tests.wire.user_actions import (
    COMMAND,
    PRESS,
    TYPING,
    Interaction,
    forged_interaction,
)

STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE = 3, 4, 5, 6, 7, 8
BUTTON, MENU, CHANNEL_MENU = 2, 3, 8
TYPED, USER_MENU = 1, 2
MAX_TEXT: Final = 6000
"""The most characters that Discord takes in an option of a command."""
MOST_INTEGER: Final = 2**53
HUGE: Final = 100_000
"""Characters of a huge text, of which Discord would let none through."""
NEWEST: Final = 3
"""Posts of a channel whose buttons people press."""
GAME: Final = re.compile(r"carc:(\d+):(\d+):")
MOVE_WORDS: Final = (
    *("place 0 1 rot0", "place 1 0 rot90 hunter a", "place 9 9 rot0", "pass", "ferry 1 0 2 0"),
    *("end", "end score", "resign"),
)
PLAYER_WORDS: Final = (
    *MOVE_WORDS,
    *("undo", "agree 3", "refuse 3", "vote skip", "start", "leave"),
)
"""Actions of players, forged with another moment than that of any button."""
OPEN_WORDS: Final = frozenset({"join", "take", "accept", "again", "table", "against", "challenge"})
"""Actions that anybody may take: a forged press is as good as a real one."""
NO_SUCH_GAME: Final = 90_000
"""A game that no run opens."""
BAD_MOMENTS: Final = ("0", "9" * 19, "9" * 400, "-1", "٣", "1e9", "", " 1", "0x1")


def sound_texts() -> tuple[str, ...]:
    """Texts that Discord lets through."""
    return tuple(text for text in HOSTILE if text.strip() and "\x00" not in text)


@dataclass(slots=True)
class ValidInputs:
    """Interactions that keep to the commands as registered and press only what is to be seen."""

    loopback: LoopbackDiscord
    chance: random.Random
    _texts: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        self._texts = (*sound_texts(), "1 0", "1 0 rot90", "0 1 rot0 hunter a", "Ana", "base")

    def any_of(
        self, person: Person, channel: int, everybody: Sequence[Person], seen: Sequence[SentMessage]
    ) -> Interaction:
        """An interaction of a person, who also sees some private messages."""
        if self.chance.random() < 0.5:
            pressed = self._press(person, channel, seen)
            if pressed is not None:
                return pressed
        if self.chance.random() < 0.3:
            return self._typing(person, channel)
        return self._command(person, channel, everybody)

    def _command(self, person: Person, channel: int, everybody: Sequence[Person]) -> Interaction:
        registered = self._registered()
        if registered["type"] != TYPED:
            return self._menu(person, channel, everybody, registered)
        data: Json = {"id": registered["id"], "name": registered["name"], "type": TYPED}
        data["options"] = [
            {
                **_named(option),
                "value": self._value(option, data, everybody),
            }
            for option in registered.get("options") or ()
            if option.get("required") or self.chance.random() < 0.4
        ]
        return self._made(person, channel, COMMAND, data)

    def _menu(
        self, person: Person, channel: int, everybody: Sequence[Person], registered: Json
    ) -> Interaction:
        """A context menu on a user or, if there is one, on a post."""
        kind, posts = registered["type"], self.loopback.posts(channel)
        if kind != USER_MENU and not posts:
            return self._command(person, channel, everybody)
        data: Json = {"id": registered["id"], "name": registered["name"], "type": kind}
        if kind == USER_MENU:
            other = self.chance.choice(everybody)
            member = {**other.member(), "permissions": "0"}
            del member["user"]
            data["target_id"] = target = str(other.id)
            data["resolved"] = {"users": {target: other.user()}, "members": {target: member}}
        else:
            post = dict(self.chance.choice(posts).body)
            data |= {"target_id": post["id"], "resolved": {"messages": {post["id"]: post}}}
        return self._made(person, channel, COMMAND, data)

    def _typing(self, person: Person, channel: int) -> Interaction:
        """A text that is being typed into an option with suggestions."""
        while True:
            registered = self._registered()
            open_ones = [
                option for option in registered.get("options") or () if option.get("autocomplete")
            ]
            if open_ones:
                break
        option = self.chance.choice(open_ones)
        typed = self.chance.choice(("", "1", "1 0", *self._texts))
        given = {"name": option["name"], "type": option["type"], "value": typed, "focused": True}
        data = {"id": registered["id"], "name": registered["name"], "type": 1, "options": [given]}
        return self._made(person, channel, TYPING, data)

    def _press(
        self, person: Person, channel: int, seen: Sequence[SentMessage]
    ) -> Interaction | None:
        messages = (*self.loopback.posts(channel)[-NEWEST:], *seen)
        offered = [
            (message, component)
            for message in messages
            if not message.body["flags"] & EPHEMERAL or message in seen
            for component in walk_components(message.body["components"])
            if component.get("custom_id") and not component.get("disabled")
        ]
        if not offered:
            return None
        message, part = self.chance.choice(offered)
        data: Json = {"custom_id": part["custom_id"], "component_type": part["type"], "id": 1}
        if part["type"] == MENU:
            data["values"] = self._picked(part, [choice["value"] for choice in part["options"]])
        elif part["type"] == CHANNEL_MENU:
            channels = self.loopback.guilds.channels_of(self._guild(channel))
            data["values"] = self._picked(part, [str(channel) for channel in channels])
            data["resolved"] = {
                "channels": {
                    channel: {**channel_object(int(channel)), "permissions": "0"}
                    for channel in data["values"]
                }
            }
        interaction = self._made(person, channel, PRESS, data)
        interaction.payload["message"] = dict(message.body)
        return interaction

    def _picked(self, menu: Json, values: list[str]) -> list[str]:
        most = min(menu.get("max_values", 1), len(values))
        return self.chance.sample(values, self.chance.randint(menu.get("min_values", 1), most))

    def _registered(self) -> Json:
        return self.loopback.commands[self.chance.choice(sorted(self.loopback.commands))]

    def _guild(self, channel: int) -> int:
        guild = self.loopback.guilds.guild_of(channel)
        assert guild is not None
        return guild

    def _value(self, option: Json, data: Json, everybody: Sequence[Person]) -> Any:
        if option.get("choices"):
            return self.chance.choice(option["choices"])["value"]
        resolved: Json = data.setdefault("resolved", {})
        match option["type"]:
            case 3:
                least, most = option.get("min_length", 0), option.get("max_length", MAX_TEXT)
                text = self.chance.choice(self._texts) * self.chance.choice((1, 1, 1, 1, 40))
                return text.ljust(least, "x")[:most]
            case 4:
                least = option.get("min_value", -MOST_INTEGER)
                most = option.get("max_value", MOST_INTEGER)
                return self.chance.choice((least, most, self.chance.randint(least, most)))
            case 5:
                return self.chance.random() < 0.5
            case 6:
                person = self.chance.choice(everybody)
                member = person.member()
                del member["user"]
                resolved.setdefault("users", {})[str(person.id)] = person.user()
                resolved.setdefault("members", {})[str(person.id)] = member
                return str(person.id)
            case kind:
                raise AssertionError(f"no command has an option of type {kind}")

    def _made(self, person: Person, channel: int, kind: int, data: Json) -> Interaction:
        place = self.loopback.guilds.context_of(channel)
        return forged_interaction(person, place, kind, data)


@dataclass(slots=True)
class ForgedInputs:
    """Interactions past Discord's rules: of a client that sends what it likes.

    ``outsiders`` sit at no table and manage no server.
    """

    loopback: LoopbackDiscord
    chance: random.Random
    outsiders: Sequence[Person]

    def any_of(
        self, channel: int, players: Sequence[Person], seen: Sequence[SentMessage]
    ) -> tuple[str, Interaction]:
        """A forged interaction about a channel's table, with the name of its kind.

        ``seen`` are private messages of the players, whose buttons outsiders press too.
        """
        kinds: tuple[Callable[[], Interaction], ...] = (
            lambda: self._wrong_user(channel, seen),
            lambda: self._wrong_moment(channel, players),
            lambda: self._wrong_values(channel, players),
            lambda: self._wrong_option(channel, players),
        )
        names = ("wrong user", "wrong moment", "wrong values", "wrong option")
        number = self.chance.randrange(len(kinds))
        return names[number], kinds[number]()

    def _wrong_user(self, channel: int, seen: Sequence[SentMessage]) -> Interaction:
        """A press by somebody who sits at no table, on what others are offered."""
        posts = (*self.loopback.posts(channel)[-NEWEST:], *seen)
        ids = [
            custom_id
            for post in posts
            for custom_id in post.first_ids
            if custom_id.startswith("carc:")
        ]
        game, entry = self._moment(channel)
        known = [
            custom_id
            for custom_id in ids
            if custom_id.split(":", 3)[3].split()[0] not in OPEN_WORDS
        ]
        custom_id = self.chance.choice(
            (*known, *(f"carc:{game}:{entry}:{word}" for word in PLAYER_WORDS))
        )
        return self._pressed(self.chance.choice(self.outsiders), channel, custom_id)

    def _wrong_moment(self, channel: int, players: Sequence[Person]) -> Interaction:
        """A press by a player as of a moment that was, that never was, or of another game."""
        game, entry = self._moment(channel)
        one = self.chance.choice
        # Before entry 0 of a lobby there is nothing: the host's press would be a sound one.
        stale = str(self.chance.randrange(entry) if entry else entry + 1000)
        moments = (
            f"{game}:{stale}",
            f"{game}:{entry + self.chance.randint(50, 10**9)}",
            f"{game + self.chance.randint(100_000, 10**9)}:{entry}",
            f"{one(BAD_MOMENTS)}:{entry}",
            f"{game}:{one(BAD_MOMENTS[1:])}",
        )
        moment, word = one(moments), one(PLAYER_WORDS)
        if moment == moments[0]:  # Buttons of old posts stay: only a late move must do nothing.
            word = one(MOVE_WORDS)
        return self._pressed(one(players), channel, f"carc:{moment}:{word}")

    def _wrong_values(self, channel: int, players: Sequence[Person]) -> Interaction:
        """A menu with values or an id that it cannot have."""
        game, entry = self._moment(channel)
        one = self.chance.choice
        data: Json = {
            "custom_id": one((f"pick:{game}:{entry + 1000}", "?")),
            "component_type": MENU,
            "values": one(([], ["x"] * 26, ["x" * HUGE], ["join", "join"])),
        }
        return self._made(one((*players, *self.outsiders)), channel, PRESS, data)

    def _wrong_option(self, channel: int, players: Sequence[Person]) -> Interaction:
        """A command with an option that it does not have, or whose value it cannot have."""
        one = self.chance.choice
        registered = self.loopback.commands[one(sorted(self.loopback.commands))]
        options: list[Json] = [
            {**_named(option), "value": self._wrong_value(option["type"])}
            for option in registered.get("options") or ()
            if self.chance.random() < 0.7
        ]
        if not options or self.chance.random() < 0.3:
            value: Any = one(("x", "x" * HUGE, 1, None, {}, []))
            options.append({"name": one(("x", "", "@everyone")), "type": STRING, "value": value})
        if self.chance.random() < 0.2:
            options.append(dict(options[-1]))
        data: Json = {"id": registered["id"], "name": registered["name"], "type": 1}
        return self._made(
            one((*players, *self.outsiders)),
            channel,
            one((COMMAND, TYPING)),
            {**data, "options": options},
        )

    def _wrong_value(self, kind: int) -> Any:
        """A value that no option of a kind can have."""
        if kind == STRING:
            return self.chance.choice(("x" * HUGE, 7, True, None, [], {}, 1.5))
        if kind == INTEGER:
            return self.chance.choice((10**30, -(10**30), "7", 1.5, True, None, []))
        return self.chance.choice(("x", "0", "-1", "9" * 30, 7, None, {}))

    def _moment(self, channel: int) -> tuple[int, int]:
        """The newest game and entry that the buttons of a channel name; no game if it has none."""
        for post in reversed(self.loopback.posts(channel)):
            for custom_id in post.first_ids:
                if match := GAME.match(custom_id):
                    return int(match[1]), int(match[2])
        return NO_SUCH_GAME, 1

    def _pressed(self, person: Person, channel: int, custom_id: str) -> Interaction:
        """A press on a button that is on no message, here or in another channel."""
        place = self.chance.choice(
            (channel, channel, channel - 1, channel + 1, direct_channel_id(person.id))
        )
        if self.loopback.guilds.guild_of(place) is None and place < direct_channel_id(0):
            place = channel
        data = {"custom_id": custom_id, "component_type": BUTTON, "id": 1}
        return self._made(person, place, PRESS, data)

    def _made(self, person: Person, channel: int, kind: int, data: Json) -> Interaction:
        place = self.loopback.guilds.context_of(channel)
        posts = self.loopback.posts(channel)
        message = None
        if kind == PRESS:
            message = dict(posts[-1].body) if posts else _empty_message(channel)
            message["flags"] = message["flags"] & ~EPHEMERAL
            message["components"] = [{"type": 1, "components": [_part(data)]}]
        return forged_interaction(person, place, kind, data, message)


def _named(option: Json) -> Json:
    """The fields of a given option that name the registered one."""
    return {"name": option["name"], "type": option["type"]}


def _part(data: Json) -> Json:
    """The component that a forged press says it was made on."""
    custom_id = data.get("custom_id", "x")
    if data.get("component_type") == BUTTON:
        return {"type": BUTTON, "custom_id": custom_id, "label": "x", "style": 1, "id": 2}
    return {"type": MENU, "custom_id": custom_id, "options": [], "id": 2}


def _empty_message(channel: int) -> Json:
    return {"id": new_snowflake(), "channel_id": str(channel), "flags": 0, "components": []}
