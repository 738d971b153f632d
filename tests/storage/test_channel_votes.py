"""The votes for the moves of a channel's seat."""

import asyncio

import pytest

from storage import ChannelVote, ChannelVotes, Conflict, Database, Erasure, Log, NewEntry

ANA, BO, CLEO = 11, 12, 13


@pytest.fixture
def votes(database: Database) -> ChannelVotes:
    return ChannelVotes(database)


@pytest.fixture
async def game(log: Log) -> int:
    row = await log.begin(guild=1, channel=5, entries=[NewEntry(ANA, "new")])
    return row.id


async def test_each_person_has_one_vote_a_turn(
    votes: ChannelVotes, game: int, now: list[float]
) -> None:
    assert await votes.cast(game, 0, ANA, "place 1 0", last=0)
    now[0] = 1_001.0
    assert await votes.cast(game, 0, BO, "place 0 1", last=0)
    now[0] = 1_002.0
    assert await votes.cast(game, 0, ANA, "place 0 1", last=0)
    now[0] = 1_003.0
    assert await votes.cast(game, 0, ANA, "place 0 1", last=0)
    assert await votes.cast(game, 7, ANA, "place 2 0", last=0)
    assert await votes.of(game, 0) == (
        ChannelVote(BO, "place 0 1", 1_001.0, 1_001.0),
        ChannelVote(ANA, "place 0 1", 1_002.0, 1_000.0),
    )
    assert {entry: len(of) for entry, of in (await votes.of_game(game)).items()} == {0: 2, 7: 1}


async def test_no_vote_is_cast_once_the_game_went_on(
    votes: ChannelVotes, game: int, log: Log
) -> None:
    await log.append(game, after=0, entries=[NewEntry(ANA, "place 1 0")])
    assert not await votes.cast(game, 0, BO, "place 0 1", last=0)
    assert await votes.of(game, 0) == ()


async def test_entry_is_refused_if_a_vote_came_after_the_count(
    votes: ChannelVotes, game: int, log: Log
) -> None:
    await votes.cast(game, 0, ANA, "place 1 0", last=0)
    seen = await votes.of(game, 0)
    await votes.cast(game, 0, BO, "place 0 1", last=0)
    entries = [NewEntry(ANA, "place 1 0")]
    with pytest.raises(Conflict):
        await log.append(
            game, after=0, entries=entries, only_if=votes.require_unchanged(game, 0, seen)
        )
    assert len(await log.read(game)) == 1
    seen = await votes.of(game, 0)
    await log.append(game, after=0, entries=entries, only_if=votes.require_unchanged(game, 0, seen))
    assert len(await log.read(game)) == 2


async def test_vote_beside_the_end_counts_or_is_refused(
    votes: ChannelVotes, game: int, log: Log
) -> None:
    last = 0
    for user in range(100, 112):
        seen = await votes.of(game, 0)
        ended, cast = await asyncio.gather(
            log.append(
                game,
                after=last,
                entries=[NewEntry(ANA, "place 1 0")],
                only_if=votes.require_unchanged(game, 0, seen),
            ),
            votes.cast(game, 0, user, "place 0 1", last=last),
            return_exceptions=True,
        )
        # Either the vote was saved and nothing ended, or the vote came too late.
        assert isinstance(ended, Conflict) is cast, (ended, cast)
        last = (await log.row(game)).last


async def test_votes_are_erased_and_exported_with_their_person(
    votes: ChannelVotes, game: int, database: Database
) -> None:
    await votes.cast(game, 0, BO, "place 1 0", last=0)
    await votes.cast(game, 0, CLEO, "place 1 0", last=0)
    [row] = (await Erasure(database).export(BO)).rows["channel_votes"]
    assert (row["game"], row["moves"]) == (game, "place 1 0")
    await Erasure(database).erase(BO)
    assert [vote.user for vote in await votes.of(game, 0)] == [CLEO]


async def test_votes_of_a_person_are_read_with_the_others_once_the_game_has_ended(
    votes: ChannelVotes, game: int, log: Log
) -> None:
    for entry, user in ((0, ANA), (0, BO), (7, BO)):
        await votes.cast(game, entry, user, "place 1 0", last=0)
    assert await votes.ended_with(ANA) == ()
    await log.append(game, after=0, entries=[NewEntry(ANA, "end")], finish=True)
    [(turn, best)] = await votes.ended_with(ANA)
    assert [vote.user for vote in turn] == [ANA, BO] and best == ()
    assert len(await votes.ended_with(BO, 1)) == 2 and await votes.ended_with(BO, 2) == ()
    await votes.save_best_turns(game, {7: ["place 2 0", "place 1 0"]})
    assert [best for _turn, best in await votes.ended_with(BO)] == [(), ("place 1 0", "place 2 0")]
