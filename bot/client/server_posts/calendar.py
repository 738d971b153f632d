"""Make the posts of servers due, at the hour of each."""

from dataclasses import dataclass

from bot.client.dues import DIGEST, PUZZLE, PUZZLE_SEARCH, ServerDue
from bot.client.people.server_settings import ServerSettings
from bot.durations import Clock
from bot.table import settings
from bot.table.server_hours import SUNDAY, ServerHours
from bot.table.settings import SERVER_HOUR, SERVER_ZONE, YES, ServerChoices
from storage import Schedule

POST_OPTIONS = (settings.PUZZLE, settings.DIGEST)
"""The options that opt in to posts."""
CALENDAR_OPTIONS = (*POST_OPTIONS, SERVER_HOUR, SERVER_ZONE)
"""The options on which the dues of a server depend."""


@dataclass(eq=False, repr=False)
class ServerCalendar:
    """Schedule the posts of servers."""

    settings: ServerSettings
    schedule: Schedule
    clock: Clock

    async def reschedule(self, guild: int) -> None:
        """Make the posts of a server due by its options as they are now."""
        for due, at in self._dues(guild, await self.settings.of(guild)):
            await self.schedule.put(due.write(at))

    async def begin(self) -> None:
        """Put the posts of all servers into the schedule, in case that a due was lost."""
        for option in POST_OPTIONS:
            for guild in await self.settings.with_value(option, YES):
                for due, at in self._dues(guild, await self.settings.of(guild)):
                    await self.schedule.wake(due.write(at))

    def _dues(self, guild: int, choices: ServerChoices) -> list[tuple[ServerDue, float]]:
        """The dues of a server, each with its Unix time."""
        now, hours = self.clock(), ServerHours.read(choices)
        dues = []
        if choices.wants(settings.PUZZLE):
            dues.append((ServerDue(PUZZLE, guild), hours.following(now)))
            dues.append((ServerDue(PUZZLE_SEARCH, guild), now))
        if choices.wants(settings.DIGEST):
            dues.append((ServerDue(DIGEST, guild), hours.following(now, SUNDAY)))
        return dues
