"""The absences of users."""

import pytest

from storage import Absence, Absences, Database
from storage.absences import KEEP_SECONDS
from storage.database import Execute
from tests.support.raw_connection import Raw, Refused

ANA, BO = 0x0123456789ABCDEF, 0x0FEDCBA987654321


@pytest.fixture
def absences(database: Database) -> Absences:
    return Absences(database)


async def test_a_user_who_was_never_away_has_no_absences(absences: Absences) -> None:
    assert await absences.of([]) == {}
    assert await absences.of([ANA, BO]) == {}
    assert not await absences.end(ANA, 5.0)


async def test_each_user_has_their_absences_oldest_first(absences: Absences) -> None:
    await absences.begin(ANA, 20.0, 10.0)
    await absences.begin(ANA, 40.0, 30.0)
    await absences.begin(BO, 25.0, 15.0)
    by_user = await absences.of([ANA, BO, 5])
    assert by_user == {ANA: (Absence(10.0, 20.0), Absence(30.0, 40.0)), BO: (Absence(15.0, 25.0),)}


async def test_a_lasting_absence_gets_a_new_end(absences: Absences) -> None:
    await absences.begin(ANA, 20.0, 10.0)
    await absences.begin(ANA, 50.0, 15.0)
    assert await absences.of([ANA]) == {ANA: (Absence(10.0, 50.0),)}
    await absences.begin(ANA, 30.0, 16.0)
    assert await absences.of([ANA]) == {ANA: (Absence(10.0, 30.0),)}


async def test_ending_an_absence_twice_changes_nothing(absences: Absences) -> None:
    await absences.begin(ANA, 20.0, 10.0)
    assert await absences.end(ANA, 12.0)
    assert not await absences.end(ANA, 13.0)
    await absences.begin(ANA, 20.0, 14.0)
    assert not await absences.end(ANA, 20.0), "it has ended by itself"
    assert await absences.of([ANA]) == {ANA: (Absence(10.0, 12.0), Absence(14.0, 20.0))}


async def test_a_clock_set_back_makes_no_overlapping_absences(absences: Absences) -> None:
    await absences.begin(ANA, 200.0, 100.0)
    await absences.begin(ANA, 70.0, 50.0)
    assert await absences.of([ANA]) == {ANA: (Absence(50.0, 70.0),)}
    await absences.begin(BO, 200.0, 100.0)
    assert await absences.end(BO, 40.0)
    assert await absences.of([BO]) == {BO: (Absence(100.0, 100.0),)}
    await absences.begin(BO, 200.0, 100.0)
    assert await absences.of([BO]) == {BO: (Absence(100.0, 200.0),)}


async def test_absences_that_no_longer_count_are_deleted(absences: Absences) -> None:
    await absences.begin(ANA, 20.0, 10.0)
    await absences.begin(BO, 20.0, 10.0)
    await absences.begin(ANA, KEEP_SECONDS + 60.0, KEEP_SECONDS + 50.0)
    assert await absences.of([ANA, BO]) == {
        ANA: (Absence(KEEP_SECONDS + 50.0, KEEP_SECONDS + 60.0),),
        BO: (Absence(10.0, 20.0),),
    }


@pytest.mark.parametrize(
    ("statement", "law"),
    [
        ("INSERT INTO absences VALUES (1, 15, 30)", "do not overlap"),
        ("INSERT INTO absences VALUES (1, 30, 29)", "CHECK constraint"),
        ("UPDATE absences SET began = 5", "only the end"),
        ("UPDATE absences SET user = 5", "only the end"),
        ("UPDATE absences SET until = 5", "CHECK constraint"),
    ],
)
async def test_the_schema_refuses_overlapping_absences(
    absences: Absences, raw: Raw, statement: str, law: str
) -> None:
    await absences.begin(1, 20.0, 10.0)
    with pytest.raises(Refused, match=law):
        await raw.execute(statement)


@pytest.mark.parametrize("change", ["begin", "end"])
async def test_an_absence_and_its_jobs_are_saved_together_or_not_at_all(
    absences: Absences, change: str
) -> None:
    await absences.begin(BO, 20.0, 10.0)

    async def fail(execute: Execute) -> None:
        raise RuntimeError("the jobs cannot be written")

    with pytest.raises(RuntimeError):
        if change == "begin":
            await absences.begin(ANA, 20.0, 10.0, fail)
        else:
            await absences.end(BO, 15.0, fail)
    assert await absences.of([ANA, BO]) == {BO: (Absence(10.0, 20.0),)}
    assert not await absences.end(ANA, 15.0, fail), "nobody was away, so nothing is written"
