"""Public posts: the outbox that posts saved moves, status cards, retired posts, replays, pages."""

from collections.abc import Callable
from dataclasses import dataclass

import discord

from bot.client.cluster import ClusterServices
from bot.client.discord_io.attachments import Attachments
from bot.client.discord_io.rendering import Rendering
from bot.client.opponents.services import OpponentServices
from bot.client.people import PeopleServices
from bot.client.posting.charts import ChartReplies
from bot.client.posting.cup_posts import CupPosts
from bot.client.posting.end_reviews import EndReviews
from bot.client.posting.late_opponents import LateOpponents
from bot.client.posting.outbox import Outbox
from bot.client.posting.pages import Pages
from bot.client.posting.post_sender import PostSender
from bot.client.posting.posted import Occasion
from bot.client.posting.replays import Replays
from bot.client.posting.retired_posts import RetiredPosts
from bot.client.posting.scoring_animations import ScoringAnimations
from bot.client.posting.status_cards import StatusCards
from bot.durations import Sleep
from bot.table.cups.store import CupStore
from bot.table.rate_limits import RateLimits
from bot.table.store import Tables
from storage import Cups, Database, Log, Schedule, StoredStatusCards


@dataclass(frozen=True, slots=True)
class PostingServices:
    """The senders and editors of public messages, and the pictures and pages made for them."""

    sender: PostSender
    outbox: Outbox
    status_cards: StatusCards
    retired_posts: RetiredPosts
    replays: Replays
    pages: Pages
    charts: ChartReplies
    cups: CupPosts
    rendering: Rendering
    end_reviews: EndReviews
    animations: ScoringAnimations

    async def close(self, seconds: float) -> None:
        """Wait at most so many seconds for each kind of running request."""
        await self.outbox.close(seconds)
        await self.retired_posts.close(seconds)
        await self.status_cards.close(seconds)
        await self.end_reviews.close()
        await self.animations.close()


def build(
    client: discord.Client,
    database: Database,
    game_log: Log,
    tables: Tables,
    cup_store: CupStore,
    cluster: ClusterServices,
    people: PeopleServices,
    opponents: OpponentServices,
    limits: RateLimits,
    clock: Callable[[], float],
    sleep: Sleep,
    *,
    reviews: bool,
) -> PostingServices:
    """Build the services; ``clock`` gives the present in Unix seconds.

    With ``reviews`` each finished game is reviewed.
    """
    names, rendering = people.names, Rendering()
    attachments = Attachments(rendering)
    sender = PostSender(
        *(client, game_log, names, attachments, people.turn_facts),
        *(people.preferences.is_quiet_time, limits),
    )
    cards = StatusCards(
        client, game_log, StoredStatusCards(database), tables, names, database.shards, sleep
    )
    retired_posts = RetiredPosts(client, game_log, tables, names, cards)
    outbox = Outbox(
        *(game_log, tables, sender, opponents.player),
        *(database.shards, cluster.peers, cluster.departures, sleep),
    )
    end_reviews = EndReviews(
        *(client, game_log, tables, Schedule(database), names, attachments, opponents.hints, clock),
        unasked=reviews,
    )
    animations = ScoringAnimations(client, names, attachments, people.server_settings)
    outbox.after_post(retired_posts.after_post, Occasion.ANY)
    outbox.after_post(cards.after_post, Occasion.ANY)
    outbox.after_post(end_reviews.after_post, Occasion.END)
    outbox.after_post(animations.after_post, Occasion.POINTS)
    opponents.player.when_late(LateOpponents(outbox, names).shown)
    cluster.peers.on_unposted(outbox.post_missing, outbox.is_missed)
    replays = Replays(client, names, rendering, cluster.limits, clock)
    pages = Pages(names, cluster.limits, clock)
    charts = ChartReplies(limits)
    cups = CupPosts(
        client, Cups(database), cup_store, game_log, names, outbox.retry_refused_channel
    )
    return PostingServices(
        *(sender, outbox, cards, retired_posts, replays, pages, charts, cups, rendering),
        *(end_reviews, animations),
    )
