"""Posts of servers at their hour: the puzzle of the day, and the week in one post."""

from collections.abc import Callable
from dataclasses import dataclass

import discord

from bot.client.cluster import ClusterServices
from bot.client.opponents.services import OpponentServices
from bot.client.people import PeopleServices
from bot.client.posting import PostingServices
from bot.client.server_posts.calendar import ServerCalendar
from bot.client.server_posts.digests import Digests
from bot.client.server_posts.positions import PuzzlePositions
from bot.client.server_posts.puzzle_answers import PuzzleAnswers
from bot.client.server_posts.puzzle_finder import PuzzleFinder
from bot.client.server_posts.puzzle_posts import PuzzlePosts
from bot.client.server_posts.server_post_sender import ServerPostSender
from bot.table.store import Tables
from storage import Database, Notifications, Puzzles, Schedule


@dataclass(frozen=True, slots=True)
class ServerPostServices:
    """The daily and weekly posts of servers, and the answers to puzzles."""

    calendar: ServerCalendar
    finder: PuzzleFinder
    puzzle_posts: PuzzlePosts
    digests: Digests
    positions: PuzzlePositions
    answers: PuzzleAnswers


def build(
    client: discord.Client,
    database: Database,
    tables: Tables,
    cluster: ClusterServices,
    people: PeopleServices,
    opponents: OpponentServices,
    posting: PostingServices,
    clock: Callable[[], float],
) -> ServerPostServices:
    """Build the services; ``clock`` gives Unix seconds."""
    settings, puzzles = people.server_settings, Puzzles(database)
    positions = PuzzlePositions(tables, posting.rendering)
    answers = PuzzleAnswers(puzzles, positions, opponents.pool)
    sender = ServerPostSender(client, Notifications(database), posting.outbox.retry_refused_channel)
    puzzle_posts = PuzzlePosts(
        *(settings, puzzles, positions, answers, sender),
        *(people.names, cluster.guilds, opponents.pool, clock),
    )
    return ServerPostServices(
        ServerCalendar(settings, Schedule(database), clock),
        PuzzleFinder(settings, puzzles, tables, cluster.guilds, opponents.pool, clock),
        puzzle_posts,
        Digests(people, puzzles, answers, tables, sender, cluster.guilds, clock),
        positions,
        answers,
    )
