"""Opponents in a log: they have seats, and are never asked or reminded."""

import random
from collections.abc import Callable
from dataclasses import replace

import pytest

from bot.core.durations import HOUR
from bot.reminders.policy import Action, Step, TurnFacts, next_step
from bot.table import checks, votes
from bot.table.checks import preview_undo
from bot.table.clock import runs_out_at, seconds_left
from bot.table.entries import Undo
from bot.table.fold import fold
from bot.table.refusals import Refusal
from bot.table.table import Table
from bot.text.i18n import use_language
from bot.text.names import (
    LEVELS,
    OPPONENT_NAMES,
    Names,
    free_names,
    is_opponent,
    opponent_level,
    opponent_name,
    opponent_number,
    opponent_title,
)
from rules.notation import write
from rules.opponents import LEVELS as RULES_LEVELS
from rules.random_play import deal
from tests.support.for_each import for_each
from tests.support.written_logs import ANA, BO, CLEO, log

ODILE = opponent_number("Odile", "master")
GASTON = opponent_number("Gaston", "novice")
DAY = 86_400.0
LOBBY_OF_TWO = fold(log((ANA, "new base 2"), (ANA, "opponent Odile master 1")))


def table(*lines: tuple[int | None, str], seats: int = 2, pace: str = "none") -> Table:
    """Ana and Odile, or others, at a table that has begun, after some lines."""
    header = deal("base", seats, random.Random(1))
    order = " ".join(map(str, range(seats)))
    opened = f"new base {seats}" + (f"\npace: {pace}" if pace != "none" else "")
    return fold(
        log(
            (ANA, opened),
            (ANA, "opponent Odile master 1"),
            *[(BO, "join 2"), (CLEO, "join 3")][: seats - 2],
            (ANA, f"start\norder: {order}\n{header.text()}"),
            *lines,
        )
    )


def moved(before: Table, user: int) -> list[tuple[int | None, str]]:
    """The first move that is offered, with no meeple."""
    return [(user, f"{write(before.running_game.legal_moves()[0])} pass")]


def test_opponent_ids_are_those_of_stored_logs() -> None:
    """They are in logs for ever: none may come to mean another."""
    assert (opponent_number("Odile", "novice"), opponent_number("Yvain", "master")) == (-1, -2012)
    assert OPPONENT_NAMES[:3] == ("Odile", "Gaston", "Hermine") and next(iter(LEVELS)) == "novice"
    for level in LEVELS:
        for name in OPPONENT_NAMES:
            user = opponent_number(name, level)
            assert is_opponent(user) and (opponent_name(user), opponent_level(user)) == (
                name,
                level,
            )


def test_every_level_a_table_may_choose_can_be_played() -> None:
    assert tuple(LEVELS) == RULES_LEVELS


def test_opponent_names_have_different_initials() -> None:
    assert len({name[0] for name in OPPONENT_NAMES}) == len(OPPONENT_NAMES) > 5


def test_an_opponent_is_named_with_its_level_in_the_language_of_the_reader() -> None:
    names = Names((ANA, ODILE), {ANA: "Ana"})
    for language, said in (("en", "Odile (master)"), ("fr", "Odile (maître)")):
        with use_language(language):
            assert names.picture_name(1) == opponent_title(ODILE) == said
            assert names.user_name(GASTON).startswith("**Gaston ")
    assert names.bold_name(1) == r"**Odile \(master\)**"


def test_opponent_has_no_vote_and_its_seat_is_not_open() -> None:
    before = table()
    after = table(*moved(before, ANA))
    assert before.to_move == before.waited_for == ANA and before.opponent_to_move is None
    assert after.to_move is None and after.waited_for == after.opponent_to_move == ODILE
    assert after.people == (ANA,) and after.voters() == {ANA}
    assert after.open_seats == frozenset(), "its seat is nobody's to take"


def test_name_of_a_seated_opponent_is_not_free_at_any_level() -> None:
    assert "Odile" not in free_names((ANA, ODILE)) and len(free_names((ANA, None))) == len(
        OPPONENT_NAMES
    )


@for_each("pace", ["live", "day"])
def test_no_clock_of_an_opponent_runs(pace: str) -> None:
    after = table(*moved(table(pace=pace), ANA), pace=pace)
    assert seconds_left(after, 0, 1e6, {}) is not None
    assert seconds_left(after, 1, 1e6, {}) is None and runs_out_at(after, 1e6, {}) is None


def test_turn_of_an_opponent_gets_no_reminder() -> None:
    after = table(*moved(table(), ANA))
    assert next_step(after, 2 * DAY, TurnFacts()).action is Action.WAIT


def test_single_player_among_opponents_gets_reminders_and_no_vote() -> None:
    waiting = table()
    facts = TurnFacts(notified_at=waiting.since)
    assert next_step(waiting, 13 * HOUR, facts) == Step(Action.REMIND, "1")
    for days in (6, 30, 300):
        reminded = replace(facts, reminders={"4": days * DAY - 1})
        assert next_step(waiting, days * DAY, reminded).action is Action.WAIT
    assert votes.deciding_users(waiting) == frozenset()


def test_votes_do_not_count_opponents() -> None:
    waiting = table(seats=4)
    assert votes.deciding_users(waiting) == {BO, CLEO}


def test_undo_takes_back_the_following_moves_of_opponents() -> None:
    before = table()
    first = table(*(lines := moved(before, ANA)))
    lines += moved(first, ODILE)
    after = table(*lines)
    assert after.to_move == ANA
    wanted = preview_undo(after, ANA, 1.0)
    number = first.lines[-1].number
    assert wanted.entry == Undo(number) and wanted.needs_no_question and wanted.tiles == 2
    assert wanted.played_on == () and wanted.users_to_ask == ()
    back = table(*lines, (ANA, f"undo {number}"))
    assert back.to_move == ANA and back.game == before.game


def test_single_user_may_undo_at_any_time_without_a_vote() -> None:
    lines = moved(before := table(), ANA)
    lines += moved(table(*lines), ODILE)
    assert before.to_move == ANA
    wanted = preview_undo(table(*lines), ANA, 3 * DAY)
    assert isinstance(wanted.entry, Undo) and wanted.needs_no_question


def test_opponent_never_hosts_while_a_user_is_seated() -> None:
    opened = [(ANA, "new base 4"), (ANA, "opponent Odile master 1"), (BO, "join 2")]
    assert fold(log(*opened, (ANA, "leave 0"))).host == BO
    begun = table(seats=3)
    assert begun.host == ANA
    given = table((ANA, "open 0"), (BO, "substitute 0 Gaston novice"), seats=3)
    assert given.players[:2] == (GASTON, ODILE) and given.host == BO


def test_opponent_is_added_by_a_seated_user_and_removed_by_the_host() -> None:
    lobby = fold(log((ANA, "new base 3"), (BO, "join 1")))
    chance = random.Random(1)
    entry = checks.check_add(lobby, BO, "villager", chance)
    assert opponent_level(entry.who) == "villager" and entry.colour == 2
    with pytest.raises(Refusal, match="not-joined"):
        checks.check_add(lobby, CLEO, "villager", chance)
    with pytest.raises(Refusal, match="late"):
        checks.check_remove(LOBBY_OF_TWO, ANA, 0)
    assert checks.check_remove(LOBBY_OF_TWO, ANA, 1).seat == 1
    asked = fold(log((ANA, "new base 3"), (BO, "join 1"), (ANA, "set pace: day"), (ANA, "leave 0")))
    assert checks.removable_seats(asked) == (), "the host keeps the seat"


def test_opponent_may_take_over_only_an_open_seat() -> None:
    opened = table((BO, "open 2"), seats=3)
    chance = random.Random(1)
    entry = checks.check_substitute(opened, ANA, 2, "master", chance, manager=False)
    assert opponent_level(entry.who) == "master" and entry.who != ODILE
    with pytest.raises(Refusal, match="not-seated"):
        checks.check_substitute(opened, BO, 2, "master", chance, manager=False)
    assert checks.check_substitute(opened, BO, 2, "master", chance, manager=True).seat == 2
    with pytest.raises(Refusal, match="seat-taken"):
        checks.check_substitute(opened, ANA, 1, "master", chance, manager=False)


def test_game_ends_when_the_last_user_among_opponents_leaves() -> None:
    two = table()
    assert not checks.leaves_only_opponents(two, ANA), "with one seat left it is over by itself"
    three = table((BO, "open 2"), (ANA, "substitute 2 Gaston novice"), seats=3)
    assert checks.leaves_only_opponents(three, ANA)
    assert not checks.leaves_only_opponents(table(seats=3), ANA)
    assert not checks.leaves_only_opponents(table((BO, "open 2"), seats=3), ANA), (
        "it is for somebody yet"
    )


def test_move_is_refused_while_an_opponent_is_to_move() -> None:
    after = table(*moved(table(), ANA))
    with pytest.raises(Refusal) as refused:
        checks.check_move(after, ANA)
    assert refused.value.facts["user"] == ODILE


@for_each(
    "check, reason, facts",
    [
        (
            lambda: checks.check_add(LOBBY_OF_TWO, ANA, "villager", random.Random(1)),
            *("full-for-opponents", {"seats": 2}),
        ),
        (
            lambda: checks.check_add(fold(log((ANA, "new base 3"))), ANA, "x", random.Random(1)),
            *("late", {}),
        ),
        (lambda: checks.check_remove(LOBBY_OF_TWO, BO, 1), "host-sends-away", {"host": ANA}),
        (lambda: checks.check_remove(LOBBY_OF_TWO, ANA, 2), "late", {}),
        (lambda: checks.check_remove(table(), ANA, 1), "started-already", {}),
        *(
            (
                lambda seat=seat: checks.check_substitute(
                    table(seats=3), ANA, seat, "master", random.Random(1), manager=False
                ),
                reason,
                facts,
            )
            for seat, reason, facts in (
                (1, "seat-taken", {"user": ODILE}),
                (2, "seat-taken", {"user": BO}),
                (3, "late", {}),
            )
        ),
        (
            lambda: checks.check_substitute_choice(table(), BO, manager=False),
            *("not-seated", {}),
        ),
        (
            lambda: checks.check_substitute_choice(
                table((BO, "resign 2"), seats=3), BO, manager=False
            ),
            *("resigned", {}),
        ),
        (
            lambda: checks.check_substitute(
                *(table((BO, "resign 2"), seats=3), ANA, 2, "master", random.Random(1)),
                manager=False,
            ),
            *("late", {}),
        ),
        (lambda: checks.check_opponent_number(3, 3), "opponents", {"most": 2, "seats": 3}),
    ],
)
def test_refusal_about_an_opponent_has_the_facts_of_its_sentence(
    check: Callable[[], object], reason: str, facts: dict[str, object]
) -> None:
    with pytest.raises(Refusal) as refused:
        check()
    assert (refused.value.reason, refused.value.facts) == (reason, facts)


def test_opponents_of_a_new_table_have_names_and_colours_of_their_own() -> None:
    checks.check_opponent_number(3, 2)
    entries = list(checks.opponent_entries(4, 1, 3, "master", random.Random(1)))
    assert [entry.colour for entry in entries] == [0, 2, 3]
    assert len({opponent_name(entry.who) for entry in entries}) == 3
    assert {opponent_level(entry.who) for entry in entries} == {"master"}
    with pytest.raises(Refusal, match="opponents"):
        list(checks.opponent_entries(3, 0, 3, "master", random.Random(1)))


def test_preview_of_an_undo_names_who_is_asked_by_seat_and_who_played_on() -> None:
    lines: list[tuple[int | None, str]] = []
    for user in (ANA, ODILE, BO, CLEO):
        lines += moved(table(*lines, seats=4), user)
    wanted = preview_undo(table(*lines, seats=4), ANA, 7.5)
    assert (wanted.users_to_ask, wanted.played_on) == ((BO, CLEO), (BO, CLEO))
    assert (wanted.tiles, wanted.own, wanted.seconds, wanted.last) == (4, 3, 7.5, 9)
    assert not wanted.needs_no_question and not wanted.has_shown_undrawn_tiles
    both = table(*lines, *moved(table(*lines, seats=4), ANA), seats=4)
    again = preview_undo(both, ANA, 1.0)
    assert (again.tiles, again.own, again.played_on) == (1, 1, ()) and again.needs_no_question


def test_pictures_have_the_names_of_opponents_beside_their_levels() -> None:
    odile, hermine = opponent_number("Odile", "villager"), opponent_number("Hermine", "grandmaster")
    names = Names((odile, 1, hermine, None), {1: "Ana"}, open_seats=frozenset({2}))
    assert names.levels() == (2, 0, 0, 0)
    beside, alone = names.names_beside_levels(), names.picture_names()
    assert beside[0] == "Odile" and alone[0] == "Odile (villager)"
    assert beside[1:] == alone[1:]
