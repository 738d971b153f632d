"""Lobbies: seats and hosts, settings and sets, and the next table of a channel."""

import asyncio

import pytest

from bot.table.checks import (
    check_join,
    check_new_game,
    check_set_choice,
    check_start,
    check_takes_sets,
    with_sets,
)
from bot.table.entries import Choose, Confirm
from bot.table.fold import BrokenLog, fold
from bot.table.refusals import Refusal
from bot.table.settings import JOINED, Settings
from bot.table.table import Phase, Table
from tests.bot.table.test_seat_service import DAN, Room, refusal, room
from tests.support.for_each import for_each
from tests.support.written_logs import ANA, BEGUN, BO, CLEO, JOIN, log

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


def lobby(*lines: tuple[int, str]) -> Table:
    return fold(log((ANA, "new base 3"), *lines))


def test_settings_of_a_lobby_change_until_the_game_begins() -> None:
    table = lobby(
        *((ANA, "set pace: day"), (ANA, "set fields: third"), (ANA, "set seats: 2")),
        *((ANA, "set aids: no"), (ANA, "set order: joined")),
    )
    assert (table.settings.pace, table.settings.aids) == ("day", "no")
    assert (table.options, table.seat_count) == ({"fields": "third"}, 2)
    assert table.changed == () and not table.unconfirmed, "nobody else had joined"
    hunters = lobby((ANA, "set fields: third"), (ANA, "set game: hunters"))
    assert (hunters.name, hunters.options) == ("hunters", {})
    with pytest.raises(BrokenLog, match="has no option"):
        lobby((ANA, "set ferries: C3"))
    with pytest.raises(BrokenLog, match="`pace` is one of"):
        lobby((ANA, "set pace: fast"))


def test_change_of_aids_pace_or_scoring_asks_whoever_has_joined_again() -> None:
    joined = lobby((BO, "join"), (CLEO, "join"), (ANA, "set order: joined"), (ANA, "set seats: 4"))
    assert joined.changed == ("order", "seats") and not joined.unconfirmed
    for change in ("set aids: no", "set pace: day", "set fields: third", "set game: hunters"):
        asked = fold(log((ANA, "new base 3"), (BO, "join"), (CLEO, "join"), (ANA, change)))
        assert asked.unconfirmed == {BO, CLEO}, change
        with pytest.raises(Refusal) as refused:
            check_start(asked, ANA)
        assert refused.value.reason == "unconfirmed"
        assert check_join(asked, BO) == Confirm(1)
    rest = lobby(
        *((BO, "join"), (CLEO, "join"), (ANA, "set pace: day")),
        *((BO, "confirm 1"), (CLEO, "leave 2")),
    )
    assert not rest.unconfirmed and rest.players == (ANA, BO)
    check_start(rest, ANA)


LOBBY = fold(log((ANA, "new base+river 4"), JOIN))
SIX = fold(log((ANA, "new base+inns 6"), *((None, f"join {seat}") for seat in range(1, 6))))


def test_set_is_added_to_a_game_once_and_in_the_order_of_the_sets() -> None:
    assert with_sets("base", []) == "base" and with_sets("base", ["river"]) == "base+river"
    assert with_sets("base+river", ["river", "inns"]) == "base+inns+river"


def test_game_that_takes_no_sets_is_refused_with_those_that_do() -> None:
    check_takes_sets("base+river")
    with pytest.raises(Refusal) as refused:
        check_takes_sets("hunters")
    assert refused.value.reason == "plays-alone"
    assert refused.value.facts == {"game": "hunters", "games": ["base"]}


@for_each(
    "name, seats, options, reason, facts",
    [
        (
            *("base", 2, {"ferries": "C3"}, "not-without"),
            {"switch": "ferries", "sets": ["ferries"], "typed": "ferries"},
        ),
        (*("hunters", 2, {"ferries": "C3"}, "plays-alone"), {"game": "hunters", "games": ["base"]}),
        ("base", 6, {}, "seats-with", {"sets": ["inns"], "typed": "inns", "low": 2, "high": 5}),
        ("base", 7, {}, "seats", {"low": 2, "high": 5}),
        ("base+inns", 7, {}, "seats", {"low": 2, "high": 6}),
        ("base", 1, {}, "seats", {"low": 2, "high": 5}),
    ],
)
def test_table_for_an_impossible_game_is_refused_with_what_is_possible(
    name: str, seats: int, options: dict[str, str], reason: str, facts: dict[str, object]
) -> None:
    with pytest.raises(Refusal) as refused:
        check_new_game(name, seats, options)
    assert (refused.value.reason, refused.value.facts) == (reason, facts)


def test_possible_game_may_be_opened() -> None:
    check_new_game("base", 5, {})
    check_new_game("base+inns", 6, {})
    check_new_game("base+ferries", 2, {"ferries": "C3"})


def test_host_adds_and_removes_sets_in_the_lobby() -> None:
    assert check_set_choice(LOBBY, ANA, "inns", on=True) == Choose("base+inns+river")
    assert check_set_choice(LOBBY, ANA, "river", on=False) == Choose("base")
    assert check_set_choice(SIX, ANA, "traders", on=True) == Choose("base+inns+traders")


@for_each(
    "user, part, on, reason, facts",
    [
        (BO, "inns", True, "host-chooses", {"host": ANA}),
        (ANA, "river", True, "late", {}),
        (ANA, "inns", False, "late", {}),
        (ANA, "ark", True, "late", {}),
    ],
)
def test_change_of_a_set_is_refused_with_its_reason(
    user: int, part: str, on: bool, reason: str, facts: dict[str, object]
) -> None:
    with pytest.raises(Refusal) as refused:
        check_set_choice(LOBBY, user, part, on=on)
    assert (refused.value.reason, refused.value.facts) == (reason, facts)


def test_set_stays_while_more_players_sit_than_the_game_takes_without_it() -> None:
    with pytest.raises(Refusal) as refused:
        check_set_choice(SIX, ANA, "inns", on=False)
    assert refused.value.reason == "too-many"
    assert refused.value.facts == {"sets": ["inns"], "high": 5, "seated": 6}
    five = fold(log((ANA, "new base+inns 6"), *((None, f"join {n}") for n in range(1, 5))))
    assert check_set_choice(five, ANA, "inns", on=False) == Choose("base")


def test_sets_of_a_running_game_stay() -> None:
    with pytest.raises(Refusal, match="started-already"):
        check_set_choice(fold(log(*BEGUN)), ANA, "inns", on=True)
