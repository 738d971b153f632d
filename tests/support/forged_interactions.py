"""Forged interactions: any command, button or menu with any ids, option values and typed text."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from bot.commands import all_commands
from bot.words.actions import ACTIONS

COMMAND, COMPONENT, TYPING = 2, 3, 4
BUTTON, MENU, CHANNELS = 2, 3, 8
PEOPLE: Final = 4
"""Number of senders: Ana, Bo, Cleo, Dan."""
PLACES: Final = ("here", "channel", "thread", "voice", "server", "direct")
HOSTILE: Final = (
    *("", " ", "\n", "a\nb", "\r", "\x00", "\u2028", "\u202eabc", "\u200b", "\u2068", "\ud7ff"),
    *("@everyone", "<@1>", "<@&1>", "<#1>", "</new:1>", "**b** __u__ `c` ||s||", "```x", "# h"),
    *("[x](http://example.org)", "a" * 100, "🎩" * 50, "👩🏽\u200d🚀" * 20, "﷽" * 40, "שלום 1"),
    *("0", "-1", "77", "9" * 19, "9" * 30, "٣", "1e9", "None", "null", "{typed}", "%s", "{0.x}"),
    *("hunters", "base", "fr", "xx", "joined", "joined\nx: y", "place 0 1 rot0", "pass", "none"),
)
TEXTS: Final = st.text(max_size=60)
WORDS: Final = (*ACTIONS.syntax, "place", "hunter", "pass", "walk", "ark", "x")
NUMBERS: Final = ("", "x", "-1", "9" * 19, "9" * 30, "٣")
NAMES: Final = {command.name: [o.name for o in command.parameters] for command in all_commands()}
KINDS: Final[Mapping[type, int]] = {str: 3, int: 4, bool: 5}
USER: Final = 6


@dataclass(frozen=True, slots=True)
class ForgedInteraction:
    """A forged interaction: its kind, its content, its user of PEOPLE, its place of PLACES.

    ``private`` is True for a press under a private answer.
    """

    kind: int
    data: dict[str, Any]
    who: int
    where: str
    private: bool = False


class Forger:
    """A generator of random interactions, with texts from hypothesis."""

    def __init__(self, seed: int, texts: Sequence[str]) -> None:
        self._chance = random.Random(seed)
        self._texts = texts

    def forged(self) -> ForgedInteraction:
        one = self._chance.choice
        kind = one((COMMAND,) * 4 + (COMPONENT,) * 4 + (TYPING,) * 2)
        who, where = self._chance.randrange(PEOPLE), one(("here", *PLACES))
        if kind == COMPONENT:
            return ForgedInteraction(kind, self._component(), who, where, one((True, False)))
        return ForgedInteraction(kind, self._command(typing=kind == TYPING), who, where)

    def _text(self) -> str:
        return self._chance.choice(self._chance.choice((HOSTILE, self._texts)))

    def _number(self) -> int:
        return self._chance.choice(
            (self._chance.randint(-2, 9), self._chance.randint(-(2**70), 2**70))
        )

    def _value(self) -> str | int | bool:
        return self._chance.choice((self._text(), self._text(), self._number(), True, False))

    def _action(self) -> str:
        if self._chance.random() < 0.3:
            return self._text()
        rest = (
            self._chance.choice((str(self._chance.randint(-2, 9)), self._text()))
            for _ in range(self._chance.randrange(5))
        )
        return " ".join((self._chance.choice(WORDS), *rest))

    def _moment(self) -> str:
        """A button's game and entry."""
        near = (str(self._chance.randint(0, 6)) for _ in range(2))
        return ":".join(self._chance.choice((n, n, self._chance.choice(NUMBERS))) for n in near)

    def _command(self, *, typing: bool) -> dict[str, Any]:
        name = self._chance.choice(sorted(NAMES))
        known = (*NAMES[name], "x")
        named = self._chance.sample(known, self._chance.randint(0, min(4, len(known))))
        options = [self._option(option) for option in named]
        if typing and options:
            options[0]["focused"] = True
        name = "nothing" if self._chance.random() < 0.05 else name
        return {"id": "1", "name": name, "type": 1, "options": options}

    def _option(self, name: str) -> dict[str, Any]:
        if name in ("old", "new") and self._chance.random() < 0.8:
            person = str(self._chance.randrange(PEOPLE))
            return {"name": name, "type": USER, "value": person}
        value = self._value()
        return {"name": name, "type": KINDS[type(value)], "value": value}

    def _component(self) -> dict[str, Any]:
        """A press on a button, or a choice from a menu."""
        action, moment = self._action(), self._moment()
        match self._chance.choice((BUTTON, BUTTON, MENU, CHANNELS)):
            case 2:
                return {"custom_id": f"carc:{moment}:{action}"[:100], "component_type": BUTTON}
            case 3:
                values = [action] * self._chance.randrange(3)
                return {"custom_id": f"pick:{moment}", "component_type": MENU, "values": values}
        chosen = [str(self._number()) for _ in range(self._chance.randrange(4))]
        resolved = {
            channel_id: {"id": channel_id, "type": 0, "name": "x", "permissions": "0"}
            for channel_id in chosen
        }
        return {
            "custom_id": f"channels:{moment}:{action}"[:100],
            "component_type": CHANNELS,
            "values": chosen,
            "resolved": {"channels": resolved},
        }


def forged_interactions(number: int) -> list[ForgedInteraction]:
    texts: list[str] = []

    @settings(
        max_examples=max(number // 10, 100),
        derandomize=True,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(TEXTS)
    def collect(text: str) -> None:
        texts.append(text)

    collect()
    forger = Forger(number, texts)
    return [forger.forged() for _ in range(number)]
