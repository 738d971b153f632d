"""People and servers: names, absences, preferences, notes, orders, server settings, results."""

from collections.abc import Callable
from dataclasses import dataclass

from bot.client.cluster.guilds import Guilds
from bot.client.people.absences import AbsenceCalendar
from bot.client.people.names import NameDirectory
from bot.client.people.notes import Notes
from bot.client.people.preferences import PlayerPreferences
from bot.client.people.results import ResultIndex
from bot.client.people.server_settings import ServerSettings
from bot.client.people.standing_orders import OrderBook
from bot.client.people.summary_index import SummaryIndex
from bot.client.people.turn_facts import TurnFactsReader
from bot.durations import Sleep
from storage import (
    Absences,
    Database,
    GuildSettings,
    Log,
    Notifications,
    PlayerNotes,
    Preferences,
    Schedule,
    StandingOrders,
    TableSummaries,
)


@dataclass(frozen=True, slots=True)
class PeopleServices:
    """The services that know people and servers."""

    names: NameDirectory
    absences: AbsenceCalendar
    preferences: PlayerPreferences
    notes: Notes
    orders: OrderBook
    server_settings: ServerSettings
    summary_index: SummaryIndex
    results: ResultIndex
    turn_facts: TurnFactsReader


def build(
    database: Database, game_log: Log, guilds: Guilds, clock: Callable[[], float], sleep: Sleep
) -> PeopleServices:
    """Build the services; ``clock`` gives the present in Unix seconds."""
    index = SummaryIndex(game_log, TableSummaries(database), sleep)
    preferences, player_notes = Preferences(database), PlayerNotes(database)
    schedule = Schedule(database)
    absences = AbsenceCalendar(Absences(database), preferences, schedule, index.running, clock)
    orders = OrderBook(StandingOrders(database), player_notes, schedule, clock)
    turn_facts = TurnFactsReader(
        Notifications(database), preferences, absences, orders, game_log, clock
    )
    return PeopleServices(
        NameDirectory(guilds, absences=absences),
        absences,
        PlayerPreferences(preferences, clock),
        Notes(player_notes),
        orders,
        ServerSettings(GuildSettings(database)),
        index,
        ResultIndex(database, game_log),
        turn_facts,
    )
