"""Invitations to a seat."""

from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest

from storage import Database, Invitation, Invitations, Log, NewEntry, open_database
from storage.database import Execute
from storage.invitations import DELETE_GAME, ERASE_USER, EXPORT

ANA, BO, CLEO, EVE = (0x0123456789ABCDE0 + n for n in range(4))
Start = Callable[..., Awaitable[int]]


@pytest.fixture
def invitations(database: Database) -> Invitations:
    return Invitations(database)


async def invited(invitations: Invitations, game: int, *, granted: bool = False) -> Invitation:
    """Cleo asks Eve to take Bo's seat."""
    return await invitations.invite(game, 1, holder=BO, invited=EVE, inviter=CLEO, granted=granted)


async def test_an_invitation_is_found_with_the_consent_of_the_asker(
    invitations: Invitations, start: Start
) -> None:
    game = await start()
    made = await invited(invitations, game)
    assert made == Invitation(made.id, game, 1, BO, EVE, CLEO, False, frozenset({CLEO}))
    assert await invitations.get(made.id) == made


async def test_an_unknown_number_is_no_invitation(invitations: Invitations) -> None:
    for number in (0, 7, 2**63 - 1, 2**63, 10**30):
        assert await invitations.get(number) is None
    assert await invitations.add_consent(7, BO) is None
    assert not await invitations.delete(7)


async def test_a_user_consents_once_and_a_grant_stays(
    invitations: Invitations, start: Start
) -> None:
    made = await invited(invitations, await start())
    agreed = frozenset({CLEO, ANA})
    for _ in range(2):
        assert await invitations.add_consent(made.id, ANA) == replace(made, consents=agreed)
    granted = replace(made, granted=True, consents=agreed | {BO})
    assert await invitations.add_consent(made.id, BO, granted=True) == granted
    assert await invitations.add_consent(made.id, ANA) == granted


async def test_a_new_invitation_replaces_the_earlier_one(
    invitations: Invitations, start: Start
) -> None:
    game = await start()
    first = await invited(invitations, game)
    await invitations.add_consent(first.id, ANA)
    second = await invited(invitations, game, granted=True)
    assert second.id > first.id and second.granted and second.consents == {CLEO}
    assert await invitations.get(first.id) is None


async def test_the_number_of_an_invitation_is_never_reused(
    invitations: Invitations, start: Start
) -> None:
    game = await start()
    first = await invited(invitations, game)
    assert await invitations.delete(first.id)
    assert (await invited(invitations, game)).id > first.id


async def test_settling_a_seat_deletes_only_its_invitations(
    invitations: Invitations, start: Start
) -> None:
    game, other = await start(5), await start(6)
    made = await invited(invitations, game)
    ana = await invitations.invite(game, 0, holder=ANA, invited=EVE, inviter=ANA, granted=True)
    elsewhere = await invited(invitations, other)
    await invitations.delete_for_seat(game, 1)
    assert await invitations.get(made.id) is None
    assert await invitations.get(ana.id) == ana
    assert await invitations.get(elsewhere.id) == elsewhere


@pytest.mark.parametrize("user", [ANA, BO, CLEO, EVE])
async def test_erasing_a_user_deletes_the_invitations_that_name_the_user(
    address: str, user: int
) -> None:
    async with await open_database(address) as database:
        invitations = Invitations(database)
        row = await Log(database).begin(guild=900, channel=5, entries=[NewEntry(1, "bag")])
        made = await invited(invitations, row.id)
        await invitations.add_consent(made.id, ANA)
        kept = {name: await database.read(sql, (user,)) for name, sql in EXPORT.items()}
        assert any(kept.values())

        async def forget(execute: Execute) -> None:
            for sql in ERASE_USER:
                await execute(sql, (user,))

        await database.write(forget, "erasure")
        kept = {name: await database.read(sql, (user,)) for name, sql in EXPORT.items()}
        assert not any(kept.values())
        # Who only consented leaves the invitation as it is.
        left = await invitations.get(made.id)
        assert left == (replace(made, consents=frozenset({CLEO})) if user == ANA else None)


async def test_invitations_are_deleted_with_their_game(
    database: Database, invitations: Invitations, start: Start
) -> None:
    game, other = await start(5), await start(6)
    made, elsewhere = await invited(invitations, game), await invited(invitations, other)

    async def delete(execute: Execute) -> None:
        for sql in DELETE_GAME:
            await execute(sql, (game,))

    await database.write(delete, "deleting")
    assert await invitations.get(made.id) is None
    assert await invitations.get(elsewhere.id) == elsewhere
    assert len(await database.read("SELECT * FROM invitation_consents")) == 1
