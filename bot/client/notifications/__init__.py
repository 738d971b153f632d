"""Reminders, nudges and direct messages: each reserved in the database before it is sent."""

from collections.abc import Callable
from dataclasses import dataclass

import discord

from bot.client.cluster import ClusterServices
from bot.client.interactions.remote import ChannelAccess
from bot.client.notifications.absence_notices import AbsenceNotices
from bot.client.notifications.challenges import Challenges
from bot.client.notifications.direct_messages import DirectMessages
from bot.client.notifications.first_notices import FirstNotices
from bot.client.notifications.followers import Followers
from bot.client.notifications.notifier import Notifier
from bot.client.notifications.nudges import Nudges
from bot.client.notifications.reminders import Reminders
from bot.client.people import PeopleServices
from bot.client.posting.outbox import Outbox
from bot.client.posting.posted import Occasion
from bot.table.store import Tables
from storage import Database, Notifications, PlayerNotes, Preferences, ReminderPosts, Schedule


@dataclass(frozen=True, slots=True)
class NotificationServices:
    """The senders of unasked messages."""

    reminders: Reminders
    nudges: Nudges
    absence_notices: AbsenceNotices
    followers: Followers
    direct_messages: DirectMessages
    challenges: Challenges
    first_notices: FirstNotices


def build(
    client: discord.Client,
    database: Database,
    tables: Tables,
    cluster: ClusterServices,
    people: PeopleServices,
    outbox: Outbox,
    remote: ChannelAccess,
    clock: Callable[[], float],
) -> NotificationServices:
    """Build the senders; ``clock`` gives the present in Unix seconds."""
    names, absences = people.names, people.absences
    notifications = Notifications(database)
    direct_messages = DirectMessages(client, notifications, Preferences(database), clock)
    notifier = Notifier(notifications, names, outbox)
    absence_notices = AbsenceNotices(absences, tables, notifier, direct_messages)
    first_notices = FirstNotices(
        *(tables, people.summary_index, cluster.guilds, names, people.turn_facts, notifications),
        *(direct_messages, people.preferences, Schedule(database), clock),
    )
    reminders = Reminders(
        notifier,
        direct_messages,
        people.preferences,
        Schedule(database),
        ReminderPosts(database),
        absences,
        absence_notices,
        people.turn_facts,
        first_notices,
        clock,
    )
    nudges = Nudges(
        *(notifier, names, people.preferences, people.turn_facts, reminders, tables),
        *(Schedule(database), database.shards, cluster.peers, clock),
    )
    followers = Followers(cluster.guilds, PlayerNotes(database), names, direct_messages, remote)
    outbox.after_post(followers.after_post, Occasion.POINTS, Occasion.END)
    challenges = Challenges(notifier)
    return NotificationServices(
        *(reminders, nudges, absence_notices, followers, direct_messages, challenges),
        first_notices,
    )
