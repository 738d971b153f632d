"""A database with rows in every table."""

from storage import (
    ALL_SHARDS,
    CUP,
    Absences,
    Bucket,
    ChannelVotes,
    Departures,
    Due,
    Invitations,
    KeyValues,
    Log,
    NewEntry,
    Notifications,
    Position,
    PostRow,
    Puzzles,
    ResultRow,
    Results,
    ResultSeat,
    Schedule,
    SharedRateLimits,
    Solve,
    StoredStatusCards,
    TableSummary,
    open_database,
)
from storage.key_values import (
    GUILD_SETTINGS,
    MESSAGE,
    PLAYER_NOTES,
    PREFERENCES,
    REMINDER_POSTS,
    STANDING_ORDERS,
)
from storage.rate_limits import IdentifySlots

ANA, BO, CLEO, EVE = (0x0123456789ABCDE0 + n for n in range(4))
GUILD = 5_000_000_000_000_000
SUMMARY = TableSummary(
    *("meadows", "running", "fr", "day", 3, (ANA, BO, None), frozenset({1}), 0, 1000.5),
    number=2,
    version=1,
    paused=True,
)


async def fill(address: str, games: int = 6) -> None:
    """Write games in three channels, one of them deleted, and rows in every other table."""
    now = [1_000.25]
    async with await open_database(address, clock=lambda: now[0], shards=ALL_SHARDS) as database:
        log = Log(database)
        for number in range(games):
            now[0] += 17.125
            entries = [NewEntry(user, f"bäg 🐟 {number}\n\tof 'it'") for user in (ANA, BO, EVE)]
            row = await log.begin(
                guild=GUILD, channel=number % 3, entries=entries, request=number, summary=SUMMARY
            )
            await log.mark_posted(row.id, 1, [PostRow(10 * row.id, row.id, -1, 0)])
            await log.mark_posted(row.id, 2, [PostRow(10 * row.id + 1, row.id, 0, 2)])
            await log.retire([10 * row.id])
            if number < games - 2:
                await log.append(row.id, after=2, entries=[NewEntry(BO, "end")], finish=True)
        last = row.id
        await log.append(
            games - 2, after=3, entries=[NewEntry(ANA, "note")], reopen=True, finish=True
        )
        departures = Departures(database)
        gone = await log.begin(guild=7, channel=77, entries=[NewEntry(CLEO, "bag")])
        await departures.mark_gone("channel", 77)
        assert await departures.delete("channel", 77, "it was deleted") == (gone.id,)
        await departures.mark_gone("server", 8)
        await log.set_setting("commands", "a1")
        await KeyValues(database, PREFERENCES).save("confirms", "yes", user=ANA)
        await KeyValues(database, GUILD_SETTINGS).save("language", "fr", guild=GUILD)
        await KeyValues(database, PLAYER_NOTES).save("note", "mind the city", user=ANA, game=last)
        await KeyValues(database, STANDING_ORDERS).save(
            "L17", '[["place 3 -1 rot90", null]]', user=ANA, game=last
        )
        cups, cup_cards = Log(database, CUP), StoredStatusCards(database, CUP)
        cup = await cups.begin(guild=GUILD, channel=1, entries=[NewEntry(ANA, "new bäse 2")])
        await cups.append(cup.id, after=0, entries=[NewEntry(EVE, "join")])
        await cup_cards.read_or_add(cup.id, 0)
        await cup_cards.mark_sent(cup.id, 77)
        await cup_cards.mark_pinned(cup.id)
        seats = (ResultSeat(ANA, '{"points":31}'), ResultSeat(None, '{"points":12}'))
        await Results(database, 1).put(ResultRow(1, 3, 999.75, '{"name":"base"}', seats))
        puzzles = Puzzles(database)
        await puzzles.add(GUILD, 1, [Position("1 4", 1, "", 4, "place 3 -1 rot90 pass")])
        await puzzles.begin_day(GUILD, "2026-11-23", [Position("s 9", None, "s", 9, "place 1 0")])
        await puzzles.mark_posted(GUILD, "2026-11-23", 5_001)
        await puzzles.begin_day(GUILD, "2026-11-24", [])
        await puzzles.solve(GUILD, "2026-11-23", Solve(BO, "place 3 -1 rot90 pass", 2.25))
        assert await ChannelVotes(database).cast(last, 2, BO, "place 3 -1 rot90", last=2)
        await Notifications(database).reserve_direct_message(BO, "nonce", 3)
        await IdentifySlots(database).reserve(0, 5.5)
        buckets = [Bucket("user", CLEO, 300.0, 1800.0), Bucket("channel", 1, 120.0, 1440.0)]
        assert await SharedRateLimits(database).take("table", buckets) is None
        cards = StoredStatusCards(database)
        await cards.read_or_add(last, 1)
        await cards.mark_pinned(last)
        absences = Absences(database)
        await absences.begin(ANA, 20.5, 10.5)
        await absences.begin(ANA, 40.0, 30.0)
        await absences.begin(ANA, 50.0, 15.0)  # by a clock that was set back
        schedule, notifications = Schedule(database), Notifications(database)
        await log.erase(EVE)
        await schedule.put(Due("cup 1", "cup", 3.5, guild=GUILD))
        await schedule.put(Due("away", "away", 1.5, user=ANA, text="x"))
        await schedule.put(Due("away", "away", 2.5, user=ANA, text="y"))
        await schedule.claim(2.5, 1)
        await notifications.reserve("said", "remind", game=last, user=BO, daily_limit=8)
        await notifications.confirm("said")
        await KeyValues(database, REMINDER_POSTS).save(MESSAGE, "77", game=last)
        await ChannelVotes(database).save_best_turns(last, {1: ["place 1 0"]})
        await notifications.reserve("not yet", "remind", game=last, user=BO, daily_limit=8)
        invitations = Invitations(database)
        for asker in (BO, CLEO, ANA):
            made = await invitations.invite(
                last, 1, holder=BO, invited=CLEO, inviter=asker, granted=False
            )
        await invitations.add_consent(made.id, BO)
        dropped = await invitations.invite(
            last, 0, holder=ANA, invited=CLEO, inviter=ANA, granted=True
        )
        await invitations.delete(dropped.id)
