"""Collect the week of a server, and post it as a digest on Sundays at the server's hour."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

import discord

from bot.cluster.guilds import Guilds
from bot.core.durations import DAY, Clock
from bot.digests.words import OpenTable, Week, digest_message
from bot.home.service import has_free_seat
from bot.interactions.remote import is_open_to
from bot.puzzles.service import PuzzleAnswers
from bot.runtime.names import NameDirectory
from bot.runtime.server_posts import SUNDAY, Section, ServerDue, ServerHours, ServerPostSender
from bot.settings.service import ServerSettings
from bot.statistics.results import GameResult
from bot.statistics.service import ResultIndex
from bot.table.settings import DIGEST, LANGUAGE, PUZZLE, ServerChoices
from bot.table.store import SummaryIndex, Tables
from bot.text.i18n import use_language
from storage import Due, Puzzles

WEEK_SECONDS: Final = 7 * DAY
MAX_TABLES: Final = 200
"""The newest tables of a server that are looked through for open seats."""


@dataclass(eq=False, repr=False)
class Digests:
    settings: ServerSettings
    results: ResultIndex
    index: SummaryIndex
    names: NameDirectory
    puzzles: Puzzles
    answers: PuzzleAnswers
    tables: Tables
    sender: ServerPostSender
    guilds: Guilds
    clock: Clock

    async def handle(self, due: Due) -> float | None:
        guild, now = ServerDue.read(due).guild, self.clock()
        choices = await self.settings.of(guild)
        if not choices.wants(DIGEST):
            return None
        hours = ServerHours.read(choices)
        day, server = hours.due_day(now, SUNDAY), await self.guilds.server(guild)
        if day is not None and server is not None and choices.post_channel is not None:
            await self._post(server, choices.post_channel, day, hours.at(day), choices)
        return hours.following(now, SUNDAY)

    async def _post(
        self, server: discord.Guild, channel: int, day: date, until: float, choices: ServerChoices
    ) -> None:
        async def compose() -> Sequence[Section]:
            week = await self._week(server, channel, day, until, choices)
            if not week.is_eventful:
                return []
            users = [seat.user for result in week.results for seat in result.seats]
            names = await self.names.seated((), server.id, users, absences=False)
            with use_language(choices.of(LANGUAGE) or self.guilds.language(server.id)):
                return [(digest_message(week, names), [])]

        await self.sender.once(f"digest {server.id} {day}", DIGEST, server.id, channel, compose)

    async def _week(
        self, server: discord.Guild, channel: int, day: date, until: float, choices: ServerChoices
    ) -> Week:
        """The week before a Unix time, as far as the channel's readers may know."""
        known = await self.results.of_server(server.id, until - WEEK_SECONDS)
        results = [
            result
            for result in known.results
            if result.ended_at < until and await self._can_tell(server, channel, result)
        ]
        has_tries = await self.puzzles.tried_since(server.id, until - WEEK_SECONDS)
        streak = 0
        if choices.wants(PUZZLE):
            current = await self.answers.open(server.id)
            open_day = current.day if current is not None else None
            streak = await self.answers.server_streak(server.id, open_day)
        return Week(
            day, results, streak, has_tries and streak > 0, await self._open(server, channel)
        )

    async def _can_tell(self, server: discord.Guild, channel: int, result: GameResult) -> bool:
        row = await self.tables.row(result.game)
        return row is not None and is_open_to(server, row.channel, channel)

    async def _open(self, server: discord.Guild, channel: int) -> list[OpenTable]:
        rows = await self.index.unfinished_in(server.id, MAX_TABLES)
        return [
            OpenTable(
                row.channel,
                row.summary.name,
                sum(user is not None for user in row.summary.seats),
                max(row.summary.seat_count, len(row.summary.seats)),
            )
            for row in rows
            if has_free_seat(row) and is_open_to(server, row.channel, channel)
        ]
