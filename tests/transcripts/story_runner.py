"""Run a story: press what people are offered, let time pass, and record each step."""

from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from simcord import InteractionResult, MemberActor
from simcord.results import ResponseMessage

from tests.support.shown_messages import Message, buttons_of, select_menus_of
from tests.support.world import World
from tests.transcripts.recorder import format_seconds
from tests.transcripts.stage import Stage

Story = Callable[["StoryRunner"], Awaitable[None]]
STORIES: Final[dict[str, dict[str, Story]]] = {}
"""The stories of each capability, by title."""


def story(capability: str) -> Callable[[Story], Story]:
    """Add a story to a capability; its title is the name of the function."""

    def added(function: Story) -> Story:
        title = "story: " + getattr(function, "__name__", "").replace("_", " ")
        STORIES.setdefault(capability, {})[title] = function
        return function

    return added


@dataclass
class StoryRunner:
    """Runs the steps of a story on a stage; ``steps`` has the lines of each."""

    stage: Stage
    steps: dict[str, str] = field(default_factory=dict)
    shown: dict[int, ResponseMessage] = field(default_factory=dict)
    """The newest private answer of each person."""

    @property
    def world(self) -> World:
        return self.stage.world

    def name(self, who: MemberActor) -> str:
        return self.stage.recorder.person(who.id)

    async def begin(self) -> None:
        """Start recording; forget what has happened so far."""
        await self.stage.look()

    async def slash(self, who: MemberActor, name: str, **options: Any) -> None:
        typed = " ".join(
            [
                f"/{name}",
                *(f"{key}: {getattr(value, 'name', value)}" for key, value in options.items()),
            ]
        )
        await self._did(who, typed, await who.slash(self.world.channel, name, **options))

    async def types(self, who: MemberActor, name: str, option: str, text: str) -> None:
        choices = await who.autocomplete(self.world.channel, name, option, text)
        assert isinstance(choices, list)
        self._write(
            f"{self.name(who)} types /{name} {option}: {text}", await self.stage.transcript()
        )

    async def press(self, who: MemberActor, label: str) -> None:
        """Press the first button whose label begins with a text, in the newest message."""
        for message in self._visible(who):
            for shown, custom_id in buttons_of(message).items():
                if shown.startswith(label):
                    result = await who.click(message, custom_id=custom_id)
                    await self._did(who, f"[{shown}]", result)
                    return
        raise AssertionError(f"no button begins with {label!r}")

    async def choose(self, who: MemberActor, value: str) -> None:
        """Choose the first menu line whose value begins with a text."""
        for message in self._visible(who):
            for menu in select_menus_of(message):
                for option in menu.options:
                    if option.value.startswith(value):
                        result = await who.select(
                            message, [option.value], custom_id=menu.custom_id or ""
                        )
                        await self._did(who, f"<{option.label}>", result)
                        return
        raise AssertionError(f"no menu offers {value!r}")

    async def wait(self, seconds: float) -> None:
        await self.stage.pass_time(seconds)
        self._write(
            f"{format_seconds(seconds).removeprefix('+')} later", await self.stage.transcript()
        )

    async def _did(self, who: MemberActor, what: str, result: InteractionResult) -> None:
        answers = [each for each in (result.response, *result.followups) if each is not None]
        if answers:
            self.shown[who.id] = answers[-1]
        self._write(f"{self.name(who)}: {what}", await self.stage.transcript(result))

    def _write(self, step: str, lines: list[str]) -> None:
        number = len(self.steps) + 1
        self.steps[f"{number}. {self._text(step).replace('; ', ', ')}"] = (
            "\n".join(lines) or "nothing"
        )

    def _text(self, text: str) -> str:
        return self.stage.recorder.text(self.stage.recorder.id(text))

    def _visible(self, who: MemberActor) -> Iterator[Message]:
        """Yield the messages with buttons for a person: their newest private answer, posts, DMs."""
        if who.id in self.shown:
            yield self.shown[who.id]
        yield from reversed(self.world.messages())
        yield from reversed(list(who.user.dm_channel.history()))
