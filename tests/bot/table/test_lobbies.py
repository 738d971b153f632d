"""From the lobby to the start, and to the next game of the same players."""

import asyncio

import pytest

from bot.table.refusals import Refusal
from bot.table.settings import JOINED, Settings
from bot.table.table import Phase
from tests.bot.table.test_seat_service import ANA, BO, CLEO, DAN, Room, refusal, room

__all__ = ["room"]

SETTINGS = Settings(seat_order=JOINED)


async def test_X03_B04_H05_A03_seats_and_bags_are_shuffled_unless_ordered_as_joined(
    room: Room,
) -> None:
    deals = []
    for settings in [Settings()] * 6 + [SETTINGS] * 3:
        await room.service.open(room.asked(ANA), "hunters", 3, settings=settings)
        for user in (BO, CLEO):
            await room.service.join(room.asked(user))
        table = (await room.service.start(room.asked(ANA))).after
        assert table.header is not None
        deals.append((table.players, table.header.bags["bag"], table.header.bags["bonus"]))
        await room.service.end(room.asked(ANA), manager=False)
    players, bags, bonus = zip(*deals, strict=True)
    assert len(set(bags)) == len(set(bonus)) == 9 and len({tuple(sorted(bag)) for bag in bags}) == 1
    assert len(set(players[:6])) > 1 and set(players[6:]) == {(ANA, BO, CLEO)}


async def test_colours_stay_with_their_players_through_a_shuffle(room: Room) -> None:
    orders = set()
    for _ in range(6):
        await room.service.open(room.asked(ANA), "base", 3, colour=3)
        for user in (BO, CLEO):
            await room.service.join(room.asked(user))
        table = (await room.service.start(room.asked(ANA))).after
        orders.add(table.players)
        worn = dict(zip(table.players, table.colours, strict=True))
        assert worn == {ANA: 3, BO: 0, CLEO: 1}
        await room.service.end(room.asked(ANA), manager=False)
    assert len(orders) > 1


async def test_next_player_hosts_when_the_host_leaves_and_may_come_back_last(room: Room) -> None:
    await room.service.open(room.asked(ANA), "base", 3)
    await room.service.join(room.asked(BO))
    assert (await room.service.leave(room.asked(ANA))).after.host == BO
    table = (await room.service.join(room.asked(ANA))).after
    assert table.players == (BO, ANA) and table.host == BO


async def test_resigned_host_may_still_end_the_game(room: Room) -> None:
    await room.deal(ANA, BO, CLEO)
    await room.service.resign(room.asked(ANA))
    ended = await room.service.end(room.asked(ANA), manager=False)
    assert ended.after.phase is Phase.STOPPED


async def test_next_game_keeps_the_game_its_options_and_its_settings(room: Room) -> None:
    settings = Settings(language="fr", aids="no")
    await room.service.open(room.asked(ANA), "base+ferries", 2, {"ferries": "C3"}, settings, 4)
    await room.service.join(room.asked(BO))
    await room.service.start(room.asked(ANA))
    await room.service.end(room.asked(ANA), manager=False, scored=True)
    again = (await room.service.open_again(room.asked(BO), await room.table())).after
    assert (again.name, again.options) == ("base+ferries", {"ferries": "C3"})
    assert (again.settings.language, again.settings.aids) == ("fr", "no")
    assert dict(zip(again.players, again.colours, strict=True)) == {ANA: 4, BO: 0}


async def test_next_game_is_opened_once(room: Room) -> None:
    await room.deal(ANA, BO)
    await room.service.end(room.asked(ANA), manager=False)
    over = await room.table()
    both = [room.service.open_again(room.asked(user), over) for user in (ANA, BO)]
    _opened, refused = await asyncio.gather(*both, return_exceptions=True)
    assert isinstance(refused, Refusal) and refused.reason == "busy"
    assert (await room.table()).host == ANA
    # It begins without a player who leaves it, if its host wants to.
    await room.service.leave(room.asked(BO))
    await room.service.join(room.asked(DAN))
    assert (await room.service.start(room.asked(ANA))).after.players == (ANA, DAN)


async def test_channel_shows_its_last_game_again_after_a_cancelled_lobby(room: Room) -> None:
    await room.deal(ANA, BO)
    await room.service.end(room.asked(ANA), manager=False)
    played = await room.game()
    await room.service.open(room.asked(ANA), "base", 2)
    assert await room.game() != played
    await room.service.end(room.asked(ANA), manager=False)
    assert await room.game() == played


@pytest.mark.parametrize("scored", [True, False])
async def test_seat_of_an_erased_user_is_free_in_the_next_game(room: Room, scored: bool) -> None:
    await room.deal(ANA, BO, CLEO)
    await room.service.end(room.asked(ANA), manager=False, scored=scored)
    await room.tables.game_log.erase(BO)
    room.tables.forget()
    over = await room.table()
    assert over.players == (ANA, None, CLEO)
    again = (await room.service.open_again(room.asked(ANA), over)).after
    assert again.players == (CLEO, ANA) and again.seat_count == 3 and again.host == ANA
    assert await refusal(room.service.open_again(room.asked(BO), over)) == "not-among"
